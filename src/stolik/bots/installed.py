"""Bots of installed packages: entry points of the group ``stolik.bots``, named ``GAME.BOT``.

They run in a process of their own, as programs do: there a bot that hangs can be killed, and one that crashes
or prints does no harm. Nothing of such a package is imported here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from stolik.bots.guarded import BotError
from stolik.core import entry_points

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from stolik.bots.bot import AnyBot

GROUP = "stolik.bots"

Factory = Callable[[int], "AnyBot"]
"""The object of an entry point: returns a bot, given a seed."""


@cache
def names(game: str) -> tuple[str, ...]:
    """Return the bots that installed packages bring for a game, in alphabetical order."""
    found = (point.name.partition(".") for point in _points())
    return tuple(sorted({name for of, _, name in found if of == game and name}))


def command(game: str, name: str) -> tuple[str, ...]:
    """Return the command that runs an installed bot as a program."""
    return (sys.executable, "-m", "stolik.bots.serve", game, name)


def load(game: str, name: str) -> Factory:
    """Import a bot's factory, in the process that runs it."""
    point = _find(game, name)
    try:
        factory: Factory = point.load()
    except Exception as error:
        why = f"{point.value}: {type(error).__name__}: {error}"
        raise BotError("not_loaded", f"cannot be loaded from {why}", why=why) from error
    return factory


def _find(game: str, name: str) -> EntryPoint:
    points = [point for point in _points() if point.name == f"{game}.{name}"]
    if len(points) != 1:
        packages = ", ".join(sorted(point.dist.name if point.dist else point.value for point in points))
        why = f"several packages bring it: {packages}" if points else "no package brings it"
        raise BotError("not_loaded", why, why=why)
    return points[0]


def _points() -> list[EntryPoint]:
    return entry_points.find(GROUP)
