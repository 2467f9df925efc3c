"""Stolik: a small table for two beloved games.

>>> import random, stolik
>>> state = stolik.Game("pickomino", players=2).start()
>>> state = state.play("roll").play("dice 1 2 4 4 4 5 w w").play("keep w")
>>> state.moves()
('roll',)
"""

import stolik.games  # noqa: F401 -- makes our games known by their names
from stolik.core import (
    CHANCE,
    Fairness,
    Game,
    IllegalMove,
    Move,
    Option,
    Record,
    Recorder,
    RecordError,
    Result,
    State,
    game_names,
    options,
    position,
    verify,
)

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Fairness",
    "Game",
    "IllegalMove",
    "Move",
    "Option",
    "Record",
    "RecordError",
    "Recorder",
    "Result",
    "State",
    "game_names",
    "options",
    "position",
    "verify",
]
