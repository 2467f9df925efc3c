"""Players of the card game with a simple mind: they look at their hand and the table, and answer at once."""

from __future__ import annotations

from stolik.games.linko.bots.heuristic import best
from stolik.games.linko.from_view import imagine, seen_layer
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.pieces import CARDS, JOKER, Layer
from stolik.games.linko.rules import beats
from stolik.games.linko.views import LinkoView


def robbed(view: LinkoView, layer: Layer) -> int:
    """Return how many players a layer would rob (L-6), the virtual one included (V-5)."""
    tops = [
        seen_layer(seat["layers"][-1])
        for other, seat in enumerate(view["seats"])
        if other != view["seat"] and seat["layers"]
    ]
    row: dict[str, int] = view["virtual"] or {}
    sets = [size for card, size in row.items() if CARDS.index(card) < layer.value]
    return sum(beats(view, layer, top) for top in tops) + (layer.size in sets)


class Lowest:
    """Gets rid of its lowest cards first, all of a value at once, and wants no cards from anybody."""

    def choose(self, view: LinkoView) -> str:
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
        value, size, jokers = LAYERS[move]
        return jokers, value, -size


class Grabber:
    """Plays its largest sets, robs where it can, and takes cards that go with those it has."""

    def choose(self, view: LinkoView) -> str:
        """Return one of the moves."""
        moves: list[str] = view["moves"]
        return max(moves, key=lambda move: self._worth(view, move))

    def _worth(self, view: LinkoView, move: str) -> float:
        """Return how much this player likes a move, among the moves it has the choice of."""
        word = move.partition(" ")[0]
        if word == "play":
            return self._play(view, LAYERS[move])
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

    def _play(self, view: LinkoView, layer: Layer) -> float:
        """Return what a play is worth: its cards, what it takes from others, and that it empties a value."""
        hand: dict[str, int] = view["hand"]
        value, size, jokers = layer
        left = 0 if value == JOKER else hand[CARDS[value]] - (size - jokers)
        last = sum(hand.values()) == size
        takes = size * robbed(view, layer)
        return size + 1.0 * takes - 0.8 * left - 1.3 * jokers + 0.02 * value + 100 * last

    def _fit(self, view: LinkoView, cards: list[str]) -> float:
        """Return how well cards go with the hand: jokers always, others if there are more of them."""
        hand: dict[str, int] = view["hand"]
        return sum(1.0 if card == CARDS[JOKER] else 0.4 * min(hand.get(card, 0), 3) - 0.2 for card in cards)


class Weigher:
    """Makes its hand lighter and those of others heavier. The searcher plays games out like this."""

    def choose(self, view: LinkoView) -> str:
        """Return one of the moves."""
        return best(imagine(view))
