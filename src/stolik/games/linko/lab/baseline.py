"""The mind of the package as an opponent in the lab."""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
from jax import Array

from stolik.core import Game
from stolik.games.linko.lab.recipe import training_table
from stolik.games.linko.lab.table import State
from stolik.games.linko.mind import shipped
from stolik.train import net
from stolik.train.net import Layer, Net


def network() -> Net:
    """Return the network of the package."""
    layers = [Layer(jnp.asarray(weight), jnp.asarray(bias)) for weight, bias in shipped().layers]
    return Net(tuple(layers[:2]), layers[2], layers[3], tuple(layers[4:]))


def baseline(game: Game) -> Callable[[State], Array]:
    """Return what the mind plays in each game of a batch."""
    learned, view = network(), training_table(game).view

    def choose(state: State) -> Array:
        return net.play(learned, view(state))[0].argmax(axis=1).astype(jnp.int32)

    return choose
