"""Work that is done in the background, after a delay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from stolik.server.connection import Gone
from stolik.server.table_store import StoreDown

RETRY_SECONDS = 1.0
"""After how many seconds something is tried again that failed because the database did not answer."""


class Tasks:
    """The background work of a node, ended together with it."""

    def __init__(self) -> None:
        self.closing = False
        self._running: set[asyncio.Task[None]] = set()

    def later(self, delay: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something after a delay; what cannot be written then is found by the keeper."""
        if self.closing:
            return

        async def wait() -> None:
            await asyncio.sleep(delay)
            with suppress(Gone, StoreDown):
                await work()

        task = asyncio.create_task(wait())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Cancel what is still running, and start nothing more."""
        self.closing = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
