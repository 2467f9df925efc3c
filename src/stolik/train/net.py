"""Plain networks of fully connected layers, as trees of arrays."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array


class Layer(NamedTuple):
    """One layer: what goes in is multiplied by ``weight``, and ``bias`` is added."""

    weight: Array
    bias: Array


Layers = tuple[Layer, ...]


class Net(NamedTuple):
    """All that learns. ``trunk`` sees what the actor sees, ``critic`` all hidden things as well."""

    trunk: Layers
    policy: Layer
    """The actor's preferences among the actions."""
    value: Layer
    """How likely each seat is to win, by what the actor knows; the actor comes first."""
    critic: Layers
    """The same by all there is to know."""


def initial(key: Array, observation: int, hidden: int, actions: int, seats: int, width: int) -> Net:
    """Return a network that knows nothing: all actions and seats are about equally good."""
    keys = iter(jax.random.split(key, 16))

    def layer(inputs: int, outputs: int, scale: float) -> Layer:
        weight = jax.random.normal(next(keys), (inputs, outputs)) * (scale / inputs**0.5)
        return Layer(weight, jnp.zeros(outputs))

    he = 2**0.5
    return Net(
        trunk=(layer(observation, width, he), layer(width, width, he)),
        policy=layer(width, actions, 0.01),
        value=layer(width, seats, 0.01),
        critic=(
            layer(observation + hidden, width, he),
            layer(width, width, he),
            layer(width, seats, 0.01),
        ),
    )


def _through(layer: Layer, x: Array) -> Array:
    return x @ layer.weight.astype(x.dtype) + layer.bias.astype(x.dtype)


def play(net: Net, seen: Array) -> tuple[Array, Array]:
    """Return the preferences among the actions, and the seats' chances, both as logits."""
    for layer in net.trunk:
        seen = jax.nn.relu(_through(layer, seen))
    return _through(net.policy, seen).astype(jnp.float32), _through(net.value, seen).astype(jnp.float32)


def judge(net: Net, seen: Array, hidden: Array) -> Array:
    """Return the seats' chances by all there is to know, as logits."""
    x = jnp.concatenate([seen, hidden], axis=-1)
    for layer in net.critic[:-1]:
        x = jax.nn.relu(_through(layer, x))
    return _through(net.critic[-1], x).astype(jnp.float32)
