"""How good a network is among guests, who play by the heuristic, and how good a guest is among networks.

Both say something: against two guests luck leaves a network little above some point, while among two good
networks a heuristic may win hardly anything.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final

import jax
import jax.numpy as jnp
from jax import Array, lax

from stolik.train import net
from stolik.train.net import Net
from stolik.train.ppo import wins
from stolik.train.recipe import Share
from stolik.train.table import TrainingTable, View

LONGEST: Final = 2000
"""After so many decisions a game counts as won by nobody."""
MEASURED_GAMES: Final = (600, 8192)
"""The least and the most games in which a network is measured; in between, as many as it plays at once."""
LUCK_ADJUSTED: Final = 15
"""One luck-adjusted game says about as much as so many others (for two players more, for seven fewer), so
a network is measured in that many fewer at least: 600 games at six tables would take minutes on a CPU."""

Chooses = Callable[[View], Array]


def measured_games(at_once: int, players: int, *, luck_adjusted: bool = False) -> int:
    """Return in how many games to measure a network that plays so many at once: as many for each seat."""
    fewest, most = MEASURED_GAMES
    if luck_adjusted:
        fewest //= LUCK_ADJUSTED
    return players * max(-(-fewest // players), min(at_once, most) // players)


def share(won: Array) -> Share:
    """Return the mean of what was won in games, and half the width of its 95 % interval.

    One game says nothing of how much games differ: its interval is infinite.
    """
    deviation = float(won.std(ddof=1)) if won.size > 1 else inf
    return Share(float(won.mean()), 1.96 * deviation / won.size**0.5)


def measurer(table: TrainingTable, games: int, *, one_guest: bool = False) -> Callable[[Net, Array], Array]:
    """Return a function that plays with a network in one seat and guests in all others, or the reverse.

    It returns what that seat wins of each game; it is every seat equally often. Both sides play greedily.
    """
    games -= games % table.players
    seat = jnp.arange(games) % table.players

    def shares(one: Chooses, others: Chooses, key: Array) -> Array:
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

    def measure(network: Net, key: Array) -> Array:
        def plays(view: View) -> Array:
            return net.play(network, view)[0]

        return shares(table.guest, plays, key) if one_guest else shares(plays, table.guest, key)

    return measure
