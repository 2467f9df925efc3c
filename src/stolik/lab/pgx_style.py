"""One game at a time, for those who write ``jax.vmap`` themselves: the calls and fields of Pgx.

>>> import jax
>>> from stolik import lab
>>> from stolik.lab.pgx_style import PgxStyle
>>> env = PgxStyle(lab.make("pickomino", players=2))
>>> state = jax.vmap(env.init)(jax.random.split(jax.random.key(1), 5))
>>> state.legal_action_mask.shape, state.observation.shape, state.rewards.shape
((5, 18), (5, 153), (5, 2))

Unlike in Pgx, a game that ends starts again in the same step: ``terminated`` and ``rewards`` tell of the end,
everything else of the beginning. So no wrapper for automatic resets is needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
        """Return the game after an action."""
        return self._state(self.env.step(state.inner, jnp.asarray(action)[None], key))

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
