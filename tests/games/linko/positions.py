"""Positions of the card game, drawn in a few words.

``position("7 7 7 3 / 2x5 1j", "9 / 3x4+1j", "1 1", pool="2 5", deck="8 8")`` is the turn of seat 0, who holds
three 7s and a 3 and has played two 5s and a joker on them; seat 1 holds a 9 behind three 4s with a joker;
seat 2 has played nothing yet. The pool has two cards, the deck two 8s. All other cards have been discarded.
"""

from collections.abc import Iterable

import pytest

from stolik.core import Game, IllegalMove
from stolik.games.linko import LinkoState
from stolik.games.linko.notation import PLAY
from stolik.games.linko.pieces import CARDS, IN_BOX, NO_CARDS, Counts, Place, count
from stolik.games.linko.rules import turn_begins
from stolik.games.linko.table import Table

LAYERS = {move.removeprefix("play "): layer for layer, move in PLAY.items()}


def position(
    *seats: str,
    pool: str = "1 2 3 4 5 6",
    deck: str = "7 8 9 10 11 12",
    row: str | None = None,
    known: tuple[str, ...] = (),
    seat: int = 0,
    mode: str = "basic",
    quiet: int = 1,
    stall: int = 20,
) -> LinkoState:
    """Return the beginning of a turn of ``seat``; a ``row`` makes it a duel."""
    game = Game("linko", len(seats), mode=mode if row is None else "duel", stall=stall)
    people = [text.partition("/") for text in seats]
    table = Table(
        hands=tuple(counts(hand) for hand, _, _ in people),
        known=tuple(map(counts, known)) if known else (NO_CARDS,) * len(seats),
        layers=tuple(tuple(LAYERS[layer] for layer in layers.split()) for _, _, layers in people),
        pool=tuple(place(text) for text in pool.split()),
        deck=cards(deck),
        discard=NO_CARDS,
        row=None if row is None else counts(row),
    )
    left = tuple(all_of - used for all_of, used in zip(IN_BOX, on_table(table), strict=True))
    assert min(left) >= 0, "there are not so many cards in the box"
    return turn_begins(game, table._replace(discard=left), seat, quiet)


def cards(text: str) -> tuple[int, ...]:
    """Return the cards that are written like this: ``7 7 j``."""
    return tuple(CARDS.index(name) for name in text.split())


def counts(text: str) -> Counts:
    """Return how many of each card are written like this: ``7 7 j``."""
    return count(cards(text))


def place(text: str) -> Place:
    """Return the place of a pool that is written like this: ``7`` or ``5+13``."""
    return cards(text.replace("+", " "))


def on_table(table: Table) -> Counts:
    """Return how many of each card there are, all places together."""
    parts: list[Iterable[int]] = [table.deck, *table.pool]
    parts += [layer.cards() for layers in table.layers for layer in layers]
    piles = [*table.hands, table.discard, table.row or NO_CARDS, *map(count, parts)]
    return tuple(map(sum, zip(*piles, strict=True)))


def play(state: LinkoState, *moves: str) -> LinkoState:
    """Play moves in order."""
    for move in moves:
        state = state.play(move)
    return state


def refused(state: LinkoState, move: str) -> str:
    """Return the reason why a move is refused."""
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert error.value.allowed == state.moves()
    return error.value.reason


def hand(state: LinkoState, seat: int) -> str:
    """Return a hand as it is written in ``position``."""
    held = state.table.hands[seat]
    return " ".join(name for name, number in zip(CARDS, held, strict=True) for _ in range(number))


def layers(state: LinkoState, seat: int) -> str:
    """Return the layers before a seat as they are written in ``position``."""
    texts = {layer: text for text, layer in LAYERS.items()}
    return " ".join(texts[layer] for layer in state.table.layers[seat])


def pool(state: LinkoState) -> str:
    """Return the pool as it is written in ``position``."""
    return " ".join("+".join(CARDS[card] for card in cards) for cards in state.table.pool)


def deck(state: LinkoState) -> str:
    """Return the deck as it is written in ``position``."""
    return " ".join(CARDS[card] for card in state.table.deck)
