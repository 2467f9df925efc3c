"""Players of Pig, the weakest first."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from stolik.bots.bot import Bot
from stolik.bots.simple import Random
from stolik_pig.notation import HOLD, ROLL
from stolik_pig.views import PigView


class Timid:
    """Holds at 10 points, as people do who fear the 1 more than they count.

    It makes the same mistake in every turn, so that a newcomer can see it and learn from it.
    """

    def choose(self, view: PigView) -> str:
        """Return one of the moves."""
        return _hold_at(10, view)


class Twenty:
    """Holds at 20 points.

    A roll gains 20/6 points on average, and with a chance of 1/6 it loses those of the turn: from 20 on it
    does not pay.
    """

    def choose(self, view: PigView) -> str:
        """Return one of the moves."""
        return _hold_at(20, view)


class Racer:
    """Keeps pace with the leader, and rolls to win once somebody is close to the goal.

    The rule "keep pace and end race" of Todd Neller and Clifton Presser (2010), found for two players.
    """

    PACE = 21
    """What to hold at when level with the leader."""
    CLOSE = 29
    """How far from the goal a player is close to it."""

    def choose(self, view: PigView) -> str:
        """Return one of the moves."""
        scores = [seat["score"] for seat in view["seats"]]
        mine = scores[_seat(view)]
        leader = max(score for seat, score in enumerate(scores) if seat != _seat(view))
        if max(mine, leader) >= view["goal"] - self.CLOSE:
            return _hold_at(view["goal"] - mine, view)
        return _hold_at(self.PACE + round((leader - mine) / 8), view)


def _hold_at(points: int, view: PigView) -> str:
    """Return ``hold`` with so many points in this turn, or with enough to win."""
    total = view["turn"]["total"] if view["turn"] else 0
    wins = view["seats"][_seat(view)]["score"] + total >= view["goal"]
    return HOLD if HOLD in view["moves"] and (total >= points or wins) else ROLL


def _seat(view: PigView) -> int:
    """Return who has to decide."""
    assert view["seat"] is not None
    return view["seat"]


BOTS: Mapping[str, Callable[[random.Random], Bot[PigView]]] = {
    "random": Random,
    "timid": lambda _: Timid(),
    "twenty": lambda _: Twenty(),
    "racer": lambda _: Racer(),
}
