"""What a GPU does, where loops are written out, is what a CPU does."""

from __future__ import annotations

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from stolik import lab
from stolik.core import CHANCE, Game, Move
from stolik.games.linko import LinkoState
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.lab import State, bridge, counts, table
from stolik.games.linko.lab import env as linko_env
from stolik.games.linko.lab.env import DEALT_AT_ONCE
from stolik.games.linko.lab.rules import MOST_FOR_THE_ROW
from stolik.games.linko.pieces import POOL, ROW
from stolik.lab import small, stages
from stolik.lab.small import first_flags, up_to
from tests.games.linko.playing import PLAYERS, plies, start
from tests.games.linko.positions import play, position
from tests.lab.linko_games import quick_jit

Moment = tuple[LinkoState, Move]
"""A moment of a game, and what is played."""


def as_on_a_graphics_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(stages, "on_gpu", lambda: True)


def assert_same(ours: object, theirs: object) -> None:
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


# -- Moments ----------------------------------------------------------------------------------------------


def moments_of(state: LinkoState, *moves: str) -> list[Moment]:
    """Play moves; return every moment before one, and the move."""
    found = []
    for move in moves:
        found.append((state, Move(move)))
        state = play(state, move)
    return found


def played(mode: str, players: int) -> list[Moment]:
    """Return some moments of games of every kind of player, and two in which they end."""
    found: list[Moment] = []
    for seed, player in enumerate(PLAYERS):
        game = [
            (state, move)
            for state, move, _ in plies(start(mode, players), random.Random(seed), player)
            if state.actor != CHANCE
        ]
        found += game[:: len(game) // 4 + 1]
        if seed < 2:
            found.append(game[-1])
    return found


def hard_for_three() -> list[Moment]:
    """Long draws, a pool that is refilled at once, and decks that run out on the way."""
    ten = position(
        "9 9 9 9 9 9 9 9 j j 1", "2 / 8x5+2j", "3", pool="1 1 2 2 3 3", deck=" ".join(["4", "6"] * 8)
    )
    four = position("9 9 9 1", "2 / 3x5", "3", pool="1", deck="4 4 6")
    return [
        *moments_of(ten, "play 8x9+2j", "grab", *["draw 1", "draw 2", "draw 3"] * 2, *["draw deck"] * 4),
        *moments_of(four, "play 3x9", "leave", "discard", "draw 1", "draw deck", "draw deck"),
        *moments_of(position("9 9 1", "2 / 2x5", "3", pool="1 2 3", deck="4"), "play 2x9", "grab", "draw 1"),
        *moments_of(position("9", "2 3 / 3x5", "4 4 / 3x6"), "play 1x9"),
    ]


def hard_for_two() -> list[Moment]:
    """Raids after which most of what is turned up goes onto the pool, and decks that run out on the way."""
    onto_it = "13 13 13 13 13 13 13 13 j j j j j"
    low, high = "1 1 2 2 3 3 5 5 6 6 7 7", "8 8 8 8 10 10 10 11 11"
    rows_and_decks = (
        ("8x4", f"{onto_it} {low}"),
        ("8x4", f"{onto_it} {low} {high}"),
        ("8x4 1 1 2 2 3", f"{onto_it} {high}"),
        ("8x4 1 1 2 2 3", onto_it),
        ("8x4 1 1 2 2 3", "5 13 j"),
        ("8x4 1 1 2 2 3", ""),
    )
    states = [
        position("9 9 9 9 9 9 9 9 1", "2", pool="1 2 3 5 6 10", row=row, deck=deck)
        for row, deck in rows_and_decks
    ]
    return [moment for state in states for moment in moments_of(state, "play 8x9", "raid 8x4")]


def batch(game: Game, moments: list[Moment]) -> tuple[State, Array]:
    """Return moments in the lab, and the action of each move."""
    encoding = Encoding(game)
    actions = [
        action
        for state, move in moments
        for action, moves in encoding.moves(state).items()
        if moves == (move,)
    ]
    assert len(actions) == len(moments)
    return bridge.from_states([state for state, _ in moments]), jnp.array(actions, jnp.int32)


# -- The comparison ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "players", "at_once"), [("basic", 3, 1), ("duel", 2, DEALT_AT_ONCE)])
def test_written_out_loops_play_the_same(
    mode: str, players: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a batch is so large that a few games are dealt at a time."""
    env = lab.make("linko", mode=mode, players=players)
    hard = hard_for_two() if mode == "duel" else hard_for_three()
    state, action = batch(env.game, hard + played(mode, players))
    key = jax.random.key(1)
    step = quick_jit(env.step_with_end)(state, action, key)
    seen, chosen = quick_jit(env.observe)(state), quick_jit(env.random)(state, key)

    as_on_a_graphics_card(monkeypatch)
    monkeypatch.setattr(linko_env, "DEALT_AT_ONCE", at_once)
    with jax.disable_jit():
        assert_same(env.step_with_end(state, action, key), step)
        assert_same(env.observe(state), seen)
        assert_same(env.random(state, key), chosen)

    after, _ = step
    assert after.terminated.sum() >= 2, "some are dealt again"
    check_the_duel(state, after) if mode == "duel" else check_the_draws(state, after)


def check_the_draws(state: State, after: State) -> None:
    """Check that in some games something hard happened to draws and the pool."""
    turn = table.unpack(state.turn)
    assert turn.owed.max() == 10
    last = (turn.phase == table.DRAW) & (turn.owed == 1)
    before, places = (small.total(table.is_place(one.pool)) for one in (state, after))
    ran_out = counts.is_empty(after.deck) & ~counts.is_empty(state.deck)
    assert (last & (before == 0) & (places == POOL)).any(), "all places are refilled"
    assert (last & ran_out & (places > before) & (places < POOL)).any(), "the deck runs out in between"


def check_the_duel(state: State, after: State) -> None:
    """Check that in some games something hard happened to the row."""
    turned_up = counts.total(state.deck) - counts.total(after.deck)
    refilled = counts.total(after.row)
    assert turned_up.max() >= MOST_FOR_THE_ROW - 1
    assert ((turned_up >= 20) & (refilled == ROW)).any(), "many cards are turned up, and more are left"
    ran_out = counts.is_empty(after.deck) & (turned_up > 0)
    assert (ran_out & (turned_up > 20) & (refilled < ROW)).any(), "the deck runs out before the row is full"


# -- What loops are written out with ----------------------------------------------------------------------


def test_first_flags_are_the_first_places_and_then_the_size() -> None:
    flags = jnp.array([False, True, False, True, True, False])
    for most, due in ((1, [1]), (2, [1, 3]), (3, [1, 3, 4]), (5, [1, 3, 4, 6, 6])):
        assert first_flags(flags, most).tolist() == due
    assert first_flags(jnp.zeros(4, bool), 2).tolist() == [4, 4]
    assert first_flags(jnp.ones(3, bool), 3).tolist() == [0, 1, 2]


def test_sums_up_to_each_place() -> None:
    assert up_to(jnp.array([[1, 2, 3], [4, 0, 1]])).tolist() == [[1, 3, 6], [4, 4, 5]]
    assert up_to(jnp.array([[True, False, True]])).tolist() == [[1, 1, 2]], "flags are counted"
    assert up_to(jnp.array([[200, 200]], jnp.uint8)).tolist() == [[200, 400]], "small numbers have room"
