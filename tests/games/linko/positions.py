"""Positions of the card game in a few words, made with ``stolik.position``.

``position("7 7 7 3 / 2x5 1j", "9 / 3x4+1j", "1 1", pool="2 5", deck="8 8")`` is the turn of seat 0, who holds
three 7s and a 3 and has played two 5s and a joker on them; seat 1 holds a 9 behind three 4s with a joker;
seat 2 has played nothing yet. The pool has two cards, the deck two 8s. All other cards have been discarded.
"""

from collections.abc import Iterable

import pytest

import stolik
from stolik.core import IllegalMove
from stolik.core.positions import by_seat, listed
from stolik.games.linko import LinkoState
from stolik.games.linko.notation import layer_text, place_text
from stolik.games.linko.pieces import CARDS, NO_CARDS, Counts, count, spread
from stolik.games.linko.table import Table


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
    people = [text.partition("/") for text in seats]
    fields = {
        "players": len(seats),
        "mode": mode if row is None else "duel",
        "stall": stall,
        "hands": by_seat(listed(hand.split()) for hand, _, _ in people),
        "known": by_seat(listed(cards.split()) for cards in known or ("",) * len(seats)),
        "layers": by_seat(listed(layers.split()) for _, _, layers in people),
        "pool": listed(pool.split()),
        "deck": listed(deck.split()),
        "turn": seat,
        "quiet": quiet,
    }
    if row is not None:
        fields["virtual"] = listed(row.split())
    state = stolik.position(" ".join(["linko", *(f"{name}={value}" for name, value in fields.items())]))
    assert isinstance(state, LinkoState)
    return state


def cards(text: str) -> tuple[int, ...]:
    """Return the cards that are written like this: ``7 7 j``."""
    return tuple(CARDS.index(name) for name in text.split())


def counts(text: str) -> Counts:
    """Return how many of each card are written like this: ``7 7 j``."""
    return count(cards(text))


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
    return " ".join(CARDS[card] for card in spread(state.table.hands[seat]))


def layers(state: LinkoState, seat: int) -> str:
    """Return the layers before a seat as they are written in ``position``."""
    return " ".join(map(layer_text, state.table.layers[seat]))


def pool(state: LinkoState) -> str:
    """Return the pool as it is written in ``position``."""
    return " ".join(map(place_text, state.table.pool))


def deck(state: LinkoState) -> str:
    """Return the deck as it is written in ``position``."""
    return " ".join(CARDS[card] for card in state.table.deck)
