"""What a bot is."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Bot(Protocol[ViewT_contra]):
    """A player of one game. A bot with resources to release also has a method ``close``."""

    def choose(self, view: ViewT_contra, /) -> str:
        """Return one of ``view["moves"]``."""
        ...


AnyBot = Bot[Any]
"""A bot of any game."""

Maker = Callable[[random.Random], AnyBot]
"""Makes a bot; what it does by chance comes from the generator that it is given."""
