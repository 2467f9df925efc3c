"""Tables on the network: ``stolik serve``. Needs ``pip install 'stolik[server]'``."""
