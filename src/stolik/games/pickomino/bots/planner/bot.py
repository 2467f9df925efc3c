"""The player itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from stolik.games.pickomino import odds
from stolik.games.pickomino.bots.planner.endings import given, without_dice
from stolik.games.pickomino.bots.planner.lookahead import MINE, Prospect, chances
from stolik.games.pickomino.bots.planner.value_network import Network, kind, networks
from stolik.games.pickomino.notation import WORM_FROM
from stolik.games.pickomino.odds.board import ROUND_WORM
from stolik.games.pickomino.odds.graph import Floats
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.views import PickominoView


class Planner:
    """Plays for the best chance to win.

    ``ahead`` is how many turns after its own it goes through exactly, each played best by the seat that has
    it, before the value network evaluates the position. Each takes about ten times as long as the one before.
    """

    def __init__(self, ahead: int = 1, networks: Mapping[str, Network] | None = None) -> None:
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
            chances = self._chances([now.play(move) for move in moves])
            return dict(zip(moves, chances[:, MINE].tolist(), strict=True))
        if now.phase == "worm_for_ones":
            return {move: self._with_worm_from(view, now, move) for move in moves}
        return odds.values(view, self._worth_of(now))

    def _with_worm_from(self, view: PickominoView, now: PickominoState, move: str) -> float:
        """Return the chance to win after a move that takes a round worm while the turn goes on (D-18)."""
        worth = self._worth_of(given(now, WORM_FROM.index(move)))
        return odds.values({**view, "moves": [move]}, {**worth, ROUND_WORM: 0.0})[move]

    def _worth_of(self, now: PickominoState) -> dict[str, float]:
        return self._worth(now._replace(phase="kept", legal=(), choice=()))

    def _find_worth(self, now: PickominoState) -> dict[str, float]:
        """Return the chance to win after each way to end the turn, and what a round worm adds to it."""
        prospect = Prospect.of(now)
        outlook = prospect.outlook(self._chances(prospect.ends))
        return dict(zip(prospect.names, outlook[:, MINE].tolist(), strict=True))

    def _chances(self, states: list[PickominoState]) -> Floats:
        return chances(self._net(states[0]), states, self._ahead)

    def _net(self, state: PickominoState) -> Network:
        known = networks() if self._networks is None else self._networks
        name = kind(state.game)
        if name not in known:
            raise ValueError(f"it has learned {', '.join(known)}, not {name}")
        return known[name]
