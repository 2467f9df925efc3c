"""What a game is: moves and chance as text, states, views, records and fair randomness."""

from stolik.core.chance import Rng, below, shuffled
from stolik.core.fair import Fairness, Stream, commit, new_seat_randomness, new_secret
from stolik.core.game import Event, Game, Result, ResultView, State, View, game_of_view, options
from stolik.core.moves import CHANCE, IllegalMove, Move
from stolik.core.options import Option, Settings, Value
from stolik.core.plugin import Plugin, game_names, plugin, register
from stolik.core.record import Findings, Record, Recorder, RecordError, verify
from stolik.core.values import put

__all__ = [
    "CHANCE",
    "Event",
    "Fairness",
    "Findings",
    "Game",
    "IllegalMove",
    "Move",
    "Option",
    "Plugin",
    "Record",
    "RecordError",
    "Recorder",
    "Result",
    "ResultView",
    "Rng",
    "Settings",
    "State",
    "Stream",
    "Value",
    "View",
    "below",
    "commit",
    "game_names",
    "game_of_view",
    "new_seat_randomness",
    "new_secret",
    "options",
    "plugin",
    "put",
    "register",
    "shuffled",
    "verify",
]
