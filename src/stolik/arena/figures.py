"""Numbers as people write them in their language, for the terminal and the report alike."""

from __future__ import annotations

from typing import Protocol

from stolik.arena.plan import Plan
from stolik.arena.result import MatchResult
from stolik.arena.tally import Estimate

NO_INTERVAL = "?"


class Words(Protocol):
    """The texts of a language, by key; ``stolik.cli.words.Words`` is one."""

    language: str

    def __call__(self, key: str, /, *, you: bool = False, **values: object) -> str:
        """Return a text with its values filled in."""
        ...


class Figures:
    """Writes numbers with the signs of a language: ``1,234.5`` or ``1 234,5``."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._point = words("arena.point")
        self._thousands = words("arena.thousands")

    def count(self, number: int) -> str:
        """Return a whole number."""
        return f"{number:,}".replace(",", self._thousands)

    def decimal(self, value: float, digits: int) -> str:
        """Return a number with so many digits after the point, and a true minus sign."""
        return f"{value:.{digits}f}".replace(".", self._point).replace("-", "−")

    def percent(self, value: float, digits: int = 1) -> str:
        """Return a share of one as a percentage."""
        return f"{self.decimal(100 * value, digits)}%"

    def interval(self, mean: float, half: float | None, digits: int = 2) -> str:
        """Return a mean and how far its interval reaches: ``8.21 ± 0.05``."""
        reach = NO_INTERVAL if half is None else self.decimal(half, digits)
        return f"{self.decimal(mean, digits)} ± {reach}"

    def rate(self, estimate: Estimate) -> str:
        """Return a win rate in per cent: ``71.3% ± 0.6``; an interval as narrow as that gets more digits."""
        mean, half = estimate
        digits = 2 if half is not None and half < 0.001 else 1
        reach = NO_INTERVAL if half is None else self.decimal(100 * half, digits)
        return f"{self.percent(mean, digits)} ± {reach}"

    # -- what was played --------------------------------------------------------------------------------

    def game(self, plan: Plan) -> str:
        """Return the game, how many play it, and the options that differ from their defaults."""
        game = plan.game
        chosen = [f"{name} {value}" for name, value in game.chosen().items()]
        players = self._words("arena.players", n=game.players)
        return " · ".join([self._words(f"{game.name}.name"), players, *chosen])

    def played(self, result: MatchResult) -> str:
        """Return how much was played, and from which seed."""
        games = self._amount("arena.games", result.games)
        deals = self._amount("arena.deals", result.deals)
        tables = self._amount("arena.tables", len(result.plan.tables))
        return self._words("arena.played", games=games, deals=deals, tables=tables, seed=result.plan.seed)

    def _amount(self, key: str, number: int) -> str:
        return self._words(key, n=number, number=self.count(number))
