"""Players of the dice game, the weakest first. The last two need NumPy."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from stolik.bots.beginner import Beginner
from stolik.bots.bot import Bot
from stolik.bots.simple import Random
from stolik.games.pickomino.bots.simple import Careful, Greedy
from stolik.games.pickomino.views import PickominoView


def _planner() -> Bot[PickominoView]:
    from stolik.games.pickomino.bots.planner import Planner  # the simple bots do without NumPy

    return Planner()


BOTS: Mapping[str, Callable[[random.Random], Bot[PickominoView]]] = {
    "random": Random,
    "beginner": lambda rng: Beginner(Careful(), rng),
    "careful": lambda _: Careful(),
    "greedy": lambda _: Greedy(),
    "planner": lambda _: _planner(),
}
