"""What every test may rely on: signals as usual, and JAX programs compiled once for all processes."""

from __future__ import annotations

import os
import signal
import tempfile

for _signal in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    if signal.getsignal(_signal) is signal.SIG_IGN:  # by nohup, say; what the tests start would inherit it
        signal.signal(_signal, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in `make test &`

_cache = os.path.join(tempfile.gettempdir(), f"stolik-jax-{os.getuid()}")  # noqa: PTH118 -- before any import
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", _cache)
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")
