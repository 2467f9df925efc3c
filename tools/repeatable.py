"""``stolik serve`` with chance that repeats itself: ``python -m tools.repeatable FILE serve``.

The secrets of the tables follow from the text in ``FILE``. A test of the page that writes its name there
sees the same dice and cards every time, so what it finds can be found again.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from pathlib import Path

from stolik.cli import main
from stolik.core import fair


def repeat(file: Path) -> None:
    """Have tables draw their secrets from what ``file`` says at the time, numbered from one."""
    drawn: Counter[str] = Counter()

    def secret() -> bytes:
        text = file.read_text(encoding="utf-8")
        drawn[text] += 1
        return hashlib.sha256(f"{text} {drawn[text]}".encode()).digest()

    fair.new_secret = secret


if __name__ == "__main__":
    repeat(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
