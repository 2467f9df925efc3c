"""Guessing the cards that a seat has not seen: not any deal of them, but one that good play leads to.

A player who has had some turns has played single low cards, kept sets and jokers, and holds nothing of what
was just laid. So of several hands that a shuffled pile offers, each opponent is given the likeliest.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stolik.games.linko.bots.heuristic import WEIGHT
from stolik.games.linko.pieces import CARDS, COPIES, spread
from stolik.games.linko.rules import LinkoState

HANDS: Final = 8
"""From how many hands at most the likeliest is chosen."""
LAID: Final = 1.0
"""How much a card weighs against a hand if its owner has a layer of that value."""

Counted = NDArray[np.int64]
ONE: Final = np.eye(len(CARDS), dtype=np.int64)
"""Each card, counted."""
_WEIGHT: Final = np.array([[*some, *[0.0] * (COPIES + 1 - len(some))] for some in WEIGHT])


class Guesses(NamedTuple):
    """What may be hidden from a seat, many times over."""

    hands: Counted
    """``(guesses, seats, cards)``."""
    decks: Counted
    """The cards of each deck, the top one first."""


def guess(state: LinkoState, seat: int, number: int, rng: np.random.Generator) -> Guesses:
    """Return so many guesses of what ``seat``, the actor, cannot see."""
    table = state.table
    others = [other for other in rng.permutation(len(table.hands)).tolist() if other != seat]
    hidden = {other: np.subtract(table.hands[other], table.known[other]).tolist() for other in others}
    cards = [*table.deck, *(card for counts in hidden.values() for card in spread(counts))]
    pile = np.tile(np.array(sorted(cards), np.int64), (number, 1))
    hands = np.tile(np.array(table.known), (number, 1, 1))
    hands[:, seat] = table.hands[seat]
    each = np.arange(number)
    for other in others:
        size = sum(hidden[other])
        if not size:
            continue
        pile = rng.permuted(pile, axis=1)
        offers = min(HANDS, pile.shape[1] // size)
        offered = ONE[pile[:, : offers * size]].reshape(number, offers, size, -1).sum(2)
        likeliest = _unlikely(state, other, offered).argmin(1)
        hands[:, other] += offered[each, likeliest]
        left = np.ones(pile.shape, bool)
        left[each[:, None], likeliest[:, None] * size + np.arange(size)] = False
        pile = pile[left].reshape(number, -1)
    return Guesses(hands, rng.permuted(pile, axis=1))


def _unlikely(state: LinkoState, other: int, offered: Counted) -> NDArray[np.float64]:
    """Return how unlikely the hands offered are: heavy, or with cards of a value that has been laid."""
    whole = np.array(state.table.known[other]) + offered
    laid = sorted({layer.value for layer in state.table.layers[other]})
    heavy = _WEIGHT[np.arange(len(CARDS)), whole].sum(2)
    unlikely: NDArray[np.float64] = heavy + LAID * offered[..., laid].sum(2)
    return unlikely
