"""What Python inside a browser has beside this package (``stolik.server.offline`` packs it)."""
