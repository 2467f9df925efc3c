"""What speaks for a move, from facts that its player sees: for a trainer's and a terminal's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NotRequired, TypedDict

from stolik.games.linko.notation import DISCARD, GRAB, LAYERS, LEAVE, PASS, PLACES, RECALL, SETS
from stolik.games.linko.pieces import CARDS, JOKER, Counts, Layer, count
from stolik.games.linko.rules import LinkoState, robs

MOST: Final = 2
"""How many reasons are told."""
HIGH: Final = 10
"""From this card on (an 11) cards are called high."""

Code = Literal[
    "ends_ahead",
    "ends",
    "robs",
    "most",
    "alone",
    "keeps",
    "jokers",
    "together",
    "high",
    "lean",
    "fresh",
    "left",
    "unseen",
]


class LinkoReason(TypedDict):
    """Something that speaks for a move."""

    code: Code
    """What it is; the words for it are ``why.`` and this."""
    n: NotRequired[int]
    """How many cards."""
    card: NotRequired[str]
    """Which card."""
    seats: NotRequired[list[int]]
    """Who is robbed, in order."""


def reasons(state: LinkoState, move: str) -> list[LinkoReason]:
    """Return what speaks for a move of the actor, the weightiest first; the state is as it knows it."""
    assert state.actor is not None
    hand = state.table.hands[state.actor]
    if move in LAYERS:
        found = _played(state, hand, LAYERS[move])
    elif move in (GRAB, RECALL):
        found = _taken(hand, count(state.table.layers[state.turn.victim][-1].cards()))
    elif move in SETS:
        found = _taken(hand, count(SETS[move].cards()))
    elif move in PLACES:
        found = _taken(hand, count(PLACES[move]))
    elif move == DISCARD:
        found = iter([_of("fresh", state.table.layers[state.turn.victim][-1].size)])
    else:
        found = iter([_of("lean", sum(hand)) if move in (LEAVE, PASS) else {"code": "unseen"}])
    return list(found)[:MOST]


def _played(state: LinkoState, hand: Counts, layer: Layer) -> Iterator[LinkoReason]:
    table, seat, left = state.table, state.seat, sum(hand) - layer.size
    if not left:
        mine = table.score(seat) + 2 * layer.size  # from the hand onto the table
        ahead = all(mine > table.score(other) for other in range(state.game.players) if other != seat)
        yield {"code": "ends_ahead" if ahead else "ends"}
        return
    found = list(_strong(state, hand, layer))
    largest = max(range(JOKER), key=lambda card: (hand[card], card))
    if found:
        yield from found
    elif hand[largest] > 1 and largest != layer.value:
        yield {"code": "keeps", "n": hand[largest], "card": CARDS[largest]}
    else:
        yield _of("left", left)


def _strong(state: LinkoState, hand: Counts, layer: Layer) -> Iterator[LinkoReason]:
    """Return what speaks for a play, and not for most others."""
    victims = robs(state.game, state.table, state.seat, layer)
    if victims:
        yield {"code": "robs", "n": layer.size * len(victims), "seats": victims}
    if layer.size > 1 and layer.size == max(LAYERS[move].size for move in state.legal):
        yield _of("most", layer.size)
    if layer.value != JOKER and not layer.jokers and hand[layer.value] == layer.size == 1:
        yield {"code": "alone", "card": CARDS[layer.value]}


def _taken(hand: Counts, cards: Counts) -> Iterator[LinkoReason]:
    """Return what speaks for cards that come into the hand."""
    if cards[JOKER]:
        yield _of("jokers", cards[JOKER])
    for card in range(JOKER - 1, -1, -1):
        if cards[card] and hand[card] + cards[card] > 1:
            yield {"code": "together", "n": hand[card] + cards[card], "card": CARDS[card]}
        elif cards[card] and card >= HIGH:
            yield {"code": "high", "card": CARDS[card]}


def _of(code: Code, n: int) -> LinkoReason:
    return {"code": code, "n": n}
