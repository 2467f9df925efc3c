"""The user's folders stay where they were: nobody loses games, settings or records."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from stolik import folders

SYSTEMS = {"linux": Unix, "darwin": MacOS, "win32": Windows}
APPLICATION_SUPPORT = "Library/Application Support/stolik"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def be(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """Find the folders of another system."""
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platformdirs.PlatformDirs", SYSTEMS[system])
    monkeypatch.setattr("platformdirs.windows.get_win_folder", get_win_folder_from_env_vars)


@pytest.mark.parametrize(
    ("system", "variables", "data", "config"),
    [
        ("linux", {}, ".local/share/stolik", ".config/stolik"),
        ("linux", {"XDG_DATA_HOME": "relative"}, ".local/share/stolik", ".config/stolik"),
        ("linux", {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/etc"}, "/data/stolik", "/etc/stolik"),
        ("darwin", {}, APPLICATION_SUPPORT, APPLICATION_SUPPORT),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "/data/stolik", APPLICATION_SUPPORT),
        ("win32", {"LOCALAPPDATA": "/local", "APPDATA": "/roaming"}, "/local/stolik", "/roaming/stolik"),
    ],
)
def test_each_system_has_its_folders(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    variables: dict[str, str],
    data: str,
    config: str,
) -> None:
    be(monkeypatch, system)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert folders.data_folder() == home / data
    assert folders.config_folder() == home / config
    assert folders.records_folder() == home / data / "records"


def test_records_stay_where_earlier_versions_kept_them(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, "darwin")
    earlier = home / ".local/share/stolik/records"
    earlier.mkdir(parents=True)
    assert folders.records_folder() == earlier
    usual = home / APPLICATION_SUPPORT / "records"
    usual.mkdir(parents=True)
    assert folders.records_folder() == usual


def test_finding_a_folder_does_not_make_it(home: Path) -> None:
    folders.data_folder()
    folders.records_folder()
    assert list(home.iterdir()) == []
