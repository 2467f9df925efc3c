"""How much the tests do: enough for every change, or with ``LONG=1`` all that was ever measured."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

LONG = bool(os.environ.get("LONG"))

TRAINED_SMALL = "--batch 64 --width 32"
"""How ``stolik train`` is asked for little: the same everywhere, as what is compiled once is kept."""


def effort(usual: T, long: T) -> T:
    """Return how much to do: ``long`` with ``LONG=1`` in the environment, else ``usual``."""
    return long if LONG else usual
