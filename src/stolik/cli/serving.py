"""``stolik serve`` for a person: what is wrong before the start, and where the table is open."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys

import segno
from rich.text import Text

from stolik.cli.database import TROUBLE, prepare_folder, trouble
from stolik.cli.errors import Wrong
from stolik.cli.output import make_console
from stolik.server import process
from stolik.server.app import PAGE, has_page
from stolik.server.settings import Settings
from stolik.words import Words


def serve(words: Words, settings: Settings) -> int:
    """Serve until Ctrl-C or SIGTERM; a server that was asked to stop and did has the exit status 0."""
    if not has_page():
        raise Wrong(words("serve.no_page", folder=PAGE))
    prepare_folder(words, settings)
    asyncio.run(_check(words, settings))
    listening = _listen(words, settings)
    port = listening.getsockname()[1]
    if not process.run(settings, listening, lambda: _tell(words, settings, port)):
        raise Wrong(words("serve.failed"))
    return 0


async def _check(words: Words, settings: Settings) -> None:
    """See that the database can be used and that the Redis URL is valid, before anything is opened."""
    try:
        await process.check_database(settings)
    except TROUBLE as error:
        raise trouble(words, error) from error
    try:
        await process.check_bus(settings)
    except ValueError as error:
        raise Wrong(words("serve.redis", why=error)) from error


def _listen(words: Words, settings: Settings) -> socket.socket:
    try:
        return process.listen(settings)
    except OSError as error:
        host, port = settings.listen_host, settings.port
        if error.errno == errno.EADDRINUSE:
            raise Wrong(words("serve.taken", host=host, port=port)) from error
        raise Wrong(words("serve.no_address", host=host, port=port, why=error.strerror)) from error


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
