"""The people of a table without its game: who sits where and who is the host, where nothing can be played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stolik.server.entries import Played, TookBack
from stolik.server.slips import Moment
from stolik.server.table import Table


class People(Table):
    """A table that plays no moves, so its game need not be installed. Seats, names and host are true."""

    __slots__ = ()

    def _check_game(self, name: str) -> None:
        """Any game will do."""

    def _begin(
        self, at: float, kept: Iterable[int], moves: Sequence[str], moments: Sequence[Moment] | None
    ) -> None:
        self.seats = [self.seats[n] for n in kept]
        self.stage, self.starting = "playing", None

    def _played(self, entry: Played, moments: Sequence[Moment] | None) -> None:
        """Nobody comes or goes by a move."""

    def _took_back(self, entry: TookBack) -> None:
        """Nor by taking one back."""
