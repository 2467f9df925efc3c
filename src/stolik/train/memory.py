"""Whether what is to be learned fits in the memory of the devices, known before anything is allocated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import jax

from stolik.train import devices

SAFE: Final = 0.9
"""Which part of the games that seem to fit is sure to."""


class TooManyGamesError(Exception):
    """So many games at once do not fit in the memory of a device."""

    def __init__(self, need: int, there: int, fit: int) -> None:
        super().__init__(f"{need} bytes are needed, {there} are there; {fit} games would fit")
        self.need = need
        self.there = there
        self.fit = fit
        """How many games would fit, on all devices together; 0 if not even the fewest possible would."""


def check(games: int, fewest: int, network: Any, optimiser: Any, programs: Sequence[Any], held: int) -> None:
    """Raise ``TooManyGamesError`` if an update with so many games at once needs more memory than there is.

    ``programs`` are compiled, run one after the other, and what they return is kept to the end of the update;
    ``held`` is how many bytes of other arrays with the games a device has. ``fewest`` is how many games there
    are at least, and of what their number is a multiple.
    """
    there = devices.memory()
    if there is None:
        return
    parts: list[Any] = [program.memory_analysis() for program in programs]
    kept = sum(part.output_size_in_bytes - part.alias_size_in_bytes for part in parts)
    at_work = max(part.temp_size_in_bytes for part in parts)
    need = size((network, optimiser)) + held + kept + at_work
    if need > there:
        steady = size((network, optimiser, network))  # its slope is as large, whatever the number of games
        fit = int(SAFE * games * (there - steady) / max(1, need - steady))
        raise TooManyGamesError(need, there, max(0, fit // fewest * fewest))


def size(tree: Any) -> int:
    """Return how many bytes the arrays of a tree take on a device that has all of them."""
    return sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(tree))


def ran_out(error: BaseException) -> bool:
    """Whether an error says that memory ran out: GPUs and CPUs word it differently."""
    said = str(error).lower()
    told = "resource_exhausted" in said or "out of memory" in said
    return isinstance(error, MemoryError) or (isinstance(error, jax.errors.JaxRuntimeError) and told)
