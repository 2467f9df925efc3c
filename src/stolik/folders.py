"""The user's own folders, where each system has them: ``~/.local/share/stolik`` and the like."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

NAME = "stolik"


def data_folder() -> Path:
    """Return where the database of the server and the records of games are kept."""
    return _dirs().user_data_path


def config_folder() -> Path:
    """Return where the file with the settings of the server is."""
    return _dirs(roaming=True).user_config_path


def records_folder() -> Path:
    """Return where the records of games are kept.

    Earlier versions kept them in ``~/.local/share`` on macOS and Windows too; those who have records there
    keep them together.
    """
    records = data_folder() / "records"
    earlier = Path.home() / ".local" / "share" / NAME / "records"
    if sys.platform in ("darwin", "win32") and not records.is_dir() and earlier.is_dir():
        return earlier
    return records


def _dirs(roaming: bool = False) -> PlatformDirs:
    from platformdirs import PlatformDirs  # a table inside a browser reads the settings, and has no folders

    return PlatformDirs(NAME, appauthor=False, roaming=roaming)
