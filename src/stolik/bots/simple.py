"""Bots that know nothing of the game they play."""

from __future__ import annotations

import random

from stolik.core import View, below


class Random:
    """Plays a uniformly random legal move."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> str:
        """Return one of the moves."""
        moves: list[str] = view["moves"]
        return moves[below(self._rng, len(moves))]
