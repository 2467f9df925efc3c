"""How nodes hear of each other's entries: "table T is at entry n". Within one process, or through Redis.

A message is only a hint to read the log, so a late one or one too many does no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str, int], None]
Lost = Callable[[], None]

URLS = "redis://HOST:PORT/0, rediss://…, unix://…"


class Bus(Protocol):
    """What carries the hints."""

    async def publish(self, code: str, seq: int) -> None:
        """Tell every node, this one too, that the table is at this entry. Never raises and never waits."""

    async def listen(self, heard: Heard, lost: Lost) -> None:
        """Call ``heard`` for every hint, until cancelled.

        ``lost`` is called whenever hints may have been missed: each time that a connection has been made.
        """

    async def close(self) -> None:
        """Send what is still to be sent, if that is possible at once, and let go."""


def open_bus(url: str) -> Bus:
    """Return the bus of a Redis URL, or one for this process alone if there is none."""
    if not url:
        return LocalBus()
    from stolik.server.redis_bus import RedisBus  # takes a while, and few need it

    try:
        return RedisBus(url)
    except ValueError:
        raise ValueError(f"allowed: {URLS}") from None


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._ears: list[Heard] = []

    async def publish(self, code: str, seq: int) -> None:
        """Tell all who listen, after whatever is being done now."""
        loop = asyncio.get_running_loop()
        for heard in self._ears:
            loop.call_soon(heard, code, seq)

    async def listen(self, heard: Heard, lost: Lost) -> None:
        """Listen until cancelled; nothing is ever lost."""
        self._ears.append(heard)
        try:
            await asyncio.Event().wait()
        finally:
            self._ears.remove(heard)

    async def close(self) -> None:
        """Do nothing: there is nothing to let go of."""
