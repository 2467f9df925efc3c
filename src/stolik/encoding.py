"""Games as numbers, without any dependency: what the environments and the lab have in common.

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
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from stolik.core import Game, Move, State, View

StateT = TypeVar("StateT", bound=State)
ViewT = TypeVar("ViewT", bound=View)


class Encoding(ABC, Generic[StateT, ViewT]):
    """The actions and observations of one game as numbers.

    A program that plays by actions plays every move of ``texts``, lets chance happen, and plays ``forced``
    moves until a seat has something to decide.
    """

    game: Game
    actions: int
    """How many actions there are: 0 to ``actions`` - 1."""
    observation_size: int
    """How many numbers an observation has."""

    parts: Mapping[str, slice] = MappingProxyType({})
    """What the numbers of an observation tell, in order, where the game says so: ``seen[parts["turn"]]``."""

    @abstractmethod
    def moves(self, now: StateT | ViewT) -> Mapping[int, tuple[Move, ...]]:
        """Return the legal actions, given a state or the actor's own view, and the moves that each joins."""

    def legal(self, now: StateT | ViewT) -> list[int]:
        """Return the legal actions in ascending order, given a state or the actor's own view."""
        return sorted(self.moves(now))

    def texts(self, action: int, now: StateT | ViewT) -> tuple[Move, ...]:
        """Return the moves that a legal action joins, in the order in which they are played."""
        moves = self.moves(now)
        if action not in moves:
            raise ValueError(f"action must be one of {sorted(moves)} now, not {action}")
        return moves[action]

    @abstractmethod
    def forced(self, now: StateT | ViewT) -> Move | None:
        """Return the move that nobody needs an action for, where there is one."""

    @abstractmethod
    def observation(self, view: ViewT) -> list[float]:
        """Return what the seat whose view this is may know, as ``observation_size`` numbers."""

    # -- for environments in which chance is explicit ---------------------------------------------------

    @property
    def max_chance_outcomes(self) -> int:
        """The most outcomes that chance has at once, or a step of it.

        It follows from the plug-in if that lists the outcomes of all chance words; other games override it.
        """
        listed = self.game.plugin.chance
        sizes = [len(outcomes) for outcomes in listed.values() if outcomes is not None]
        if len(sizes) < len(listed):
            raise NotImplementedError(f"the encoding of {self.game.name} must say max_chance_outcomes")
        return max(sizes, default=0)

    def stepwise(self, state: StateT) -> StepwiseChance | None:
        """Return the chance that comes next in steps, where ``state.outcomes()`` are too many to list."""
        return None

    def smallest_steps(self, state: StateT) -> StepwiseChance | None:
        """Return the chance that comes next in steps wherever there are any, as dice that fall one by one."""
        return self.stepwise(state)

    def unknown(self, position: str) -> StepwiseChance | None:
        """Return what a position leaves open in steps; their outcome is a position that leaves nothing open.

        ``None`` stands for nothing to be dealt; only games that hide something have such positions.
        """
        return None

    def hidden(self, state: StateT) -> list[str]:
        """Return lines of text for what a spectator does not see: with them, different states look different.

        It is the whole state of a game that hides something, unless the game has something shorter.
        """
        return [repr(state)] if self.game.plugin.hidden else []


class StepwiseChance(ABC):
    """A chance outcome that comes about step by step, as a deck that is dealt card by card.

    The steps together have the probability that the outcome has. It never changes: ``after`` returns another.
    """

    @abstractmethod
    def outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the steps that may come next, with their probabilities, which sum to 1."""

    @abstractmethod
    def after(self, step: int) -> StepwiseChance | Move:
        """Return what follows a step: further steps, or the outcome if it was the last.

        What ``unknown`` deals has a position as its outcome.
        """

    @abstractmethod
    def text(self, step: int) -> str:
        """Return a step in words."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the steps so far in words; nothing before the first."""


def slices(sizes: Mapping[str, int]) -> dict[str, slice]:
    """Return where things begin and end that come one after the other, given how many numbers each has."""
    ends = accumulate(sizes.values())
    return {name: slice(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)}


AnyEncoding: TypeAlias = Encoding[Any, Any]
"""The encoding of any game."""


def encoding_of(game: Game) -> AnyEncoding:
    """Return the encoding of a game."""
    encoding: AnyEncoding = game.plugin.load("encoding")(game)
    return encoding
