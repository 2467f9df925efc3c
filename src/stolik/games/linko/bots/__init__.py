"""Players of the card game, the weakest first. They see their own hand and the table, nothing hidden.

The last two need NumPy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from stolik.bots.bot import Bot
from stolik.bots.simple import Random
from stolik.games.linko.bots.simple import Grabber, Lowest, Weigher
from stolik.games.linko.views import LinkoView


def _mind() -> Bot[LinkoView]:
    from stolik.games.linko.mind import shipped  # the others do without NumPy

    return shipped()


def _thinker(rng: random.Random) -> Bot[LinkoView]:
    from stolik.games.linko.bots.thinker import Thinker
    from stolik.games.linko.mind import shipped

    return Thinker(shipped(), rng)


BOTS: Mapping[str, Callable[[random.Random], Bot[LinkoView]]] = {
    "random": Random,
    "lowest": lambda _: Lowest(),
    "grabber": lambda _: Grabber(),
    "weigher": lambda _: Weigher(),
    "mind": lambda _: _mind(),
    "thinker": _thinker,
}
