"""The text of a position of the card game. ``docs/notation.md`` has its fields with examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from operator import sub
from random import Random
from typing import Final, NamedTuple, get_args

from stolik.core import Game, Rng, position, shuffled
from stolik.core.positions import Fields, by_seat, listed, read_number, wrong
from stolik.games.linko.notation import DRAW, LAYERS, layer_text, place_text
from stolik.games.linko.pieces import (
    CARDS,
    IN_BOX,
    JOKER,
    NO_CARDS,
    POOL,
    ROW,
    THIRTEEN,
    Counts,
    Layer,
    Place,
    count,
    more,
    spread,
)
from stolik.games.linko.rules import LinkoState, Phase, Turn, beats, is_duel, moves_in, start
from stolik.games.linko.table import Table

DEALT: Final = ("hands", "known", "layers", "pool", "deck", "discard", "virtual")
OF_TURN: Final = ("victim", "owed", "quiet")
NAMES: Final = (*DEALT, "turn", "phase", *OF_TURN)
PHASES: Final[Mapping[str, Phase]] = {phase: phase for phase in get_args(Phase)}
THEFTS: Final = ("theft", "recall", "draw")
"""The phases about an opponent who is being robbed."""
UNKNOWN: Final = "?"

_CARD: Final = {name: card for card, name in enumerate(CARDS)}
_PLACE: Final = {place_text(place): place for place in DRAW}

# -- Writing ------------------------------------------------------------------------------------------------


def write(state: LinkoState, seat: int | None) -> dict[str, str]:
    """Return the fields of a position: all of it, or what ``seat`` knows of it."""
    turn = state.turn
    fields: dict[str, str] = {}
    if state.phase not in ("lots", "deal"):
        fields |= _written_table(state.table, seat)
    if state.seat:
        fields["turn"] = str(state.seat)
    if state.phase != _default_phase(state.game, dealt="hands" in fields):
        fields["phase"] = state.phase
    if state.phase in THEFTS:
        fields["victim"] = str(turn.victim)
    if state.phase == "draw":
        fields["owed"] = str(turn.owed)
    if turn.quiet != Turn(0).quiet:
        fields["quiet"] = str(turn.quiet)
    return fields


def _written_table(table: Table, seat: int | None) -> dict[str, str]:
    hidden = [seat not in (None, other) for other in range(len(table.hands))]
    hands = [
        _written_hand(hand, known if unseen else hand)
        for hand, known, unseen in zip(table.hands, table.known, hidden, strict=True)
    ]
    deck = listed(CARDS[card] for card in table.deck)
    if seat is not None and table.deck:
        deck = f"{len(table.deck)}{UNKNOWN}"
    fields = {
        "hands": by_seat(hands),
        "known": by_seat(map(_written_cards, table.known)) if any(map(any, table.known)) else "",
        "layers": by_seat(listed(map(layer_text, own)) for own in table.layers) if any(table.layers) else "",
        "pool": listed(map(place_text, table.pool)) if table.pool else "",
        "deck": deck if table.deck else "",
        "discard": "",
        "virtual": "" if table.row is None else _written_cards(table.row),
    }
    if UNKNOWN in fields["hands"] + fields["deck"] and any(table.discard):
        fields["discard"] = _written_cards(table.discard)
    return {name: value for name, value in fields.items() if value}


def _written_hand(hand: Counts, seen: Counts) -> str:
    """Return a hand of which the cards ``seen`` are written, and of the others how many they are."""
    unseen = sum(hand) - sum(seen)
    return listed([*_card_texts(seen), *([f"{unseen}{UNKNOWN}"] if unseen else [])])


def _written_cards(cards: Counts) -> str:
    return listed(_card_texts(cards))


def _card_texts(cards: Counts) -> list[str]:
    """Return cards of which the order does not matter: ``7``, ``3x7``, ``j``, ``2j``."""
    return [
        name if number == 1 else f"{number}j" if name == CARDS[JOKER] else f"{number}x{name}"
        for name, number in zip(CARDS, cards, strict=True)
        if number
    ]


# -- Reading ------------------------------------------------------------------------------------------------


def read(game: Game, given: Mapping[str, str], rng: Rng | None) -> LinkoState:
    """Return the state that the fields of a position describe; ``rng`` deals the cards that are unknown."""
    fields = Fields(game, given, NAMES)
    dealt = "hands" in fields
    phase = PHASES[fields.choice("phase", tuple(PHASES)) or _default_phase(game, dealt=dealt)]
    seat = fields.seat("turn")
    if phase in ("lots", "deal"):
        fields.only((), (*DEALT, *OF_TURN), f"phase={phase}")
        return _before_the_deal(game, seat, phase)
    if not dealt:
        raise ValueError(f"phase={phase} needs hands")
    table = _table(fields, rng)
    turn = _turn(fields, seat, phase)
    _check(fields, table, seat, turn, phase)
    actor = None if phase == "over" else turn.victim if phase in ("recall", "draw") else seat
    return LinkoState(game, table, seat, turn, phase, actor, moves_in(phase, table, seat))


def _default_phase(game: Game, *, dealt: bool) -> Phase:
    """Return the phase that the other fields mean if ``phase`` is left out."""
    return "play" if dealt else start(game).phase


def _before_the_deal(game: Game, seat: int, phase: Phase) -> LinkoState:
    lots = game.settings["first"] == "lots"
    if (phase == "lots" and not lots) or (seat and (phase == "lots" or not lots)):
        raise wrong(
            "turn", "0 before lots are drawn, or with phase=deal what they drew", f"{seat}, phase={phase}"
        )
    return start(game)._replace(seat=seat, phase=phase)


def _turn(fields: Fields, seat: int, phase: Phase) -> Turn:
    allowed = {"draw": OF_TURN, "theft": ("victim", "quiet"), "recall": ("victim", "quiet"), "over": ()}
    fields.only(allowed.get(phase, ("quiet",)), OF_TURN, f"phase={phase}")
    victim = fields.seat("victim", seat)
    if (victim == seat) == (phase in THEFTS):
        raise wrong("victim", f"the opponent whom seat {seat} robs", victim)
    if phase == "draw" and "owed" not in fields:
        raise ValueError("phase=draw needs owed")
    owed = fields.number("owed", int(phase == "may_draw"), 1)
    return Turn(victim, owed, phase in THEFTS, fields.number("quiet", Turn(0).quiet, 0))


def _check(fields: Fields, table: Table, seat: int, turn: Turn, phase: Phase) -> None:
    """Raise ``ValueError`` if the table is none that the phase can have."""
    game = fields.game
    if phase == "over":
        return
    if not all(map(any, table.hands)):
        raise wrong("hands", "cards for each seat unless phase=over", fields.given["hands"])
    if not table.pool and not table.deck:
        raise wrong("pool", "cards, or deck, unless phase=over", listed([]))
    if phase == "play":
        return
    if not table.layers[seat]:
        raise wrong(
            "layers", f"those of seat {seat} with the one just played", fields.given.get("layers", "-")
        )
    top = table.layers[seat][-1]
    if phase in ("theft", "recall"):
        theirs = table.layers[turn.victim]
        if not theirs or not beats(game.settings, top, theirs[-1]):
            raise wrong("victim", "a seat whose top layer is beaten by the one just played", turn.victim)
    if phase == "raid" and not (is_duel(game) and moves_in(phase, table, seat)):
        raise wrong("phase", "raid only with a set in the virtual player's row to steal", phase)
    if phase == "may_draw" and game.settings["mode"] not in ("basic", "duel"):
        raise wrong("phase", "may_draw only with mode=basic or mode=duel", phase)


# -- What is left open --------------------------------------------------------------------------------------


class Open(NamedTuple):
    """What a position leaves open, and what it says."""

    fields: dict[str, str]
    """The text by field, the name of the game first."""
    hands: tuple[Pile, ...]
    deck: tuple[int | None, ...]
    left: Counts
    """The cards that are unknown, wherever they are."""

    def filled(self, hands: Iterable[Iterable[int]], deck: Iterable[int]) -> str:
        """Return the text of the position in which these are the unknown cards, hand by hand."""
        whole = [more(pile.cards, cards) for pile, cards in zip(self.hands, hands, strict=True)]
        drawn = iter(deck)
        cards = [next(drawn) if card is None else card for card in self.deck]
        fields = self.fields | {"hands": by_seat(map(_written_cards, whole))}
        if cards:
            fields["deck"] = listed(CARDS[card] for card in cards)
        return " ".join(f"{name}={value}" if value else name for name, value in fields.items())


def left_open(text: str) -> Open | None:
    """Return what a position leaves open, if it does."""
    if UNKNOWN not in text:
        return None
    some = position(text, Random(0))  # in this deal the unknown cards are somewhere, and the text is right
    assert isinstance(some, LinkoState)
    name, *parts = text.split(" ")
    given = dict(part.split("=", 1) for part in parts)
    fields = Fields(some.game, {name: given[name] for name in ("hands", "deck") if name in given}, NAMES)
    hands = tuple(_pile("hands", texts) for texts in fields.seats("hands"))
    deck = tuple(_pile_in_order("deck", fields.items("deck")))
    there = [*map(spread, some.table.hands), some.table.deck]
    named = [*(spread(hand.cards) for hand in hands), [card for card in deck if card is not None]]
    left = tuple(map(sub, count(chain(*there)), count(chain(*named))))
    return Open({name: "", **given}, hands, deck, left)


# -- Cards --------------------------------------------------------------------------------------------------


class Pile(NamedTuple):
    """Cards as they are written: those that are named, and how many are unknown."""

    cards: Counts
    unknown: int


def _table(fields: Fields, rng: Rng | None) -> Table:
    game = fields.game
    hands = [_pile("hands", texts) for texts in fields.seats("hands")]
    known = [_cards("known", texts) for texts in fields.seats("known")]
    for seat, (hand, seen) in enumerate(zip(hands, known, strict=True)):
        if min(map(sub, hand.cards, seen)) < 0:
            raise wrong("known", f"cards that hands names for seat {seat}", _written_cards(seen))
    layers = tuple(tuple(map(_layer, own)) for own in fields.seats("layers"))
    pool = _pool(fields)
    deck = _pile_in_order("deck", fields.items("deck"))
    row = _row(fields)
    discard = _cards("discard", fields.items("discard"))
    placed = [*(hand.cards for hand in hands), discard, row or NO_CARDS]
    placed += [count(card for card in deck if card is not None), count(chain(*pool))]
    placed += [count(layer.cards()) for own in layers for layer in own]
    left = _left(placed)
    unknown = sum(hand.unknown for hand in hands) + deck.count(None)
    if unknown and rng is None:
        raise ValueError(f"hands or deck have unknown cards ({UNKNOWN}): position(text, rng) deals them")
    if not unknown and "discard" not in fields:
        discard = left
    elif sum(left) != unknown:
        raise ValueError(
            f"{unknown} cards are unknown ({UNKNOWN}), and {sum(left)} of the box are left for them"
        )
    elif rng is not None:
        hands, deck = _deal(hands, deck, shuffled(rng, spread(left)))
    return Table(
        tuple(hand.cards for hand in hands),
        tuple(known),
        layers,
        pool,
        tuple(card for card in deck if card is not None),
        discard,
        row if is_duel(game) else None,
    )


def _left(placed: Iterable[Counts]) -> Counts:
    """Return the cards of the box that are not placed anywhere."""
    used = tuple(map(sum, zip(*placed, strict=True)))
    for name, number, there in zip(CARDS, used, IN_BOX, strict=True):
        if number > there:
            raise ValueError(f"the box has {there} cards {name}, and {number} are written")
    return tuple(map(sub, IN_BOX, used))


def _deal(hands: list[Pile], deck: list[int | None], cards: list[int]) -> tuple[list[Pile], list[int | None]]:
    """Return the hands in order, then the deck, with their unknown cards dealt."""
    dealt = iter(cards)
    hands = [Pile(more(hand.cards, [next(dealt) for _ in range(hand.unknown)]), 0) for hand in hands]
    return hands, [next(dealt) if card is None else card for card in deck]


def _pile(field: str, texts: Iterable[str]) -> Pile:
    """Return cards of which the order does not matter."""
    cards, unknown = NO_CARDS, 0
    for text in texts:
        if text.endswith(UNKNOWN):
            unknown += read_number(field, text.removesuffix(UNKNOWN), 1, sum(IN_BOX))
            continue
        number, times, name = text.partition("x")
        if not times:
            joker = text.endswith(CARDS[JOKER]) and text != CARDS[JOKER]
            number, name = (text[:-1], CARDS[JOKER]) if joker else ("1", text)
        if name not in _CARD:
            raise wrong(field, f"cards such as 7, 3x7, j or 2j ({CARDS[0]} to {CARDS[-2]})", text)
        card = _CARD[name]
        cards = more(cards, [card] * read_number(field, number, 1, IN_BOX[card]))
    return Pile(cards, unknown)


def _cards(field: str, texts: list[str]) -> Counts:
    """Return cards all of which are named."""
    cards, unknown = _pile(field, texts)
    if unknown:
        raise wrong(field, f"cards that everybody knows, without '{UNKNOWN}'", listed(texts))
    return cards


def _pile_in_order(field: str, texts: Iterable[str]) -> list[int | None]:
    """Return cards in their order, the unknown ones as ``None``."""
    cards: list[int | None] = []
    for text in texts:
        if text in _CARD:
            cards.append(_CARD[text])
        elif text.endswith(UNKNOWN):
            cards += [None] * read_number(field, text.removesuffix(UNKNOWN), 1, sum(IN_BOX))
        else:
            raise wrong(field, f"single cards, {CARDS[0]} to {CARDS[-2]} or j, top first", text)
    return cards


def _layer(text: str) -> Layer:
    layer = LAYERS.get(f"play {text}")
    if layer is None:
        raise wrong("layers", "layers such as 3x7, 3x7+1j or 2j", text)
    return layer


def _pool(fields: Fields) -> tuple[Place, ...]:
    texts = fields.items("pool")
    for text in texts:
        if text not in _PLACE or ("+" in text and not is_duel(fields.game)):
            raise wrong("pool", "cards such as 7 or j, or in a duel groups such as 5+13", text)
    if len(texts) > POOL:
        raise wrong("pool", f"at most {POOL} places", len(texts))
    return tuple(_PLACE[text] for text in texts)


def _row(fields: Fields) -> Counts:
    if "virtual" in fields and not is_duel(fields.game):
        raise wrong("virtual", "left out unless mode=duel", fields.given["virtual"])
    row = _cards("virtual", fields.items("virtual"))
    if sum(row) > ROW or any(row[THIRTEEN:]):
        raise wrong(
            "virtual", f"at most {ROW} cards, {CARDS[0]} to {CARDS[THIRTEEN - 1]}", _written_cards(row)
        )
    return row
