"""Bots and trainers run in processes of their own, so that a slow one does not delay the tables."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import NamedTuple, TypeVar

from stolik import bots
from stolik.core import View
from stolik.server.help import advise
from stolik.server.messages import Level, PerMove
from stolik.server.table import Table

T = TypeVar("T")


class Choice(NamedTuple):
    """The move of a bot; if it failed, the move of the bot that replaces it, and the kind of the error."""

    move: str
    error: str | None


def choose_move(game: str, level: Level, seed: int, view: View) -> Choice:
    """Return what a bot plays. Each decision has a new bot, so that any node can make the next one."""
    bot = bots.guarded(game, level, seed)
    move = bot.choose(view)
    return Choice(str(move), None if bot.error is None else type(bot.error).__name__)


def decision_seed(table: Table) -> int:
    """Return the seed of the next decision: the same on every node, and secret."""
    text = f"{table.secret}/{table.round}/{table.ply}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _begin() -> None:
    """Prepare a process: it ignores Ctrl-C, which is for the server, and ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_server() -> None:
        server = multiprocessing.parent_process()
        assert server is not None
        server.join()
        os._exit(0)

    threading.Thread(target=end_with_server, daemon=True).start()


class BotPool:
    """A pool of processes for bots and trainers, or one thread of this process if none are wanted."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._new()

    def _new(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(1)
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_begin)

    async def choose(self, table: Table, seat: int, level: Level) -> Choice:
        """Return what a bot of this level plays in a seat."""
        assert table.state is not None
        view = table.state.view(seat)
        return await self._ask(partial(choose_move, table.game_name, level, decision_seed(table), view))

    async def advise(self, view: View) -> tuple[str, PerMove]:
        """Return a trainer's best move, and what it says of each."""
        return await self._ask(partial(advise, view))

    async def _ask(self, question: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, question)
        except BrokenProcessPool:  # something ended a process of ours: try again in a new one
            if self._pool is pool:
                self._pool = self._new()
            return await loop.run_in_executor(self._pool, question)

    def close(self) -> None:
        """End all processes at once."""
        processes = list(getattr(self._pool, "_processes", None) or {})
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process.pid in processes:
                process.terminate()
