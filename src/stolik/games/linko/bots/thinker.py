"""A player of the card game that thinks ahead: what the mind prefers, tried on guesses of the hidden cards.

After each good move the mind plays on for everybody, and its critic, who sees all hands, says how likely
everyone is to win then. Averaged over some guesses that is what a move is worth.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np

from stolik.games.linko import worlds
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.guess import guess
from stolik.games.linko.mind import Mind, Numbers
from stolik.games.linko.rules import LinkoState
from stolik.games.linko.views import LinkoView

GUESSES: Final = 32
"""On how many guesses of the hidden cards the moves are tried."""
FEWER_GUESSES: Final = 8
"""The same in a browser, where everything takes many times as long."""
LATER: Final = 8
"""After how many more decisions the critic is asked: by then it shows what a move has led to."""
SHARE: Final = 0.03
"""A move that the mind would choose less often than this is not tried."""
MOST: Final = 4
"""How many moves are tried at most."""
CLOSE: Final = 0.005
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
        worth = self.chances(state, [state.legal[number] for number in tried]).mean(1)
        return view["moves"][tried[int((preferred[tried] + worth / CLOSE).argmax())]]

    def chances(self, state: LinkoState, moves: Sequence[str]) -> Numbers:
        """Return how likely the actor is to win after each move, in each guess: ``(moves, guesses)``."""
        assert state.actor is not None
        number = FEWER_GUESSES if sys.platform == "emscripten" else GUESSES
        guesses = guess(state, state.actor, number, self._rng)
        return worlds.chances_later(self._mind, state, moves, guesses, LATER)[..., state.actor]
