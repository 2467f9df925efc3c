"""Stolik: a small table for two beloved games.

>>> import random, stolik
>>> state = stolik.Game("pickomino", players=2).start()
>>> state = state.play("roll").play("dice 1 2 4 4 4 5 w w").play("keep w")
>>> state.moves()
('roll',)
"""

from stolik import linko as _linko  # noqa: F401 -- makes the game known by its name
from stolik import pickomino as _pickomino  # noqa: F401 -- makes the game known by its name
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
    games,
    options,
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
    "games",
    "options",
    "verify",
]
