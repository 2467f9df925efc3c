"""Levels: the same four names in every game and mode, each of them one of the bots."""

from __future__ import annotations

from stolik.core import Game

LEVELS = ("easy", "medium", "hard", "master")
"""The weakest first."""

_BOTS: dict[str, tuple[str, str, str, str]] = {
    "pickomino": ("beginner", "careful", "greedy", "planner"),
    "linko": ("lowest", "grabber", "weigher", "searcher"),
}
"""Which bots the levels of a game are, in all its variants and modes."""


def level(game: str | Game, name: str) -> str:
    """Return the bot that a level is in a game.

    >>> level("linko", "easy")
    'lowest'
    """
    title = game if isinstance(game, str) else game.name
    if title not in _BOTS:
        raise ValueError(f"no levels for the game {title!r}; there are some for: {', '.join(_BOTS)}")
    if name not in LEVELS:
        raise ValueError(f"unknown level {name!r}; the levels are: {', '.join(LEVELS)}")
    return _BOTS[title][LEVELS.index(name)]
