"""Types of arrays, for programs that name them."""

from __future__ import annotations

from typing import Any


class NDArray:
    """An array of numbers of some kind: all that is said of it here is its name."""

    def __class_getitem__(cls, _: Any) -> type[NDArray]:
        return cls
