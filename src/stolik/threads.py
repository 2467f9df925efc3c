"""How many threads NumPy's libraries use: one, as bots and judges multiply small arrays."""

from __future__ import annotations

import os
from typing import Final

THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def use_one() -> None:
    """Have NumPy use one thread in this process and those it starts; before NumPy is imported.

    For arrays as small as ours more threads only wait for each other: ten times the cost on a busy machine.
    A number that is already set is kept.
    """
    for name in THREADS:
        os.environ.setdefault(name, "1")
