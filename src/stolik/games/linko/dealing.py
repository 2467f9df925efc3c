"""The deal card by card: the same chances as shuffling the deck, with few outcomes at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stolik.core import Game, Move, put
from stolik.encoding import StepwiseChance
from stolik.games.linko.pieces import CARDS, Counts, count
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
