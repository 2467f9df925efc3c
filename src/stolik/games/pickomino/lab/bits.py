"""Sets of tiles as bits of a number: the highest, the lowest, how many. Everything is ``uint32``."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax

Bits = Array
"""One ``uint32`` a game."""
Flag = Array
"""One ``bool`` a game."""


def word(number: int) -> Bits:
    """Return a constant."""
    constant: Array = jnp.uint32(number)
    return constant


def bit(place: Bits) -> Bits:
    """Return the number with this one bit; places count from 0."""
    return word(1) << place


def has(bits: Bits, mask: Bits | int) -> Flag:
    """Whether some bit of the mask is there."""
    return (bits & mask) != 0


def place_of_highest(bits: Bits) -> Bits:
    """Return the place of the highest bit; with none, any number."""
    return word(31) - lax.clz(bits)


def highest(bits: Bits) -> Bits:
    """Return the highest bit alone; with none, 0."""
    return jnp.where(bits == 0, word(0), bit(place_of_highest(bits) & 31))


def lowest(bits: Bits) -> Bits:
    """Return the lowest bit alone; with none, 0."""
    return bits & (~bits + 1)


def count(bits: Bits) -> Bits:
    """Return how many bits there are."""
    return lax.population_count(bits)


def nth(bits: Bits, n: Bits) -> Bits:
    """Return the place of the ``n``-th bit from below, counted from 0; there must be more than ``n``."""
    place = jnp.zeros_like(bits)
    for width in (16, 8, 4, 2, 1):
        below = count(bits & ((1 << width) - 1))
        up = n >= below
        n = jnp.where(up, n - below, n)
        bits = jnp.where(up, bits >> width, bits)
        place = jnp.where(up, place + width, place)
    return place


def fraction(random: Bits, parts: Bits, part_bits: int) -> Bits:
    """Return a number below ``parts``, which has at most ``part_bits`` bits, from 32 random ones.

    Each is as likely as the others up to a relative error of ``parts`` / 2^(32 - ``part_bits``).
    """
    return ((random >> part_bits) * parts) >> (32 - part_bits)
