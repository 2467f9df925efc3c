"""One game at a time, for those who write ``jax.vmap`` themselves: the calls and fields of Pgx.

>>> import jax
>>> from stolik import lab
>>> from stolik.lab.pgx_style import PgxStyle
>>> env = PgxStyle(lab.make("pickomino", players=2))
>>> state = jax.vmap(env.init)(jax.random.split(jax.random.key(1), 5))
>>> state.legal_action_mask.shape, state.observation.shape, state.rewards.shape
((5, 18), (5, 153), (5, 2))

A game that is over stays so, and all its actions count as legal; an illegal action ends a game and costs its
player 1. ``auto_reset`` makes a step after which a game has begun again, as in Pgx. The lab's batches are
faster: they make no mask and no observation that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from stolik.lab.batch import BatchEnv, Games


class State(NamedTuple):
    """One game; ``jax.vmap`` makes it many."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    """Never: games end by their rules."""
    legal_action_mask: Array
    inner: Any
    """The batch of one game behind this."""


class PgxStyle:
    """An environment of the lab with one game at a time."""

    def __init__(self, env: BatchEnv[Any]) -> None:
        self.env = env

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.env.players

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        return self.env.actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self.env.observation_size,)

    def init(self, key: Array) -> State:
        """Return a game at its first decision."""
        return self._state(self.env.init(key, 1))

    def step(self, state: State, action: Array, key: Array) -> State:
        """Return the game after an action; one that was over has no more rewards, and stays as it is."""
        ended, _ = self.env.step_with_end(state.inner, jnp.asarray(action)[None], key)
        after = self._state(ended)
        is_loser = jnp.arange(self.num_players) == state.current_player
        lost = state._replace(terminated=jnp.array(True), rewards=jnp.where(is_loser, -1.0, 0.0))
        still = state._replace(rewards=jnp.zeros_like(state.rewards))
        after = _either(state.legal_action_mask[action], after, lost)
        after = _either(state.terminated, still, after)
        return after._replace(legal_action_mask=after.legal_action_mask | after.terminated)

    def observe(self, state: State, player: Array) -> Array:
        """Return what a player sees."""
        return self.env.observe(state.inner, jnp.asarray(player)[None])[0]

    def _state(self, inner: Any) -> State:
        games: Games = inner
        return State(
            current_player=games.current_player[0],
            observation=self.env.observe(inner)[0],
            rewards=games.rewards[0],
            terminated=games.terminated[0],
            truncated=jnp.zeros_like(games.terminated[0]),
            legal_action_mask=self.env.legal(inner)[0],
            inner=inner,
        )


def auto_reset(
    step: Callable[[State, Array, Array], State], init: Callable[[Array], State]
) -> Callable[[State, Array, Array], State]:
    """Return a step after which a game that ended has begun again; it still tells of the end."""

    def stepping(state: State, action: Array, key: Array) -> State:
        playing, beginning = jax.random.split(key)
        going = state._replace(terminated=jnp.zeros_like(state.terminated))
        after = step(going, action, playing)
        fresh = init(beginning)._replace(terminated=after.terminated, rewards=after.rewards)
        return _either(after.terminated, fresh, after)

    return stepping


def _either(first: Array, one: State, other: State) -> State:
    chosen: State = jax.tree.map(lambda a, b: jnp.where(first, a, b), one, other)
    return chosen
