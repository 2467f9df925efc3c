"""Simple players of the card game: they look at their hand and the table, and answer at once."""

from __future__ import annotations

from collections.abc import Iterable

from stolik.games.linko.bots.heuristic import best
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.notation import LAYERS, PLACES, SETS
from stolik.games.linko.pieces import JOKER, Counts, Layer
from stolik.games.linko.rules import LinkoState, robs, sets_to_raid
from stolik.games.linko.views import LinkoView


class Lowest:
    """Gets rid of its lowest cards first, all of a value at once, and wants no cards from anybody."""

    def choose(self, view: LinkoView) -> str:
        """Return one of the moves."""
        moves = view["moves"]
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
        state = state_from_view(view)
        return max(state.legal, key=lambda move: self._worth(state, move))

    def _worth(self, state: LinkoState, move: str) -> float:
        """Return how much this player likes a move, among the moves it has the choice of."""
        assert state.actor is not None
        hand = state.table.hands[state.actor]
        if move in LAYERS:
            return self._play(state, hand, LAYERS[move])
        if move in PLACES:
            cards = PLACES[move]
            return self._fit(hand, cards) - (0.6 if state.phase == "may_draw" else 0) * len(cards)
        if move in SETS:
            return self._fit(hand, SETS[move].cards())
        if move in ("grab", "recall"):
            layer = state.table.layers[state.turn.victim][-1]
            return self._fit(hand, layer.cards()) + (0.5 if move == "recall" else -0.5)
        return {"draw deck": -0.1, "pass": 0.0, "leave": 0.0, "discard": 0.0}[move]

    def _play(self, state: LinkoState, hand: Counts, layer: Layer) -> float:
        """Return what a play is worth: its cards, what it takes from others, and that it empties a value."""
        value, size, jokers = layer
        left = 0 if value == JOKER else hand[value] - (size - jokers)
        last = sum(hand) == size
        takes = size * number_robbed(state, layer)
        return size + 1.0 * takes - 0.8 * left - 1.3 * jokers + 0.02 * value + 100 * last

    def _fit(self, hand: Counts, cards: Iterable[int]) -> float:
        """Return how well cards go with the hand: jokers always, others if there are more of them."""
        return sum(1.0 if card == JOKER else 0.4 * min(hand[card], 3) - 0.2 for card in cards)


def number_robbed(state: LinkoState, layer: Layer) -> int:
    """Return how many players a layer robs (L-6), the virtual one included (V-5)."""
    table = state.table
    raids = table.row is not None and bool(sets_to_raid(table, layer.value, layer.size))
    return len(robs(state.game, table, state.seat, layer)) + raids


class Weigher:
    """Makes its hand lighter and those of others heavier."""

    def choose(self, view: LinkoView) -> str:
        """Return one of the moves."""
        return best(state_from_view(view))
