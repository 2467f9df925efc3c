"""Ratings of the bots of a tournament: openskill's Plackett-Luce model, game by game.

Bots do not learn, so their uncertainty does not grow between games (``tau`` is 0). Ratings start at 25; a bot
that is 5 points ahead wins about 70 % of the games of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stolik.extras import install

BEGINNING = 25.0
DOUBT = BEGINNING / 3


class Rating(NamedTuple):
    """The estimated strength of a bot, and its standard deviation."""

    mean: float = BEGINNING
    doubt: float = DOUBT

    @property
    def half(self) -> float:
        """Half the width of its 95 % interval."""
        return 1.96 * self.doubt


class Ratings:
    """The ratings of some bots; needs openskill (the extra ``arena``)."""

    def __init__(self, names: Sequence[str]) -> None:
        try:
            from openskill.models import PlackettLuce
        except ModuleNotFoundError as error:
            needs = f"ratings need openskill; install it with: {install('arena')}"
            raise ModuleNotFoundError(needs, name=error.name) from error

        self._model = PlackettLuce(mu=BEGINNING, sigma=DOUBT, tau=0.0)
        self.of = dict.fromkeys(names, Rating())

    def add_game(self, table: Sequence[str], ranks: Sequence[int]) -> None:
        """Add a game. A bot with several places at the table is rated by the first of them."""
        rank_of: dict[str, int] = {}
        for name, rank in zip(table, ranks, strict=True):
            rank_of.setdefault(name, rank)
        teams = [[self._model.rating(*self.of[name])] for name in rank_of]
        rated = self._model.rate(teams, ranks=list(map(float, rank_of.values())))
        for name, (player,) in zip(rank_of, rated, strict=True):
            self.of[name] = Rating(player.mu, player.sigma)
