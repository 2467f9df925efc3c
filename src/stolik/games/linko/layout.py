"""One layout of the numbers that a network sees, for all tables of the card game.

An observation (``stolik.games.linko.encoding``) has as many numbers as there are seats, and a duel has others
for the pool. Here every number has a place of its own, whatever the table; places that a table does not use
are 0. The mode and the number of players are told as well.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.linko.encoding import DUEL_ACTIONS, OF_A_CARD, PHASES, TOP_LAYERS
from stolik.games.linko.pieces import CARDS, POOL, THIRTEEN, count
from stolik.games.linko.rules import LinkoState, is_duel

VERSION: Final = 1
"""Networks that learned with another layout cannot play by this one."""

SEATS: Final = 5
MODES: Final = ("basic", "advanced", "expert", "duel")
ACTIONS: Final = DUEL_ACTIONS

_CARDS: Final = len(CARDS)
_SEAT: Final = 1 + _CARDS + _CARDS + 1 + TOP_LAYERS * (_CARDS + 2)

_SIZES: Final = {
    "hand": _CARDS,
    "seats": SEATS * _SEAT,
    "pool": _CARDS,
    "places": POOL * (_CARDS + 2),
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
HIDDEN: Final = SEATS * _CARDS
"""The other hands as they follow, and what is in the deck."""

HEURISTIC_WEIGHT: Final = 8.0
"""The weight of the heuristic in the logits of the actions; what it values less than the inverse apart is
open at first."""
DECISIVE: Final = 6.0
"""The bound of the heuristic's values. An action that ends the game has a value out of all proportion, which
a network could never outweigh."""


def places(game: Game) -> NDArray[np.int32]:
    """Return where each number of an observation of this game goes."""
    pool = ("places", "row") if is_duel(game) else ("pool",)
    used = {"seats": game.players * _SEAT, **dict.fromkeys(("turn", "actor", "victim"), game.players)}
    parts = ("hand", "seats", *pool, "deck", "discard", "phase", "turn", "actor", "victim", "rest")
    return np.concatenate(
        [_STARTS[part] + np.arange(used.get(part, _SIZES[part]), dtype=np.int32) for part in parts]
    )


def table(game: Game) -> NDArray[np.float32]:
    """Return the numbers that tell the table itself, with 0 for all others."""
    told = np.zeros(OBSERVATION, np.float32)
    told[_STARTS["mode"] + MODES.index(str(game.settings["mode"]))] = 1
    told[_STARTS["players"] + game.players] = 1
    return told


def everything(seen: NDArray[np.float32], hands: NDArray[Any], deck: NDArray[Any]) -> NDArray[np.float32]:
    """Return rows of the full state: what the actor sees, with this hand, and what it does not see.

    ``hands`` are the hands of all seats, the actor's first: ``(rows, seats, cards)``.
    """
    piles = np.zeros((len(seen), SEATS, _CARDS), np.float32)
    piles[:, : hands.shape[1] - 1] = hands[:, 1:]
    piles[:, -1] = deck
    rows = np.concatenate([seen, piles.reshape(len(seen), -1) / np.float32(OF_A_CARD)], axis=1)
    start = _STARTS["hand"]
    rows[:, start : start + _CARDS] = hands[:, 0] / np.float32(OF_A_CARD)
    return rows


def hidden(state: LinkoState, seat: int) -> NDArray[np.float32]:
    """Return what a seat does not see: the other hands as they follow, and what is in the deck."""
    players = state.game.players
    piles = np.zeros((SEATS, _CARDS), np.float32)
    for away in range(1, players):
        piles[away - 1] = state.table.hands[(seat + away) % players]
    piles[-1] = count(state.table.deck)
    return piles.ravel() / np.float32(OF_A_CARD)
