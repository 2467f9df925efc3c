"""What lies on the table of the card game and in the hands, and the ways cards move between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import sub
from typing import NamedTuple

from stolik.core import Rng, make, put, shuffled
from stolik.games.linko.notation import Deal
from stolik.games.linko.pieces import (
    DUEL_JOKERS,
    JOKER,
    NO_CARDS,
    POOL,
    ROW,
    THIRTEEN,
    Counts,
    Layer,
    Place,
    forget,
    less,
    more,
    spread,
)


class Table(NamedTuple):
    """All cards there are, each in exactly one place."""

    hands: tuple[Counts, ...]
    """Each seat's hand."""
    known: tuple[Counts, ...]
    """The cards that everybody knows to be in each hand, because all saw them go there."""
    layers: tuple[tuple[Layer, ...], ...]
    """Each seat's layers, the top one last."""
    pool: tuple[Place, ...]
    """The places of the pool from left to right. A place that is taken closes up; new ones come in at the
    right."""
    deck: tuple[int, ...]
    """The deck, top first."""
    discard: Counts
    """The discard pile."""
    row: Counts | None
    """The virtual player's row in the duel."""

    def cards_in_hand(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return sum(self.hands[seat])

    def score(self, seat: int) -> int:
        """Return what a seat would score now (L-18)."""
        return sum([layer.size for layer in self.layers[seat]]) - self.cards_in_hand(seat)

    def dealt(self, deal: Deal) -> Table:
        """Give out the hands and lay out pool and deck (L-2); all know of the jokers of a duel (V-1)."""
        known = self.known if self.row is None else (more(NO_CARDS, [JOKER] * DUEL_JOKERS),) * len(deal.hands)
        pool = tuple([(card,) for card in deal.pool])
        return self._replace(hands=deal.hands, known=known, pool=pool, deck=deal.deck)

    def redealt(self, seat: int | None, rng: Rng) -> Table:
        """Deal again what ``seat`` has not seen: the deck, and of other hands all that is not known.

        ``None`` is a spectator, to whom all hands are others'.
        """
        others = [other for other in range(len(self.hands)) if other != seat]
        unknown = {other: spread(tuple(map(sub, self.hands[other], self.known[other]))) for other in others}
        unseen = shuffled(rng, chain(*unknown.values(), self.deck))
        hands = self.hands
        for other in others:
            size = len(unknown[other])
            hands = put(hands, other, more(self.known[other], unseen[:size]))
            unseen = unseen[size:]
        return self._replace(hands=hands, deck=tuple(unseen))

    def given(self, seat: int, cards: Sequence[int]) -> tuple[tuple[Counts, ...], tuple[Counts, ...]]:
        """Return the hands, and what is known of them, when cards have gone into one, seen by all."""
        hands, known = self.hands, self.known
        return put(hands, seat, more(hands[seat], cards)), put(known, seat, more(known[seat], cards))

    # -- layers ---------------------------------------------------------------------------------------

    def hand_to_layer(self, seat: int, layer: Layer) -> Table:
        """Move cards from a hand onto the cards before the player (L-3)."""
        hands, known, layers, pool, deck, discard, row = self
        hands = put(hands, seat, less(hands[seat], layer))
        known = put(known, seat, forget(known[seat], layer))
        layers = put(layers, seat, (*layers[seat], layer))
        return make(Table, (hands, known, layers, pool, deck, discard, row))

    def layer_to_hand(self, owner: int, seat: int) -> Table:
        """Move a top layer into a hand: the thief's (L-7), or back into its owner's (L-9)."""
        _, _, layers, pool, deck, discard, row = self
        hands, known = self.given(seat, layers[owner][-1].cards())
        layers = put(layers, owner, layers[owner][:-1])
        return make(Table, (hands, known, layers, pool, deck, discard, row))

    def layer_to_discard(self, owner: int) -> Table:
        """Move a top layer to the discard pile (L-9)."""
        hands, known, layers, pool, deck, discard, row = self
        discard = more(discard, layers[owner][-1].cards())
        layers = put(layers, owner, layers[owner][:-1])
        return make(Table, (hands, known, layers, pool, deck, discard, row))

    # -- deck and pool --------------------------------------------------------------------------------

    def deck_to_hand(self, seat: int) -> Table:
        """Move the top card of the deck into a hand, unseen by others (L-12)."""
        hands, known, layers, pool, deck, discard, row = self
        hands = put(hands, seat, more(hands[seat], deck[:1]))
        return make(Table, (hands, known, layers, pool, deck[1:], discard, row))

    def pool_to_hand(self, place: Place, seat: int) -> Table:
        """Move a place of the pool, all its cards (V-4), into a hand (L-12); of equal ones the leftmost."""
        _, _, layers, pool, deck, discard, row = self
        hands, known = self.given(seat, place)
        at = pool.index(place)
        return make(Table, (hands, known, layers, pool[:at] + pool[at + 1 :], deck, discard, row))

    def refill_pool(self) -> Table:
        """Turn up cards from the deck until the pool has six places, as far as the deck goes (L-12, L-13)."""
        hands, known, layers, pool, deck, discard, row = self
        missing = POOL - len(pool)
        pool += tuple([(card,) for card in deck[:missing]])
        return make(Table, (hands, known, layers, pool, deck[missing:], discard, row))

    # -- the virtual player's row ---------------------------------------------------------------------

    def row_to_hand(self, value: int, seat: int) -> Table:
        """Move all cards of a value from the row into a hand (V-5, V-6)."""
        assert self.row is not None
        hands, known = self.given(seat, [value] * self.row[value])
        return self._replace(hands=hands, known=known, row=put(self.row, value, 0))

    def row_is_short(self) -> bool:
        """Whether a card can and must be turned up for the row (V-2, V-6)."""
        return self.row is not None and sum(self.row) < ROW and bool(self.deck)

    def turn_up_for_row(self) -> Table:
        """Turn up one card for the row: V-2: a 13 or a joker goes onto the pool instead."""
        assert self.row is not None
        card, *deck = self.deck
        if card < THIRTEEN:
            return self._replace(row=more(self.row, [card]), deck=tuple(deck))
        place = self.place_for_a_group()
        bottom, *others = self.pool[place]
        group = (bottom, *sorted([*others, card]))
        return self._replace(pool=put(self.pool, place, group), deck=tuple(deck))

    def place_for_a_group(self) -> int:
        """V-2: the lowest single card, else the group with the lowest bottom card, then the smaller one.

        Of equal ones the leftmost; a lone joker ranks last, as it is the highest card. There is always a
        place: between draws the pool is empty only if the deck is, and then the game is over (L-12, L-17).
        """
        return min(
            range(len(self.pool)),
            key=lambda at: (len(self.pool[at]) > 1, self.pool[at][0], len(self.pool[at])),
        )
