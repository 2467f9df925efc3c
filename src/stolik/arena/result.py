"""The result of a match or a tournament so far: whole deals, in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from stolik.arena.plan import ENOUGH, Plan, Table
from stolik.arena.playing import Deal
from stolik.arena.ratings import Rating, Ratings
from stolik.arena.tally import PARTS, WIN, Estimate, SeatResult, Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one bot. ``forfeits`` are games in which it failed and lost its seat.

    ``win_rate`` is that of a seat: at a table of three, the fair share is a third. ``adjusted`` is the
    luck-adjusted one, where the plan asks for it.
    """

    name: str
    win_rate: Estimate
    score: Estimate
    place: Estimate
    forfeits: int
    rating: Rating | None
    scores: dict[int, int]
    adjusted: Estimate | None = None

    @property
    def as_many_games(self) -> float | None:
        """How many times as many games would be as certain without the adjustment."""
        if self.adjusted is None or not self.adjusted.half or self.win_rate.half is None:
            return None
        return (self.win_rate.half / self.adjusted.half) ** 2


class MatchResult:
    """What has been played of a plan; ``standings`` has the result of each bot.

    ``reasons`` has the first reason for which each bot lost its seat, if it ever did, and ``traces`` where in
    its code that was, if it is no program.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.deals = 0
        self.tallies = {name: Tally() for name in plan.bots}
        self.at_tables = [{name: Tally() for name in dict.fromkeys(table)} for table in plan.tables]
        self.ratings = Ratings(plan.bots) if plan.is_tournament else None
        self.reasons: dict[str, str] = {}
        self.traces: dict[str, str] = {}

    @property
    def games(self) -> int:
        """How many games have been played, at all tables together."""
        return self.deals * self.plan.games_per_deal

    @property
    def is_finished(self) -> bool:
        """Whether all is played, or the interval is as narrow as ``until`` asks."""
        return self.deals >= self.plan.deals or self._is_narrow_enough()

    def _is_narrow_enough(self) -> bool:
        if self.plan.until is None or self.deals < ENOUGH:
            return False
        tally = self.tallies[self.plan.bots[0]]
        half = (tally.adjusted_rate if self.plan.luck_adjusted else tally.win_rate).half
        return half is not None and half <= self.plan.until

    @property
    def standings(self) -> list[Standing]:
        """The results of the bots so far, in the order of the plan; empty before the first deal."""
        return [self._standing(name, tally) for name, tally in self.tallies.items() if self.deals]

    @property
    def ranked(self) -> list[Standing]:
        """The results of the bots so far, the best first: by rating, in a match by win rate."""

        def strength(one: Standing) -> float:
            return one.rating.mean if one.rating else one.win_rate.mean

        return sorted(self.standings, key=strength, reverse=True)

    def _standing(self, name: str, tally: Tally) -> Standing:
        rating = self.ratings.of[name] if self.ratings else None
        scores = dict(sorted(tally.scores.items()))
        adjusted = tally.adjusted_rate if self.plan.luck_adjusted else None
        return Standing(
            name, tally.win_rate, tally.score, tally.place, tally.forfeits, rating, scores, adjusted
        )

    def add_deal(self, deals: Sequence[Deal]) -> None:
        """Add a deal, played at each of the tables."""
        seats: dict[str, list[SeatResult]] = defaultdict(list)
        forfeits: dict[str, int] = defaultdict(int)
        for table, deal, tallies in zip(self.plan.tables, deals, self.at_tables, strict=True):
            seats_here, forfeits_here = self._read(table, deal)
            for name, tally in tallies.items():
                tally.add_deal(seats_here[name], forfeits_here[name])
                seats[name] += seats_here[name]
                forfeits[name] += forfeits_here[name]
        for name, tally in self.tallies.items():
            tally.add_deal(seats[name], forfeits[name])
        self.deals += 1

    def _read(self, table: Table, deal: Deal) -> tuple[dict[str, list[SeatResult]], dict[str, int]]:
        """Return the results and the forfeits of each bot in a deal at a table; rate the games."""
        seats: dict[str, list[SeatResult]] = defaultdict(list)
        forfeits: dict[str, int] = defaultdict(int)
        for scores, ranks, forfeited, _, luck in deal:
            winners = ranks.count(1)
            for place, (name, score, rank) in enumerate(zip(table, scores, ranks, strict=True)):
                won = rank == 1
                adjusted = round(PARTS * (won / winners - luck[place])) if luck else 0
                seats[name].append(SeatResult(won * WIN // winners, score, rank, adjusted))
            for place, why, trace in forfeited:
                forfeits[table[place]] += 1
                self.reasons.setdefault(table[place], why)
                if trace:
                    self.traces.setdefault(table[place], trace)
            if self.ratings:
                self.ratings.add_game(table, ranks)
        return seats, forfeits
