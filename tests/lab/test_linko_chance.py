"""Chance in the lab is what it should be: cards off a deck are drawn like cards off a shuffled deck."""

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stolik import Game
from stolik.games.linko import LinkoState
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.lab import State, bridge, chance, counts, make, observe
from stolik.games.linko.pieces import CARDS, HAND, IN_BOX, JOKER, POOL
from tests.games.linko.positions import play, position

BATCH = 20_000


def surprise(found: Counter[Any], expected: dict[Any, float]) -> float:
    """Return by how many standard deviations a chi-square statistic exceeds what chance alone makes of it."""
    assert found.keys() <= expected.keys()
    assert min(expected.values()) >= 5
    statistic = sum((found[what] - due) ** 2 / due for what, due in expected.items())
    freedom = len(expected) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


def stepped(state: LinkoState, move: str, seed: int) -> State:
    """Take the same action in many games."""
    env = make(state.game)
    numbers = {str(text): action for action, (text,) in Encoding(state.game).moves(state).items()}
    lab = jax.tree.map(lambda one: jnp.repeat(one, BATCH, axis=0), bridge.from_states([state]))
    after: State = jax.jit(env.step)(lab, jnp.full(BATCH, numbers[move]), jax.random.key(seed))
    return after


def test_a_card_drawn_and_the_card_turned_up_after_it_are_any_two_of_the_deck() -> None:  # L-12
    start = position("9 9 1", "2 / 2x5", "3", pool="1 1 2 2 3 3", deck="4 4 4 4 6 6 6 7 7 13 j j")
    state = play(start, "play 2x9", "leave", "discard", "draw 1")
    assert isinstance(state, LinkoState)
    after = stepped(state, "draw deck", seed=11)
    before = np.array(state.table.hands[1])
    drawn = (np.asarray(counts.each(after.hands[:, 1])) - before).argmax(1)
    turned = np.asarray(after.pool[:, POOL - 1])
    deck = Counter(state.table.deck)
    pairs = {
        (one, two): BATCH * deck[one] * (deck[two] - (one == two)) / (12 * 11)
        for one, two in product(deck, repeat=2)
        if deck[one] > (one == two)
    }
    found = Counter(zip(drawn.tolist(), turned.tolist(), strict=True))
    assert abs(surprise(found, pairs)) < 4


@cache
def dealt(mode: str, players: int, first: str = "seat0") -> State:
    env = make(Game("linko", players, mode=mode, first=first))
    state: State = jax.jit(env.init, static_argnums=1)(jax.random.key(5), BATCH)
    return state


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("card", [0, 6, JOKER])
def test_a_dealt_hand_has_as_many_of_a_card_as_any_thirteen_of_the_box(seat: int, card: int) -> None:  # L-2
    held = np.asarray(counts.each(dealt("basic", 3).hands[:, seat]))[:, card]
    there, others = IN_BOX[card], sum(IN_BOX) - IN_BOX[card]
    expected = {
        number: BATCH * comb(there, number) * comb(others, HAND - number) / comb(sum(IN_BOX), HAND)
        for number in range(there + 1)
    }
    rare = [number for number, due in expected.items() if due < 5]
    pooled = {number: due for number, due in expected.items() if number not in rare}
    pooled[min(rare) - 1] += sum(expected[number] for number in rare)
    found = Counter(np.minimum(held, min(rare) - 1).tolist())
    assert abs(surprise(found, pooled)) < 4


@pytest.mark.parametrize(("mode", "players"), [("basic", 3), ("expert", 5), ("duel", 2)])
def test_a_deal_is_all_cards_of_the_box(mode: str, players: int) -> None:  # L-1, L-2, V-1, V-2
    state = dealt(mode, players)
    assert not np.asarray(observe.discarded(state)).any()
    assert (np.asarray(counts.total(state.hands)) == HAND).all()
    row = np.asarray(counts.each(state.row))
    if mode == "duel":
        assert (row.sum(1) == HAND).all()
        assert not row[:, JOKER - 1 :].any()
        assert (np.asarray(counts.jokers_of(state.hands)) >= 2).all()
    else:
        assert (np.asarray(state.pool) < len(CARDS)).all()


def test_lots_are_fair() -> None:  # L-2
    found = Counter(np.asarray(dealt("basic", 3, "lots").current_player).tolist())
    assert abs(surprise(found, dict.fromkeys(range(3), BATCH / 3))) < 4


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (position("1 1 5 7 j j", "2", "3"), ()),
        (position("9 1", "2", "3", pool="4 4 7 7 7 j"), ("play 1x9",)),
        (position("9 1", "2", pool="4 4+13 4+13 5+13 5 j", row="1 2 2 3 3 4 4 5 5 6 7 8 9"), ("play 1x9",)),
        (position("9 1", "2 / 1x2", "3"), ("play 1x9", "leave")),
    ],
    ids=["play", "may_draw", "raid", "recall"],
)
def test_a_random_action_is_any_legal_one_equally_often(state: LinkoState, moves: tuple[str, ...]) -> None:
    now = play(state, *moves)
    assert isinstance(now, LinkoState)
    encoding = Encoding(now.game)
    many = len(encoding.legal(now)) * 50
    evenly = (np.arange(many) * (2**32 / many)).astype(np.uint32)
    lab = jax.tree.map(lambda one: jnp.repeat(one, many, axis=0), bridge.from_states([now]))
    chosen = jax.jit(observe.any_legal, static_argnums=0)(now.game, lab, evenly)
    found = Counter(np.asarray(chosen).tolist())
    assert sorted(found) == encoding.legal(now)
    assert max(abs(number - 50) for number in found.values()) <= 1


def test_every_counter_mixes_other_random_numbers() -> None:
    bits = jax.random.bits(jax.random.key(9), (2000, chance.RANDOM_WORDS), jnp.uint32)
    words = np.stack([np.asarray(chance.number(bits, counter)) for counter in range(8)], axis=1)
    ones = (words[:, :, None] >> np.arange(32, dtype=np.uint32) & 1).reshape(2000, -1).astype(float)
    related = np.corrcoef(ones, rowvar=False) - np.eye(8 * 32)
    assert np.abs(related).max() < 6 / 2000**0.5
