"""What a bot would do in a person's place."""

from __future__ import annotations

from stolik import bots
from stolik.core import Game, View

ADVISER = "hard"
"""The level that is asked: strong, and quick enough to wait for."""


def advice(game: Game, view: View) -> tuple[str, str]:
    """Return a level, and what its bot would do: a lower one where something is missing that it needs."""
    level, _ = bots.startable(game, ADVISER)
    return level, bots.make(game, level, seed=0).choose(view)
