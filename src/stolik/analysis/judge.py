"""Who judges a game: what a review needs of an evaluator. Each game brings its own (``Plugin.judge``).

Chances are one number a seat: the part of the victory it can expect. They sum to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stolik.core import Game, State

Chances = Sequence[float]
"""By seat: the part of the victory that it can expect."""


def won(state: State) -> list[float]:
    """Return each seat's part of the victory, of a game that is over."""
    winners = state.result().winners
    return [(seat in winners) / len(winners) for seat in range(state.game.players)]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a decision looks like to the seat that has it, from what this seat knows alone."""

    now: Chances
    """What all seats can expect before the decision."""
    moves: dict[str, Chances]
    """What all seats can expect after each move."""
    best: str
    """The move that the judge would choose."""
    doubt: dict[str, float]
    """How far off each move may be, compared with the best one: a standard error, or how much a deeper look
    has changed."""


@dataclass(frozen=True, slots=True)
class Turnout:
    """What a move or a chance outcome brought, hidden things included."""

    expected: Chances
    """What all seats could expect of it on average, before chance had spoken."""
    after: Chances
    """What they can expect now."""


class Judge(Protocol):
    """Says what seats can expect. The same state always gets the same answer."""

    name: str
    """Which evaluator it is, with its depth."""

    def scale(self, game: Game) -> float:
        """Return how large errors are at this table: those of the level *medium*, beside the game for two.

        The same player errs more where a decision changes more; grades are to be the same.
        """

    def start(self, game: Game) -> Chances:
        """Return what all seats can expect before anything has happened."""

    def chances(self, state: State) -> Chances:
        """Return what all seats can expect, by all there is to know, where a seat decides or it is over."""

    def choice(self, state: State) -> Choice:
        """Return what the actor can know of its decision: nothing hidden from it changes the answer."""

    def turnout(self, state: State, move: str) -> Turnout:
        """Return what a move or a chance outcome brought, by all there is to know.

        What was expected and what came are judged alike: if they are compared over all that chance could
        have brought, the mean difference is 0, however wrong the judge may be.
        """
