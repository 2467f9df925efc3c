"""Requests of people and strangers on the loopback, each from an address of its own there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from tools.server_process import HOST

HOME, ELSEWHERE, STRANGER = "127.0.0.11", "127.0.0.12", "127.0.0.66"
"""Where clients come from: a home with all who play, somebody else who wants to, and who attacks them."""

PATIENCE = 30.0
"""Seconds after which a request has failed."""


class Answer(NamedTuple):
    """What a server answered; status 0 if it did not."""

    status: int
    body: bytes = b""
    cookie: str = ""

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


async def ask(
    port: int,
    method: str,
    path: str,
    body: object = None,
    *,
    source: str = STRANGER,
    cookie: str = "",
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Send one request over a connection of its own."""
    content = b"" if body is None else json.dumps(body).encode()
    said = {
        "Host": f"{HOST}:{port}",
        "Connection": "close",
        "Content-Length": str(len(content)),
        **({"Cookie": cookie} if cookie else {}),
        **(headers or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
            try:
                writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
                return _answer(await reader.read())
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return Answer(0)


def _answer(text: bytes) -> Answer:
    head, _, body = text.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    if not first.startswith("HTTP/1.1 "):
        return Answer(0)
    cookies = [line.split(": ", 1)[1] for line in lines if line.lower().startswith("set-cookie: ")]
    return Answer(int(first.split()[1]), body, cookies[0].partition(";")[0] if cookies else "")


async def open_table(port: int, body: object, source: str) -> tuple[str, str]:
    """Open a table; its code, and the cookie of its host. Empty if that was refused."""
    answer = await ask(port, "POST", "/api/tables", body, source=source)
    return (answer.json["code"], answer.cookie) if answer.status == 201 else ("", "")
