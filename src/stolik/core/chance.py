"""Random numbers, drawn the same way everywhere: by rejection, from a source of random bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """A source of random bits: ``random.Random``, ``random.SystemRandom`` or a stream of fair dice."""

    def getrandbits(self, k: int, /) -> int:
        """Return a uniform integer of ``k`` bits."""
        ...


def below(rng: Rng, n: int) -> int:
    """Return a uniform integer from 0 to ``n`` - 1, exactly: draws of ``n`` or more are rejected."""
    bits = n.bit_length()
    while (number := rng.getrandbits(bits)) >= n:
        if n < 1:
            raise ValueError(f"n must be at least 1, not {n}")
    return number


def shuffled(rng: Rng, items: Iterable[T]) -> list[T]:
    """Return the items in uniformly random order (Fisher and Yates, from the last place down)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
