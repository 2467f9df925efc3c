"""Players of the card game. They read a view: their own hand, the table, and nothing hidden."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from stolik.core import View

JOKER = "j"
JOKER_VALUE = 14


class Layer(NamedTuple):
    """What a move would play: ``number`` cards of a value and some ``jokers``."""

    value: int
    number: int
    jokers: int

    @property
    def size(self) -> int:
        """How many cards it has in all."""
        return self.number + self.jokers


def played(move: str) -> Layer:
    """Return the layer of a move: ``play 3x7+1j`` is three sevens and a joker.

    >>> played("play 3x7+1j").size, played("play 2j").value
    (4, 14)
    """
    match = re.fullmatch(r"play (?:(\d+)x(\d+))?\+?(?:(\d+)j)?", move)
    assert match, move
    number, value, jokers = match.groups()
    return Layer(int(value or JOKER_VALUE), int(number or 0), int(jokers or 0))


def victims(view: View, layer: Layer) -> list[dict[str, Any]]:
    """Return the top layers of the opponents whom a layer would rob (L-6, L-20)."""
    tops = [
        seat["layers"][-1]
        for other, seat in enumerate(view["seats"])
        if other != view["seat"] and seat["layers"]
    ]
    return [top for top in tops if len(top["cards"]) == layer.size and beats(view, layer, top["value"])]


def beats(view: View, layer: Layer, value: int) -> bool:
    """Whether a layer takes one of the same size and this value."""
    ones = layer.value == 1 and value >= JOKER_VALUE - 1 and view["mode"] == "expert"
    return ones or layer.value > value


class Lowest:
    """Gets rid of its lowest cards first, all of a value at once, and wants no cards from anybody."""

    def choose(self, view: View) -> str:
        """Return one of the moves."""
        moves: list[str] = view["moves"]
        if view["phase"] == "play":
            return min(moves, key=self._rank)
        for move in ("leave", "discard", "pass", "draw deck"):
            if move in moves:
                return move
        return moves[0]

    def _rank(self, move: str) -> tuple[int, int, int]:
        """Return how early a play comes: no jokers, low value, many cards."""
        layer = played(move)
        return layer.jokers, layer.value, -layer.number


class Grabber:
    """Plays its largest sets, robs where it can, and takes cards that go with those it has."""

    def choose(self, view: View) -> str:
        """Return one of the moves."""
        moves: list[str] = view["moves"]
        return max(moves, key=lambda move: self._worth(view, move))

    def _worth(self, view: View, move: str) -> float:
        """Return how much this player likes a move, among the moves it has the choice of."""
        word = move.partition(" ")[0]
        if word == "play":
            return self._play(view, played(move))
        if word == "grab":
            return self._fit(view, view["pending"]["layer"]["cards"]) - 0.5
        if word == "recall":
            return self._fit(view, view["pending"]["layer"]["cards"]) + 0.5
        if word == "draw" and move != "draw deck":
            cards = move.removeprefix("draw ").split("+")
            return self._fit(view, cards) - (0.6 if view["phase"] == "may_draw" else 0) * len(cards)
        if word == "raid":
            number, _, value = move.removeprefix("raid ").partition("x")
            return self._fit(view, [value] * int(number))
        return {"draw": -0.1, "pass": 0.0, "leave": 0.0, "discard": 0.0}[word]

    def _play(self, view: View, layer: Layer) -> float:
        """Return what a play is worth: its cards, what it takes from others, and that it empties a value."""
        hand: dict[str, int] = view["hand"]
        left = 0 if layer.value == JOKER_VALUE else hand[str(layer.value)] - layer.number
        last = sum(hand.values()) == layer.size
        robbed = sum(len(top["cards"]) for top in victims(view, layer))
        return layer.size + 1.0 * robbed - 0.8 * left - 1.3 * layer.jokers + 0.02 * layer.value + 100 * last

    def _fit(self, view: View, cards: list[str]) -> float:
        """Return how well cards go with the hand: jokers always, others if there are more of them."""
        hand: dict[str, int] = view["hand"]
        return sum(1.0 if card == JOKER else 0.4 * min(hand.get(card, 0), 3) - 0.2 for card in cards)
