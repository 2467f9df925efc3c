"""The games there are, and everything to choose about them, as a page wants to know it."""

from __future__ import annotations

from typing import get_args

from stolik import bots
from stolik.core import Option, Plugin, game_names, plugin
from stolik.server.messages import Games, GameView, OptionView, Phrase


def all_games(*, reviews: bool, docs: bool) -> Games:
    """Return all that a form needs to open a table; whether games can be reviewed and documentation read."""
    found = [_game(plugin(name), reviews) for name in game_names()]
    return Games(found, list(bots.LEVELS), list(get_args(Phrase)), docs)


def _option(option: Option) -> OptionView:
    only = (option.only[0], list(option.only[1])) if option.only else None
    needs = [(list(choices), other, list(values)) for choices, other, values in option.needs]
    return OptionView(option.name, list(option.choices), option.default, only, needs)


def _game(game: Plugin, reviews: bool) -> GameView:
    return GameView(
        name=game.name,
        options=[_option(option) for option in game.options],
        orders={phase: list(moves) for phase, moves in game.standing_orders.items()},
        gestures=game.gestures,
        hidden=game.hidden,
        review=reviews,
        help=list(game.help),
        chance={word: None if texts is None else list(texts) for word, texts in game.chance.items()},
    )
