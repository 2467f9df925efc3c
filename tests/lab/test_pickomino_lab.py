import importlib
import random
import re
import sys
from itertools import combinations_with_replacement
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import PartitionSpec

import stolik
from stolik import lab
from stolik.encoding import encoding_of
from stolik.extras import install
from stolik.games.pickomino.dice import count, hand_of
from stolik.games.pickomino.lab import bits, bridge, chance
from stolik.games.pickomino.rules import PickominoState
from stolik.lab.pgx_style import PgxStyle

BASE = lab.make("pickomino", players=2)


def test_options_are_those_of_the_game() -> None:
    assert lab.make("pickomino", players=4, variant="deluxe").game == stolik.Game(
        "pickomino", 4, variant="deluxe"
    )
    with pytest.raises(ValueError, match="players must be 2 to 7, not 8"):
        lab.make("pickomino", players=8)
    with pytest.raises(ValueError, match="golden_die=ones_and_worms needs variant=deluxe"):
        lab.make("pickomino", golden_die="ones_and_worms")


def test_environments_of_the_same_game_are_equal_and_hashable() -> None:
    assert lab.make("pickomino", players=2) == BASE
    assert hash(lab.make("pickomino", players=2)) == hash(BASE)


@pytest.mark.parametrize("dice", [1, 4, 5])
def test_every_way_a_few_dice_fall_is_equally_likely(dice: int) -> None:
    drawn = jax.random.bits(jax.random.key(1), (6**dice * 200,), jnp.uint32)
    fallen, number = np.unique(np.asarray(chance.fall(drawn, dice)), return_counts=True)
    assert len(fallen) == 6**dice
    surplus = ((number - 200.0) ** 2 / 200).sum() - (6**dice - 1)
    assert abs(surplus) < 5 * (2 * (6**dice - 1)) ** 0.5


def test_words_of_one_step_are_unlike_each_other() -> None:
    words = np.stack(chance.random_words(jax.random.key(1), 5, 20_000)).astype(np.float64)
    assert np.abs(np.corrcoef(words) - np.eye(5)).max() < 0.04


def test_a_roll_counts_the_first_dice_and_no_others() -> None:
    for faces in combinations_with_replacement(range(6), 3):
        fallen = sum(face << 3 * die for die, face in enumerate((*faces, 5, 5, 5)))
        counted = int(chance.roll(jnp.uint32(fallen), jnp.uint32(3), 9))
        assert tuple(counted >> 4 * face & 15 for face in range(6)) == count(faces)


def test_first_rolls_fall_as_often_as_the_engine_says() -> None:
    state = BASE.init(jax.random.key(3), 200_000)
    rolls = np.asarray(state.roll) & 0xFFFFFF
    weights = hand_of(8, False).weights
    worms = rolls >> 20
    for number in range(9):
        share = sum(weight for move, weight in weights.items() if move.args.count("w") == number) / 6**8
        assert abs((worms == number).mean() - share) < 5 * (share / 200_000) ** 0.5


def test_random_actions_are_legal_and_each_legal_one_is_chosen() -> None:
    env = lab.make("pickomino", players=3, variant="deluxe")
    one = jax.tree.map(lambda array: jnp.repeat(array[:1], 2000, axis=0), env.init(jax.random.key(5), 1))
    legal = np.flatnonzero(np.asarray(env.legal(one))[0])
    chosen, number = np.unique(np.asarray(env.random(one, jax.random.key(6))), return_counts=True)
    assert chosen.tolist() == legal.tolist()
    assert abs(number - 2000 / len(legal)).max() < 5 * (2000 / len(legal)) ** 0.5


def test_the_nth_bit() -> None:
    rng = random.Random(1)
    for _ in range(200):
        number = rng.getrandbits(32) or 1
        places = [place for place in range(32) if number >> place & 1]
        at = rng.randrange(len(places))
        assert int(bits.nth(jnp.uint32(number), jnp.uint32(at))) == places[at]


def test_games_end_pay_rewards_and_restart_ended() -> None:
    state = BASE.init(jax.random.key(1), 64)
    start = BASE.game.start()
    assert isinstance(start, PickominoState)
    step = jax.jit(BASE.random_step)
    ended = 0
    for number in range(400):
        state = step(state, jax.random.key(number))
        over, rewards = np.asarray(state.terminated), np.asarray(state.rewards)
        assert (rewards[~over] == 0).all()
        assert (rewards.sum(axis=1) == 0).all()
        ended += over.sum()
        states = bridge.to_states(BASE.game, state) if over.any() else []
        for at in np.flatnonzero(over):
            assert states[at].table == start.table
    assert ended > 50


def test_random_play_counts_the_games_that_end() -> None:
    state = BASE.init(jax.random.key(1), 64)
    after, ended = BASE.random_play(state, jax.random.key(2), 300)
    assert after.grill.shape == (64,)
    assert 25 < int(ended) < 250


def test_states_of_the_engine_go_to_the_lab_and_back() -> None:
    env = lab.make("pickomino", players=4, variant="deluxe", golden_die="ones_and_worms", first="lots")
    state, _ = env.random_play(env.init(jax.random.key(1), 64), jax.random.key(2), 200)
    states = bridge.to_states(env.game, state)
    again = bridge.from_states(states)
    same = jax.tree.map(lambda old, new: bool((old == new).all()), state, again)
    assert all(jax.tree.leaves(same._replace(below=(), outcome=()))), (
        same
    )  # under is kept for tiles in no stack
    assert bridge.to_states(env.game, again) == states


def test_a_moment_the_lab_does_not_stop_at_is_refused() -> None:
    start = BASE.game.start()
    assert isinstance(start, PickominoState)
    with pytest.raises(ValueError, match="a game in the lab stops at rolled, start, "):
        bridge.from_states([start])


def test_pgx_style_plays_the_same_game() -> None:
    env = PgxStyle(BASE)
    assert (env.num_players, env.num_actions, env.observation_shape) == (2, 18, (153,))
    keys = jax.random.split(jax.random.key(1), 3)
    many = jax.jit(jax.vmap(env.init))(keys)
    action = many.legal_action_mask.argmax(axis=1)
    after = jax.jit(jax.vmap(env.step))(many, action, keys)

    def alone(key: jax.Array, action: jax.Array) -> tuple[jax.Array, ...]:
        one = BASE.init(key, 1)
        stepped = BASE.step(one, action, key)
        return BASE.legal(one)[0], BASE.observe(stepped)[0], stepped.current_player[0]

    legal, observation, player = jax.jit(alone)(keys[1], action[1:2])
    assert np.array_equal(many.legal_action_mask[1], legal)
    assert np.array_equal(after.observation[1], observation)
    assert after.current_player[1] == player
    assert after.rewards.shape == (3, 2)
    assert not after.truncated.any()


def test_in_pgx_style_a_finished_game_stays_finished_unless_it_is_begun_again() -> None:
    env = PgxStyle(BASE)
    key = jax.random.key(2)
    init, step = jax.jit(env.init), jax.jit(env.step)
    start, again = init(key), jax.jit(env.step_auto_reset)
    lost = step(start, start.legal_action_mask.argmin(), key)
    assert lost.terminated
    assert lost.rewards.tolist() == [-1, 0]
    assert lost.legal_action_mask.all()
    still = step(lost, 0, key)
    assert still.terminated
    assert still.rewards.tolist() == [0, 0]
    new = again(start, start.legal_action_mask.argmin(), key)
    assert new.terminated
    assert new.rewards.tolist() == [-1, 0]
    assert not new.legal_action_mask.all()
    assert not again(new, new.legal_action_mask.argmax(), key).terminated


@pytest.mark.parametrize("env", [BASE, lab.make("pickomino", 3, variant="deluxe")], ids=["base", "deluxe"])
def test_every_seat_sees_what_the_engine_shows_it(env: lab.BatchEnv[Any]) -> None:
    observe = jax.jit(env.observe)
    state = jax.jit(env.init, static_argnums=1)(jax.random.key(3), 6)
    state, _ = env.random_play(state, jax.random.key(4), 25)
    states, encoding = bridge.to_states(env.game, state), encoding_of(env.game)
    for seat in range(env.players):
        seen = observe(state, jnp.full(6, seat))
        assert seen.tolist() == [encoding.observation(one.view(seat)) for one in states]


def test_each_device_can_play_a_share_of_the_games() -> None:
    mesh = jax.make_mesh((1,), ("games",))

    def share(key: jax.Array) -> tuple[jax.Array, jax.Array]:
        key = jax.random.fold_in(key, lax.axis_index("games"))
        state, ended = BASE.random_play(BASE.init(key, 64), key, 300)
        return state.grill, ended[None]

    whole, parts = PartitionSpec(), PartitionSpec("games")  # type: ignore[no-untyped-call]
    spread = jax.shard_map(share, mesh=mesh, in_specs=whole, out_specs=parts)
    grill, ended = jax.jit(spread)(jax.random.key(1))
    assert grill.shape == (64,)
    assert ended.shape == (1,)
    assert ended[0] > 20


def test_without_jax_the_lab_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "stolik.lab")
    with pytest.raises(
        ImportError, match=re.escape(f"stolik.lab needs JAX; install it with: {install('lab')}")
    ):
        importlib.import_module("stolik.lab")
