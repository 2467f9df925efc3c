"""Counting what was played: exact sums, from which means and their 95 % intervals follow.

The games of one deal share their dice, so they are not independent; the deals are. An interval is therefore
one over deals: the mean of the deals' means ± 1.96 standard errors. Sums are whole numbers, so that they
come out the same in whatever order they are added up.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

WIN = math.lcm(*range(1, 8))
"""A whole win, so large that any number of winners up to seven share it evenly."""

Z = 1.96
RULE_OF_THREE = 3
"""What never came in ``n`` games may still come once in ``n / 3`` of them (with a chance of 5 %)."""


class Estimate(NamedTuple):
    """A mean, and how far its 95 % interval reaches to each side; ``None`` where one deal is too few."""

    mean: float
    half: float | None


@dataclass(slots=True)
class Sums:
    """Numbers added up: how many there were, their sum and the sum of their squares."""

    number: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Count one more."""
        self.number += 1
        self.total += value
        self.squares += value * value

    def estimate(self, unit: int) -> Estimate:
        """Return the mean of the numbers, each divided by ``unit``.

        >>> sums = Sums()
        >>> for value in (2, 4, 6):
        ...     sums.add(value)
        >>> mean, half = sums.estimate(2)  # of 1, 2 and 3: the standard error is 1 / sqrt(3)
        >>> print(f"{mean:.2f} ± {half:.2f}")
        2.00 ± 1.13
        """
        mean = self.total / (self.number * unit)
        if self.number < 2:
            return Estimate(mean, None)
        spread = self.number * self.squares - self.total * self.total
        variance = spread / (self.number * (self.number - 1) * unit * unit)
        return Estimate(mean, Z * math.sqrt(variance / self.number))


class Seat(NamedTuple):
    """What one seat got out of one game."""

    win: int
    score: int
    rank: int


@dataclass(slots=True)
class Tally:
    """What one bot got out of the deals counted so far; ``seats`` are those it has in a deal's games."""

    seats: int = 0
    wins: Sums = field(default_factory=Sums)
    points: Sums = field(default_factory=Sums)
    ranks: Sums = field(default_factory=Sums)
    scores: Counter[int] = field(default_factory=Counter)
    forfeits: int = 0

    def add_deal(self, seats: Iterable[Seat], forfeits: int) -> None:
        """Count one more deal."""
        wins, points, ranks = zip(*seats, strict=True)
        self.seats = len(points)
        self.wins.add(sum(wins))
        self.points.add(sum(points))
        self.ranks.add(sum(ranks))
        self.scores.update(points)
        self.forfeits += forfeits

    @property
    def win_rate(self) -> Estimate:
        """The share of its games a seat of this bot wins; a win is shared evenly among the winners.

        The interval reaches at least as far as the rule of three says: a run of wins is no certainty.
        """
        mean, half = self.wins.estimate(self.seats * WIN)
        least = RULE_OF_THREE / (self.seats * self.wins.number)
        return Estimate(mean, None if half is None else min(max(half, least), 1.0))

    @property
    def score(self) -> Estimate:
        """The mean score."""
        return self.points.estimate(self.seats)

    @property
    def place(self) -> Estimate:
        """The mean place at the end of a game, counted from 1."""
        return self.ranks.estimate(self.seats)

    def to_json(self) -> dict[str, Any]:
        """Return the sums, ready for JSON."""
        sums = (self.wins, self.points, self.ranks)
        return {
            "deals": self.wins.number,
            "seats": self.seats,
            **{name: [part.total, part.squares] for name, part in zip(_SUMS, sums, strict=True)},
            "scores": {str(score): number for score, number in sorted(self.scores.items())},
            "forfeits": self.forfeits,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        """Return the tally that was written like this."""
        deals = whole("deals", data["deals"])
        wins, points, ranks = (
            Sums(deals, whole(name, total, least=None), whole(name, squares))
            for name, (total, squares) in ((name, data[name]) for name in _SUMS)
        )
        scores = Counter({int(score): whole("scores", number) for score, number in data["scores"].items()})
        seats, forfeits = (whole(name, data[name]) for name in ("seats", "forfeits"))
        return cls(seats, wins, points, ranks, scores, forfeits)


def whole(name: str, value: object, least: int | None = 0) -> int:
    """Return a value from JSON if it is a whole number, and not below ``least``."""
    if type(value) is int and (least is None or value >= least):
        return value
    more = "" if least is None else f" of at least {least}"
    raise ValueError(f"{name} must be a whole number{more}, not {value!r}")


_SUMS = ("wins", "points", "ranks")
