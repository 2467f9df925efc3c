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

from abc import ABC, abstractmethod
from collections.abc import Mapping

from stolik.core import Game, Move, State, View


def encoding_of(game: Game) -> Encoding:
    """Return the numbers of a game."""
    encoding: Encoding = game.plugin.load("encoding")(game)
    return encoding


class Encoding(ABC):
    """The actions and observations of one game as numbers.

    Whoever drives a game by actions plays every move of ``texts``, lets chance happen, and plays ``forced``
    moves until a seat has something to decide.
    """

    game: Game
    actions: int
    """How many actions there are: 0 to ``actions`` - 1."""
    observation_size: int
    """How many numbers an observation has."""

    @abstractmethod
    def moves(self, now: State | View) -> Mapping[int, tuple[Move, ...]]:
        """Return the legal actions, given a state or the actor's own view, and the moves that each joins."""

    def legal(self, now: State | View) -> list[int]:
        """Return the legal actions in ascending order, given a state or the actor's own view."""
        return sorted(self.moves(now))

    def texts(self, action: int, now: State | View) -> tuple[Move, ...]:
        """Return the moves that a legal action joins, in the order in which they are played."""
        moves = self.moves(now)
        if action not in moves:
            raise ValueError(f"action must be one of {sorted(moves)} now, not {action}")
        return moves[action]

    @abstractmethod
    def forced(self, now: State | View) -> Move | None:
        """Return the move that nobody needs an action for, where there is one."""

    @abstractmethod
    def observation(self, view: View) -> list[float]:
        """Return what the seat whose view this is may know, as ``observation_size`` numbers."""
