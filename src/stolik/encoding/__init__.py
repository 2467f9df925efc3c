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
from typing import Protocol

from stolik.core import Game, Move, State, View
from stolik.encoding import linko, pickomino


class Encoding(Protocol):
    """The actions and observations of one game as numbers.

    Whoever drives a game by actions plays every move of ``texts``, lets chance happen, and plays ``forced``
    moves until a seat has something to decide.
    """

    game: Game
    actions: int
    """How many actions there are: 0 to ``actions`` - 1."""
    observation_size: int
    """How many numbers an observation has."""

    def legal(self, now: State | View, /) -> list[int]:
        """Return the legal actions in ascending order, given a state or the actor's own view."""
        ...

    def texts(self, action: int, now: State | View, /) -> tuple[str, ...]:
        """Return the moves that a legal action joins, in the order in which they are played."""
        ...

    def forced(self, now: State | View, /) -> Move | None:
        """Return the move that nobody needs an action for, where there is one."""
        ...

    def observation(self, view: View, /) -> list[float]:
        """Return what the seat whose view this is may know, as ``observation_size`` numbers."""
        ...


def encoding_of(game: Game) -> Encoding:
    """Return the numbers of a game."""
    return _ENCODINGS[game.name](game)


_ENCODINGS: dict[str, Callable[[Game], Encoding]] = {"linko": linko.Encoding, "pickomino": pickomino.Encoding}

__all__ = ["Encoding", "encoding_of"]
