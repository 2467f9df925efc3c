"""Games as numbers, without any dependency: what the environments and the lab both speak.

An *action* is a number that stands for one move or for several that follow each other; an *observation* is a
view as a list of numbers. ``docs/lab.md`` has the tables.

>>> import stolik
>>> from stolik.encoding import encoding_of
>>> encoding = encoding_of(stolik.Game("pickomino", players=2))
>>> encoding.actions, encoding.observation_size
(18, 153)
"""

from __future__ import annotations

from collections.abc import Callable

from stolik.core import Game
from stolik.encoding import linko, pickomino
from stolik.encoding.base import Encoding


def encoding_of(game: Game) -> Encoding:
    """Return the numbers of a game."""
    return _ENCODINGS[game.name](game)


_ENCODINGS: dict[str, Callable[[Game], Encoding]] = {"linko": linko.Encoding, "pickomino": pickomino.Encoding}

__all__ = ["Encoding", "encoding_of"]
