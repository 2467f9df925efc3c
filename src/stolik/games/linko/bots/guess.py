"""Guessing the cards that a seat has not seen: not any deal of them, but one that good play leads to.

A player who has had some turns has played single low cards, kept sets and jokers, and holds nothing of what
was just laid. So of several hands that a shuffled pile offers, each opponent is given the likeliest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from operator import sub
from typing import Final

from stolik.core import put, shuffled
from stolik.games.linko.bots.heuristic import weight
from stolik.games.linko.pieces import Counts, Layer, more, spread
from stolik.games.linko.rules import LinkoState

HANDS: Final = 8
"""From how many hands at most the likeliest is chosen."""
LAID: Final = 1.0
"""How much a card weighs against a hand if its owner has a layer of that value."""


def guess(state: LinkoState, seat: int, rng: random.Random) -> LinkoState:
    """Return a state that ``seat`` cannot tell from this one, with likely hands; ``seat`` is the actor."""
    table = state.table
    others = shuffled(rng, [other for other in range(len(table.hands)) if other != seat])
    hidden = {other: tuple(map(sub, table.hands[other], table.known[other])) for other in others}
    pile = [*table.deck, *(card for cards in hidden.values() for card in spread(cards))]
    hands = table.hands
    for other in others:
        pile = shuffled(rng, pile)
        size = sum(hidden[other])
        if size:
            starts = range(0, min(len(pile), HANDS * size) - size + 1, size)
            offers = [pile[start : start + size] for start in starts]
            unlikely = [_unlikely(table.known[other], offer, table.layers[other]) for offer in offers]
            start = starts[unlikely.index(min(unlikely))]
            hands = put(hands, other, more(table.known[other], pile[start : start + size]))
            del pile[start : start + size]
    return state._replace(table=table._replace(hands=hands, deck=tuple(pile)))


def _unlikely(known: Counts, hidden: list[int], layers: Iterable[Layer]) -> float:
    """Return how unlikely a hand is: heavy, or with cards of a value that has been laid."""
    laid = {layer.value for layer in layers}
    return weight(more(known, hidden)) + LAID * sum([card in laid for card in hidden])
