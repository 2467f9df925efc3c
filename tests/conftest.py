"""What every test may rely on: signals as usual, JAX on the processor, its programs kept, no child left."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from stolik import threads
from tests.cli.running import Terminal
from tests.effort import effort

pytest_plugins = ["tests.times"]

for _signal in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    if signal.getsignal(_signal) is signal.SIG_IGN:  # by nohup, say; what the tests start would inherit it
        signal.signal(_signal, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in `make test &`

threads.use_one()  # as every command does: more of them would wait for each other on a busy machine
os.environ.setdefault("JAX_PLATFORMS", "cpu")  # the same suite where there is a graphics card
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parents[1] / ".jax_cache"))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")
if hurried := effort("--xla_backend_optimization_level=0 --xla_cpu_use_fusion_emitters=false", ""):
    # What runs for a moment is compiled in a hurry: to compile it well takes up to four times as long.
    os.environ.setdefault("XLA_FLAGS", hurried)

settings.register_profile("usual", deadline=None, derandomize=True)  # the same examples in every run
settings.register_profile("long", deadline=None)
settings.load_profile(effort("usual", "long"))

SLOW_FIRST = ("lab", "train", "web", "tests", "cli", "server", "bots", "envs", "arena")
"""Folders in the order in which they begin, the others after them: so no worker has much left at the end.

``tests`` are the files beside this one: they build packages and read all documents.
"""

SLOW = (
    *("lab/", "train/", "web/", "test_examples.py", "test_packages.py", "test_third_game.py"),
    *("arena/test_cluster.py", "arena/test_running.py", "envs/test_open_spiel.py"),
    *("bots/test_bots.py", "bots/test_levels.py", "bots/test_odds_greedy.py", "bots/test_odds_simulation.py"),
    *("bots/test_programs.py", "bots/test_third_party.py"),
    *("cli/test_arena.py", "cli/test_bad_input.py", "cli/test_files.py", "cli/test_linko_play.py"),
    *("cli/test_play.py", "cli/test_sim.py", "cli/test_terminal.py", "cli/test_train.py"),
    *("games/linko/test_whole_games.py", "games/pickomino/test_whole_games.py"),
    *(
        "server/test_attack.py",
        "server/test_backup.py",
        "server/test_clients.py",
        "server/test_crash.py",
        "server/test_guards.py",
        "server/test_hostile.py",
    ),
    *("server/test_keeper.py", "server/test_leak.py", "server/test_lobby.py", "server/test_never_stuck.py"),
    *("server/test_reconnect.py", "server/test_serve.py", "server/test_stale_node.py"),
    *("server/test_costs.py", "server/test_migrations.py", "server/test_written_before.py"),
    *(
        f"test_docs.py::test_the_examples_in_docstrings_work[stolik.{module}"
        for module in ("games.linko.lab", "games.pickomino.lab", "lab")
    ),
    "test_docs.py::test_the_notebooks_run[train",
    *(f"test_docs.py::test_the_python_in_the_pages_works[{page}" for page in ("docs/lab", "README")),
)
"""What ``make quick`` leaves out, by how their names begin."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(SLOW):
            item.add_marker(pytest.mark.slow)

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
