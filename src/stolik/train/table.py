"""A training table: its games in the lab, and how a network sees them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import jax.numpy as jnp
from jax import Array

NEVER: Final = -1e9
"""The logit of what is not there: an illegal action, an empty seat."""


class View(NamedTuple):
    """A batch of moments, as a network sees them."""

    seen: Array
    """What the actor may know: ``(batch, observation)``."""
    hidden: Array
    """What it may not: ``(batch, hidden)``."""
    prior: Array
    """The heuristic's logits of the actions, ``NEVER`` for illegal ones: ``(batch, actions)``. The network
    learns what to add to them."""
    kind: Array
    """The kind of decision, from 0: ``(batch,)``. Advantages are centred by kind, as the values may be wrong
    about all decisions of a kind alike."""

    @property
    def legal(self) -> Array:
        """Which actions are legal: ``(batch, actions)``."""
        return self.prior.astype(jnp.float32) > NEVER / 2  # a short type rounds it


def heuristic(view: View) -> Array:
    """Return the heuristic's logits."""
    return view.prior


@dataclass(frozen=True)
class TrainingTable:
    """A table to learn at: its games in the lab, and how a network sees them."""

    name: str
    players: int
    init: Callable[[Array, int], Any]
    step: Callable[[Any, Array, Array], Any]
    view: Callable[[Any], View]
    guest: Callable[[View], Array] = heuristic
    """The logits of the others: guests in training, and the opponents when a network is measured."""


class Sizes(NamedTuple):
    """How many numbers a network gets and gives."""

    observation: int
    hidden: int
    actions: int
    seats: int
    """At the largest table; at smaller ones the last are empty."""
