"""The streak of days on which a person has solved the puzzle of the day, kept in their data folder."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from stolik.core.files import write_whole
from stolik.folders import data_folder


def path() -> Path:
    """Return where it is kept."""
    return data_folder() / "puzzles.json"


def solved(day: date) -> int:
    """Remember that the puzzle of a day was solved; return how many days in a row that makes.

    A file that is damaged counts as none: the streak begins again. Where nothing can be written, nothing is
    remembered.
    """
    last, days = _kept()
    if last != day:
        days = days + 1 if last == day - timedelta(days=1) else 1
        with suppress(OSError):
            path().parent.mkdir(parents=True, exist_ok=True)
            write_whole(path(), json.dumps({"days": days, "last": day.isoformat()}) + "\n")
    return days


def _kept() -> tuple[date | None, int]:
    """Return the last day that was solved, and how many in a row there were by then."""
    try:
        kept = json.loads(path().read_text(encoding="utf-8"))
        last, days = date.fromisoformat(kept["last"]), kept["days"]
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None, 0
    return (last, days) if type(days) is int and days > 0 else (None, 0)
