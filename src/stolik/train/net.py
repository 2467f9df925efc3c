"""Plain networks of fully connected layers, as trees of arrays."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from stolik.lab import stages
from stolik.train.table import NEVER, Sizes, View


class Layer(NamedTuple):
    """One fully connected layer."""

    weight: Array
    bias: Array


Layers = tuple[Layer, ...]


class Net(NamedTuple):
    """All that learns. ``trunk`` sees what the actor sees, ``critic`` the full state."""

    trunk: Layers
    policy: Layer
    """What to add to the heuristic's logits of the actions."""
    value: Layer
    """How likely each seat is to win, from what the actor knows; the actor comes first."""
    critic: Layers
    """The same from the full state."""


def initial(key: Array, sizes: Sizes, width: int) -> Net:
    """Return an untrained network: all seats are equally good, and the policy is that of the heuristic."""
    keys = iter(jax.random.split(key, 16))

    def layer(inputs: int, outputs: int, scale: float) -> Layer:
        weight = jax.random.normal(next(keys), (inputs, outputs)) * (scale / inputs**0.5)
        return Layer(weight, jnp.zeros(outputs))

    he = 2**0.5
    return Net(
        trunk=(layer(sizes.observation, width, he), layer(width, width, he)),
        policy=layer(width, sizes.actions, 0.01),
        value=layer(width, sizes.seats, 0.01),
        critic=(
            layer(sizes.observation + sizes.hidden, width, he),
            layer(width, width, he),
            layer(width, sizes.seats, 0.01),
        ),
    )


def _through(layer: Layer, x: Array) -> Array:
    if not stages.on_gpu():
        return x @ layer.weight + layer.bias
    # several times as fast on a GPU, and exact enough for learning
    short = layer.weight.astype(jnp.bfloat16)
    return jnp.matmul(x.astype(jnp.bfloat16), short, preferred_element_type=jnp.float32) + layer.bias


def _hidden(layers: Layers, x: Array) -> Array:
    """Return the output of hidden layers, on a GPU in 16 bits."""
    for layer in layers:
        x = jax.nn.relu(_through(layer, x))
        if stages.on_gpu():
            x = x.astype(jnp.bfloat16)
    return x


def play(net: Net, view: View) -> tuple[Array, Array]:
    """Return the logits of the actions, ``NEVER`` for illegal ones, and of the seats' chances."""
    x = _hidden(net.trunk, view.seen)
    logits = jnp.where(view.legal, _through(net.policy, x) + view.prior, NEVER)
    return logits, _through(net.value, x)


def judge(net: Net, view: View) -> Array:
    """Return the seats' chances from the full state, as logits."""
    x = _hidden(net.critic[:-1], jnp.concatenate([view.seen, view.hidden], axis=-1))
    return _through(net.critic[-1], x)
