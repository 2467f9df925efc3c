"""What numbers are called: verdicts on decisions, and grades of players."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from stolik.analysis.judge import Choice
from stolik.analysis.shape import Grade, Verdict

SAME: Final = 0.0001
"""Moves that differ by less are equal: there is nothing to decide."""
FIND: Final = 0.04
"""The only good move: the second best is so much worse."""
_VERDICTS: Final[Mapping[Verdict, float]] = {"blunder": 0.10, "mistake": 0.04, "inaccuracy": 0.02}
"""From which error on, the worst first; for two players these are 5, 2 and 1 % of the victory."""
_GRADES: Final[Mapping[Grade, float]] = {
    "engine": 0.8,
    "expert": 1.5,
    "advanced": 2.5,
    "experienced": 4.0,
    "casual": 6.5,
}
"""Up to which error rate."""
LUCKY: Final = 0.10
VERY_LUCKY: Final = 0.25


def weighed(part: float, players: int) -> float:
    """Return a part of the victory as it counts: more players have less each."""
    return part * players / (players - 1)


def verdict(choice: Choice, move: str, seat: int, players: int) -> Verdict | None:
    """Return what is to be said of a decision, if anything; only what is beyond doubt."""
    mine = {other: chances[seat] for other, chances in choice.moves.items()}
    error = mine[choice.best] - mine[move]
    if error <= SAME:
        second = max((other for other in mine if other != move), key=mine.__getitem__)
        ahead = mine[move] - mine[second]
        found = weighed(ahead, players) >= FIND and ahead > 2 * choice.doubt[second]
        return "find" if found else None
    if error <= 2 * choice.doubt[move]:
        return None
    return next((name for name, least in _VERDICTS.items() if weighed(error, players) >= least), None)


def accuracy(error_rate: float) -> float:
    """Return an error rate as a percentage: 100 without errors."""
    return 100 * exp(-error_rate / 10)


def grade(error_rate: float) -> Grade:
    """Return how somebody plays, in a word."""
    return next((name for name, most in _GRADES.items() if error_rate <= most), "beginner")
