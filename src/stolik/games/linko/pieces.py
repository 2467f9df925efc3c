"""What is in the box of the card game: number cards, jokers, and the layers they are played in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

Counts = tuple[int, ...]
"""How many there are of each card: 1 to 13, then jokers."""

Place = tuple[int, ...]
"""The cards on one place of the pool, the bottom card first. More than one is a duel's group, which lies in
ascending order above its bottom card: in what order they came does not matter to any rule."""

CARDS: Final = (*map(str, range(1, 14)), "j")
"""The name of each card. A card is its place in this list, so a joker ranks above every number (L-4)."""

ONE: Final = 0
THIRTEEN: Final = 12
JOKER: Final = 13

COPIES: Final = 8  # L-1
JOKERS: Final = 5  # L-1
HAND: Final = 13  # L-2, V-1
POOL: Final = 6  # L-2
ROW: Final = 13  # V-2
DUEL_JOKERS: Final = 2  # V-1

NO_CARDS: Final[Counts] = (0,) * len(CARDS)
IN_BOX: Final[Counts] = (*[COPIES] * JOKER, JOKERS)
"""How many of each card there are (L-1)."""


class Layer(NamedTuple):
    """Cards played together: ``size`` cards that count as ``value``, some of them jokers (L-3, L-4).

    In a layer of jokers alone the value is ``JOKER``, and all of them are jokers.
    """

    value: int
    size: int
    jokers: int = 0

    def cards(self) -> list[int]:
        """Return the cards of the layer, jokers last."""
        return [self.value] * (self.size - self.jokers) + [JOKER] * self.jokers


def count(cards: Iterable[int]) -> Counts:
    """Return how many there are of each card."""
    return more(NO_CARDS, cards)


def spread(counts: Counts) -> list[int]:
    """Return the cards one by one, in ascending order."""
    return [card for card, number in enumerate(counts) for _ in range(number)]


def more(counts: Counts, cards: Iterable[int]) -> Counts:
    """Return the counts with some cards more."""
    new = list(counts)
    for card in cards:
        new[card] += 1
    return tuple(new)


def less(counts: Counts, layer: Layer) -> Counts:
    """Return the counts without the cards of a layer, which are among them."""
    value, size, jokers = layer
    new = list(counts)
    new[value] -= size - jokers
    new[JOKER] -= jokers
    return tuple(new)


def forget(known: Counts, layer: Layer) -> Counts:
    """Return what is still known of a hand when a layer has been played: the known cards may be among it."""
    if known == NO_CARDS:
        return known
    value, size, jokers = layer
    new = list(known)
    new[value] = max(0, new[value] - (size - jokers))
    new[JOKER] = max(0, new[JOKER] - jokers)
    return tuple(new)


BOX: Final = tuple(spread(IN_BOX))
"""All cards there are, in ascending order."""
