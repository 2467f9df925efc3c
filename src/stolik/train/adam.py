"""The Adam optimiser (Kingma and Ba 2015) for pytrees."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array


class Adam(NamedTuple):
    """The state of the optimiser."""

    step: Array
    """The number of steps taken."""
    mean: Any
    """The first moment of the gradients."""
    square: Any
    """The second moment, not centred."""


def no_steps(network: Any) -> Adam:
    """Return the initial state of the optimiser."""
    mean, square = (jax.tree.map(jnp.zeros_like, network) for _ in range(2))
    return Adam(jnp.zeros((), jnp.int32), mean, square)


def step(adam: Adam, grad: Any, rate: Array) -> tuple[Any, Adam]:
    """Return what to subtract from the weights, and the state of the optimiser after the step."""
    number = adam.step + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, adam.mean, grad)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, adam.square, grad)
    low, high = 1 - 0.9**number, 1 - 0.999**number
    steps = jax.tree.map(lambda m, s: rate * (m / low) / (jnp.sqrt(s / high) + 1e-5), mean, square)
    return steps, Adam(number, mean, square)
