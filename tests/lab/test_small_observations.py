"""Observations in small integers and short floating-point numbers are those of float32."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stolik import lab
from stolik.lab.batch import together
from tests.lab.linko_games import quick_jit

TABLES: list[dict[str, Any]] = [
    {"name": "pickomino", "players": 3},
    {"name": "pickomino", "players": 3, "variant": "deluxe"},
    {"name": "linko", "players": 3},
    {"name": "linko", "mode": "duel"},
]
BATCH, STEPS = 256, 60


@pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(map(str, options.values())))
def test_small_observations_are_those_of_float32(options: dict[str, Any]) -> None:
    env: lab.BatchEnv[Any] = lab.make(**options)

    def look(state: Any, seat: jax.Array) -> tuple[jax.Array, ...]:
        usual, small = env.observe(state), env.observe(state, dtype=jnp.uint8)
        short, wide = env.observe(state, dtype=jnp.bfloat16), env.observe(state, dtype=jnp.int32)
        others = env.observe(state, seat), env.observe(state, seat, jnp.uint8)
        return usual, small, short, wide, *others, together(env.blocks(state))

    state = quick_jit(env.init, static_argnums=1)(jax.random.key(1), BATCH)
    state, _ = quick_jit(env.random_play, static_argnums=2)(state, jax.random.key(2), STEPS)
    usual, small, short, wide, other, small_other, parts = quick_jit(look)(state, jnp.ones(BATCH, jnp.int32))

    assert env.divisors.shape == (env.observation_size,)
    assert (np.exp2(np.round(np.log2(env.divisors))) == env.divisors).all(), "powers of two"
    assert (usual.dtype, small.dtype, short.dtype, wide.dtype) == ("float32", "uint8", "bfloat16", "int32")
    for one in (small, wide):
        assert np.array_equal(one / env.divisors, usual)
    assert np.array_equal(small_other / env.divisors, other)
    assert np.array_equal(short.astype(jnp.float32), usual)
    assert np.array_equal(parts, usual)
    assert not np.array_equal(other, usual)


@pytest.mark.parametrize("quiet", [3, 255, 256, 300, 5000])
def test_what_is_too_large_stays_at_the_largest_number(quiet: int) -> None:
    env = lab.make("linko", players=3, stall=0)
    state = env.init(jax.random.key(1), 2)
    state = state._replace(turn=state.turn + jnp.uint32(quiet - 1 << 14))  # it begins with one
    for dtype, due in ((jnp.uint8, min(quiet, 255)), (jnp.int8, min(quiet, 127)), (jnp.int32, quiet)):
        assert env.observe(state, dtype=dtype)[:, -1].tolist() == [due, due]
    assert env.observe(state)[:, -1].tolist() == [quiet / 512] * 2
