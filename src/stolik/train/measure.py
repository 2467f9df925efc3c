"""How good a network is among guests, who play by the heuristic, and how good a guest is among networks.

Both say something: against two guests luck leaves a network little above some point, while among two good
networks a heuristic may win hardly anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
from jax import Array, lax

from stolik.train import net
from stolik.train.net import Net
from stolik.train.ppo import wins
from stolik.train.table import TrainingTable, View

LONGEST: Final = 2000
"""After so many decisions a game counts as won by nobody."""

Chooses = Callable[[View], Array]


def measurer(
    table: TrainingTable, games: int, *, one_guest: bool = False
) -> Callable[[Net, Array], tuple[Array, Array]]:
    """Return a function that measures a network in one seat with guests in all others, or the reverse.

    It returns mean and half width of the win rate in that seat, which is every seat equally often. Both sides
    play greedily.
    """
    games -= games % table.players
    seat = jnp.arange(games) % table.players

    def share(one: Chooses, others: Chooses, key: Array) -> Array:
        """Return what part of each game's win the one has."""
        dealing, playing = jax.random.split(key)

        def goes_on(carry: tuple[Array, Any, Array, Array]) -> Array:
            decisions, _, _, over = carry
            return (decisions < LONGEST) & ~over.all()

        def step(carry: tuple[Array, Any, Array, Array]) -> tuple[Array, Any, Array, Array]:
            decisions, state, won, over = carry
            view = table.view(state)
            mine = (state.current_player == seat)[:, None]
            action = jnp.where(mine, one(view), others(view)).argmax(1).astype(jnp.int32)
            after = table.step(state, action, jax.random.fold_in(playing, decisions))
            part = jnp.take_along_axis(wins(after.rewards), seat[:, None], axis=1)[:, 0]
            won = jnp.where(after.terminated & ~over, part, won)  # later games are not looked at
            return decisions + 1, after, won, over | after.terminated

        state = table.init(dealing, games)
        nothing = jnp.zeros((), jnp.int32), state, jnp.zeros(games), jnp.zeros(games, bool)
        return lax.while_loop(goes_on, step, nothing)[2]

    def measure(network: Net, key: Array) -> tuple[Array, Array]:
        def plays(view: View) -> Array:
            return net.play(network, view)[0]

        won = share(table.guest, plays, key) if one_guest else share(plays, table.guest, key)
        return won.mean(), 1.96 * won.std() / games**0.5

    return measure
