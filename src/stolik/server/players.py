"""Bots and trainers think in processes of their own: a deep thinker must not keep the tables waiting."""

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
from typing import Any, NamedTuple, TypeVar

from stolik import bots
from stolik.core import View
from stolik.server.help import advise
from stolik.server.messages import Level
from stolik.server.table import Table

T = TypeVar("T")


class Choice(NamedTuple):
    """What a bot plays; if it failed, what its stand-in plays, and the kind of the error."""

    move: str
    error: str | None


def decide(game: str, level: Level, seed: int, view: View) -> Choice:
    """Return what a bot plays. Every decision has a bot of its own, so that no node need remember any."""
    bot = bots.guarded(game, level, seed)
    move = bot.choose(view)
    return Choice(str(move), None if bot.error is None else type(bot.error).__name__)


def seed_of(table: Table) -> int:
    """Return the seed of the next decision: the same on every node, and nobody can foresee it."""
    text = f"{table.secret}/{table.round}/{table.ply}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _begin() -> None:
    """Prepare a process: Ctrl-C is for the server to hear, and without the server there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def outlive_nobody() -> None:
        server = multiprocessing.parent_process()
        assert server is not None
        server.join()
        os._exit(0)

    threading.Thread(target=outlive_nobody, daemon=True).start()


class Players:
    """Whoever thinks: so many processes, or one thread of this process if none are wanted."""

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
        return await self._ask(partial(decide, table.game_name, level, seed_of(table), view))

    async def advise(self, view: View) -> tuple[str, dict[str, Any]]:
        """Return what a trainer thinks of the moves there are."""
        return await self._ask(partial(advise, view))

    async def _ask(self, question: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, question)
        except BrokenProcessPool:  # something ended a process of ours: think again in a new one
            if self._pool is pool:
                self._pool = self._new()
            return await loop.run_in_executor(self._pool, question)

    def close(self) -> None:
        """End it all, whatever they are thinking about."""
        thinking = list(getattr(self._pool, "_processes", None) or {})
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process.pid in thinking:
                process.terminate()
