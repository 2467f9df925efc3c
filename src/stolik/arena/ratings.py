"""Ratings of bots that met each other: openskill's Plackett-Luce model, game by game.

Bots do not learn, so nothing is added to the doubt about them between games (``tau`` is 0). Everyone begins
at 25; two bots 5 points apart share the wins about 70 to 30.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BEGINNING = 25.0
DOUBT = BEGINNING / 3


class Rating(NamedTuple):
    """How strong a bot seems, and the standard deviation of the doubt about it."""

    mean: float = BEGINNING
    doubt: float = DOUBT

    @property
    def half(self) -> float:
        """How far its 95 % interval reaches to each side."""
        return 1.96 * self.doubt


class Ratings:
    """The ratings of some bots; needs openskill (the extra ``arena``)."""

    def __init__(self, names: Sequence[str]) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce(mu=BEGINNING, sigma=DOUBT, tau=0.0)
        self.of = dict.fromkeys(names, Rating())

    def add_game(self, table: Sequence[str], ranks: Sequence[int]) -> None:
        """Count one more game. A bot with several places at the table counts by the first of them."""
        rank_of: dict[str, int] = {}
        for name, rank in zip(table, ranks, strict=True):
            rank_of.setdefault(name, rank)
        teams = [[self._model.rating(*self.of[name])] for name in rank_of]
        rated = self._model.rate(teams, ranks=list(map(float, rank_of.values())))
        for name, (player,) in zip(rank_of, rated, strict=True):
            self.of[name] = Rating(player.mu, player.sigma)
