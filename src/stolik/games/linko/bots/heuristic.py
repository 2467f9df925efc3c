"""A heuristic for the value of moves, quick enough to play whole games out with it.

It is given a state, but looks only at what the actor sees there: the table and its own hand. It weighs the
hand: cards are a burden until they are played, and a play is good if it makes the hand lighter, is not
stolen, and makes the hands of others heavier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from stolik.core import Move
from stolik.games.linko.notation import DRAW_DECK, LAYERS, MAX_PLAYERS, PLACES, PLAY, SETS
from stolik.games.linko.pieces import IN_BOX, JOKER, JOKERS, Counts, Layer
from stolik.games.linko.rules import LinkoState, robs, sets_to_raid
from stolik.games.linko.table import Table

# -- Weights ----------------------------------------------------------------------------------------------
# A single 13 weighs 1. The numbers were found by trial, in games against the grabber and itself.

SET: Final = (0.0, 1.0, 1.1, 1.0, 0.8, 0.7, 0.6, 0.3, 0.1)
"""What 0, 1, 2, … cards of one value weigh. All of them go in one turn, so many are hardly a burden."""
LOW: Final = 2.0
"""How much heavier the lowest cards are than the highest: they are stolen more easily and steal less."""
JOKERS_HELP: Final = (0.0, -0.35, -0.7, -0.9, -1.0, -1.1)
"""What 0, 1, 2, … jokers weigh: they are a help."""
DECK_CARD: Final = 1.0
"""What a card from the deck weighs, by and large."""
NOT_OWED: Final = 0.25
"""How much lighter a card must make the hand to be drawn by one who need not draw."""

POINT: Final = 0.03
"""What a card on the table is worth as a point."""
POINT_AT_THE_END: Final = 0.8
"""What it is worth on top of that if the game may end next turn; half of it if in two turns, and so on."""
THEIR_LOSS: Final = 0.3
"""How much of what a robbed player loses is one's own gain."""
THEIR_LOSS_AT_THE_END: Final = 0.4
"""How much on top of that if the robbed player has one card left; half of it if two are left, and so on."""
DECIDES: Final = 100.0
"""What it is worth to end the game as its winner."""

STOLEN: Final = (0.0, 0.75, 1.0, 0.7, 0.5, 0.25)
"""How likely one opponent steals a layer of 0, 1, 2, … ones before it is covered. Larger ones are safe."""


def chance_of_theft(value: int, size: int, opponents: int) -> float:
    """Return how likely a layer is stolen: the higher it is the less."""
    if value == JOKER or size >= len(STOLEN):
        return 0.0
    one = STOLEN[size] * (1 - value / (JOKER - 1))
    return 1 - (1 - one) ** opponents


_RISK = [
    {layer: chance_of_theft(layer.value, layer.size, opponents) for layer in PLAY}
    for opponents in range(MAX_PLAYERS)
]
WEIGHT: Final = (
    *([weight * (LOW - value / (JOKER - 1)) for weight in SET] for value in range(JOKER)),
    list(JOKERS_HELP),
)
"""What cards of one kind weigh in a hand: by the card, by how many of it."""

_DECK_CARDS = [DECK_CARD] * (max(IN_BOX) + JOKERS)
"""What the draws for the largest layer weigh if all are from the deck."""

# -- Moves ------------------------------------------------------------------------------------------------


def best(state: LinkoState) -> Move:
    """Return the move of the highest value; of equals the first."""
    moves = state.legal
    if len(moves) == 1:
        return moves[0]
    found = values(state)
    return moves[found.index(max(found))]


def values(state: LinkoState) -> list[float]:
    """Return the value of each move to the actor, in the order of the moves."""
    return _HEURISTICS[state.phase](state)


def _plays(state: LinkoState) -> list[float]:
    game, table, seat = state[:3]
    hand = table.hands[seat]
    in_hand = sum(hand)
    opponents = [other for other in range(game.players) if other != seat]
    point = POINT + POINT_AT_THE_END / _turns_left(table, opponents)
    risks = _RISK[len(opponents)]
    costs = _costs_of_drawing(table, hand)
    robbery = _Robbery(state, opponents)
    found = []
    for move in state.legal:
        layer = value, size, jokers = LAYERS[move]
        if size == in_hand:
            found.append(DECIDES if _wins(table, seat, size) else -DECIDES)
            continue
        relief = JOKERS_HELP[hand[JOKER]] - JOKERS_HELP[hand[JOKER] - jokers]
        if value != JOKER:
            weights = WEIGHT[value]
            relief += weights[hand[value]] - weights[hand[value] - (size - jokers)]
        points = point * size
        cost = costs[size]
        # A stolen layer is no longer a point, and either comes back to the hand or is made up for by draws.
        loss = points + (relief if relief < cost else cost)
        found.append(relief + points - risks[layer] * loss + robbery.gain(layer))
    return found


def _turns_left(table: Table, opponents: Sequence[int]) -> float:
    """Return how many turns there may be before a hand is empty (L-5), or deck and pool are (L-17)."""
    each_can_draw = (len(table.deck) + len(table.pool)) / len(table.hands)
    return min([each_can_draw, *(sum(table.hands[other]) for other in opponents)])


class _Robbery:
    """What it is worth to rob those who can be robbed."""

    def __init__(self, state: LinkoState, opponents: Sequence[int]) -> None:
        table = self._table = state.table
        self._game, self._seat = state.game, state.seat
        self._gains: dict[int, float] = {}
        """What it is worth to rob each opponent."""
        self._raids: dict[Move, float] = {}
        self._sizes = {*(table.row or ())}
        """The sizes of layers that may rob somebody."""
        for other in opponents:
            if table.layers[other]:
                top = table.layers[other][-1]
                share = THEIR_LOSS + THEIR_LOSS_AT_THE_END / sum(table.hands[other])
                self._gains[other] = share * (POINT * top.size + _burden_on_its_owner(top))
                self._sizes.add(top.size)

    def gain(self, layer: Layer) -> float:
        """Return what a layer gains by the thefts it brings (L-6, V-5)."""
        value, size, _ = layer
        if size not in self._sizes:
            return 0.0
        table = self._table
        gain = 0.0
        for victim in robs(self._game, table, self._seat, layer):
            gain += self._gains[victim]
        if table.row is not None:
            gain += max([self._raid(move) for move in sets_to_raid(table, value, size)], default=0.0)
        return gain

    def _raid(self, move: Move) -> float:
        """Return what it is worth to steal a set, computed once: many layers can steal the same."""
        if move not in self._raids:
            self._raids[move] = -_added(self._table.hands[self._seat], SETS[move].cards())
        return self._raids[move]


def _burden_on_its_owner(layer: Layer) -> float:
    """Return what its owner has to bear if a layer is stolen but not taken: the cards, or as many draws."""
    value, size, jokers = layer
    taken_back = WEIGHT[value][size - jokers] if value != JOKER else 0.0
    return min(taken_back, DECK_CARD * size)


def _wins(table: Table, seat: int, size: int) -> bool:
    """Whether ``seat`` wins, or shares the win, by playing its last cards (L-5, L-18)."""
    mine = table.score(seat) + 2 * size
    return all(table.score(other) <= mine for other in range(len(table.hands)) if other != seat)


def _thefts(state: LinkoState) -> list[float]:
    """To grab a layer makes the hand heavier, but its owner must draw instead of taking it back."""
    table = state.table
    layer = table.layers[state.turn.victim][-1]
    harm = DECK_CARD * layer.size - _burden_on_its_owner(layer)
    return [THEIR_LOSS * harm - _added(table.hands[state.seat], layer.cards()), 0.0]


def _recalls(state: LinkoState) -> list[float]:
    """To recall a layer saves its owner from drawing."""
    table = state.table
    hand = table.hands[state.turn.victim]
    layer = table.layers[state.turn.victim][-1]
    return [_costs_of_drawing(table, hand)[layer.size] - _added(hand, layer.cards()), 0.0]


def _raids(state: LinkoState) -> list[float]:
    hand = state.table.hands[state.seat]
    return [-_added(hand, SETS[move].cards()) for move in state.legal]


def _draws(state: LinkoState) -> list[float]:
    assert state.actor is not None
    hand = state.table.hands[state.actor]
    found = []
    for move in state.legal:
        place = PLACES.get(move)
        if place is not None:
            found.append(-_added(hand, place))
        else:
            found.append(-DECK_CARD if move == DRAW_DECK else NOT_OWED)
    return found


# -- The weight of a hand ---------------------------------------------------------------------------------


def weight(hand: Counts) -> float:
    """Return what the cards of a hand weigh."""
    return sum([weights[number] for weights, number in zip(WEIGHT, hand, strict=True) if number])


def _added(hand: Counts, cards: Sequence[int]) -> float:
    """Return how much heavier some cards make a hand."""
    if len(cards) == 1:
        card = cards[0]
        return WEIGHT[card][hand[card] + 1] - WEIGHT[card][hand[card]]
    return sum(
        [WEIGHT[card][hand[card] + cards.count(card)] - WEIGHT[card][hand[card]] for card in set(cards)]
    )


def _costs_of_drawing(table: Table, hand: Counts) -> list[float]:
    """Return how much heavier 0, 1, 2, … draws make a hand, each from where it does least harm."""
    pool = sorted([_added(hand, place) for place in table.pool])
    best_first = [cost for cost in pool if cost < DECK_CARD] + _DECK_CARDS
    return list(accumulate(best_first, initial=0.0))


_HEURISTICS: Final[dict[str, Callable[[LinkoState], list[float]]]] = {
    "play": _plays,
    "raid": _raids,
    "theft": _thefts,
    "recall": _recalls,
    "draw": _draws,
    "may_draw": _draws,
}
