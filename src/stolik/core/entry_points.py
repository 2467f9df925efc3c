"""What installed packages bring: entry points, read only where a package has some for us.

The standard library's way takes some 40 ms of every start, most of it imports, to find that there are none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

METADATA = (".dist-info", ".egg-info", "EGG-INFO")
"""How the folder of a package's metadata is named, or how its name ends."""


def find(group: str) -> list[EntryPoint]:
    """Return the entry points of a group."""
    if not _may_have(group):
        return []
    from importlib.metadata import entry_points

    return list(entry_points(group=group))


def _may_have(group: str) -> bool:
    """Whether a package names the group, or may do so where only the standard library can look."""
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return True
    sought = f"[{group}]".encode()
    return any(path.is_file() or _names(sought, path) for path in map(Path, sys.path))


def _names(sought: bytes, folder: Path) -> bool:
    """Whether the entry points of a package in a folder have these words in them."""
    return any(sought in text for text in _texts(folder))


def _texts(folder: Path) -> Iterator[bytes]:
    try:
        found = [path for path in folder.iterdir() if path.name.endswith(METADATA)]
    except OSError:  # it need not be there
        return
    for path in found:
        try:
            yield path.joinpath("entry_points.txt").read_bytes()
        except OSError:  # most packages have none
            continue
