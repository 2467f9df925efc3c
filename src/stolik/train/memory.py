"""Whether training fits in device memory, by the compiled programs, before anything is allocated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import jax

from stolik.train import devices

SAFE: Final = 0.9
"""A safety factor: the share of the games that fit by the estimate that is suggested."""


class TooManyGamesError(Exception):
    """The batch does not fit in the memory of a device."""

    def __init__(self, need: int, there: int, fit: int) -> None:
        super().__init__(f"{need} bytes are needed, {there} are there; {fit} games would fit")
        self.need = need
        self.there = there
        self.fit = fit
        """The number of games that would fit, on all devices; 0 if not even the smallest batch would."""


def check(games: int, fewest: int, network: Any, optimiser: Any, programs: Sequence[Any], held: int) -> None:
    """Raise ``TooManyGamesError`` if an update with a batch of so many games needs too much memory.

    ``programs`` are compiled and run one after the other; their outputs are kept to the end of the update.
    ``held`` is the size in bytes of other arrays on a device that grow with the batch. A batch has at least
    ``fewest`` games, and a multiple of that.
    """
    there = devices.memory()
    if there is None:
        return
    parts: list[Any] = [program.memory_analysis() for program in programs]
    kept = sum(part.output_size_in_bytes - part.alias_size_in_bytes for part in parts)
    at_work = max(part.temp_size_in_bytes for part in parts)
    need = size((network, optimiser)) + held + kept + at_work
    if need > there:
        steady = size((network, optimiser, network))  # its gradient is as large, whatever the batch
        fit = int(SAFE * games * (there - steady) / max(1, need - steady))
        raise TooManyGamesError(need, there, max(0, fit // fewest * fewest))


def size(tree: Any) -> int:
    """Return the size of a replicated pytree on each device, in bytes."""
    return sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(tree))


def ran_out(error: BaseException) -> bool:
    """Whether an error means that a device is out of memory: GPUs and CPUs word it differently."""
    said = str(error).lower()
    told = "resource_exhausted" in said or "out of memory" in said
    return isinstance(error, MemoryError) or (isinstance(error, jax.errors.JaxRuntimeError) and told)
