"""A light WebSocket client, so that the driver of a server is not what is being measured."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

TEXT, PING, PONG = 0x81, 0x89, 0x8A
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Line(asyncio.Protocol, ABC):
    """One socket, and as much of RFC 6455 as there is to meet here: whole messages of text, and pings."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._upgraded = False
        self._rest = b""

    async def connect(
        self, host: str, port: int, path: str, cookie: str = "", source: str | None = None
    ) -> None:
        """Open the socket, from another address of the loopback if one is given.

        What the server says comes to ``heard`` from now on.
        """
        loop = asyncio.get_running_loop()
        own = None if source is None else (source, 0)
        transport, _ = await loop.create_connection(lambda: self, host, port, local_addr=own)
        self._transport = transport
        transport.write(UPGRADE.format(path=path, host=f"{host}:{port}", cookie=cookie).encode())

    def send(self, text: bytes) -> None:
        """Send a message of up to 64 KiB."""
        self._send(TEXT, text)

    def _send(self, kind: int, data: bytes) -> None:
        assert self._transport is not None
        size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
        # The mask is all zeroes: the server has as much to do, and we have nothing.
        self._transport.write(bytes((kind,)) + size + bytes(4) + data)

    def close(self) -> None:
        """Drop the connection, without a word."""
        if self._transport is not None:
            self._transport.abort()

    def opened(self) -> None:
        """Begin: the server has agreed to talk."""

    @abstractmethod
    def heard(self, text: bytes) -> None:
        """Take a message in."""

    @abstractmethod
    def lost(self, why: str) -> None:
        """Take in that there will be no more messages."""

    def data_received(self, data: bytes) -> None:
        """Take apart what came."""
        data = self._rest + data
        at = 0 if self._upgraded else self._upgrade(data)
        while self._upgraded and len(data) - at >= 2:
            kind, size, start = data[at], data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            if start + size > len(data):
                break
            at = start + size
            if kind == TEXT:
                self.heard(data[start:at])
            elif kind == PING:
                self._send(PONG, data[start:at])
            else:
                self.lost(f"frame {kind:#x}: {data[start:at]!r}")
        self._rest = data[at:]

    def _upgrade(self, data: bytes) -> int:
        """Return where the first frame begins, if the server has answered."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101 "):
            self.lost(data[:end].decode("latin-1"))
            return len(data)
        self._upgraded = True
        self.opened()
        return end + 4

    def connection_lost(self, error: Exception | None) -> None:
        """Tell that the server has gone."""
        self.lost(str(error or "closed"))
