"""Optimisation barriers between stages, so that XLA materialises results instead of recomputing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax

from stolik.lab import small

T = TypeVar("T")


def settled(results: T) -> T:
    """Return the results of a stage behind an optimisation barrier: they are computed once, not at every use.

    Before JAX 0.11, XLA removes an ``optimization_barrier`` on CPUs. A ``cond`` has the same effect there if
    the compiler cannot simplify its predicate away: that an odd number is not zero.
    """
    if jax.__version_info__ >= (0, 11) or on_gpu():
        once: T = lax.optimization_barrier(results)  # type: ignore[no-untyped-call]
        return once
    number = next(leaf for leaf in jax.tree.leaves(results) if jnp.issubdtype(leaf.dtype, jnp.integer))
    holds = (number.ravel()[0] | 1) != 0
    materialised: T = lax.cond(holds, _same, _nothing, results)
    return materialised


def on_gpu() -> bool:
    """Whether this runs on an accelerator, where other programs are fast than on a CPU."""
    return jax.default_backend() != "cpu"


def repeated(
    goes_on: Callable[[Array, T], Array],
    most: int,
    body: Callable[[Array | int, T], T],
    carry: T,
    *,
    apart: bool = False,
) -> T:
    """Return ``carry`` after ``body(0, carry)``, ``body(1, carry)``, … as long as any game ``goes_on``.

    ``body`` must leave the other games unchanged. On a GPU, where the condition of a loop synchronises with
    the host, the loop is unrolled to ``most`` iterations. ``apart`` puts a barrier between these: needed
    where many values depend on many of the iteration before, which would be recomputed for each of them.
    """
    if on_gpu():
        for nth in range(most):
            carry = body(nth, settled_columns(carry) if apart else carry)
        return carry
    nothing = jnp.zeros((), jnp.int32)
    _, found = lax.while_loop(
        lambda now: goes_on(*now).any(), lambda now: (now[0] + 1, body(*now)), (nothing, carry)
    )
    return found


def settled_columns(results: T) -> T:
    """Return two-dimensional arrays behind a barrier, column by column, so that one kernel computes them."""
    parts = settled([small.columns(leaf) for leaf in jax.tree.leaves(results)])
    together: T = jax.tree.unflatten(
        jax.tree.structure(results), [jnp.stack(columns, axis=1) for columns in parts]
    )
    return together


def _same(results: T) -> T:
    return results


def _nothing(results: T) -> T:
    nothing: T = jax.tree.map(jnp.zeros_like, results)
    return nothing
