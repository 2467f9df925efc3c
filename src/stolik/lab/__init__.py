"""The lab: the same rules in batches of any size, on CPU or GPU, written in JAX.

>>> import jax
>>> from stolik import lab
>>> env = lab.make("pickomino", players=3, variant="deluxe")
>>> state = env.init(jax.random.key(1), 1000)
>>> state = env.step(state, env.random(state, jax.random.key(2)), jax.random.key(3))
>>> env.legal(state).shape, env.observe(state).shape
((1000, 33), (1000, 367))

The lab of a game is held equal to its rules by differential tests; ``docs/lab.md`` says how it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stolik.extras import install

try:
    from jax import Array
except ImportError as error:
    raise ImportError(f"stolik.lab needs JAX; install it with: {install('lab')}") from error

from stolik.core import Game
from stolik.core.options import Value
from stolik.lab.batch import BatchEnv


def make(name: str, players: int | None = None, **settings: Value) -> BatchEnv[Any]:
    """Return the environment of a game: ``players`` and options as in ``stolik.Game``."""
    game = Game(name, players, **settings)
    env: BatchEnv[Any] = game.plugin.load("lab")(game)
    return env


def baseline(name: str, players: int | None = None, **settings: Value) -> Callable[[Any], Array]:
    """Return what a player that has learned plays in each game of a batch: ``action = choose(state)``.

    Raises ``ValueError`` for a game that has none.
    """
    game = Game(name, players, **settings)
    if not game.plugin.baseline:
        raise ValueError(f"{name} has no player that has learned")
    choose: Callable[[Any], Array] = game.plugin.load("baseline")(game)
    return choose


__all__ = ["BatchEnv", "baseline", "make"]
