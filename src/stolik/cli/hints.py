"""What a bot would do in a person's place."""

from __future__ import annotations

from stolik import bots
from stolik.core import Game, View

ADVISER = "hard"
"""The level that is asked: strong, and quick enough to wait for."""


def advice(game: Game, view: View) -> tuple[str, str]:
    """Return what a bot would do, and its level: a lower one where a package is missing that it needs."""
    for level in reversed(bots.LEVELS[: bots.LEVELS.index(ADVISER) + 1]):
        try:
            bot = bots.make(game, level, seed=0)
        except ModuleNotFoundError:
            continue
        return level, bot.choose(view)
    raise AssertionError("the easy bots need nothing")
