"""What every test may rely on: signals as usual, compiled JAX programs kept, and no child left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.cli.running import Terminal
from tests.effort import effort

pytest_plugins = ["tests.times"]

for _signal in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    if signal.getsignal(_signal) is signal.SIG_IGN:  # by nohup, say; what the tests start would inherit it
        signal.signal(_signal, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in `make test &`

os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parents[1] / ".jax_cache"))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")

settings.register_profile("usual", deadline=None, derandomize=True)  # the same examples in every run
settings.register_profile("long", deadline=None)
settings.load_profile(effort("usual", "long"))

SLOW_FIRST = ("lab", "web", "cli", "server", "bots", "envs", "arena")
"""Folders in the order in which they begin, the others after them: so no worker has much left at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        folder = item.path.parent.name
        return SLOW_FIRST.index(folder) if folder in SLOW_FIRST else len(SLOW_FIRST)

    items.sort(key=place)


@pytest.fixture(autouse=True)
def terminals_end() -> Iterator[None]:
    """Whatever a test leaves running in a terminal ends with it."""
    yield
    for terminal in [*Terminal.running]:
        terminal.kill()
