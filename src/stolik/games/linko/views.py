"""What the card game shows: views of a moment, and events between two, each as one seat may see it.

Nobody is ever shown another hand or the order of the deck. ``known`` says what everybody knows of a hand,
having seen the cards go there. A layer of jokers alone has the value 14, above every number (L-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict, cast

from stolik.core import View
from stolik.games.linko.notation import read_deal
from stolik.games.linko.pieces import CARDS, Counts, Layer
from stolik.games.linko.table import Table

if TYPE_CHECKING:
    from stolik.games.linko.rules import LinkoState

# -- Types ------------------------------------------------------------------------------------------------

Cards = dict[str, int]
"""How many there are of each card, by its name; cards that are not there are left out."""


class LayerView(TypedDict):
    """Cards played together."""

    value: int
    """What the cards count as: 1 to 13, or 14 for jokers alone (L-4)."""
    cards: list[str]
    """The cards, jokers last."""


class LinkoSeat(TypedDict):
    """What everybody sees of a player."""

    cards: int
    """How many are in the hand."""
    score: int
    """What the player would score now."""
    layers: list[LayerView]
    """The layers, the top one last."""
    known: Cards
    """The cards that everybody knows to be in the hand, having seen them go there."""


class LinkoTurn(TypedDict):
    """The turn that is being played."""

    seat: int
    """Whose turn it is."""
    stole: bool
    """Whether something has been stolen this turn."""
    quiet: int
    """How many turns in a row, this one included, no card has left the deck or the pool (L-21)."""


class Pending(TypedDict):
    """What has to be settled before the turn goes on.

    ``theft`` and ``recall`` are about the victim's ``layer``, ``raid`` about the thief's own ``layer``;
    ``draw`` and ``may_draw`` have a ``drawer``, and how many ``cards`` are still to be drawn.
    """

    kind: Literal["theft", "recall", "raid", "draw", "may_draw"]
    """What it is: the same as the view's ``phase``."""
    thief: NotRequired[int]
    """The seat that steals."""
    victim: NotRequired[int]
    """The seat that is robbed."""
    layer: NotRequired[LayerView]
    """The layer it is about."""
    drawer: NotRequired[int]
    """The seat that draws."""
    cards: NotRequired[int]
    """How many cards are still to be drawn."""


class LinkoTable(TypedDict):
    """The part of a view that is the card game's own."""

    seats: list[LinkoSeat]
    """What everybody sees of each player."""
    hand: Cards | None
    """The own cards; ``None`` for a spectator."""
    pool: list[list[str]]
    """The places of the pool from left to right, the cards on each from the bottom."""
    deck: int
    """How many cards the deck has."""
    discard: Cards
    """The discard pile."""
    virtual: Cards | None
    """The virtual player's row; ``None`` outside the duel."""
    turn: LinkoTurn | None
    """The turn in progress; ``None`` before the deal and after the end."""
    pending: Pending | None
    """What has to be settled before the turn goes on."""
    parts: list[dict[str, int]] | None
    """When the game is over, what the score of each seat is made of: ``table`` and (negative) ``hand``."""


class LinkoView(View, LinkoTable):
    """What one seat may see of the card game."""

    mode: Literal["basic", "advanced", "expert", "duel"]
    """Which rules apply."""
    row: Literal["full", "dealt"]
    """How the virtual player's row is laid out (V-2)."""
    first: Literal["seat0", "lots"]
    """Who begins (L-2)."""
    stall: int
    """After how many rounds in which no card leaves the deck or the pool the game ends; 0: never (L-21)."""


class FirstEvent(TypedDict):
    """Lots were drawn: who begins (L-2)."""

    kind: Literal["first"]
    seat: int


class DealEvent(TypedDict):
    """The cards were dealt; ``hand`` is the viewer's own."""

    kind: Literal["deal"]
    hand: Cards | None
    pool: list[str]
    deck: int


class PlayEvent(LayerView):
    """A layer was played; ``scores`` are those of all seats then."""

    kind: Literal["play"]
    seat: int
    scores: list[int]


TheftEvent = TypedDict(
    "TheftEvent", {"kind": Literal["theft"], "seat": int, "from": int, "value": int, "cards": list[str]}
)
"""A layer is beaten and must be stolen (L-6); ``seat`` is the thief, who decides next."""

SettledEvent = TypedDict(
    "SettledEvent",
    {
        "kind": Literal["grab", "leave", "recall", "discard"],
        "seat": int,
        "from": int,
        "value": int,
        "cards": list[str],
        "scores": list[int],
    },
)
"""It was decided about a stolen layer: by the thief (``grab``, ``leave``) or its owner (``recall``,
``discard``); ``seat`` decided, ``from`` is the owner, ``scores`` are those of all seats then."""


class RaidEvent(TypedDict):
    """A set of the virtual player was stolen (V-5); ``scores`` are those of all seats then."""

    kind: Literal["raid"]
    seat: int
    cards: list[str]
    scores: list[int]


class VirtualEvent(TypedDict):
    """A card was turned up for the virtual player: into the row, or onto a place of the pool (V-2)."""

    kind: Literal["virtual"]
    card: str
    to: Literal["row", "pool"]
    place: NotRequired[int]


DrawEvent = TypedDict(
    "DrawEvent",
    {
        "kind": Literal["draw"],
        "seat": int,
        "from": Literal["pool", "deck"],
        "cards": list[str] | None,
        "scores": list[int],
    },
)
"""A card, or a group of the pool, was drawn; ``cards`` is ``None`` where the viewer may not see it,
``scores`` are those of all seats then."""


class RefillEvent(TypedDict):
    """The pool was refilled (L-12)."""

    kind: Literal["refill"]
    cards: list[str]


class PassEvent(TypedDict):
    """A player does without the card of L-16."""

    kind: Literal["pass"]
    seat: int


class OverEvent(TypedDict):
    """The game is over: ``reason`` is ``hand_empty`` (L-5), ``cards_out`` (L-17) or ``stall`` (L-21)."""

    kind: Literal["over"]
    scores: list[int]
    places: list[int]
    reason: str


LinkoEvent = (
    FirstEvent | DealEvent | PlayEvent | TheftEvent | SettledEvent | RaidEvent | VirtualEvent | DrawEvent
    | RefillEvent | PassEvent | OverEvent
)  # fmt: skip

# -- Views ------------------------------------------------------------------------------------------------


def shown(state: LinkoState, seat: int | None) -> LinkoTable:
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
        "parts": _parts(table) if state.phase == "over" else None,
    }


def _parts(table: Table) -> list[dict[str, int]]:
    """Return what the scores are made of."""
    return [
        {"table": table.score(seat) + table.cards_in_hand(seat), "hand": -table.cards_in_hand(seat)}
        for seat in range(len(table.hands))
    ]


def _names(cards: Iterable[int]) -> list[str]:
    return [CARDS[card] for card in cards]


def _counts(counts: Counts) -> Cards:
    return {name: number for name, number in zip(CARDS, counts, strict=True) if number}


def _layer(layer: Layer) -> LayerView:
    return {"value": layer.value + 1, "cards": _names(layer.cards())}


def _turn(state: LinkoState) -> LinkoTurn | None:
    """Return whose turn it is, whether they have stolen, and since how many turns nothing moved (L-21)."""
    if state.phase in ("lots", "deal", "over"):
        return None
    return {"seat": state.seat, "stole": state.turn.stole, "quiet": state.turn.quiet}


def _pending(state: LinkoState) -> Pending | None:
    """Return what has to be settled before the turn goes on."""
    seat, victim = state.seat, state.turn.victim
    if state.phase == "theft" or state.phase == "recall":
        return {"kind": state.phase, "thief": seat, "victim": victim, "layer": _top(state.table, victim)}
    if state.phase == "raid":
        return {"kind": "raid", "thief": seat, "layer": _top(state.table, seat)}
    if state.phase == "draw" or state.phase == "may_draw":
        assert state.actor is not None
        return {"kind": state.phase, "drawer": state.actor, "cards": state.turn.owed}
    return None


# -- Events -----------------------------------------------------------------------------------------------


def events(before: LinkoState, move: str, after: LinkoState, seat: int | None) -> list[LinkoEvent]:
    """Return what a move made happen, in the order in which it happened, as ``seat`` may see it."""
    word, _, what = move.partition(" ")
    told: list[LinkoEvent] = []
    if word == "first":
        told.append({"kind": "first", "seat": int(what)})
    elif word == "deal":
        told += _dealt(before, move, after, seat)
    elif word == "play":
        layer = _layer(after.table.layers[before.seat][-1])
        told.append({"kind": "play", "seat": before.seat, **layer, "scores": _scores(after)})
    elif word == "raid":
        told += _raided(before, what, after)
    elif word == "draw":
        told += _drawn(before, what, after, seat)
    elif word == "pass":
        told.append({"kind": "pass", "seat": before.seat})
    else:
        told.append(_settled(before, word, after))
    if after.phase == "theft":
        victim = after.turn.victim
        told.append({"kind": "theft", "seat": after.seat, "from": victim, **_top(after.table, victim)})
    if after.phase == "over":
        told.append({"kind": "over", **after.result().view()})
    return told


def _dealt(before: LinkoState, move: str, after: LinkoState, seat: int | None) -> list[LinkoEvent]:
    deal = read_deal(move, before.game.players)
    assert deal is not None
    hand = None if seat is None else _counts(deal.hands[seat])
    dealt: DealEvent = {"kind": "deal", "hand": hand, "pool": _names(deal.pool), "deck": len(deal.deck)}
    return [dealt, *_turned_up(before.table.dealt(deal), after.table)]


def _scores(state: LinkoState) -> list[int]:
    return [state.table.score(seat) for seat in range(state.game.players)]


def _raided(before: LinkoState, what: str, after: LinkoState) -> list[LinkoEvent]:
    number, _, name = what.partition("x")
    cards = [name] * int(number)
    raided: RaidEvent = {"kind": "raid", "seat": before.seat, "cards": cards, "scores": _scores(after)}
    stolen = before.table.row_to_hand(CARDS.index(name), before.seat)
    return [raided, *_turned_up(stolen, after.table)]


def _turned_up(table: Table, after: Table) -> Iterator[VirtualEvent]:
    """Tell, card by card, how cards were turned up for the virtual player (V-2)."""
    while len(table.deck) > len(after.deck):
        filled = table.turn_up_for_row()
        card = CARDS[table.deck[0]]
        if filled.pool == table.pool:
            yield {"kind": "virtual", "card": card, "to": "row"}
        else:
            place = next(at for at, cards in enumerate(filled.pool) if cards != table.pool[at])
            yield {"kind": "virtual", "card": card, "to": "pool", "place": place}
        table = filled


def _drawn(before: LinkoState, what: str, after: LinkoState, seat: int | None) -> list[LinkoEvent]:
    """Tell who drew what, a card from the deck to its drawer only, and how the pool was refilled (L-12)."""
    deck = before.table.deck
    turned = deck[: len(deck) - len(after.table.deck)]
    drawer = before.actor
    assert drawer is not None
    told: DrawEvent = {
        "kind": "draw",
        "seat": drawer,
        "from": "pool",
        "cards": what.split("+"),
        "scores": _scores(after),
    }
    if what == "deck":
        told["from"] = "deck"
        told["cards"] = _names(turned[:1]) if seat == drawer else None
        turned = turned[1:]
    return [told, {"kind": "refill", "cards": _names(turned)}] if turned else [told]


def _settled(before: LinkoState, word: str, after: LinkoState) -> SettledEvent:
    """Tell what was decided about a stolen layer: ``grab``, ``leave``, ``recall`` or ``discard``."""
    victim = before.turn.victim
    assert before.actor is not None
    layer = _top(before.table, victim)
    kind = cast(Literal["grab", "leave", "recall", "discard"], word)
    return {"kind": kind, "seat": before.actor, "from": victim, **layer, "scores": _scores(after)}


def _top(table: Table, seat: int) -> LayerView:
    return _layer(table.layers[seat][-1])
