"""Where the compiler has to stop and write down what it has, instead of working it out for every use."""

from __future__ import annotations

from typing import TypeVar

import jax
import jax.numpy as jnp
from jax import lax

T = TypeVar("T")


def settled(results: T) -> T:
    """Return the results of a stage, worked out once; without this, every use would work them out again.

    Before JAX 0.11 the compiler for CPUs takes no notice of an ``optimization_barrier``; but it stops before
    a condition of which it does not see that it always holds: that an odd number is not zero.
    """
    if jax.__version_info__ >= (0, 11) or jax.default_backend() != "cpu":
        once: T = lax.optimization_barrier(results)  # type: ignore[no-untyped-call]
        return once
    number = next(leaf for leaf in jax.tree.leaves(results) if jnp.issubdtype(leaf.dtype, jnp.integer))
    holds = (number.ravel()[0] | 1) != 0
    worked_out: T = lax.cond(holds, _same, _nothing, results)
    return worked_out


def _same(results: T) -> T:
    return results


def _nothing(results: T) -> T:
    nothing: T = jax.tree.map(jnp.zeros_like, results)
    return nothing
