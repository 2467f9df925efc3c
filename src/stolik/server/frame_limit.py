"""uvicorn's WebSocket with a limit on frames that are not messages, and with less memory for each socket."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from stolik.server.limits import Bucket

RATE, BURST = 50, 200
"""Pings, pongs and further fragments of messages that a device may send: per second, and at once."""


class Inbox:
    """What has arrived and was not taken yet, for one who takes it: asyncio's queue takes 3 KiB more."""

    __slots__ = ("_arrived", "_waiting")

    def __init__(self) -> None:
        self._arrived: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Let something arrive."""
        self._arrived.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def empty(self) -> bool:
        """Whether all was taken."""
        return not self._arrived

    async def get(self) -> Any:
        """Take what arrived first, as soon as there is anything."""
        while not self._arrived:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._arrived.pop(0)


class FrameLimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut when a device floods it with frames that are not messages.

    Messages are counted where they are decoded. These frames never get that far: uvicorn answers every
    ping, even to a device that does not read the answers, and keeps every fragment, even an empty one.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue: Any = Inbox()
        self._frames = Bucket(RATE, BURST)

    def start_keepalive(self) -> None:
        """Begin to see whether the device is there; what opened the socket is not needed any more."""
        super().start_keepalive()
        del self.request, self.response

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._is_within_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer to a ping of ours."""
        if self._is_within_limit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further fragment of a message."""
        if self._is_within_limit():
            super().handle_cont(event)

    def _is_within_limit(self) -> bool:
        """Whether one more such frame is within the limit; if not, the connection is cut."""
        if self._frames.take():
            return True
        self.transport.abort()
        return False
