"""The text of every decision of the card game, of the deal (``deal …``) and of lots (``first N``).

A deal is the whole deck in dealing order: seat 0's thirteen cards, seat 1's, …, the six cards of the pool
from left to right, then the deck from its top. In which order the cards of a hand came does not matter, so
every hand is written in ascending order, jokers last: that is the one text of a deal, and no other is read.
In the duel a hand includes the two jokers its player took first (V-1), and the virtual player's row is turned
up from the top of the deck as it is written here (V-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from stolik.core import Move
from stolik.games.linko.pieces import (
    CARDS,
    COPIES,
    DUEL_JOKERS,
    HAND,
    IN_BOX,
    JOKER,
    JOKERS,
    POOL,
    THIRTEEN,
    Counts,
    Layer,
    Place,
    count,
    spread,
)

MAX_PLAYERS: Final = 5

GRAB: Final = Move("grab")
LEAVE: Final = Move("leave")
RECALL: Final = Move("recall")
DISCARD: Final = Move("discard")
DRAW_DECK: Final = Move("draw deck")
PASS: Final = Move("pass")


def layer_text(layer: Layer) -> str:
    """Return a layer as it is written: ``3x7``, ``3x7+1j`` or ``2j``.

    >>> layer_text(Layer(value=6, size=4, jokers=1))
    '3x7+1j'
    """
    if layer.value == JOKER:
        return f"{layer.size}j"
    jokers = f"+{layer.jokers}j" if layer.jokers else ""
    return f"{layer.size - layer.jokers}x{CARDS[layer.value]}{jokers}"


def place_text(place: Place) -> str:
    """Return a place of the pool as it is written: ``7``, or ``5+13`` for a group."""
    return "+".join(CARDS[card] for card in place)


def _plays(card: int, number: int, jokers: int) -> Iterator[Layer]:
    """Yield the layers that have ``number`` cards of a hand and up to ``jokers`` jokers (L-3, L-4)."""
    if card == JOKER:
        yield from (Layer(JOKER, size, size) for size in range(1, number + 1))
    else:
        for numbers in range(1, number + 1):
            yield from (Layer(card, numbers + wild, wild) for wild in range(jokers + 1))


def _places() -> Iterator[Place]:
    """Yield every place a pool can have: a card alone, or with 13s and jokers on it (V-2)."""
    for bottom in range(len(CARDS)):
        for thirteens in range(COPIES + 1 - (bottom == THIRTEEN)):
            for jokers in range(JOKERS + 1 - (bottom == JOKER)):
                yield (bottom, *[THIRTEEN] * thirteens, *[JOKER] * jokers)


PLAY: Final = {
    layer: Move(f"play {layer_text(layer)}")
    for card in range(len(CARDS))
    for layer in _plays(card, IN_BOX[card], JOKERS)
}
LAYERS: Final[dict[str, Layer]] = {move: layer for layer, move in PLAY.items()}
"""The layer that each ``play …`` lays."""


def _by_number(card: int, jokers: int) -> tuple[tuple[Move, ...], ...]:
    """Return what can be played of a card, by how many the hand has; each one more adds some plays."""
    most = IN_BOX[card]
    plays = tuple(PLAY[layer] for layer in _plays(card, most, jokers))
    added = len(plays) // most
    return tuple(plays[: number * added] for number in range(most + 1))


PLAYS: Final = tuple(
    tuple(_by_number(card, jokers) for card in range(len(CARDS))) for jokers in range(JOKERS + 1)
)
"""What can be played of one card: by the jokers in the hand, by the card, by how many the hand has."""

DRAW: Final = {place: Move(f"draw {place_text(place)}") for place in _places()}
RAID: Final = {
    Layer(card, size): Move(f"raid {layer_text(Layer(card, size))}")
    for card in range(THIRTEEN)
    for size in range(1, COPIES + 1)
}
PLACES: Final[dict[str, Place]] = {move: place for place, move in DRAW.items()}
"""The place of the pool that each ``draw …`` empties; a card from the deck is not among them."""
SETS: Final[dict[str, Layer]] = {move: stolen for stolen, move in RAID.items()}
"""The set that each ``raid …`` steals."""


class Deal(NamedTuple):
    """A shuffled deck, dealt: the hands, the pool and the rest of the deck, top first."""

    hands: tuple[Counts, ...]
    pool: tuple[int, ...]
    deck: tuple[int, ...]

    @classmethod
    def of(cls, cards: Iterable[int], players: int) -> Deal:
        """Deal a shuffled deck: each player's cards, then the pool (L-2)."""
        order = tuple(cards)
        dealt = HAND * players
        hands = tuple(count(order[at : at + HAND]) for at in range(0, dealt, HAND))
        return cls(hands, order[dealt : dealt + POOL], order[dealt + POOL :])

    def move(self) -> Move:
        """Return the text of the deal."""
        cards = [card for hand in self.hands for card in spread(hand)]
        return Move("deal " + " ".join([CARDS[card] for card in (*cards, *self.pool, *self.deck)]))

    def fits(self, *, duel: bool) -> bool:
        """Whether it is a deal of the cards in the box (L-1), in the duel with its jokers (V-1)."""
        cards = chain(self.pool, self.deck, *map(spread, self.hands))
        return count(cards) == IN_BOX and (not duel or all(hand[JOKER] >= DUEL_JOKERS for hand in self.hands))


_INDEX = {name: card for card, name in enumerate(CARDS)}


def read_deal(move: str, players: int) -> Deal | None:
    """Return the deal that is written like this, or nothing if it is not the text of a deal."""
    word, *names = str(move).split(" ")
    if word != "deal" or not _INDEX.keys() >= set(names):
        return None
    cards = [_INDEX[name] for name in names]
    for at in range(0, HAND * players, HAND):
        hand = cards[at : at + HAND]
        if hand != sorted(hand):
            return None
    return Deal.of(cards, players)
