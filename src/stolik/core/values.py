"""Small help with values that never change."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """Return the things with one of them replaced.

    >>> put(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    return (*things[:place], thing, *things[place + 1 :])
