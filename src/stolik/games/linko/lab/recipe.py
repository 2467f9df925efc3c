"""What a network learns: all tables of the card game in one layout, starting from a heuristic."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import DTypeLike

from stolik.core import Game
from stolik.games.linko import layout
from stolik.games.linko.encoding import OF_A_CARD
from stolik.games.linko.lab import counts, heuristic, table
from stolik.games.linko.lab.env import Env, make
from stolik.games.linko.lab.table import State
from stolik.games.linko.notation import MAX_PLAYERS
from stolik.lab import stages
from stolik.lab.batch import together
from stolik.train.policy import PolicyRecipe
from stolik.train.table import NEVER, Sizes, TrainingTable, View


def seen(env: Env, state: State, dtype: DTypeLike = jnp.float32) -> Array:
    """Return what the actor may know, in the layout of all tables."""
    batch, places = len(state.turn), layout.places(env.game)
    rows = jnp.concatenate(env.blocks(state, dtype=dtype))
    told = layout.table(env.game)[:, None].astype(dtype)
    runs = np.split(np.arange(len(places)), np.flatnonzero(np.diff(places) != 1) + 1)
    blocks, end = [], 0
    for run in runs:
        first, last = places[run[0]], places[run[-1]]
        blocks += [jnp.broadcast_to(told[end:first], (first - end, batch)), rows[run[0] : run[-1] + 1]]
        end = last + 1
    return together([*blocks, jnp.broadcast_to(told[end:], (len(told) - end, batch))])


def hidden(env: Env, state: State, dtype: DTypeLike = jnp.float32) -> Array:
    """Return what the actor may not know: the other hands as they follow, and the deck."""
    players = env.players
    actor = table.unpack(state.turn).actor
    order = (actor[:, None] + np.arange(1, players)) % players
    hands = counts.each(jnp.take_along_axis(state.hands, order[..., None], axis=1))
    nobody = ((0, 0), (0, layout.SEATS - players), (0, 0))
    piles = jnp.concatenate([jnp.pad(hands, nobody), counts.each(state.deck)[:, None]], axis=1)
    return piles.reshape(len(actor), -1).astype(dtype) / OF_A_CARD


def prior(env: Env, state: State) -> Array:
    """Return the heuristic's logits of the actions."""
    values = heuristic.values(env.game, state).clip(-layout.DECISIVE, layout.DECISIVE)
    known = jnp.where(env.legal(state), layout.HEURISTIC_WEIGHT * values, NEVER)
    return jnp.pad(known, ((0, 0), (0, layout.ACTIONS - known.shape[1])), constant_values=NEVER)


SHORT: Final = jnp.bfloat16, jnp.float16
"""The types of observations and logits on a GPU, which stores millions of them: observations are exact,
but for the number of quiet turns above 256."""


def training_table(game: Game) -> TrainingTable:
    """Return a table to learn at."""
    env = make(game)

    def view(state: State) -> View:
        short, half = SHORT if stages.on_gpu() else (jnp.float32, jnp.float32)
        known = prior(env, state).astype(half)
        return View(seen(env, state, short), hidden(env, state, short), known, state.phase)

    return TrainingTable(f"{game.settings['mode']} {game.players}", game.players, env.init, env.step, view)


def _tables() -> list[Game]:
    sizes = range(3, MAX_PLAYERS + 1)
    groups = [Game("linko", players, mode=mode) for mode in layout.MODES[:-1] for players in sizes]
    return [*groups, Game("linko", 2, mode="duel")]


RECIPE = PolicyRecipe(
    game="linko",
    version=layout.VERSION,
    sizes=Sizes(layout.OBSERVATION, layout.HIDDEN, layout.ACTIONS, layout.SEATS),
    tables=tuple(_tables()),
    training_table=training_table,
)
