"""Tables on the network: ``stolik serve``. Needs the extra ``server``."""
