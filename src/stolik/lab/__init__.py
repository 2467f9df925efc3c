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

from typing import Any

from stolik.extras import install

try:
    import jax as _jax  # noqa: F401 -- only to say clearly what is missing
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


__all__ = ["BatchEnv", "make"]
