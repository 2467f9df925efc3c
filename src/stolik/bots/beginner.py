"""A bot that beginners can win against: another bot that sometimes plays at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stolik.bots.simple import Random
from stolik.core import View, below

if TYPE_CHECKING:
    from stolik.bots.bot import AnyBot

ONE_IN = 5
"""One decision in five is random."""


class Beginner:
    """Plays like another bot, but sometimes a random legal move."""

    def __init__(self, model: AnyBot, rng: random.Random) -> None:
        self._model = model
        self._thoughtless = Random(rng)
        self._rng = rng

    def choose(self, view: View) -> str:
        """Return one of the moves."""
        attentive = below(self._rng, ONE_IN) > 0
        return (self._model if attentive else self._thoughtless).choose(view)
