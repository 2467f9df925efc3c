"""Levels: the same four names in every game, each of them one of its bots."""

from __future__ import annotations

from stolik.core import Game, plugin

LEVELS = ("easy", "medium", "hard", "master")
"""The weakest first."""

RANDOM = "random"
"""The bot that every game has."""


def level(game: str | Game, name: str) -> str:
    """Return the name of the bot of a level; a level that the game does not define is the next weaker one.

    >>> level("linko", "easy")
    'lowest'
    """
    if name not in LEVELS:
        raise ValueError(f"unknown level {name!r}; the levels are: {', '.join(LEVELS)}")
    found = game.plugin if isinstance(game, Game) else plugin(game)
    named = (found.levels.get(weaker) for weaker in reversed(LEVELS[: LEVELS.index(name) + 1]))
    return next(filter(None, named), RANDOM)
