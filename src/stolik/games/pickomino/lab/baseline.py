"""The value network of the package as an opponent in the lab: it plays each turn best by what it says."""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
from jax import Array

from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import kind, networks
from stolik.games.pickomino.lab import deluxe_moves, endings, lookahead, rules
from stolik.games.pickomino.lab.env import make
from stolik.games.pickomino.lab.lookahead import Layers
from stolik.games.pickomino.lab.table import State, TableBits, TurnBits, unpack
from stolik.games.pickomino.lab.turns import NO_OFFER, spots
from stolik.games.pickomino.odds.graph import graph_of
from stolik.games.pickomino.pieces import DICE, FACES, POINTS


def baseline(game: Game) -> Callable[[State], Array]:
    """Return what the network plays in each game of a batch: ``planner`` without the turn of look-ahead."""
    env = make(game)
    layers = lookahead.layers_of(networks()[kind(game)])

    def worth(state: State) -> Array:
        table, turn = unpack(state)
        if not env.deluxe:
            return _values(layers, table, turn)
        odd = game.settings["golden_die"] == "ones_and_worms"
        hen = game.settings["hen_burn"] == "highest"
        return deluxe_moves.values(layers, table, turn, env.actions, odd=odd, hen_turns_down=hen)

    def choose(state: State) -> Array:
        best = jnp.where(env.legal(state), worth(state), 4 * NO_OFFER)
        return best.argmax(axis=1).astype(jnp.int32)

    return choose


def _values(layers: Layers, table: TableBits, turn: TurnBits) -> Array:
    """Return what each action of the base game is worth, legal or not: ``(batch, actions)``."""
    graph = graph_of(DICE)
    places = jnp.asarray(deluxe_moves.places(graph)[1, 0])
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
    return jnp.stack(values, axis=1)
