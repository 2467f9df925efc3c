"""What a GPU does, where loops are written out, is what a CPU does."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stolik import lab
from stolik.games.linko.lab import State
from stolik.games.linko.lab import env as linko_env
from stolik.lab.small import first_flags, up_to
from tests.lab.linko_games import quick_jit

WRITTEN_OUT = [
    f"stolik.{name}.loops_wait"
    for name in (
        "lab.stages",
        "lab.batch",
        *(f"games.linko.lab.{part}" for part in ("chance", "env", "observe")),
    )
]
"""What asks whether loops are to be written out."""

BATCH, STEPS = 8, 2000


def as_on_a_graphics_card(patch: pytest.MonkeyPatch) -> None:
    for name in WRITTEN_OUT:
        patch.setattr(name, lambda: True)


def assert_same(ours: object, theirs: object) -> None:
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def ending(env: lab.BatchEnv[State], key: jax.Array) -> tuple[State, jax.Array, jax.Array]:
    """Return games of which one ends with the next step, and the action and the key of that."""
    random, step = quick_jit(env.random), quick_jit(env.step)
    state = quick_jit(env.init, static_argnums=1)(key, BATCH)
    for one in jax.random.split(key, STEPS):
        action = random(state, one)
        after = step(state, action, one)
        if after.terminated.any():
            return state, action, one
        state = after
    raise AssertionError("no game ended")


@pytest.mark.parametrize("options", [{"players": 3}, {"mode": "duel"}])
def test_written_out_loops_play_the_same(options: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    env = lab.make("linko", **options)
    begun = quick_jit(env.init, static_argnums=1)(jax.random.key(2), BATCH)
    state, action, key = ending(env, jax.random.key(1))
    after = quick_jit(env.step)(state, action, key)
    seen, chosen = quick_jit(env.observe)(state), quick_jit(env.random)(state, key)

    as_on_a_graphics_card(monkeypatch)
    with jax.disable_jit():
        assert_same(env.init(jax.random.key(2), BATCH), begun)
        assert_same(env.step(state, action, key), after)
        assert_same(env.observe(state), seen)
        assert_same(env.random(state, key), chosen)
        monkeypatch.setattr(linko_env, "DEALT_AT_ONCE", 1)
        assert_same(env.step(state, action, key), after)


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
