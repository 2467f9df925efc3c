"""Exact sums of results, and the means and 95 % intervals computed from them.

The games of one deal share their dice, so they are not independent; the deals are. An interval is therefore
over deals: the mean of the deals' means ± 1.96 standard errors. Sums are integers, so that they do not depend
on the order of addition.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

WIN = math.lcm(*range(1, 8))
"""The integer for one win: up to seven winners can share it without a remainder."""

PARTS = 10**9
"""Parts of a victory that luck is told in: whole numbers, as all sums are."""

Z = 1.96
RULE_OF_THREE = 3
"""What was never seen in ``n`` games has a probability of at most ``3 / n`` (95 % confidence)."""


class Estimate(NamedTuple):
    """A mean, and half the width of its 95 % interval; ``None`` with a single deal."""

    mean: float
    half: float | None


@dataclass(slots=True)
class Sums:
    """The count of some numbers, their sum and the sum of their squares."""

    number: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Add a number."""
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


class SeatResult(NamedTuple):
    """The result of one seat in one game."""

    win: int
    score: int
    rank: int
    adjusted: int = 0
    """Its luck-adjusted result, in ``PARTS``; 0 unless asked for."""


@dataclass(slots=True)
class Tally:
    """The results of one bot in the deals so far; ``seats`` is how many it has in the games of a deal."""

    seats: int = 0
    wins: Sums = field(default_factory=Sums)
    points: Sums = field(default_factory=Sums)
    ranks: Sums = field(default_factory=Sums)
    scores: Counter[int] = field(default_factory=Counter)
    forfeits: int = 0
    adjusted: Sums = field(default_factory=Sums)

    def add_deal(self, seats: Iterable[SeatResult], forfeits: int) -> None:
        """Add a deal."""
        wins, points, ranks, adjusted = zip(*seats, strict=True)
        self.seats = len(points)
        self.wins.add(sum(wins))
        self.points.add(sum(points))
        self.ranks.add(sum(ranks))
        self.scores.update(points)
        self.forfeits += forfeits
        self.adjusted.add(sum(adjusted))

    @property
    def win_rate(self) -> Estimate:
        """The share of games that a seat of this bot wins; ties are split equally.

        The interval is at least as wide as the rule of three says: a run of wins is not certainty.
        """
        mean, half = self.wins.estimate(self.seats * WIN)
        least = RULE_OF_THREE / (self.seats * self.wins.number)
        return Estimate(mean, None if half is None else min(max(half, least), 1.0))

    @property
    def adjusted_rate(self) -> Estimate:
        """The luck-adjusted ``win_rate``."""
        return self.adjusted.estimate(self.seats * PARTS)

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
        sums = (self.wins, self.points, self.ranks, self.adjusted)
        return {
            "deals": self.wins.number,
            "seats": self.seats,
            **{name: [part.total, part.squares] for name, part in zip(_SUMS, sums, strict=True)},
            "scores": {str(score): number for score, number in sorted(self.scores.items())},
            "forfeits": self.forfeits,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        """Return the tally that ``to_json`` wrote."""
        deals = whole("deals", data["deals"])
        wins, points, ranks, adjusted = (
            Sums(deals, whole(name, total, least=None), whole(name, squares))
            for name, (total, squares) in ((name, data.get(name, (0, 0))) for name in _SUMS)
        )
        scores = Counter({int(score): whole("scores", number) for score, number in data["scores"].items()})
        seats, forfeits = (whole(name, data[name]) for name in ("seats", "forfeits"))
        return cls(seats, wins, points, ranks, scores, forfeits, adjusted)


def whole(name: str, value: object, least: int | None = 0) -> int:
    """Return a value from JSON if it is a whole number, and not below ``least``."""
    if type(value) is int and (least is None or value >= least):
        return value
    more = "" if least is None else f" of at least {least}"
    raise ValueError(f"{name} must be a whole number{more}, not {value!r}")


_SUMS = ("wins", "points", "ranks", "adjusted")
