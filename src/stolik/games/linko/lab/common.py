"""One layout of the numbers that a network sees, for all tables of the card game.

An observation (``stolik.games.linko.encoding``) has as many numbers as there are seats, and a duel has others
for the pool. Here every number has a place of its own, whatever the table; places that a table does not use
are 0. The mode and the number of players are told as well.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.linko.encoding import DUEL_ACTIONS, PHASES, TOP_LAYERS
from stolik.games.linko.lab import counts, table
from stolik.games.linko.lab.env import Env
from stolik.games.linko.lab.table import State
from stolik.games.linko.pieces import CARDS, POOL, THIRTEEN
from stolik.games.linko.rules import is_duel

SEATS: Final = 5
MODES: Final = ("basic", "advanced", "expert", "duel")
ACTIONS: Final = DUEL_ACTIONS

_CARDS: Final = len(CARDS)
_SEAT: Final = 1 + _CARDS + _CARDS + 1 + TOP_LAYERS * (_CARDS + 2)
_PLACES: Final = POOL * (_CARDS + 2)

_SIZES: Final = {
    "hand": _CARDS,
    "seats": SEATS * _SEAT,
    "pool": _CARDS,
    "places": _PLACES,
    "row": THIRTEEN,
    "deck": 1,
    "discard": _CARDS,
    "phase": len(PHASES),
    "turn": SEATS,
    "actor": SEATS,
    "victim": SEATS,
    "rest": 3,
    "mode": len(MODES),
    "players": SEATS + 1,
}
_STARTS: Final = dict(zip(_SIZES, accumulate(_SIZES.values(), initial=0), strict=False))
OBSERVATION: Final = sum(_SIZES.values())
HIDDEN: Final = (SEATS - 1) * _CARDS + _CARDS
"""The other hands, and what is in the deck."""


def places(game: Game) -> NDArray[np.int32]:
    """Return where each number of an observation of this game goes."""
    pool = ("places", "row") if is_duel(game) else ("pool",)
    used = {"seats": game.players * _SEAT, "turn": game.players, "actor": game.players, "victim": game.players}
    parts = ("hand", "seats", *pool, "deck", "discard", "phase", "turn", "actor", "victim", "rest")
    return np.concatenate(
        [_STARTS[part] + np.arange(used.get(part, _SIZES[part]), dtype=np.int32) for part in parts]
    )


def fixed(game: Game) -> NDArray[np.float32]:
    """Return the numbers that tell the table itself, with 0 for all others."""
    told = np.zeros(OBSERVATION, np.float32)
    told[_STARTS["mode"] + MODES.index(str(game.settings["mode"]))] = 1
    told[_STARTS["players"] + game.players] = 1
    return told


def seen(env: Env, state: State) -> Array:
    """Return what the actor may know, in the common layout."""
    told = jnp.broadcast_to(jnp.asarray(fixed(env.game)), (len(state.turn), OBSERVATION))
    return told.at[:, places(env.game)].set(env.observe(state))


def hidden(env: Env, state: State) -> Array:
    """Return what the actor may not know: the other hands as they follow, and the deck."""
    players = env.players
    actor = table.unpack(state.turn).actor
    order = (actor[:, None] + np.arange(1, players)) % players
    hands = jnp.take_along_axis(state.hands, order[..., None], axis=1)
    cards = counts.each(hands).reshape(len(actor), -1) / 8
    deck = counts.each(state.deck) / 8
    empty = jnp.zeros((len(actor), (SEATS - players) * _CARDS))
    return jnp.concatenate([cards, empty, deck], axis=1)
