"""A player who means well and is not always attentive: somebody to win against when one has just begun."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stolik.bots.simple import Random
from stolik.core import View, below

if TYPE_CHECKING:
    from stolik.bots.bot import AnyBot

ONE_IN = 5
"""One decision in so many is made without thinking."""


class Beginner:
    """Plays like another bot, but now and then any legal move."""

    def __init__(self, model: AnyBot, rng: random.Random) -> None:
        self._model = model
        self._thoughtless = Random(rng)
        self._rng = rng

    def choose(self, view: View) -> str:
        """Return one of the moves."""
        attentive = below(self._rng, ONE_IN) > 0
        return (self._model if attentive else self._thoughtless).choose(view)
