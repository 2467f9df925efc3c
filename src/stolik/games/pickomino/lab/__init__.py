"""The dice game in batches: base and Deluxe, 2 to 7 players, every option of ``stolik.Game("pickomino", …)``.

>>> import jax
>>> from stolik import lab
>>> env = lab.make("pickomino", players=3, variant="deluxe")
>>> state = env.init(jax.random.key(1), 1000)
>>> state = env.step(state, env.random(state, jax.random.key(2)), jax.random.key(3))
>>> env.legal(state).shape, env.observe(state).shape
((1000, 33), (1000, 367))
"""

from __future__ import annotations

from stolik.games.pickomino.lab.chance import Chance
from stolik.games.pickomino.lab.env import Env, make
from stolik.games.pickomino.lab.table import State

__all__ = ["Chance", "Env", "State", "make"]
