"""What a benchmark has measured, as lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def add(path: Path | None, found: Mapping[str, Any]) -> None:
    """Print a result as a line, and append it to a file if one is named."""
    line = json.dumps(found)
    print(line, flush=True)
    if path:
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def tell(text: str) -> None:
    """Say how far the program is, beside the results."""
    print(text, file=sys.stderr, flush=True)
