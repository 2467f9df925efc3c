"""What a small server or a command does not use is not imported: each start would take longer.

And threads take turns often, so that clients of the first second do not wait for what is being prepared.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LARGE = ("alembic", "asyncpg", "distributed", "jax", "numpy", "openskill", "redis", "sqlalchemy.orm")
OPENING = """
import asyncio, sys
from stolik.server import process
from stolik.server.settings import Settings
settings = Settings(database="sqlite:///stolik.db", redis=sys.argv[1])
asyncio.run(process.check_database(settings))
asyncio.run(process.check_bus(settings))
print(*(name for name in {large} if name in sys.modules))
"""


def imported(home: Path, redis: str = "") -> set[str]:
    """Return which of the large packages a server has imported when its database and its bus are checked."""
    done = subprocess.run(
        [sys.executable, "-c", OPENING.format(large=LARGE), redis],
        cwd=home,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return set(done.stdout.split())


def test_a_server_imports_only_what_its_settings_need(tmp_path: Path) -> None:
    assert "alembic" in imported(tmp_path)  # a new database
    assert imported(tmp_path) == set()
    assert imported(tmp_path, "redis://127.0.0.1:1/0") == {"redis"}


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["rules", "linko"], ["play", "--help"], ["serve", "--help"]]
)
def test_a_command_that_needs_no_large_package_imports_none(arguments: list[str], tmp_path: Path) -> None:
    script = f"""
import sys
from contextlib import suppress
from stolik.cli import main
with suppress(SystemExit):
    assert main({arguments!r}) == 0
sys.exit(", ".join(name for name in ("asyncio", "sqlalchemy", *{LARGE!r}) if name in sys.modules) or 0)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()


def test_threads_of_a_server_take_turns_more_often_than_python_lets_them(tmp_path: Path) -> None:
    script = """
import sys
from stolik.server import process
from stolik.server.settings import Settings
process._Server.run = lambda self, sockets: print(sys.getswitchinterval())
settings = Settings(port=0, lan=False, database="sqlite:///stolik.db")
print(sys.getswitchinterval())
process.run(settings, process.listen(settings), print)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True, timeout=120
    )
    before, during = map(float, done.stdout.split())
    assert during <= before / 5
