"""A player of the card game that tries its moves out: many games are played to the end for each decision."""

from __future__ import annotations

import random
from math import exp
from operator import itemgetter
from typing import Final

from stolik.core import Move
from stolik.games.linko.bots import heuristic
from stolik.games.linko.bots.guess import guess
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.rules import LinkoState
from stolik.games.linko.table import Table
from stolik.games.linko.views import LinkoView

PLAYOUTS: Final = 256
"""How many games are played out for a decision, unless told otherwise."""

CANDIDATES: Final = 5
"""How many moves are tried at most: those of the highest heuristic value."""

TRUST: Final = {"play": 30, "raid": 30, "may_draw": 15, "theft": 120, "recall": 120, "draw": 120}
"""As how many play-outs the heuristic counts in each phase: the fewer, the more it errs."""

SCALE: Final = 0.05
"""How much better a game ends if the heuristic value of a move is higher by 1. Both were measured."""

DRAW_PLAYOUTS: Final = 40
"""Which card is drawn changes little: with fewer play-outs for each move than this it is not searched."""

QUIET: Final = 40
"""A play-out goes nowhere if for so many turns more no card leaves the deck or the pool: it is cut off there,
as there need not be a rule that ends the game (L-21)."""

LEAD: Final = 6.0
"""So many points ahead of the best opponent are a good lead."""


class Searcher:
    """Guesses the cards it has not seen in many ways and plays every game to the end by the heuristic.

    All moves are tried with the same guesses, and the heuristic value counts too. The worse half of the
    moves is dropped again and again, so that most games are spent where it is hard to choose.
    """

    def __init__(self, rng: random.Random, playouts: int = PLAYOUTS) -> None:
        if playouts < 1:
            raise ValueError(f"playouts must be at least 1, not {playouts}")
        self._rng = rng
        self._playouts = playouts

    def choose(self, view: LinkoView) -> str:
        """Return one of the moves."""
        state = state_from_view(view)
        assert state.actor is not None
        candidates = _candidates(state)
        enough = DRAW_PLAYOUTS * len(candidates) if state.phase == "draw" else 1
        if self._playouts < enough:
            return next(iter(candidates))
        return self._best(state, state.actor, candidates)

    def _best(self, state: LinkoState, seat: int, candidates: dict[Move, float]) -> Move:
        """Return the move that is left when the worse half has been dropped often enough."""
        moves = list(candidates)
        rounds = (len(moves) - 1).bit_length()
        worth = {move: TRUST[state.phase] * SCALE * value for move, value in candidates.items()}
        while len(moves) > 1:
            for _ in range(self._playouts // (rounds * len(moves)) or 1):
                guessed = guess(state, seat, self._rng)
                for move in moves:
                    worth[move] += how_good(play_out(guessed.play(move)), seat)
            moves = sorted(moves, key=worth.__getitem__, reverse=True)[: (len(moves) + 1) // 2]
        return moves[0]


def _candidates(state: LinkoState) -> dict[Move, float]:
    """Return the moves to be tried with their heuristic values, the best first."""
    moves = zip(state.legal, heuristic.values(state), strict=True)
    return dict(sorted(moves, key=itemgetter(1), reverse=True)[:CANDIDATES])


def play_out(state: LinkoState) -> Table:
    """Play a game to the end by the heuristic, and return the table there."""
    limit = state.turn.quiet + QUIET
    while state.actor is not None and state.turn.quiet < limit:
        state = state.play(heuristic.best(state))
    return state.table


def how_good(table: Table, seat: int) -> float:
    """Return how good the end of a game is for ``seat``, from 0 to 1.

    Half of it is the win, or a share of it. The other half is the lead, which says more about luck to come.
    """
    ranks = [(table.score(other), -table.cards_in_hand(other)) for other in range(len(table.hands))]
    mine, first = ranks[seat], max(ranks)
    lead = mine[0] - max([score for other, (score, _) in enumerate(ranks) if other != seat])
    win = (mine == first) / ranks.count(first)
    return (win + 1 / (1 + exp(-lead / LEAD))) / 2
