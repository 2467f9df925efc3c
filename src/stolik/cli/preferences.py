"""What a person has chosen in the menu, kept for the next time: the language, and how games begin there."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from stolik.bots import LEVELS
from stolik.core.files import write_whole
from stolik.folders import config_folder
from stolik.words import languages

SPEEDS = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "instant": 0.0}
"""How many seconds each thing a bot does stays on the screen."""

DEFAULT_LEVEL = "medium"
DEFAULT_SPEED = "normal"
"""The bots that a person plays against by default need no other package."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was chosen; without a language it is that of the system."""

    language: str = ""
    level: str = DEFAULT_LEVEL
    speed: str = DEFAULT_SPEED
    full_screen: bool = False


def path() -> Path:
    """Return where they are kept."""
    return config_folder() / "preferences.json"


def language() -> str | None:
    """Return the language that was chosen, if there was one."""
    return load().language or None


def load() -> Preferences:
    """Return what was chosen before; what is damaged or unknown counts as not chosen."""
    try:
        kept = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    allowed: dict[str, tuple[Any, ...]] = {
        "language": languages(),
        "level": LEVELS,
        "speed": tuple(SPEEDS),
        "full_screen": (True,),
    }
    known = isinstance(kept, dict)
    return Preferences(**{name: kept[name] for name in allowed if known and kept.get(name) in allowed[name]})


def save(chosen: Preferences) -> None:
    """Keep them; where nothing can be written, they hold until the menu is left."""
    with suppress(OSError):
        path().parent.mkdir(parents=True, exist_ok=True)
        write_whole(path(), json.dumps(asdict(chosen), indent=2) + "\n")
