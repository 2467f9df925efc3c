"""What was asked for cannot be done: one clear line for the person, and exit status 2."""

from __future__ import annotations

from pathlib import Path

from stolik.words import Words

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class Wrong(Exception):  # noqa: N818 -- what the person did, not a fault of the program
    """Something is wrong with what was asked for; the text says what, and what is allowed."""


def about_file(words: Words, path: Path, error: OSError) -> Wrong:
    """Return the error for a file that cannot be read or written."""
    kinds: dict[type[OSError], str] = {
        FileNotFoundError: "error.file_missing",
        IsADirectoryError: "error.file_is_folder",
        PermissionError: "error.file_forbidden",
    }
    key = kinds.get(type(error))
    return Wrong(
        words(key, path=path) if key else words("error.file", path=path, why=error.strerror or error)
    )
