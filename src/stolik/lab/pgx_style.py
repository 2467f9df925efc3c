"""One game at a time, for those who write ``jax.vmap`` themselves: the calls and fields of Pgx.

>>> import jax
>>> from stolik import lab
>>> from stolik.lab.pgx_style import PgxStyle
>>> env = PgxStyle(lab.make("pickomino", players=2))
>>> state = jax.vmap(env.init)(jax.random.split(jax.random.key(1), 5))
>>> state.legal_action_mask.shape, state.observation.shape, state.rewards.shape
((5, 18), (5, 153), (5, 2))

A game that is over stays so, and all its actions count as legal; an illegal action ends a game and costs its
player 1. After ``step_auto_reset`` it has begun again, as with Pgx's ``auto_reset``. The lab's batches are
faster: they make no mask and no observation that nobody asked for.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from stolik.lab.batch import BatchEnv, Games

T = TypeVar("T")


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
        inner, rewards, terminated = self._next(state, action, key)
        after = self._state(inner)
        return after._replace(
            rewards=rewards, terminated=terminated, legal_action_mask=after.legal_action_mask | terminated
        )

    def step_auto_reset(self, state: State, action: Array, key: Array) -> State:
        """Return the same, but a game that ended has begun again; it still tells of the end."""
        playing, beginning = jax.random.split(key)
        going = state._replace(terminated=jnp.zeros_like(state.terminated))
        inner, rewards, terminated = self._next(going, action, playing)
        after = self._state(_either(terminated, self.env.init(beginning, 1), inner))
        return after._replace(rewards=rewards, terminated=terminated)

    def _next(self, state: State, action: Array, key: Array) -> tuple[Any, Array, Array]:
        """Return the batch of one game after an action, the rewards, and whether it is over.

        What is seen of it is computed later, of the game that is chosen: XLA would fuse a choice between
        observations with the whole step, and compute that again for each of their numbers.
        """
        ended, _ = self.env.step_with_end(state.inner, jnp.asarray(action)[None], key)
        is_legal = state.legal_action_mask[action]
        inner = _either(state.terminated | ~is_legal, state.inner, ended)
        is_loser = jnp.arange(self.num_players) == state.current_player
        rewards = jnp.where(is_legal, inner.rewards[0], jnp.where(is_loser, -1.0, 0.0))
        terminated = state.terminated | ~is_legal | inner.terminated[0]
        return inner, jnp.where(state.terminated, 0.0, rewards), terminated

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


def _either(first: Array, one: T, other: T) -> T:
    chosen: T = jax.tree.map(lambda a, b: jnp.where(first, a, b), one, other)
    return chosen
