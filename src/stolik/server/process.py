"""The server as a process: its checks before the start, its socket, uvicorn, and how it ends.

``stolik serve`` runs one and tells the person about it; tests run nodes of the same kind within their own.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import FrameType
from typing import Any

import uvicorn

from stolik.server import logs
from stolik.server.app import make_app
from stolik.server.bus import open_bus
from stolik.server.frame_limit import FrameLimitedWebSocket
from stolik.server.http_limit import limited_http
from stolik.server.settings import Settings
from stolik.server.store import Store

SHUTDOWN_SECONDS = 5
"""How long requests have to end after Ctrl-C."""

BACKLOG = 2048
"""Connections that the system lets wait until they are accepted."""
AT_ONCE = 8
"""Connections that are accepted before everybody else is heard again, however many come at once."""

TURN = 0.0005
"""Seconds for which a thread computes while others wait. A command goes from thread to thread several times,
so that Python's own 5 ms would add up: in the first second, while a thread gets ready to help, to 70."""

UNREAD_BYTES = 256 * 2**10
"""What the system keeps of what a device was sent and has not read; of itself it would keep megabytes."""
UNREAD_SECONDS = 30
"""How long a device may leave unread what it was sent, before the system drops its connection."""


# -- Before the start -------------------------------------------------------------------------------------


async def check_database(settings: Settings) -> None:
    """Create or upgrade the database; raises ``StoreDown``, ``NewerDatabase`` or ``ValueError``."""
    await (await Store.open(settings.database_url)).close()


async def check_bus(settings: Settings) -> None:
    """Raise ``ValueError`` if the Redis URL is invalid; a Redis that is down is no reason not to start."""
    await open_bus(settings.redis).close()


def listen(settings: Settings) -> socket.socket:
    """Return the socket that devices connect to; raises ``OSError``."""
    host = settings.listen_host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, settings.port), family=family, backlog=BACKLOG)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)  # the connections inherit it
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it; likewise
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
    return listening


# -- Running ----------------------------------------------------------------------------------------------


def configure(app: Any, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn runs an application here."""
    return uvicorn.Config(
        app,
        interface="asgi3",
        http=limited_http(settings),
        ws=FrameLimitedWebSocket,
        ws_max_size=settings.max_message,
        ws_per_message_deflate=False,  # messages are short, and compression costs memory
        backlog=AT_ONCE,
        access_log=False,
        log_config=None,
        proxy_headers=False,  # clients.py reads them
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def run(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> bool:
    """Serve until Ctrl-C or SIGTERM; return whether it could start.

    ``opened`` is called once devices can connect. What went wrong at the start is in the log.
    """
    raise_file_limit()
    logs.configure(settings)
    server = _Server(configure(make_app(settings), settings), opened)
    _collect_rarely()
    sys.setswitchinterval(TURN)
    with listening, suppress(SystemExit):  # uvicorn exits if it cannot start
        server.run([listening])
    return server.started


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[str]:
    """Run a node within this process, without handling signals or logs; its address."""
    opened = asyncio.Event()
    server = _Server(configure(make_app(settings), settings), opened.set)
    listening = listen(settings)
    with listening:
        serving = asyncio.create_task(server._serve([listening]))
        waiting = asyncio.create_task(opened.wait())
        await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if serving.done():
            serving.result()
            raise RuntimeError("the server could not start")
        try:
            host, port = listening.getsockname()[:2]
            yield f"http://{host}:{port}"
        finally:
            server.should_exit = True
            await serving


class _Server(uvicorn.Server):
    """A server that says when it is open, and that always stops in good order."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # asyncio lets only as many wait as it accepts at once
        if self.started:
            self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; at a second Ctrl-C do not wait for the connections to end.

        The signal is not kept: uvicorn would raise it again in the end, and it would decide the exit status.
        """
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.force_exit:  # then uvicorn has not told the application
            await self.lifespan.shutdown()


def raise_file_limit() -> None:
    """Let this process hold as many sockets as the system allows, where there is such a limit."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _collect_rarely() -> None:
    """Run the garbage collector rarely: with thousands of sockets it takes long, and finds little."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
