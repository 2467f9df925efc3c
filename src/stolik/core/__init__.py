"""What a game is: moves and chance as text, states, views, records and fair randomness."""

from stolik.core.chance import Rng, below, shuffled
from stolik.core.fair import Fairness, Stream, commit, new_seat_randomness, new_secret
from stolik.core.game import Event, Game, Result, ResultView, State, View, game_of_view, options
from stolik.core.lots import draw_lots, lots, lots_expected, lots_with_odds
from stolik.core.moves import CHANCE, IllegalMove, Move
from stolik.core.options import Option, Settings, Value
from stolik.core.plugins import Plugin, game_names, plugin, register
from stolik.core.positions import position
from stolik.core.record import Findings, Record, Recorder, RecordError, Taken, verify
from stolik.core.values import brief, make, put, quoted

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
    "Taken",
    "Value",
    "View",
    "below",
    "brief",
    "commit",
    "draw_lots",
    "game_names",
    "game_of_view",
    "lots",
    "lots_expected",
    "lots_with_odds",
    "make",
    "new_seat_randomness",
    "new_secret",
    "options",
    "plugin",
    "position",
    "put",
    "quoted",
    "register",
    "shuffled",
    "verify",
]
