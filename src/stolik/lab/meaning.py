"""What can be counted of a game, and what an eager player of it likes: each game's lab says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

Groups = Mapping[str, tuple[str, ...]]
"""The names of what is counted, in groups."""


@dataclass(frozen=True)
class Meaning:
    """What is counted of a game, and what an eager player of it likes."""

    kind_of: NDArray[np.int32]
    """The kind of each action: its place in ``groups["choices"]``."""
    liking: NDArray[np.float32]
    """How much an eager player likes each action."""
    groups: Groups
    """``choices``: the kinds of actions; other groups are the game's own."""
    happened: Callable[[Any, Array, Any], dict[str, Array]] = field(repr=False)
    """From the games before an action, the action and the games after it: whether everything in the other
    groups happened, ``(batch, names)``."""

    def events(self, before: Any, action: Array, after: Any) -> dict[str, Array]:
        """Return whether everything in ``groups`` happened, ``(batch, names)`` for each group."""
        kind = jnp.asarray(self.kind_of)[action]
        choices = kind[:, None] == jnp.arange(len(self.groups["choices"]))
        return {"choices": choices, **self.happened(before, action, after)}
