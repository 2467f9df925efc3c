"""The environment of the card game: shapes, options, ends and new beginnings, and the ways JAX runs it."""

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, PartitionSpec

from stolik import lab
from stolik.encoding import encoding_of
from stolik.games.linko.lab import State, bridge, counts, observe
from stolik.games.linko.lab.table import PLAY, most_under, unpack
from stolik.games.linko.pieces import HAND
from tests.lab.linko_games import quick_jit

ENV = lab.make("linko", players=3, mode="advanced", stall=1)
KEY = jax.random.key(4)
BATCH = 64

begin = quick_jit(lambda env, key, batch: env.init(key, batch), static_argnums=(0, 2))
step = quick_jit(ENV.random_step)
"""Compiled once for all tests, which is what takes their time."""


def begun(env: lab.BatchEnv[State] = ENV, batch: int = BATCH) -> State:
    state: State = begin(env, KEY, batch)
    return state


@pytest.mark.parametrize(("players", "mode"), [(2, "basic"), (3, "duel"), (6, "basic")])
def test_options_are_checked_like_those_of_the_game(players: int, mode: str) -> None:
    with pytest.raises(ValueError, match="players"):
        lab.make("linko", players=players, mode=mode)


def test_sizes_are_those_of_the_encoding() -> None:
    state = jax.eval_shape(lambda: ENV.init(KEY, 5))
    encoding = encoding_of(ENV.game)
    legal, observation = jax.eval_shape(ENV.legal, state), jax.eval_shape(ENV.observe, state)
    assert (legal.shape, legal.dtype) == ((5, encoding.actions), jnp.bool)
    assert (observation.shape, observation.dtype) == ((5, encoding.observation_size), jnp.float32)


def test_the_parts_of_an_observation_have_names() -> None:
    env = lab.make("linko", players=3)
    seen = env.observe(env.init(jax.random.key(1), 4))
    assert (seen[:, env.parts["hand"]].sum(1) * 8 == 13).all()
    assert (seen[:, env.parts["turn"]] == jnp.array([1, 0, 0])).all()


def test_environments_with_the_same_settings_are_equal() -> None:
    assert lab.make("linko", players=3, mode="advanced", stall=1) == ENV != lab.make("linko", players=3)
    assert hash(lab.make("linko", players=3, mode="advanced", stall=1)) == hash(ENV)


def test_every_seat_sees_what_the_engine_shows_it() -> None:
    state = begun()
    for key in jax.random.split(KEY, 25):
        state = step(state, key)
    states, encoding = bridge.to_states(ENV.game, state, random.Random(1)), encoding_of(ENV.game)
    observe = quick_jit(ENV.observe)
    for seat in range(ENV.players):
        seen_there = observe(state, jnp.full(BATCH, seat))
        assert seen_there.tolist() == [encoding.observation(one.view(seat)) for one in states]


def test_games_that_end_give_rewards_and_restart_ended() -> None:
    state, ended = begun(), 0
    for key in jax.random.split(KEY, 120):
        before, state = state, step(state, key)
        over = np.asarray(state.terminated)
        ended += over.sum()
        rewards = np.asarray(state.rewards)
        assert not rewards[~over].any()
        assert np.allclose(rewards[over].sum(1), 0)
        turn = unpack(state.turn)
        assert (np.asarray(turn.phase)[over] == PLAY).all()
        assert (np.asarray(counts.total(state.hands))[over] == HAND).all()
        assert not np.asarray(state.under)[over].any()
        assert (np.asarray(before.deck) != np.asarray(state.deck)).any(1)[over].all()
    assert ended > BATCH


def test_cards_never_get_lost_in_long_random_play() -> None:
    env = lab.make("linko", players=2, mode="duel")
    state, ended = env.random_play(begun(env, 256), KEY, 300)
    assert int(ended) > 0
    discard = np.asarray(counts.each(observe.discarded(state)))
    assert (discard <= 8).all()
    piles = [state.hands.sum(1), state.laid.sum(1), observe.pool_cards(state.pool), state.deck, state.row]
    assert (sum(np.asarray(counts.total(pile)) for pile in piles) + discard.sum(1) == 109).all()
    assert (np.asarray(state.depth).sum(1) <= most_under(2)).all()


def test_batches_of_batches_are_mapped_and_a_key_decides_everything() -> None:
    state = begun()
    due = step(state, KEY)
    twice = jax.tree.map(lambda one: jnp.stack([one, one]), state)
    found = quick_jit(jax.vmap(ENV.random_step, in_axes=(0, None)))(twice, KEY)
    for one, both in zip(due, found, strict=True):
        assert (np.asarray(both) == np.asarray(one)).all()


def test_a_batch_is_spread_over_devices() -> None:
    mesh = Mesh(np.array(jax.devices()), ("games",))
    games, one_key = PartitionSpec("games"), PartitionSpec()  # type: ignore[no-untyped-call]
    spread = jax.shard_map(ENV.random_step, mesh=mesh, in_specs=(games, one_key), out_specs=games)
    state = begun(ENV, BATCH * len(jax.devices()))
    assert quick_jit(spread)(state, KEY).turn.shape == state.turn.shape
