"""The line to a device: uvicorn's WebSocket, and a limit on what comes through it besides messages."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from stolik.server.limits import Bucket

RATE, BURST = 50, 200
"""Pings, pongs and further pieces of messages that a device may send: so many a second, so many at once."""


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that is cut when a device floods it with frames that bring no message.

    Messages are counted where they are understood. These frames never get that far: uvicorn answers every
    ping, even to a device that does not read the answers, and keeps every piece, even an empty one.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._spare = Bucket(RATE, BURST)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._is_patient():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer to a ping of ours."""
        if self._is_patient():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message."""
        if self._is_patient():
            super().handle_cont(event)

    def _is_patient(self) -> bool:
        """Whether one more such frame is within the limit; if not, the line is cut."""
        if self._spare.take():
            return True
        self.transport.abort()
        return False
