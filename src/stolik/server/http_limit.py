"""uvicorn's HTTP with a time limit for every request, and limits on connections.

uvicorn closes connections that are idle after a request, but waits for ever for one that is never sent to
its end. Here a request has some seconds to arrive. An address may have so many connections, and there are
never so many that the process runs out of descriptors: beyond that, the oldest gives way whose request has
not arrived.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from stolik.server.clients import BURST_SECONDS, grouped, is_within, networks
from stolik.server.limits import Buckets
from stolik.server.settings import Settings

SPARE = 100
"""Descriptors that are kept for the database, the processes of bots and the like."""


class Connections:
    """The connections of a node that are not sockets of tables."""

    def __init__(self, settings: Settings, most: int | None = None) -> None:
        self.seconds = settings.request_seconds
        self._most = most_connections() if most is None else most
        self._per_client = settings.connections_per_client
        self._trusted = networks(settings.trusted_proxies)
        rate = settings.requests_per_client
        self._arrivals = Buckets(rate, max(1.0, rate * BURST_SECONDS))
        self._of: dict[str, dict[LimitedHTTP, None]] = {}
        """The connections of each address, the oldest first."""
        self._waiting: dict[LimitedHTTP, None] = {}
        """The connections that wait for a request or the rest of one, the oldest first."""

    def let_in(self, new: LimitedHTTP, open_now: int) -> bool:
        """Count a connection, and return whether there is room; an older one may have to give way for it."""
        own = self._of.setdefault(new.address, {})
        own[new] = None
        self._waiting[new] = None
        if not is_within(new.peer, self._trusted):
            if not self._arrivals[new.address].take():  # to refuse its request would cost more
                return self._give_way(new, new)
            if len(own) > self._per_client:
                return self._give_way(next((one for one in own if one in self._waiting), new), new)
        if open_now > self._most:
            return self._give_way(next(iter(self._waiting)), new)
        return True

    def _give_way(self, old: LimitedHTTP, new: LimitedHTTP) -> bool:
        self.forget(old)
        old.transport.abort()
        return old is not new

    def arrived(self, connection: LimitedHTTP) -> None:
        """Note that a whole request is here."""
        self._waiting.pop(connection, None)

    def waits(self, connection: LimitedHTTP) -> None:
        """Note that a request was answered, and another may come."""
        self._waiting[connection] = None

    def forget(self, connection: LimitedHTTP) -> None:
        """Note that a connection has ended, or is a table's socket now."""
        self._waiting.pop(connection, None)
        own = self._of.get(connection.address, {})
        own.pop(connection, None)
        if not own:
            self._of.pop(connection.address, None)


class LimitedHTTP(H11Protocol):
    """A connection over which requests must arrive in time."""

    among: ClassVar[Connections]
    """All connections of the node."""

    peer = address = ""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, if there is room."""
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        self.address = grouped(self.peer)
        if self.among.let_in(self, len(self.connections)):
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self._deadline is None and self.conn.their_state is h11.IDLE:
            self._wait()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
            self.among.arrived(self)

    def on_response_complete(self) -> None:
        """Leave the connection to uvicorn, which closes it if nothing more comes."""
        if self.conn.their_state is not h11.SEND_BODY:
            self._stop_waiting()
        if not self.transport.is_closing():
            self.among.waits(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket."""
        self._stop_waiting()
        self.among.forget(self)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        self.among.forget(self)
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.among.seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def limited_http(settings: Settings) -> type[LimitedHTTP]:
    """Return the class of the connections of one node."""
    return type("LimitedHTTP", (LimitedHTTP,), {"among": Connections(settings)})


def most_connections() -> int:
    """Return how many connections this process can have at once."""
    if sys.platform == "win32":
        return 10_000
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(1, soft - SPARE)
