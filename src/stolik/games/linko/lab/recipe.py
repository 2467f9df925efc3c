"""What a network learns: all tables of the card game in one layout, and a rule of thumb to begin with."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.core import Game
from stolik.games.linko import layout
from stolik.games.linko.encoding import OF_A_CARD
from stolik.games.linko.lab import counts, heuristic, table
from stolik.games.linko.lab.env import Env, make
from stolik.games.linko.lab.table import State
from stolik.games.linko.notation import MAX_PLAYERS
from stolik.train.policy import PolicyRecipe
from stolik.train.table import NEVER, Sizes, TrainingTable, View


def seen(env: Env, state: State) -> Array:
    """Return what the actor may know, in the layout of all tables."""
    told = jnp.broadcast_to(jnp.asarray(layout.table(env.game)), (len(state.turn), layout.OBSERVATION))
    return told.at[:, layout.places(env.game)].set(env.observe(state))


def hidden(env: Env, state: State) -> Array:
    """Return what the actor may not know: the other hands as they follow, and the deck."""
    players = env.players
    actor = table.unpack(state.turn).actor
    order = (actor[:, None] + np.arange(1, players)) % players
    hands = counts.each(jnp.take_along_axis(state.hands, order[..., None], axis=1))
    nobody = ((0, 0), (0, layout.SEATS - players), (0, 0))
    piles = jnp.concatenate([jnp.pad(hands, nobody), counts.each(state.deck)[:, None]], axis=1)
    return piles.reshape(len(actor), -1) / OF_A_CARD


def prior(env: Env, state: State) -> Array:
    """Return what the rule of thumb thinks of the actions, as logits."""
    values = heuristic.values(env.game, state).clip(-layout.DECISIVE, layout.DECISIVE)
    known = jnp.where(env.legal(state), layout.THUMB * values, NEVER)
    return jnp.pad(known, ((0, 0), (0, layout.ACTIONS - known.shape[1])), constant_values=NEVER)


def training_table(game: Game) -> TrainingTable:
    """Return a table to learn at."""
    env = make(game)

    def view(state: State) -> View:
        return View(seen(env, state), hidden(env, state), prior(env, state), state.phase)

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
