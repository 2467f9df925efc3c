"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    with whole(path) as file:
        file.write(text.encode("utf-8"))


@contextmanager
def whole(path: str | Path) -> Iterator[BinaryIO]:
    """Give a file to write to: a draft beside the one it is for, whose place it takes once it is complete.

    If writing fails, the draft is removed, and the file stays as it was.
    """
    path = Path(path)
    draft = path.with_name(path.name + ".part")
    file = draft.open("wb")
    try:
        with file:
            yield file
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
