"""A bot for the dice game that steals whenever it can.

Install it with ``pip install .`` in this folder, then use it by its name::

    stolik arena pickomino magpie careful
    stolik play pickomino --bot magpie
"""

from __future__ import annotations

import random
from typing import Any

WORTH = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "w": 5}


class Magpie:
    """Steals if it can; otherwise it takes a tile, or sometimes rolls on."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: dict[str, Any]) -> str:
        """Return one of ``view["moves"]``; ``docs/views.md`` describes the other keys of a view."""
        moves: list[str] = view["moves"]
        for move in moves:
            if move.startswith("steal "):
                return move
        kept = [move for move in moves if move.startswith("keep ")]
        if kept:
            roll = view["turn"]["roll"]
            return max(kept, key=lambda move: WORTH[move[-1]] * roll[move[-1]])
        if moves[0].startswith("take ") and moves[-1] == "roll" and self._rng.random() < 0.2:
            return "roll"
        return moves[0]
