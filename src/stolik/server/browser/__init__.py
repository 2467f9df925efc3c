"""What Python inside a browser has besides this package, as it is packed for one (``stolik.server.offline``)."""
