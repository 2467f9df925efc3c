"""A player of the card game that has learned: a network, run by NumPy alone.

The package has one, ``mind.npz``; ``docs/training.md`` says how it was trained. Another one, in a file that
``stolik train linko --mind FILE`` has written, is ``python -m stolik.games.linko.mind FILE`` as a program
(``docs/bot-protocol.md``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stolik.bots import minds
from stolik.core import Game
from stolik.games.linko import layout
from stolik.games.linko.bots import heuristic
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.rules import LinkoState
from stolik.games.linko.views import LinkoView

SHIPPED: Final = Path(__file__).with_name("mind.npz")
LAYERS: Final = 7
"""Two that lead to policy and value, these two, and the three of the critic."""

Numbers = NDArray[np.float32]


class Mind:
    """Plays what its network prefers, and says how likely each seat is to win."""

    def __init__(self, path: str | Path) -> None:
        """Read the file of a mind; raise ``ValueError`` if it is none of this game and layout."""
        told, arrays = minds.read(Path(path), "linko", layout.VERSION)
        self.told = told
        """How it was trained."""
        pairs = list(zip(arrays[::2], arrays[1::2], strict=False))
        if not _fit(pairs):
            raise ValueError(f"{path} has a network of another shape")
        self.layers = pairs
        """Weights and biases: two layers that lead to policy and value, these two, three of the critic."""
        self._trunk, (self._policy, self._value), self._critic = pairs[:2], pairs[2:4], pairs[4:]

    def choose(self, view: LinkoView) -> str:
        """Return the move that it prefers."""
        moves = view["moves"]
        return moves[int(self.preferences(view).argmax())] if len(moves) > 1 else moves[0]

    def preferences(self, view: LinkoView) -> Numbers:
        """Return how likely it is to choose each of the moves, as logarithms."""
        return self.preferred([state_from_view(view)])[0]

    def preferred(self, states: Sequence[LinkoState]) -> list[Numbers]:
        """Return the same for the actors of states of one table, who look only at what they see."""
        weight, bias = self._policy
        every = _through(self._trunk, np.stack([seen(state) for state in states])) @ weight + bias
        encoding = _sight(states[0].game)[0]
        return [
            _preferred(row[list(encoding.moves(state))], heuristic.values(state))
            for state, row in zip(states, every, strict=True)
        ]

    def chances(self, view: LinkoView) -> list[float]:
        """Return how likely each seat is to win, from what the actor knows, whose view this is."""
        state = state_from_view(view)
        assert state.actor == view["seat"] is not None
        known = _through(self._trunk, seen(state))
        judged = _through([self._value], known, last=True)
        return _by_seat(_shares(judged[: state.game.players]), view["seat"])

    def true_chances(self, state: LinkoState) -> list[float]:
        """Return how likely each seat is to win, from the full state; a seat must decide."""
        assert state.actor is not None
        everything = np.concatenate([seen(state), layout.hidden(state, state.actor)])
        return _by_seat(self.judge(everything, state.game.players), state.actor)

    def judge(self, everything: Numbers, players: int) -> Numbers:
        """Return how likely each seat is to win, the actor first, for rows of the full state."""
        return _shares(_through(self._critic, everything, last=True)[..., :players])


@cache
def shipped() -> Mind:
    """Return the mind of the package, which is read once; raise ``BotError`` if it is missing or damaged."""
    return minds.shipped(SHIPPED, Mind)


@lru_cache(64)
def _sight(game: Game) -> tuple[Encoding, NDArray[np.int32], Numbers]:
    """Return how a table is seen: its encoding, where its numbers go, and those that tell which it is."""
    return Encoding(game), layout.places(game), layout.table(game)


def seen(state: LinkoState) -> Numbers:
    """Return what the actor sees, in the layout of all tables."""
    assert state.actor is not None
    encoding, places, table = _sight(state.game)
    seen = table.copy()
    seen[places] = encoding.observed(state, state.actor)
    return seen


def _fit(pairs: list[tuple[Numbers, Numbers]]) -> bool:
    """Whether weights and biases are those of a network for this layout, of any width."""
    if len(pairs) != LAYERS or any(weight.ndim != 2 for weight, _ in pairs):
        return False
    width = pairs[0][0].shape[1]
    inner, seats = (width, width), (width, layout.SEATS)
    known, everything = layout.OBSERVATION, layout.OBSERVATION + layout.HIDDEN
    expected = [(known, width), inner, (width, layout.ACTIONS), seats, (everything, width), inner, seats]
    return all(
        (weight.shape, bias.shape) == (shape, shape[1:])
        for (weight, bias), shape in zip(pairs, expected, strict=True)
    )


def _through(layers: list[tuple[Numbers, Numbers]], x: Numbers, *, last: bool = False) -> Numbers:
    """Return what comes out of some layers; the ``last`` of all is not cut off at 0."""
    for number, (weight, bias) in enumerate(layers, 1):
        x = x @ weight + bias
        if not last or number < len(layers):
            x = np.maximum(x, 0)
    return x


def _preferred(added: Numbers, heuristic_values: list[float]) -> Numbers:
    """Return as logarithms how likely moves are, given the network's part and the heuristic's."""
    logits = added + layout.HEURISTIC_WEIGHT * np.clip(heuristic_values, -layout.DECISIVE, layout.DECISIVE)
    shifted = logits - logits.max()
    preferred: Numbers = shifted - np.log(np.exp(shifted).sum())
    return preferred


def _shares(logits: Numbers) -> Numbers:
    odds = np.exp(logits - logits.max(-1, keepdims=True))
    shares: Numbers = odds / odds.sum(-1, keepdims=True)
    return shares


def _by_seat(chances: Numbers, first: int) -> list[float]:
    """Return the chances of all seats, given those that are counted from one of them."""
    found: list[float] = np.roll(chances, first).tolist()
    return found


if __name__ == "__main__":
    sys.exit(minds.serve_file(Mind))
