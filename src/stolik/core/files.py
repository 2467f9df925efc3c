"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

from pathlib import Path


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file, whole or not at all: a draft beside it takes its place once it is complete."""
    path = Path(path)
    draft = path.with_name(path.name + ".part")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)
