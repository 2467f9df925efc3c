"""How likely a layer is to be stolen before its owner covers it, by what the owner knows.

In every guess of the hidden cards each opponent plays as often as the mind would: what share of that steals
the layer is known without playing it out. With the hands as they are that is nearly right; but guesses, all
made in the same way, are too sure of themselves. So what they say is taken with a grain of salt: as much as
``tools/thefts.py`` has measured.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.core import put
from stolik.games.linko.guess import Guesses
from stolik.games.linko.mind import Mind
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.pieces import Layer
from stolik.games.linko.rules import LinkoState, beats, turn_begins

GUESSES: Final = 64
"""How many guesses it takes: with fewer, chances lie too far from each other by accident."""
TRUST: Final = 0.6
"""How far odds in guesses are to be trusted: they are raised to this power."""


def theft_chance(mind: Mind, state: LinkoState, move: str, guesses: Guesses) -> float:
    """Return how likely the layer that the actor lays by ``move`` is stolen before the actor's next turn."""
    game, seat, layer = state.game, state.seat, LAYERS[move]
    table = state.table.hand_to_layer(seat, layer)
    safe = np.ones(len(guesses.hands))
    for number, (hands, deck) in enumerate(zip(guesses.hands.tolist(), guesses.decks.tolist(), strict=True)):
        guessed = table._replace(
            hands=put(tuple(map(tuple, hands)), seat, table.hands[seat]), deck=tuple(deck)
        )
        for other in range(game.players):
            if other != seat:
                safe[number] *= 1 - _share(mind, turn_begins(game, guessed, other, quiet=1), layer)
    return _with_salt(float(1 - safe.mean()))


def _with_salt(chance: float) -> float:
    """Return what a chance in guesses is in truth; what happens in none, or in all, stays as it is."""
    likely, unlikely = float(chance**TRUST), float((1 - chance) ** TRUST)
    return likely / (likely + unlikely)


def _share(mind: Mind, turn: LinkoState, layer: Layer) -> float:
    """Return how often the player in turn plays something that steals a layer."""
    thefts = [_steals(turn, LAYERS[play], layer) for play in turn.legal]
    if not any(thefts):
        return 0.0
    shares = np.exp(mind.preferences(turn.view(turn.seat)))
    return float(shares[thefts].sum())


def _steals(turn: LinkoState, played: Layer, layer: Layer) -> bool:
    """Whether what is played steals a layer: never with the last card, which ends the game (L-5)."""
    return sum(turn.table.hands[turn.seat]) > played.size and beats(turn.game.settings, played, layer)
