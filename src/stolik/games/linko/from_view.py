"""From a view back to a moment of the card game that looks the same to whoever sees it.

A view is all that a bot gets, so nothing hidden can come out of it. The cards that its seat has not seen are
those of the box that lie nowhere in the view: they fill the other hands and the deck in any order, and
``sample`` of the moment deals them anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import sub
from typing import Any

from stolik.core import Game, Move
from stolik.games.linko import OPTIONS
from stolik.games.linko.pieces import CARDS, IN_BOX, JOKER, NO_CARDS, Counts, Layer, Place, more, spread
from stolik.games.linko.rules import LinkoState, Turn
from stolik.games.linko.table import Table
from stolik.games.linko.views import LinkoView

_CARD = {name: card for card, name in enumerate(CARDS)}


def imagine(view: LinkoView) -> LinkoState:
    """Return a moment whose view is this one: that of the seat which has to decide."""
    seats: list[dict[str, Any]] = view["seats"]
    options = {option.name: view[option.name] for option in OPTIONS if option.name != "players"}
    pending: dict[str, Any] = view["pending"] or {}
    turn: dict[str, Any] = view["turn"]
    seat: int = turn["seat"]
    victim = pending.get("victim", pending.get("drawer", seat))
    return LinkoState(
        Game("linko", len(seats), **options),
        _table(view),
        seat,
        Turn(victim, pending.get("cards", 0), turn["stole"], turn["quiet"]),
        view["phase"],
        view["actor"],
        tuple(map(Move, view["moves"])),
    )


def _table(view: LinkoView) -> Table:
    """Return the table as it may be: what is seen where it is seen, the rest dealt out in ascending order."""
    seats: list[dict[str, Any]] = view["seats"]
    hand = _counts(view["hand"])
    known = tuple(_counts(seat["known"]) for seat in seats)
    seen = [hand if seat == view["seat"] else cards for seat, cards in enumerate(known)]
    layers = tuple(tuple(map(seen_layer, seat["layers"])) for seat in seats)
    pool = tuple(map(_place, view["pool"]))
    discard = _counts(view["discard"])
    row = None if view["virtual"] is None else _counts(view["virtual"])
    unseen = _unseen([*seen, discard, row or NO_CARDS], [*(_cards(layers)), *pool])
    hands = []
    for seat, cards in zip(seats, seen, strict=True):
        missing = seat["cards"] - sum(cards)
        hands.append(more(cards, unseen[:missing]))
        unseen = unseen[missing:]
    return Table(tuple(hands), known, layers, pool, tuple(unseen), discard, row)


def _unseen(piles: Iterable[Counts], groups: Iterable[Iterable[int]]) -> list[int]:
    """Return the cards of the box that are not among these."""
    left = IN_BOX
    for pile in piles:
        left = tuple(map(sub, left, pile))
    for cards in groups:
        left = tuple(map(sub, left, more(NO_CARDS, cards)))
    return spread(left)


def _cards(layers: Iterable[Iterable[Layer]]) -> Iterable[list[int]]:
    return (layer.cards() for seat in layers for layer in seat)


def _counts(seen: Mapping[str, int]) -> Counts:
    """Return how many there are of each card."""
    return tuple([seen.get(name, 0) for name in CARDS])


def _place(names: Iterable[str]) -> Place:
    """Return a place of the pool."""
    return tuple([_CARD[name] for name in names])


def seen_layer(seen: Mapping[str, Any]) -> Layer:
    """Return a layer as a view shows it."""
    return Layer(seen["value"] - 1, len(seen["cards"]), seen["cards"].count(CARDS[JOKER]))
