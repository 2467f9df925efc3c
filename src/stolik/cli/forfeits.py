"""Bots that cannot be started or lose their seats: why, in the person's language."""

from __future__ import annotations

from stolik import bots
from stolik.cli.errors import Wrong
from stolik.core import Game
from stolik.extras import install
from stolik.words import Words


def seated(words: Words, game: Game, name: str, seed: int, deadline: float) -> bots.Guarded:
    """Return a bot at its seat; raise ``Wrong`` if it cannot be started."""
    bot = bots.guarded(game, name, seed, deadline=deadline)
    if bot.error is None:
        return bot
    if isinstance(bot.error, ModuleNotFoundError):
        needs = words("error.bot_needs", bot=name, package=bot.error.name, install=install("bots"))
        raise Wrong(needs) from bot.error
    raise Wrong(words("error.bot", bot=name, why=reason(words, bot.error))) from bot.error


def reason(words: Words, error: Exception) -> str:
    """Return why a bot failed."""
    if isinstance(error, bots.BotError):
        return words(f"forfeit.{error.code}", **error.values)
    return words("forfeit.raised", error=f"{type(error).__name__}: {error}")
