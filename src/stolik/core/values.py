"""Small help with values."""

from __future__ import annotations

from typing import Final, TypeVar

T = TypeVar("T")

SHOWN = 60
"""How many characters of a text an error message shows at most."""


def brief(text: str) -> str:
    """Return the beginning of a text, short enough for an error message; ``…`` says that there is more.

    >>> brief("keep 4"), len(brief("x" * 10_000_000))
    ('keep 4', 60)
    """
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def quoted(value: object) -> str:
    """Return a value as error messages quote it: like ``repr``, but short.

    >>> quoted("keep 4"), quoted(7)
    ("'keep 4'", '7')
    """
    return repr(brief(value)) if isinstance(value, str) else brief(repr(value))


def put(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """Return the things with one of them replaced.

    >>> put(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    new = list(things)
    new[place] = thing
    return tuple(new)


make: Final = tuple.__new__
"""Make a named tuple of all its fields, ``make(Turn, (...))``: the quickest way, for what every move makes.

Defaults are not filled in, and the number of fields is not checked.
"""
