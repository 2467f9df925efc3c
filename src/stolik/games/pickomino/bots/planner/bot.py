"""The player itself."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from stolik.games.pickomino import odds
from stolik.games.pickomino.bots.planner.endings import given, without_dice
from stolik.games.pickomino.bots.planner.lookahead import MINE, Prospect, chances, depth_within
from stolik.games.pickomino.bots.planner.value_network import Network, kind, networks
from stolik.games.pickomino.notation import WORM_FROM
from stolik.games.pickomino.odds.board import ROUND_WORM
from stolik.games.pickomino.odds.graph import Floats
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.views import PickominoView

FURTHEST: Final = 3, 4500
"""How many turns are looked at ahead at most, and in how many ways they may end: at the beginning two turns
for two players, one for more of them, and more later on."""
LESS_FAR: Final = 2, 1000
"""The same in a browser, where everything takes many times as long."""


class Planner:
    """Plays for the best chance to win.

    ``ahead`` is how many turns after its own it goes through exactly, each played best by the seat that has
    it, before the value network evaluates the position. Each takes about ten times as long as the one before.
    By default it goes as far as takes some tenths of a second at most.
    """

    def __init__(self, ahead: int | None = None, networks: Mapping[str, Network] | None = None) -> None:
        self._ahead = ahead
        self._networks = networks
        self._worth = lru_cache(maxsize=8)(self._find_worth)  # a turn asks for the same many times

    def choose(self, view: PickominoView) -> str:
        """Return one of the moves."""
        moves = view["moves"]
        if len(moves) == 1:
            return moves[0]
        values = self.values(view)
        return max(moves, key=lambda move: round(values[move], 9))  # rounding errors decide nothing

    def values(self, view: PickominoView) -> dict[str, float]:
        """Return the chance to win after each move."""
        now = without_dice(view)
        moves = view["moves"]
        if now.phase in ("hold", "worm_for_raven"):
            after = [now.play(move) for move in moves]
            return dict(zip(moves, self._chances(after, self._depth(after))[:, MINE].tolist(), strict=True))
        if now.phase == "worm_for_ones":
            ahead = self._depth(Prospect.of(_kept(now)).ends)  # one for all moves, or they do not compare
            return {move: self._with_worm_from(view, now, move, ahead) for move in moves}
        return odds.values(view, self._worth(_kept(now)))

    def _with_worm_from(self, view: PickominoView, now: PickominoState, move: str, ahead: int) -> float:
        """Return the chance to win after a move that takes a round worm while the turn goes on (D-18)."""
        worth = self._worth(_kept(given(now, WORM_FROM.index(move))), ahead)
        return odds.values({**view, "moves": [move]}, {**worth, ROUND_WORM: 0.0})[move]

    def _find_worth(self, now: PickominoState, ahead: int | None = None) -> dict[str, float]:
        """Return the chance to win after each way to end the turn, and what a round worm adds to it."""
        prospect = Prospect.of(now)
        ends = prospect.ends
        outlook = prospect.outlook(self._chances(ends, self._depth(ends) if ahead is None else ahead))
        return dict(zip(prospect.names, outlook[:, MINE].tolist(), strict=True))

    def _chances(self, states: list[PickominoState], ahead: int) -> Floats:
        return chances(self._net(states[0]), states, ahead)

    def _depth(self, states: list[PickominoState]) -> int:
        if self._ahead is not None:
            return self._ahead
        return depth_within(states, *(LESS_FAR if sys.platform == "emscripten" else FURTHEST))

    def _net(self, state: PickominoState) -> Network:
        known = networks() if self._networks is None else self._networks
        name = kind(state.game)
        if name not in known:
            raise ValueError(f"it has learned {', '.join(known)}, not {name}")
        return known[name]


def _kept(now: PickominoState) -> PickominoState:
    """Return a turn without what has to be decided in it now."""
    return now._replace(phase="kept", legal=(), choice=())
