"""Simple players of the dice game."""

from __future__ import annotations

import math

from stolik.games.pickomino.pieces import (
    APPLE_WORMS,
    FACES,
    HEN,
    LOW_TILES,
    POINTS,
    RAVEN,
    Specialist,
    worms_on,
)
from stolik.games.pickomino.views import PickominoSeat, PickominoView, roll_in, seat_in, turn_in

WORTH = dict(zip(FACES, POINTS, strict=True))
LIKING = ("apple", "hen", "golden_die", "red_worm", "weasel")
"""The specialists, the best to hold first."""

ROUND_WORM_WORTH = 20
"""The points of dice for which this player passes up a sure round worm."""


class Careful:
    """Stops as soon as a tile can be had.

    Until then it sets aside what counts most: worms first among equals, ones if they earn a round worm.
    """

    def choose(self, view: PickominoView) -> str:
        """Return one of the moves."""
        return min(view["moves"], key=lambda move: self._rank(view, move))

    def _rank(self, view: PickominoView, move: str) -> tuple[int, float]:
        """Return the rank of a kind of move, and the rank among moves of that kind; the lowest is played."""
        word, _, what = move.rpartition(" ")
        if word == "steal":
            return 0, 0
        if word == "take":
            return 1, -int(what)
        if word == "keep":
            return 2, self._keep(view, what, roll_in(view)[what])
        if word == "hold":
            return 3, LIKING.index(what)
        if word == "worm from":
            return 4, -view["seats"][int(what)]["score"]
        return 5, ("roll gold", "weasel", "roll", "burn").index(move)

    def _keep(self, view: PickominoView, face: str, number: int) -> float:
        """Return how early a face comes."""
        worm = face == "w"
        if _only_low(view):
            return _points_missing(view, face, number, 0 if worm or turn_in(view)["worm"] else WORTH["w"])
        round_worm = face == "1" and number >= 2 and view["variant"] == "deluxe"
        return -number * WORTH[face] - worm * 0.5 - round_worm * ROUND_WORM_WORTH


def _only_low(view: PickominoView) -> bool:
    """Return whether only tiles are left on the grill that need exactly their sum (D-2)."""
    return all(tile["tile"] in LOW_TILES for tile in view["grill"] if tile["up"])


def _points_missing(view: PickominoView, face: str, number: int, to_come: int) -> int:
    """Return how many points short of the next tile a face would leave it, if so many are to come."""
    total = turn_in(view)["sum"] + number * WORTH[face] + to_come
    up = [tile["tile"] for tile in view["grill"] if tile["up"]]
    return min((tile - total for tile in up if tile >= total), default=max(up))


FEW_DICE, MANY_DICE = 4, 3
"""With so few dice left, a beginner remembers that a worm is missing; with so many, it hopes for more."""


class Beginner(Careful):
    """Takes like the careful one, but sets aside and rolls on as beginners do.

    It keeps the face that most dice show, whatever they count, thinks of the worm once few dice are left, and
    rolls on while many are, unless only low tiles are left (D-2). These it takes if a face gives their sum at
    once, and does not work towards it.
    """

    def _rank(self, view: PickominoView, move: str) -> tuple[int, float]:
        """Return the rank of a move: with many dice left, to roll on comes before every tile."""
        if move == "roll" and turn_in(view)["dice"] >= MANY_DICE and not _only_low(view):
            return -1, 0
        return super()._rank(view, move)

    def _keep(self, view: PickominoView, face: str, number: int) -> float:
        """Return how early a face comes: among as many dice the higher one."""
        if face == "w" and not turn_in(view)["worm"] and sum(roll_in(view).values()) <= FEW_DICE:
            return -math.inf
        if _only_low(view) and not _points_missing(view, face, number, 0):
            return -math.inf
        return -number - FACES.index(face) / len(FACES)


SPECIALIST_WORTH: dict[str | None, float] = {
    None: 0.0, "weasel": 1.0, "red_worm": 1.0, "golden_die": 1.0, "hen": 1.0, "apple": APPLE_WORMS,
}  # fmt: skip
"""What a greedy player thinks a specialist is worth, in worms."""


class Greedy:
    """Plays for the most worms this turn, by exact odds; needs NumPy.

    What burning would cost it is counted, and a theft is counted twice: what one gains the other loses.
    """

    def __init__(self) -> None:
        from stolik.games.pickomino import odds  # the simple bots do without NumPy

        self._odds = odds

    def choose(self, view: PickominoView) -> str:
        """Return one of the moves."""
        moves = view["moves"]
        if len(moves) == 1:
            return moves[0]
        if view["phase"] == "hold":
            return max(moves, key=lambda move: SPECIALIST_WORTH[move.removeprefix("hold ")])
        if view["phase"] in ("worm_for_ones", "worm_for_raven"):
            return max(moves, key=lambda move: view["seats"][int(move.removeprefix("worm from "))]["score"])
        values = self._odds.values(view, self.worth(view))
        return max(moves, key=lambda move: round(values[move], 9))  # rounding errors decide nothing

    def worth(self, view: PickominoView) -> dict[str, float]:
        """Return what each way to end the turn is worth to this player, in worms."""
        seats = view["seats"]
        mine = seats[seat_in(view)]
        round_worm = 1.0 if view["supply"] else 2.0  # D-18: an opponent loses what it gains
        worth = {"burn": self._loss(mine), "round worm": round_worm}
        for spot in view["grill"]:
            if spot["up"]:
                raven = round_worm if spot["specialist"] == RAVEN else 0.0  # D-16
                gain = raven or self._specialist(mine, spot["specialist"])
                worth[f"take {spot['tile']}"] = spot["worms"] + gain
        for seat in seats:
            if seat is not mine and seat["stack"] and seat["stack"][-1] not in LOW_TILES:  # D-2
                tile, specialist = seat["stack"][-1], seat["specialist"]
                worms = 0 if specialist == HEN else worms_on(tile)  # D-12
                gain = self._specialist(mine, specialist) + SPECIALIST_WORTH[specialist]
                worth[f"steal {tile}"] = 2 * worms + gain
        return worth

    def _loss(self, mine: PickominoSeat) -> float:
        """P-15, D-7: the top tile and the specialist go; P-16: without a tile, nothing; D-13: or the hen."""
        if not mine["stack"]:
            return 0.0
        worms = 0 if mine["specialist"] == HEN else worms_on(mine["stack"][-1])
        return -worms - SPECIALIST_WORTH[mine["specialist"]]

    def _specialist(self, mine: PickominoSeat, gained: Specialist | None) -> float:
        """D-5: what it gains by a specialist, which it need not keep if it has a better one."""
        return max(SPECIALIST_WORTH[gained] - SPECIALIST_WORTH[mine["specialist"]], 0.0)
