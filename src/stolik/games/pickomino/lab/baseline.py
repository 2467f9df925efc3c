"""The value network of the package as an opponent in the lab: it plays each turn best by what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import kind, networks
from stolik.games.pickomino.lab import endings, lookahead, rules
from stolik.games.pickomino.lab.env import make
from stolik.games.pickomino.lab.table import State, unpack
from stolik.games.pickomino.lab.turns import NO_OFFER, spots
from stolik.games.pickomino.odds.graph import TurnGraph, graph_of
from stolik.games.pickomino.pieces import DICE, FACES, POINTS

NOWHERE: Final = 0
"""The place of what no turn comes to; it is never legal."""


def baseline(game: Game) -> Callable[[State], Array]:
    """Return what the network plays in each game of a batch; raise ``ValueError`` for Deluxe.

    It is ``planner`` without the turn of look-ahead.
    """
    if game.settings["variant"] != "base":
        raise ValueError("in the lab only the base game has a player that has learned")
    layers = tuple(
        (jnp.asarray(layer.weights, jnp.float32), jnp.asarray(layer.bias, jnp.float32))
        for layer in networks()[kind(game)]
    )
    env, graph = make(game), graph_of(DICE)
    places = jnp.asarray(_places(graph))

    def choose(state: State) -> Array:
        table, turn = unpack(state)
        one = lookahead.prospect(layers, table)
        worth = spots(graph, endings.prices(table, one.ends.there, one.chances[..., -1]))
        used = sum((rules.of_face(turn.aside, face) != 0) << face for face in range(len(FACES)))
        left, total = rules.in_hand(turn), rules.points(turn.aside)
        values = []
        for then in worth:  # in the order of ``encoding.THENS``
            for face in range(len(FACES)):
                shown = rules.of_face(turn.roll, face)
                place = places[used | 1 << face, left - shown, total + shown * POINTS[face]]
                values.append(jnp.take_along_axis(then, place[None].astype(jnp.int32), axis=0)[0])
        best = jnp.where(env.legal(state), jnp.stack(values, axis=1), 2 * NO_OFFER)
        return best.argmax(axis=1).astype(jnp.int32)

    return choose


def _places(graph: TurnGraph) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Return the place of each spot by the faces used, the dice left and the sum."""
    found = np.full((1 << len(FACES), DICE + 1, graph.sums), NOWHERE, np.int32)
    for spot, place in graph.places.items():
        found[spot.faces, spot.dice, spot.total] = place
    return found
