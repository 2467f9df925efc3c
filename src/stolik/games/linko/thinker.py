"""A player of the card game that thinks ahead: what the mind prefers, tried on guesses of the hidden cards.

The mind's critic sees all hands, and says how likely everyone is to win after a move. Averaged over many
guesses that is what a move is worth; it corrects the mind where two moves are nearly equal to it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from stolik.games.linko import worlds
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.guess import guess
from stolik.games.linko.mind import Mind, Numbers
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

    def chances(self, state: LinkoState, moves: Sequence[str]) -> Numbers:
        """Return how likely the actor is to win after each move, in each guess: ``(guesses, moves)``."""
        assert state.actor is not None
        guesses = guess(state, state.actor, GUESSES, self._rng)
        return np.stack(
            [worlds.chances_after(self._mind, state, move, guesses)[:, state.actor] for move in moves], axis=1
        )
