"""The deal card by card: the same chances as shuffling the deck, with few outcomes at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb

from stolik.core import Game, Move, put
from stolik.encoding import StepwiseChance
from stolik.games.linko.pieces import CARDS, Counts, count
from stolik.games.linko.position import Open, left_open
from stolik.games.linko.rules import cards_to_deal, deal_out


@dataclass(frozen=True, slots=True)
class CardByCard(StepwiseChance):
    """The cards in the order in which they are dealt; a step is a card. The jokers of V-1 are not dealt.

    >>> deal = CardByCard.of(Game("linko", players=3))
    >>> deal.text(6), len(deal.outcomes())
    ('card 7', 14)
    >>> further = deal.after(6)
    >>> str(further)
    'dealt: 7'
    """

    game: Game
    left: Counts
    dealt: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Game) -> CardByCard:
        """Return the deal before its first card."""
        return cls(game, count(cards_to_deal(game)))

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may come next, with their probabilities."""
        left = sum(self.left)
        return [(card, number / left) for card, number in enumerate(self.left) if number]

    def after(self, step: int) -> CardByCard | Move:
        """Return the deal after one more card, or the whole of it."""
        left, dealt = put(self.left, step, self.left[step] - 1), (*self.dealt, step)
        return replace(self, left=left, dealt=dealt) if any(left) else deal_out(self.game, dealt).move()

    def text(self, step: int) -> str:
        """Return a card in words."""
        return f"card {CARDS[step]}"

    def __str__(self) -> str:
        return f"dealt: {' '.join(CARDS[card] for card in self.dealt)}" if self.dealt else ""


@dataclass(frozen=True, slots=True)
class Unknown(StepwiseChance):
    """What a position leaves open. First, hand by hand, how many there are of each card; then the deck.

    In which order the cards of a hand came does not matter, and the tree of a game is so much smaller.
    """

    open: Open
    left: Counts
    hands: tuple[tuple[int, ...], ...] = ()
    """The unknown cards of the hands that are dealt."""
    hand: tuple[int, ...] = ()
    """Those of the hand that is being dealt."""
    card: int = 0
    """The card that comes next in it."""
    deck: tuple[int, ...] = ()

    @classmethod
    def of(cls, position: str) -> Unknown | None:
        """Return the deal before its first step, if the position leaves anything open."""
        found = left_open(position)
        if found is None:
            return None
        deal = cls(found, found.left)._settled()
        assert isinstance(deal, Unknown)
        return deal

    def outcomes(self) -> list[tuple[int, float]]:
        """Return how many of a card a hand may have, or which cards may lie on top, with probabilities."""
        if self._is_deck:
            left = sum(self.left)
            return [(card, number / left) for card, number in enumerate(self.left) if number]
        missing, here = self._missing, self.left[self.card]
        others = sum(self.left[self.card + 1 :])
        ways = [(number, comb(here, number) * comb(others, missing - number)) for number in self._numbers()]
        return [(number, way / comb(here + others, missing)) for number, way in ways]

    def after(self, step: int) -> Unknown | Move:
        """Return the deal after one more step, or the position that came of it."""
        if not self._is_deck:
            return self._with(step)._settled()
        left = put(self.left, step, self.left[step] - 1)
        return replace(self, left=left, deck=(*self.deck, step))._settled()

    def text(self, step: int) -> str:
        """Return a step in words."""
        if self._is_deck:
            return f"card {CARDS[step]}"
        return f"seat {len(self.hands)}: {step} x {CARDS[self.card]}"

    def __str__(self) -> str:
        piles = [*self.hands, self.hand, self.deck]
        return " / ".join(" ".join(CARDS[card] for card in pile) for pile in piles).rstrip(" /")

    @property
    def _is_deck(self) -> bool:
        return len(self.hands) == len(self.open.hands)

    @property
    def _missing(self) -> int:
        """How many cards the hand that is being dealt still needs."""
        return self.open.hands[len(self.hands)].unknown - len(self.hand)

    def _numbers(self) -> range:
        """Return how many of the card that comes next the hand may have."""
        missing, here = self._missing, self.left[self.card]
        return range(max(0, missing - sum(self.left[self.card + 1 :])), min(here, missing) + 1)

    def _with(self, number: int) -> Unknown:
        """Return the deal after so many of a card for the hand that is being dealt."""
        left = put(self.left, self.card, self.left[self.card] - number)
        return replace(self, left=left, hand=(*self.hand, *[self.card] * number), card=self.card + 1)

    def _settled(self) -> Unknown | Move:
        """Return the deal at its next open step: what can come in one way only needs none."""
        deal = self
        while not deal._is_deck:
            if not deal._missing:
                deal = replace(deal, hands=(*deal.hands, deal.hand), hand=(), card=0)
            elif len(numbers := deal._numbers()) > 1:
                return deal
            else:
                deal = deal._with(numbers[0])
        if len(deal.deck) < deal.open.deck.count(None):
            return deal
        return Move(deal.open.filled(deal.hands, deal.deck))
