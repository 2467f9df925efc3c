"""What a bot plays at a table: a decision follows from the table alone, wherever it is thought about."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from stolik import bots
from stolik.core import View
from stolik.server.messages import Level
from stolik.server.table import Table


class Choice(NamedTuple):
    """The move of a bot; if it failed, the move of the bot that replaces it, and what was wrong."""

    move: str
    error: str | None


def choose_move(game: str, level: Level, seed: int, view: View) -> Choice:
    """Return what a bot plays. Each decision has a new bot, so that any node can make the next one."""
    here, missing = bots.startable(game, level)
    bot = bots.guarded(game, here, seed)
    move = bot.choose(view)
    if bot.error is not None:
        return Choice(str(move), type(bot.error).__name__)
    return Choice(str(move), None if missing is None else f"{here} plays instead: {missing}")


def decision_seed(table: Table) -> int:
    """Return the seed of the next decision: the same on every node, and secret."""
    text = f"{table.secret}/{table.round}/{table.ply}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
