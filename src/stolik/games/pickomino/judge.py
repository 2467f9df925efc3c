"""The judge of the dice game: what a turn is worth to all seats, by the planner's values and exact odds.

Within a turn nothing is guessed: every way in which it can end has a value, and the odds of getting there are
exact. Only what comes after the turn is an estimate, looked at some turns ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, cast

import numpy as np

from stolik.analysis import Chances, Choice, Turnout
from stolik.core import Game, Move, State
from stolik.games.pickomino import odds
from stolik.games.pickomino.bots.planner.endings import given, with_round_worm
from stolik.games.pickomino.bots.planner.lookahead import NUDGE, Prospect, chances, depth_within
from stolik.games.pickomino.bots.planner.value_network import kind, networks
from stolik.games.pickomino.notation import BURN, WORM_FROM
from stolik.games.pickomino.odds.board import WITH_ROUND_WORM
from stolik.games.pickomino.odds.graph import Floats
from stolik.games.pickomino.rules import FRESH, PickominoState, is_deluxe
from stolik.games.pickomino.views import PickominoView

Outlook = dict[str, Floats]
"""What all seats can expect after each way to end a turn, the one in turn first."""
Values = Callable[[list[PickominoState], int], Floats]
"""Says what all seats can expect when turns have ended, so many turns ahead; whose turn it was comes last."""
DELUXE: Final = 2.4
"""How much larger the errors of the level *medium* are with the specialists (``tools/anchors.py``)."""
CHEAP: Final = 8, 1000
"""How many turns are looked at ahead at most, and in how many ways they may end: in fewer than for the
planner, which may look further, as every move of a game is judged."""
AFTER: Final = ("hold", "worm_for_raven")
"""The phases of a turn that has ended but for a choice."""


def of_the_planner(states: list[PickominoState], ahead: int) -> Floats:
    """Return what the planner's values say of turns that have ended."""
    return chances(networks()[kind(states[0].game)], states, ahead)


class Judge:
    """Judges the dice game: a depth of 1 looks as many turns ahead as is cheap, each more a turn further."""

    def __init__(self, depth: int, values: Values = of_the_planner) -> None:
        networks()  # a missing file is told at once, not in the middle of a game
        self._depth = depth
        self._values = values
        self.name = f"planner, depth {depth}"
        self._ahead = lru_cache(maxsize=8)(self._find_ahead)  # a turn asks for the same many times
        self._outlook = lru_cache(maxsize=8)(self._find_outlook)
        self._moves = lru_cache(maxsize=8)(self._find_moves)  # and so does a decision

    def scale(self, game: Game) -> float:
        """Return how large errors are at this table, see ``docs/analysis.md``."""
        return DELUXE if is_deluxe(game) else 1.0

    def start(self, game: Game) -> Chances:
        """Return what all seats can expect before anything has happened."""
        state = cast(PickominoState, game.start())
        if state.phase != "lots":
            return self.chances(state)
        first = [self.chances(state.play(move)) for move, _ in state.outcomes()]
        found: list[float] = np.mean(first, axis=0).tolist()
        return found

    def chances(self, state: State) -> Chances:
        """Return what all seats can expect where one decides."""
        assert isinstance(state, PickominoState)
        moves = self._moves(state, self._ahead(_table_of(state)))
        return max(moves.values(), key=lambda chances: chances[state.seat])

    def choice(self, state: State) -> Choice:
        """Return what is known of a decision; nothing is hidden in this game."""
        assert isinstance(state, PickominoState)
        ahead = self._ahead(_table_of(state))
        moves = self._moves(state, ahead)
        best = max(moves, key=lambda move: moves[move][state.seat])
        doubt = dict.fromkeys(moves, 0.0)
        if ahead:
            shallow = self._moves(state, ahead - 1)
            for move in moves:
                deep = moves[best][state.seat] - moves[move][state.seat]
                doubt[move] = abs(deep - (shallow[best][state.seat] - shallow[move][state.seat])) / 2
        return Choice(moves[best], moves, best, doubt)

    def turnout(self, state: State, move: str) -> Turnout:
        """Return what a decision or a roll brought."""
        assert isinstance(state, PickominoState)
        if state.phase == "lots":
            return Turnout(self.start(state.game), self.chances(state.play(move)))
        table = _table_of(state)
        if state.phase != "rolling":
            found = self._moves(state, self._ahead(table))[move]
            return Turnout(found, found)
        outlook = self._outlook(table, self._ahead(table))
        expected = self._for_all(state, outlook, lambda view, worths: {"": odds.rolling(view, worths)})[""]
        after = state.play(move)
        if after.phase == "rolled":
            return Turnout(expected, self.chances(after))
        return Turnout(expected, _by_seat(outlook[BURN], state.seat))

    def _find_ahead(self, now: PickominoState) -> int:
        """Return how many turns after this one are looked at."""
        return self._depth and self._depth - 1 + depth_within(Prospect.of(now).ends, *CHEAP)

    # -- every move, for every seat -------------------------------------------------------------------

    def _find_moves(self, state: PickominoState, ahead: int) -> dict[str, Chances]:
        """Return what all seats can expect after each move of the seat in turn."""
        if state.phase in AFTER:
            now = state._replace(turn=FRESH, roll=None)
            ends = self._values([now.play(move) for move in state.legal], ahead)
            return {
                str(move): _by_seat(np.roll(row, 1), state.seat)
                for move, row in zip(state.legal, ends, strict=True)
            }
        if state.phase == "worm_for_ones":
            return {str(move): self._with_worm_from(state, move, ahead) for move in state.legal}
        return self._for_all(state, self._outlook(_table_of(state), ahead), odds.values_together)

    def _with_worm_from(self, state: PickominoState, move: str, ahead: int) -> Chances:
        """Return what all seats can expect after a round worm is taken while the turn goes on (D-18)."""
        now = _table_of(state)
        poor, rich = _endings(self._values, (now, given(now, WORM_FROM.index(move))), 0)
        outlook = _added(self._outlook(now, ahead), poor, rich)
        either = {**outlook, **_with_round_worm(outlook)}
        return self._for_all(state._replace(legal=(Move(move),)), either, odds.values_together)[str(move)]

    def _for_all(
        self,
        state: PickominoState,
        outlook: Outlook,
        values: Callable[[PickominoView, list[dict[str, float]]], dict[str, Floats]],
    ) -> dict[str, Chances]:
        """Return for all seats what ``values`` returns for the seat in turn.

        How the value of a turn changes with what its ends are worth tells how likely they are, see
        ``planner.lookahead``.
        """
        seat, players = state.seat, state.game.players
        nudged = [
            {end: float(row[0] + (NUDGE * row[other] if other else 0.0)) for end, row in outlook.items()}
            for other in range(players - 1)
        ]
        found: dict[str, Chances] = {}
        for move, (mine, *others) in values(state.view(seat), nudged).items():
            row = np.array([mine, *((other - mine) / NUDGE for other in others), 0.0])
            row[-1] = 1.0 - row.sum()
            found[str(move)] = _by_seat(row, seat)
        return found

    def _find_outlook(self, now: PickominoState, ahead: int) -> Outlook:
        """Return what all can expect after each end of a turn, and after each with a round worm (D-17).

        What the round worm adds is not looked at ahead: it would take as long again, for little.
        """
        poor, *rich = _endings(self._values, (now, *with_round_worm(now)), 0)
        outlook = _endings(self._values, (now,), ahead)[0] if ahead else poor
        if not rich:
            return outlook
        best = max(rich, key=lambda endings: float(endings[BURN][0]))
        return {**outlook, **_with_round_worm(_added(outlook, poor, best))}


@lru_cache(maxsize=16)  # judges of different depth ask for the same
def _endings(values: Values, tables: tuple[PickominoState, ...], ahead: int) -> list[Outlook]:
    """Return what all can expect after each end of a turn at each of some tables."""
    prospects = [Prospect.of(now) for now in tables]
    ends = [prospect.ends for prospect in prospects]
    found = values([state for some in ends for state in some], ahead)
    split = np.split(found, np.cumsum([len(some) for some in ends])[:-1])
    return [
        dict(zip(prospect.endings, np.roll(prospect.outlook(rows), 1, axis=1), strict=False))
        for prospect, rows in zip(prospects, split, strict=True)
    ]


def _added(outlook: Outlook, poor: Outlook, rich: Outlook) -> Outlook:
    """Return an outlook with what makes another one rich."""
    return {ending: _possible(outlook[ending] + rich[ending] - row) for ending, row in poor.items()}


def _possible(row: Floats) -> Floats:
    """Return chances that are none below 0, and sum to 1."""
    positive = np.maximum(row, 0.0)
    found: Floats = positive / positive.sum()
    return found


def _with_round_worm(outlook: Outlook) -> Outlook:
    return {ending + WITH_ROUND_WORM: row for ending, row in outlook.items()}


def _table_of(state: PickominoState) -> PickominoState:
    """Return a state without its dice: all that matters for how a turn can end."""
    return state._replace(turn=FRESH, phase="kept", actor=state.seat, legal=(), roll=None, choice=())


def _by_seat(row: Floats, seat: int) -> list[float]:
    """Return chances by seat, given those of the seat in turn and the others as they follow."""
    found: list[float] = np.roll(row, seat).tolist()
    return found
