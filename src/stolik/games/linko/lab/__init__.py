"""The card game in batches: four modes, 2 to 5 players, every option of ``stolik.Game("linko", …)``.

>>> import jax
>>> from stolik import lab
>>> env = lab.make("linko", players=3, mode="basic")
>>> state = env.init(jax.random.key(1), batch=4)
>>> legal = env.legal(state)
>>> legal.shape, env.observe(state).shape
((4, 649), (4, 296))
>>> state = jax.jit(env.step)(state, legal.argmax(axis=1), jax.random.key(2))
>>> state.terminated.tolist()
[False, False, False, False]
"""

from stolik.games.linko.lab.env import Env, make
from stolik.games.linko.lab.table import State

__all__ = ["Env", "State", "make"]
