"""Bots: each gets a view, never a state, and answers with a move.

>>> import stolik
>>> bot = make("pickomino", "careful", seed=1)
>>> bot.choose(stolik.Game("pickomino", players=2).start().view(0))
'roll'

A bot is given by its name, by a level (``easy`` to ``master``), or by the command line of a program that
follows ``docs/bot-protocol.md``: ``cmd:./mybot --fast``. Installed packages add names.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from stolik.bots import installed
from stolik.bots.bot import AnyBot, Bot, Maker
from stolik.bots.guarded import BotError, Guarded, close
from stolik.bots.levels import LEVELS, RANDOM, level
from stolik.bots.simple import Random
from stolik.core import Game, plugin

COMMAND = "cmd:"
"""The prefix of a program's command line."""

DEADLINE = 10.0
"""The default time limit for a move of a third-party bot, in seconds."""

NONE: Mapping[str, Maker] = MappingProxyType({})

REPLACEMENT_LEVEL = "easy"
"""The level of the bot that takes the seat of one that fails."""


def _ours(game: str) -> Mapping[str, Maker]:
    """Return the bots of a game's plug-in; every game has at least the random one."""
    found = plugin(game)
    return found.load("bots") if found.bots else {RANDOM: Random}


def names(game: str) -> tuple[str, ...]:
    """Return the bots of a game: its own, the weakest first, then those of installed packages."""
    ours = _ours(game)
    others = (name for name in installed.names(game) if name not in (*ours, *LEVELS))
    return (*ours, *others)


def is_known(game: str, name: str) -> bool:
    """Whether there is a bot or a level of this name, or it is a command line."""
    return name in LEVELS or name.startswith(COMMAND) or name in names(game)


def make(
    game: str | Game, name: str, seed: int, *, deadline: float = DEADLINE, own: Mapping[str, Maker] = NONE
) -> AnyBot:
    """Return a new bot; the same seed makes it answer the same. ``own`` makes bots of names of your own.

    Third-party bots run as programs, with a time limit of ``deadline`` seconds a move. Close them after the
    game (``close``). They raise ``BotError``; ``guarded`` handles that.
    """
    if name in own:
        return own[name](random.Random(seed))
    title = game if isinstance(game, str) else game.name
    ours = _ours(title)
    if not is_known(title, name):
        raise ValueError(
            f"unknown bot {name!r}; the bots for {title} are: {', '.join(names(title))}; "
            f"the levels: {', '.join(LEVELS)}; or {COMMAND}COMMAND"
        )
    if name in LEVELS:
        name = level(game, name)
    if name in ours:
        return ours[name](random.Random(seed))
    from stolik.bots.programs import Program  # our own bots need no process

    return Program(command(title, name), title, seed, deadline)


def command(game: str, name: str) -> Sequence[str]:
    """Return the command line of a third-party bot."""
    if not name.startswith(COMMAND):
        return installed.command(game, name)
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        raise BotError("not_started", f"cannot be started: {error}", why=str(error)) from error
    if not words:
        raise BotError("not_started", "cannot be started: it has no command", why="no command")
    return words


def startable(game: str | Game, name: str) -> tuple[str, Exception | None]:
    """Return a level that can play here: this one, or the next weaker one whose bot can be started.

    Why it is a weaker one comes with it: a package or a file is missing.
    """
    error = None
    for weaker in reversed(LEVELS[: LEVELS.index(name)]):
        try:
            make(game, name, seed=0)
        except (ModuleNotFoundError, BotError) as missing:
            error, name = error or missing, weaker
        else:
            break
    return name, error


def guarded(
    game: str | Game, name: str, seed: int, *, deadline: float = DEADLINE, own: Mapping[str, Maker] = NONE
) -> Guarded:
    """Return a bot that loses its seat to the easy one if it hangs, crashes or answers nonsense."""
    return Guarded(
        lambda: make(game, name, seed, deadline=deadline, own=own),
        lambda: make(game, REPLACEMENT_LEVEL, seed),
    )


__all__ = [
    "COMMAND",
    "DEADLINE",
    "LEVELS",
    "REPLACEMENT_LEVEL",
    "AnyBot",
    "Bot",
    "BotError",
    "Guarded",
    "Maker",
    "close",
    "command",
    "guarded",
    "is_known",
    "level",
    "make",
    "names",
    "startable",
]
