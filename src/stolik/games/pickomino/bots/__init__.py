"""Players of the dice game, the weakest first. The last two need NumPy."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from stolik.bots.bot import Bot
from stolik.bots.simple import Random
from stolik.games.pickomino.bots.simple import Beginner, Careful, Greedy
from stolik.games.pickomino.views import PickominoView


def _planner() -> Bot[PickominoView]:
    from stolik.games.pickomino.bots.planner import Planner  # the simple bots do without NumPy
    from stolik.games.pickomino.bots.planner.value_network import networks

    networks()  # if a file is missing, it is known before a game begins
    return Planner()


BOTS: Mapping[str, Callable[[random.Random], Bot[PickominoView]]] = {
    "random": Random,
    "beginner": lambda _: Beginner(),
    "careful": lambda _: Careful(),
    "greedy": lambda _: Greedy(),
    "planner": lambda _: _planner(),
}
