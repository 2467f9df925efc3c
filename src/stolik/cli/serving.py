"""The server as a process: its socket, its checks before the start, and what it tells the person."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import segno
import uvicorn
from rich.text import Text

from stolik.cli.database import TROUBLE, prepare_folder, trouble
from stolik.cli.errors import Wrong
from stolik.cli.output import make_console
from stolik.server import logs
from stolik.server.app import make_app
from stolik.server.bus import open_bus
from stolik.server.line import Line
from stolik.server.settings import Settings
from stolik.server.store import Store
from stolik.words import Words

GOODBYE_SECONDS = 5
"""How long the connections have to end after Ctrl-C."""

BACKLOG = 2048

UNREAD_SECONDS = 30
"""How long a device may leave unread what it was sent, before the system gives its line up."""


def serve(words: Words, settings: Settings) -> int:
    """Serve until Ctrl-C or SIGTERM; a server that was asked to stop and did has the exit status 0."""
    prepare_folder(words, settings)
    asyncio.run(_check(words, settings))
    listening = listen(words, settings)
    _raise_file_limit()
    logs.configure(settings)
    config = uvicorn.Config(
        make_app(settings),
        ws=Line,
        ws_max_size=settings.max_message,
        ws_per_message_deflate=False,  # messages are short, and compressing has its price in memory
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    server = _Server(config, lambda: _tell(words, settings, listening.getsockname()[1]))
    _collect_rarely()
    with listening, suppress(SystemExit):  # so it ends if it cannot start
        server.run([listening])
    if not server.started:
        raise Wrong(words("serve.failed"))
    return 0


class _Server(uvicorn.Server):
    """A server that says when it is open, and that always stops in good order."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; at a second Ctrl-C do not wait for the connections to end.

        The signal is not kept: it would be raised again in the end, and decide the exit status.
        """
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.force_exit:  # then nobody has told the application
            await self.lifespan.shutdown()


async def _check(words: Words, settings: Settings) -> None:
    """See that the database can be used and that the address of Redis is one, before anything is opened."""
    try:
        await (await Store.open(settings.database_url)).close()
    except TROUBLE as error:
        raise trouble(words, error) from error
    try:
        await open_bus(settings.redis).close()
    except ValueError as error:
        raise Wrong(words("serve.redis", why=error)) from error


def listen(words: Words, settings: Settings) -> socket.socket:
    """Return the socket that devices come to."""
    host, port = settings.listen_host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Wrong(words("serve.taken", host=host, port=port)) from error
        raise Wrong(words("serve.no_address", host=host, port=port, why=error.strerror)) from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it, and its lines inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
    return listening


def _raise_file_limit() -> None:
    """Let this process hold as many sockets as the system lets it, where there is such a limit."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _collect_rarely() -> None:
    """Look for garbage seldom: with thousands of sockets every look takes long, and finds next to nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


# -- what the person is told ------------------------------------------------------------------------------


def _tell(words: Words, settings: Settings, port: int) -> None:
    host = "127.0.0.1" if settings.lan else settings.host
    home = settings.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    lines = [words("serve.open", url=home)]
    phones = settings.public_url
    if settings.lan and (address := _lan_address()):
        phones = phones or f"http://{address}:{port}"
        lines.append(words("serve.lan", url=f"http://{address}:{port}"))
    console = make_console()
    for line in lines:
        console.print(line, soft_wrap=True)
    if phones and console.is_terminal:
        console.print(qr_code(phones))
    console.print(words("serve.stop"), soft_wrap=True)
    sys.stdout.flush()


def _lan_address() -> str | None:
    """Return this computer's address in the local network: the one it would send from; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address


def qr_code(url: str) -> Text:
    """Return a QR code to be printed, black on white, two rows of it in a line."""
    rows = [list(row) for row in segno.make(url, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    lines = (
        "".join(signs[pair] for pair in zip(*rows[k : k + 2], strict=True)) for k in range(0, len(rows), 2)
    )
    return Text("\n").join(Text(line, style="black on bright_white") for line in lines)
