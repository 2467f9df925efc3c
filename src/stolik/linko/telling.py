"""What the card game tells: views of a moment, and events between two, each as one seat may see it.

Nobody is ever shown another hand or the order of the deck. ``known`` says what everybody knows of a hand,
having seen the cards go there. A layer of jokers alone has the value 14, above every number (L-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from stolik.core import Event, View
from stolik.linko.cards import CARDS, Counts, Layer
from stolik.linko.notation import read_deal
from stolik.linko.table import Table

if TYPE_CHECKING:
    from stolik.linko.rules import LinkoState


def shown(state: LinkoState, seat: int | None) -> View:
    """Return the table as all see it, and the seat's own hand."""
    table = state.table
    return {
        "seats": [
            {
                "cards": table.cards_in_hand(other),
                "score": table.score(other),
                "layers": [_layer(layer) for layer in table.layers[other]],
                "known": _counts(table.known[other]),
            }
            for other in range(state.game.players)
        ],
        "hand": None if seat is None else _counts(table.hands[seat]),
        "pool": [_names(place) for place in table.pool],
        "deck": len(table.deck),
        "discard": _counts(table.discard),
        "virtual": None if table.row is None else _counts(table.row),
        "turn": _turn(state),
        "pending": _pending(state),
    }


def _names(cards: Iterable[int]) -> list[str]:
    return [CARDS[card] for card in cards]


def _counts(counts: Counts) -> dict[str, int]:
    return {name: number for name, number in zip(CARDS, counts, strict=True) if number}


def _layer(layer: Layer) -> dict[str, Any]:
    return {"value": layer.value + 1, "cards": _names(layer.cards())}


def _turn(state: LinkoState) -> dict[str, Any] | None:
    """Return whose turn it is, whether they have stolen, and since how many turns nothing moved (L-21)."""
    if state.phase in ("lots", "deal", "over"):
        return None
    return {"seat": state.seat, "stole": state.turn.stole, "quiet": state.turn.quiet}


def _pending(state: LinkoState) -> dict[str, Any] | None:
    """Return what has to be settled before the turn goes on."""
    seat, victim = state.seat, state.turn.victim
    if state.phase in ("theft", "recall"):
        return {"kind": state.phase, "thief": seat, "victim": victim, "layer": _top(state.table, victim)}
    if state.phase == "raid":
        return {"kind": "raid", "thief": seat, "layer": _top(state.table, seat)}
    if state.phase in ("draw", "may_draw"):
        return {"kind": state.phase, "drawer": state.actor, "cards": state.turn.owed}
    return None


# -- Events -----------------------------------------------------------------------------------------------


def events(before: LinkoState, move: str, after: LinkoState, seat: int | None) -> list[Event]:
    """Return what a move made happen, in the order in which it happened, as ``seat`` may see it."""
    if seat is not None:
        before.game.check_seat(seat)
    word, _, what = move.partition(" ")
    told: list[Event] = []
    if word == "first":
        told.append({"kind": "first", "seat": int(what)})
    elif word == "deal":
        told += _dealt(before, move, seat)
    elif word == "play":
        told.append({"kind": "play", "seat": before.seat, **_layer(after.table.layers[before.seat][-1])})
    elif word == "raid":
        told += _raided(before, what)
    elif word == "draw":
        told += _drawn(before, what, after, seat)
    elif word == "pass":
        told.append({"kind": "pass", "seat": before.seat})
    else:
        told.append(_decided(before, word))
    if after.phase == "theft":
        victim = after.turn.victim
        told.append({"kind": "theft", "seat": after.seat, "from": victim, **_top(after.table, victim)})
    if after.phase == "over":
        told.append({"kind": "over", **after.result().view()})
    return told


def _dealt(before: LinkoState, move: str, seat: int | None) -> list[Event]:
    deal = read_deal(move, before.game.players)
    assert deal is not None
    hand = None if seat is None else _counts(deal.hands[seat])
    dealt = {"kind": "deal", "hand": hand, "pool": _names(deal.pool), "deck": len(deal.deck)}
    return [dealt, *_turned_up(before.table.dealt(deal))]


def _raided(before: LinkoState, what: str) -> list[Event]:
    number, _, name = what.partition("x")
    raided = {"kind": "raid", "seat": before.seat, "cards": [name] * int(number)}
    return [raided, *_turned_up(before.table.row_to_hand(CARDS.index(name), before.seat))]


def _turned_up(table: Table) -> Iterator[Event]:
    """Tell, card by card, how the virtual player's row is filled (V-2)."""
    while table.row_is_short():
        filled = table.turn_up_for_row()
        told = {"kind": "virtual", "card": CARDS[table.deck[0]]}
        if filled.pool == table.pool:
            yield {**told, "to": "row"}
        else:
            place = next(at for at, cards in enumerate(filled.pool) if cards != table.pool[at])
            yield {**told, "to": "pool", "place": place}
        table = filled


def _drawn(before: LinkoState, what: str, after: LinkoState, seat: int | None) -> list[Event]:
    """Tell who drew what, a card from the deck to its drawer only, and how the pool was refilled (L-12)."""
    deck = before.table.deck
    turned = deck[: len(deck) - len(after.table.deck)]
    told: Event = {"kind": "draw", "seat": before.actor, "from": "pool", "cards": what.split("+")}
    if what == "deck":
        told |= {"from": "deck", "cards": _names(turned[:1]) if seat == before.actor else None}
        turned = turned[1:]
    return [told, {"kind": "refill", "cards": _names(turned)}] if turned else [told]


def _decided(before: LinkoState, word: str) -> Event:
    """Tell what was decided about a stolen layer: ``grab``, ``leave``, ``recall`` or ``discard``."""
    victim = before.turn.victim
    return {"kind": word, "seat": before.actor, "from": victim, **_top(before.table, victim)}


def _top(table: Table, seat: int) -> dict[str, Any]:
    return _layer(table.layers[seat][-1])
