"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Bot(Protocol[ViewT_contra]):
    """A player of one game. One that has something to let go of has a method ``close`` as well."""

    def choose(self, view: ViewT_contra, /) -> str:
        """Return one of ``view["moves"]``."""
        ...


AnyBot = Bot[Any]
"""A bot of whichever game is played."""
