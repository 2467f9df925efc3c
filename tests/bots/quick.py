"""Bots as they are, but those that search do so with few play-outs: whole games of them take no time."""

import random

from stolik import Game, bots
from stolik.games.linko.bots.searcher import Searcher

PLAYOUTS = 6


def make(game: Game, name: str, seed: int) -> bots.AnyBot:
    """Return a bot by its name or level."""
    bot = bots.make(game, name, seed)
    return Searcher(random.Random(seed), PLAYOUTS) if isinstance(bot, Searcher) else bot
