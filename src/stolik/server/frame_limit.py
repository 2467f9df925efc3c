"""uvicorn's WebSocket with a limit on frames that are not messages: pings, pongs and fragments."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from stolik.server.limits import Bucket

RATE, BURST = 50, 200
"""Pings, pongs and further fragments of messages that a device may send: per second, and at once."""


class FrameLimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut when a device floods it with frames that are not messages.

    Messages are counted where they are decoded. These frames never get that far: uvicorn answers every
    ping, even to a device that does not read the answers, and keeps every fragment, even an empty one.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._frames = Bucket(RATE, BURST)

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
