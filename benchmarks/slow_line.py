"""A slow line to a server on the loopback, for everything that a browser asks.

A browser slows down its pages only: what a service worker fetches for them comes as fast as it can.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Lock, Thread
from urllib.parse import urlsplit

PIECE = 16_384
"""Bytes that are passed on at once."""


class _Line(ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, port: int, speed: float, latency: float) -> None:
        self.port, self.latency = port, latency
        self._speed, self._lock, self._free = speed, Lock(), 0.0
        super().__init__(("127.0.0.1", 0), _Connection)

    def carry(self, size: int) -> None:
        """Wait until so many bytes have come, after all that came before them, for whomever."""
        with self._lock:
            self._free = until = max(self._free, time.monotonic()) + size / self._speed
        time.sleep(max(0.0, until - time.monotonic()))


class _Connection(BaseRequestHandler):
    server: _Line

    def handle(self) -> None:
        with socket.create_connection(("127.0.0.1", self.server.port)) as server, suppress(OSError):
            Thread(target=self._ask, args=(server,), daemon=True).start()
            while piece := server.recv(PIECE):
                self.server.carry(len(piece))
                self.request.sendall(piece)

    def _ask(self, server: socket.socket) -> None:
        with suppress(OSError):  # either side may go at any time
            while piece := self.request.recv(PIECE):
                time.sleep(self.server.latency)
                server.sendall(piece)
            server.shutdown(socket.SHUT_WR)


@contextmanager
def slow_line(address: str, speed: float, latency: float) -> Iterator[str]:
    """Yield the address of a server as it is over a line of so many bytes and seconds."""
    with _Line(urlsplit(address).port or 80, speed, latency) as line:
        Thread(target=line.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{line.server_address[1]}"
        line.shutdown()
