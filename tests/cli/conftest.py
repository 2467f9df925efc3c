from pathlib import Path

import pytest

from tests.cli.games import SEAT, SECRET, played


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home, for commands that run as processes of their own."""
    return tmp_path


@pytest.fixture
def at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home and known dice, for commands that run inside this process."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "STOLIK_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("stolik.core.fair.new_secret", lambda: SECRET)
    monkeypatch.setattr("stolik.core.fair.new_seat_randomness", lambda: SEAT)
    monkeypatch.chdir(home)
    return home


@pytest.fixture
def game_file(home: Path) -> Path:
    """A whole base game of three in a file."""
    path = home / "game.txt"
    played(3).save(path)
    return path
