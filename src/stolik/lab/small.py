"""Sums over the short axes of a batch (seats, places of a pool), written out.

A GPU cannot compute a sum and what is made of it in the same kernel; written out, a sum over a few
places is arithmetic like any other, and a whole stage of a step becomes one kernel.
"""

from __future__ import annotations

from functools import reduce
from itertools import accumulate
from operator import add, or_

import jax.numpy as jnp
from jax import Array


def columns(things: Array) -> list[Array]:
    """Return the things at each place of the second axis."""
    return [things[:, place] for place in range(things.shape[1])]


def total(things: Array) -> Array:
    """Return the sum over the second axis; flags are counted."""
    if things.dtype == bool:
        things = things.astype(jnp.int32)
    return reduce(add, columns(things))


def any_of(flags: Array) -> Array:
    """Whether any flag of the second axis is set."""
    return reduce(or_, columns(flags))


def lowest(things: Array) -> Array:
    """Return the lowest of the second axis."""
    return reduce(jnp.minimum, columns(things))


def up_to(things: Array) -> Array:
    """Return the sums of the first things of the second axis, of one, two, and so on."""
    return jnp.stack(list(accumulate(columns(things.astype(jnp.int32)))), axis=1)


def first_flags(flags: Array, most: int) -> Array:
    """Return where the first flags of a batch are set, ``most`` of them, and then the batch's size.

    This counts how many flags come before each place, once, and writes each flag's place where it belongs;
    ``jnp.nonzero`` takes such sums twice, the second time of what it has added up in between.
    """
    batch = len(flags)
    place = jnp.where(flags, jnp.cumsum(flags) - 1, most)
    return jnp.full(most, batch).at[place].set(jnp.arange(batch), mode="drop", unique_indices=False)
