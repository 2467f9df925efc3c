"""Players: each sees a view, never a state, and answers with a move.

>>> import stolik
>>> bot = make("pickomino", "careful", seed=1)
>>> bot.choose(stolik.Game("pickomino", players=2).start().view(0))
'roll'
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from stolik.bots.linko import Grabber, Lowest
from stolik.bots.pickomino import Careful, Greedy
from stolik.bots.simple import Random
from stolik.core import View


class Bot(Protocol):
    """A player of one game."""

    def choose(self, view: View) -> str:
        """Return one of ``view["moves"]``."""
        ...


_BOTS: dict[str, dict[str, Callable[[random.Random], Bot]]] = {
    "pickomino": {"random": Random, "careful": lambda _: Careful(), "greedy": lambda _: Greedy()},
    "linko": {"random": Random, "lowest": lambda _: Lowest(), "grabber": lambda _: Grabber()},
}


def names(game: str) -> tuple[str, ...]:
    """Return the bots there are for a game, the weakest first."""
    return tuple(_BOTS.get(game, ()))


def make(game: str, name: str, seed: int) -> Bot:
    """Return a new bot; the same seed makes it answer the same."""
    if name not in names(game):
        raise ValueError(f"unknown bot {name!r}; the bots for {game} are: {', '.join(names(game))}")
    return _BOTS[game][name](random.Random(seed))


__all__ = ["Bot", "make", "names"]
