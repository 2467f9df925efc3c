"""Where the compiler has to stop and write down what it has, instead of working it out for every use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax

from stolik.lab import small

T = TypeVar("T")


def settled(results: T) -> T:
    """Return the results of a stage, worked out once; without this, every use would work them out again.

    Before JAX 0.11 the compiler for CPUs takes no notice of an ``optimization_barrier``; but it stops before
    a condition of which it does not see that it always holds: that an odd number is not zero.
    """
    if jax.__version_info__ >= (0, 11) or on_gpu():
        once: T = lax.optimization_barrier(results)  # type: ignore[no-untyped-call]
        return once
    number = next(leaf for leaf in jax.tree.leaves(results) if jnp.issubdtype(leaf.dtype, jnp.integer))
    holds = (number.ravel()[0] | 1) != 0
    worked_out: T = lax.cond(holds, _same, _nothing, results)
    return worked_out


def on_gpu() -> bool:
    """Whether this runs on a GPU, where other things are quick than on a CPU."""
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

    ``body`` must leave the others as they are: on a GPU, where a loop waits for the host to see whether it
    goes on, it is always done ``most`` times, one after the other, as plain arithmetic. ``apart`` writes the
    numbers down after each time: where many of them depend on many of the time before, all would be worked
    out for each of them again.
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
    """Return arrays of two axes, worked out once, column by column: so that one kernel can do it."""
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
