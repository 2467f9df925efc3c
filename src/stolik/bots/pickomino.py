"""Players of the dice game."""

from __future__ import annotations

from stolik.core import View
from stolik.pickomino.pieces import FACES, POINTS

WORTH = dict(zip(FACES, POINTS, strict=True))
LIKING = ("apple", "hen", "golden_die", "red_worm", "weasel")
"""The specialists, the best to hold first."""

ROUND_WORM_WORTH = 20
"""The points of dice for which this player passes up a sure round worm."""


class Careful:
    """Stops as soon as a tile can be had.

    Until then it sets aside what counts most: worms first among equals, ones if they earn a round worm.
    """

    def choose(self, view: View) -> str:
        """Return one of the moves."""
        moves: list[str] = view["moves"]
        return min(moves, key=lambda move: self._rank(view, move))

    def _rank(self, view: View, move: str) -> tuple[int, float]:
        """Return how early a move comes in this player's mind, and among moves of its kind how early."""
        word, _, what = move.rpartition(" ")
        if word == "steal":
            return 0, 0
        if word == "take":
            return 1, -int(what)
        if word == "keep":
            number = view["turn"]["roll"][what]
            round_worm = what == "1" and number >= 2 and view["variant"] == "deluxe"
            worm = what == "w"
            return 2, -number * WORTH[what] - worm * 0.5 - round_worm * ROUND_WORM_WORTH
        if word == "hold":
            return 3, LIKING.index(what)
        if word == "worm from":
            return 4, -view["seats"][int(what)]["score"]
        return 5, ("roll gold", "weasel", "roll", "burn").index(move)
