"""A table at which a policy can be learned: its games in the lab, and how a network sees them."""

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
    """What a rule of thumb thinks of the actions, as logits, and ``NEVER`` for illegal ones:
    ``(batch, actions)``. The network learns what to add to it."""
    kind: Array
    """What kind of decision it is, from 0: ``(batch,)``. What was gained is compared with other decisions of
    the same kind, as the values may be wrong about all of them alike."""

    @property
    def legal(self) -> Array:
        """Which actions are legal: ``(batch, actions)``."""
        return self.prior.astype(jnp.float32) > NEVER


def rule_of_thumb(view: View) -> Array:
    """Return what the rule of thumb prefers, as logits."""
    return view.prior


@dataclass(frozen=True)
class TrainingTable:
    """A table to learn at: its games in the lab, and how a network sees them."""

    name: str
    players: int
    init: Callable[[Array, int], Any]
    step: Callable[[Any, Array, Array], Any]
    view: Callable[[Any], View]
    guest: Callable[[View], Array] = rule_of_thumb
    """What others prefer, as logits: guests in training, and those among whom a network is measured."""


class Sizes(NamedTuple):
    """How many numbers a network gets and gives."""

    observation: int
    hidden: int
    actions: int
    seats: int
    """At the largest table; at smaller ones the last are empty."""
