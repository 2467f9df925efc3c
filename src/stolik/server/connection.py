"""One device's socket to one table: who it is, through which seat it looks, and what waits to be sent."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from stolik.server.messages import ToDevice
from stolik.server.projection import viewing_seat
from stolik.server.table import Table

OUTBOX = 256
"""Messages that may wait for a slow device; with more it is cut off, and has to connect again."""

RESTARTED, REJECTED, DELETED, SLOW, TOO_MANY, GAME_MISSING = 1012, 4403, 4404, 4408, 4429, 4501
"""Why a socket is closed: it should connect again; it may not be here; its table was deleted; it did not read
what it was sent; a limit was reached; the table's game is not installed."""

_numbers = itertools.count()
_encoder = msgspec.json.Encoder(enc_hook=str)  # a Move is a subclass of str


def encode(message: ToDevice) -> bytes:
    """Return a message as it goes over the wire."""
    return _encoder.encode(message)


class SentAway(Exception):  # noqa: N818 -- an answer, not a fault of the program
    """A device cannot watch a table; ``why`` is the code that its socket is closed with."""

    def __init__(self, why: int) -> None:
        super().__init__(why)
        self.why = why


class Gone(SentAway):
    """The table does not exist, or the database was set back to before what we know of it."""

    def __init__(self, why: int = DELETED) -> None:
        super().__init__(why)


class Connection:
    """One device's socket to one table, with its outbox."""

    __slots__ = ("_close", "_cut", "_flushing", "_outbox", "_send", "client", "holder", "looking", "number")

    def __init__(
        self,
        holder: str | None,
        send: Callable[[bytes], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        client: str = "",
    ) -> None:
        self.holder = holder
        self.client = client
        """Who it counts as where limits are a client's."""
        self.number = next(_numbers)
        """Which of all there have been this is."""
        self.looking: int | None = None
        """The seat it asked to see through."""
        self._send = send
        self._close = close
        self._outbox: list[bytes] = []  # short, and mostly empty: a deque would take most of our memory
        self._flushing: asyncio.Task[None] | None = None
        self._cut = False

    def seat(self, table: Table) -> int | None:
        """Return the seat it sees through: the one it asked for, if it is its own, or its only one."""
        if self.looking is not None and self.looking in table.held(self.holder):
            return self.looking
        return viewing_seat(table.holders, self.holder)

    def push(self, message: ToDevice | bytes) -> None:
        """Queue a message behind those that wait; never blocks on a slow connection."""
        if self._cut:
            return
        self._outbox.append(message if isinstance(message, bytes) else encode(message))
        if len(self._outbox) > OUTBOX:
            self.cut(SLOW)
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._outbox:
                await self._send(self._outbox.pop(0))
        except Exception:  # the connection is dead, and its reader will find out
            self._outbox.clear()
        finally:
            self._flushing = None

    def cut(self, code: int) -> None:
        """Close the socket as soon as possible, and send nothing more."""
        if not self._cut:
            self._cut = True
            self._outbox.clear()
            self._flushing = asyncio.create_task(self._end(code))

    async def _end(self, code: int) -> None:
        with suppress(Exception):  # closed already
            await self._close(code)
