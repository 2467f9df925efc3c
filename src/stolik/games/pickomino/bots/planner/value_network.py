"""The value network: how likely each seat is to win a position, from the features of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stolik.bots import minds
from stolik.core import Game
from stolik.games.pickomino.bots.planner.features import FEATURES, VERSION, Positions, features, positions
from stolik.games.pickomino.odds.graph import Floats
from stolik.games.pickomino.rules import PickominoState

SHIPPED = tuple(Path(__file__).with_name(f"{variant}.npz") for variant in ("base", "deluxe"))
AT_ONCE = 4096
"""So many positions are evaluated together: the features of more would take much memory."""


class Layer(NamedTuple):
    """One layer of a network."""

    weights: NDArray[np.floating]
    bias: NDArray[np.floating]


Network = tuple[Layer, ...]


def kind(game: Game) -> str:
    """Return the name of the network for a game: two players play another game than more of them."""
    return f"{game.settings['variant']} {'two' if game.players == 2 else 'more'}"


def read(path: Path) -> dict[str, Network]:
    """Return the networks in a file that ``stolik train`` has written; raise ``ValueError`` if it is none."""
    told, arrays = minds.read(path, "pickomino", VERSION)
    try:
        kinds = sorted({kind(Game("pickomino", **table)) for table in told["tables"]})
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path} does not say what it has learned") from error
    number = len(arrays) // (len(kinds) or 1)
    parts = [arrays[start : start + number] for start in range(0, number * len(kinds), number or 1)]
    found = {
        name: tuple(Layer(*pair) for pair in zip(part[::2], part[1::2], strict=False))
        for name, part in zip(kinds, parts, strict=False)
    }
    if number * len(kinds) != len(arrays) or number % 2 or not all(map(_fits, found.values())) or not found:
        raise ValueError(f"{path} has a network of another shape")
    return found


def _fits(network: Network) -> bool:
    """Whether layers follow from the features to one number."""
    if not network or any((layer.weights.ndim, layer.bias.ndim) != (2, 1) for layer in network):
        return False
    sizes = [FEATURES, *(len(layer.bias) for layer in network)]
    shapes = [layer.weights.shape for layer in network]
    return shapes == list(pairwise(sizes)) and sizes[-1] == 1


@cache
def networks() -> dict[str, Network]:
    """Return the networks of the package; raise ``BotError`` if a file is missing or damaged."""
    return {name: network for path in SHIPPED for name, network in minds.shipped(path, read).items()}


def win_chances(network: Network, seen: Floats) -> Floats:
    """Return the chances of all seats to win, from their features: positions by seats."""
    *hidden, last = network
    rows = seen.reshape(-1, seen.shape[-1])  # one matrix: one a position would be slow
    for weights, bias in hidden:
        rows = rows @ weights
        rows += bias
        np.maximum(rows, 0.0, out=rows)
    strength = (rows @ last.weights + last.bias).reshape(seen.shape[:-1])
    strength = np.exp(strength - strength.max(axis=1, keepdims=True))
    found: Floats = strength / strength.sum(axis=1, keepdims=True)
    return found


class Batch(NamedTuple):
    """States at which turns begin or the game is over, ready to be evaluated."""

    known: Floats
    """Each seat's part of the win where the game is over, else 0; as for all positions, the seat whose turn
    it is comes first, and after the end the one whose turn it would be."""
    going: list[int]
    """Which of them are not over."""
    positions: Positions

    @classmethod
    def of(cls, states: Sequence[PickominoState]) -> Batch:
        """Return a batch of states, all with as many players."""
        known = np.zeros((len(states), states[0].game.players))
        for number, state in enumerate(states):
            if state.phase == "over":
                known[number] = _won(state)
        going = [number for number, state in enumerate(states) if state.phase != "over"]
        return cls(known, going, positions([states[number] for number in going]))

    def chances(self, network: Network) -> Floats:
        """Return how likely each seat is to win: states by seats."""
        found = self.known.copy()
        for start in range(0, len(self.going), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            found[self.going[part]] = win_chances(network, features(self.positions.part(part)))
        return found


def _won(state: PickominoState) -> Floats:
    winners = state.result().winners
    won = [(seat in winners) / len(winners) for seat in range(state.game.players)]
    return np.roll(won, -1 - state.seat)
