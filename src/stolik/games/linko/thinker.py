"""A player of the card game that thinks ahead: what the mind prefers, tried on guesses of the hidden cards.

The mind's critic sees all hands, and says how likely everyone is to win after a move. Averaged over many
guesses that is what a move is worth; it corrects the mind where two moves are nearly equal to it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stolik.games.linko import layout
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.guess import ONE, Counted, Guesses, guess
from stolik.games.linko.mind import Mind, Numbers, seen
from stolik.games.linko.pieces import count
from stolik.games.linko.rules import LinkoState
from stolik.games.linko.views import LinkoView

GUESSES: Final = 64
"""On how many guesses of the hidden cards the moves are tried."""
SHARE: Final = 0.03
"""A move that the mind would choose less often than this is not tried."""
MOST: Final = 4
"""How many moves are tried at most."""
CLOSE: Final = 0.02
"""To be as much more likely to win as this is worth as much as to be preferred e times as often."""


class Thinker:
    """Plays what the mind prefers, unless another good move wins more often in the worlds it can imagine."""

    def __init__(self, mind: Mind, rng: random.Random) -> None:
        self._mind = mind
        self._rng = np.random.default_rng(rng.getrandbits(64))

    def choose(self, view: LinkoView) -> str:
        """Return one of the moves."""
        preferred = self._mind.preferences(view)
        best = np.argsort(-preferred, kind="stable")[:MOST]
        tried: list[int] = best[preferred[best] > np.log(SHARE)].tolist() or [int(best[0])]
        if len(tried) == 1:
            return view["moves"][tried[0]]
        state = state_from_view(view)
        worth = self.chances(state, [state.legal[number] for number in tried]).mean(0)
        return view["moves"][tried[int((preferred[tried] + worth / CLOSE).argmax())]]

    def chances(self, state: LinkoState, moves: Sequence[str]) -> NDArray[np.float64]:
        """Return how likely the actor is to win after each move, in each guess: ``(guesses, moves)``."""
        assert state.actor is not None
        guesses = guess(state, state.actor, GUESSES, self._rng)
        after = [_after(state, move, guesses) for move in moves]
        rows, actor, won = (np.concatenate(parts) for parts in zip(*after, strict=True))
        players = state.game.players
        judged = self._mind.judge(rows, players)
        mine = judged[np.arange(len(rows)), (state.actor - actor) % players]
        return np.where(np.isnan(won), mine, won).reshape(len(moves), GUESSES).T


# -- what comes of a move ---------------------------------------------------------------------------------


class _After(NamedTuple):
    rows: Numbers
    """What the critic sees."""
    actor: Counted
    """Who decides next: the seat whose chances come first."""
    won: NDArray[np.float64]
    """The actor's part of the win where the game is over; elsewhere no number."""


def _after(state: LinkoState, move: str, guesses: Guesses) -> _After:
    """Return what comes of a move in every guess."""
    then = state.play(move)
    if then.table.deck == state.table.deck:  # it does the same whatever is hidden
        hands = guesses.hands + np.subtract(then.table.hands, state.table.hands)
        return _judged([then], hands, ONE[guesses.decks].sum(1), state.actor)
    thens = [
        state._replace(
            table=state.table._replace(hands=tuple(map(tuple, hands)), deck=tuple(deck)),
        ).play(move)
        for hands, deck in zip(guesses.hands.tolist(), guesses.decks.tolist(), strict=True)
    ]
    hands = np.array([each.table.hands for each in thens])
    return _judged(thens, hands, np.array([count(each.table.deck) for each in thens]), state.actor)


def _judged(thens: Sequence[LinkoState], hands: Counted, deck: Counted, seat: int | None) -> _After:
    """Return moments as the critic sees them, one for each guess or one for all, with these hands."""
    rows = np.zeros((len(thens), layout.OBSERVATION), np.float32)
    actor, won = np.zeros(len(thens), np.int64), np.full(len(thens), np.nan)
    known: dict[object, Numbers] = {}
    for number, then in enumerate(thens):
        if then.actor is None:
            winners = then.result().winners
            won[number] = (seat in winners) / len(winners)
            continue
        same = _public(then)
        if same not in known:
            known[same] = seen(then)
        rows[number], actor[number] = known[same], then.actor
    rows, actor, won = (np.broadcast_to(of, (len(hands), *of.shape[1:])) for of in (rows, actor, won))
    players = hands.shape[1]
    order = (actor[:, None] + np.arange(players)) % players
    return _After(layout.everything(rows, np.take_along_axis(hands, order[..., None], 1), deck), actor, won)


def _public(state: LinkoState) -> object:
    """Return all that is seen of a moment but for the actor's own hand."""
    table = state.table
    shown = table._replace(hands=tuple([(sum(hand),) for hand in table.hands]), deck=(len(table.deck),))
    return state._replace(table=shown, legal=())
