"""From a view back to a state of the card game that looks the same to the seat whose view it is.

A view is all that a bot gets, so nothing hidden can come out of it. The cards that its seat has not seen are
those of the box that lie nowhere in the view: they fill the other hands and the deck in ascending order, and
``sample`` of the state deals them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import sub
from typing import cast

from stolik.core import Move, game_of_view
from stolik.games.linko.pieces import CARDS, IN_BOX, JOKER, NO_CARDS, Counts, Layer, Place, more, spread
from stolik.games.linko.rules import LinkoState, Phase, Turn
from stolik.games.linko.table import Table
from stolik.games.linko.views import Cards, LayerView, LinkoView

_CARD = {name: card for card, name in enumerate(CARDS)}


def state_from_view(view: LinkoView) -> LinkoState:
    """Return a state whose view is this one: that of a seat, once the cards are dealt.

    Only the actor's own view tells the legal moves.
    """
    turn, hand = view["turn"], view["hand"]
    if turn is None or hand is None:
        raise ValueError("this view is not that of a seat in the middle of a game")
    pending, seat = view["pending"], turn["seat"]
    victim = pending.get("victim", pending.get("drawer", seat)) if pending else seat
    owed = pending.get("cards", 0) if pending else 0
    return LinkoState(
        game=game_of_view(view, len(view["seats"])),
        table=_table(view, counts_of(hand)),
        seat=seat,
        turn=Turn(victim, owed, turn["stole"], turn["quiet"]),
        phase=cast(Phase, view["phase"]),
        actor=view["actor"],
        legal=tuple(map(Move, view.get("moves", ()))),
    )


def _table(view: LinkoView, hand: Counts) -> Table:
    """Return the table as it may be: what is seen where it is seen, the rest dealt out in ascending order."""
    seats = view["seats"]
    known = tuple([counts_of(seat["known"]) for seat in seats])
    seen = [hand if seat == view["seat"] else cards for seat, cards in enumerate(known)]
    layers = tuple([tuple(map(layer_of, seat["layers"])) for seat in seats])
    pool = tuple(map(place_of, view["pool"]))
    discard = counts_of(view["discard"])
    row = None if view["virtual"] is None else counts_of(view["virtual"])
    unseen = _unseen([*seen, discard, row or NO_CARDS], [*(_cards(layers)), *pool])
    hands = []
    for seat, cards in zip(seats, seen, strict=True):
        missing = seat["cards"] - sum(cards)
        hands.append(more(cards, unseen[:missing]))
        unseen = unseen[missing:]
    return Table(tuple(hands), known, layers, pool, tuple(unseen), discard, row)


def _unseen(piles: Iterable[Counts], groups: Iterable[Iterable[int]]) -> list[int]:
    """Return the cards of the box that are not among these."""
    left = list(IN_BOX)
    for pile in piles:
        left = list(map(sub, left, pile))
    for cards in groups:
        for card in cards:
            left[card] -= 1
    return spread(tuple(left))


def _cards(layers: Iterable[Iterable[Layer]]) -> Iterable[list[int]]:
    return (layer.cards() for seat in layers for layer in seat)


def counts_of(seen: Cards) -> Counts:
    """Return how many there are of each card, in the order of the cards."""
    return tuple([seen.get(name, 0) for name in CARDS])


def place_of(names: Iterable[str]) -> Place:
    """Return a place of the pool."""
    return tuple([_CARD[name] for name in names])


def layer_of(seen: LayerView) -> Layer:
    """Return a layer."""
    return Layer(seen["value"] - 1, len(seen["cards"]), seen["cards"].count(CARDS[JOKER]))
