"""Bots that cannot be started or lose their seats: why, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stolik import bots
from stolik.cli.errors import Wrong
from stolik.cli.people import Player
from stolik.core import Game
from stolik.extras import install
from stolik.words import Words


def startable(words: Words, game: Game, seats: Sequence[Player]) -> tuple[list[Player], str]:
    """Return who can play here, weaker levels where one cannot be had, and what to tell the person then."""
    playing, said = list(seats), {}
    for number, seat in enumerate(seats):
        if seat.bot in bots.LEVELS:
            level, error = bots.startable(game, seat.bot)
            if error is not None:
                playing[number] = replace(seat, bot=level)
                asked, weaker = words(f"level.{seat.bot}"), words(f"level.{level}")
                said[seat.bot] = words("play.weaker", level=asked, weaker=weaker, why=reason(words, error))
    return playing, "\n".join(said.values())


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
    if isinstance(error, ModuleNotFoundError):
        return words("forfeit.needs", package=error.name, install=install("bots"))
    return words("forfeit.raised", error=f"{type(error).__name__}: {error}")
