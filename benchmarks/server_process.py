"""The processes that ``benchmarks.server`` measures: ``stolik serve``, and a bare echo beside it.

    STOLIK_PORT=8000 python -m benchmarks.server_process    # the echo

Both run under uvicorn with the same options.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from stolik.server.process import configure, listen, raise_file_limit
from stolik.server.settings import read
from tools.server_process import UNLIMITED, ServerProcess


class MeasuredProcess(ServerProcess):
    """A server, from its start to its sudden end, and what it uses."""

    @classmethod
    def echo(cls, folder: Path) -> Self:
        """Return the echo."""
        command = (sys.executable, "-m", "benchmarks.server_process")
        return cls(folder / "echo.log", command)

    @classmethod
    def stolik(cls, folder: Path, database: str, redis: str = "") -> Self:
        """Return the table's server, without limits and without processes for bots: only people play here."""
        return cls(
            folder / f"{database.partition(':')[0]}.log",
            lan=False,
            database=database,
            redis=redis,
            log_level="warning",
            bot_processes=0,
            max_tables=1_000_000,
            max_sockets=1_000_000,
            **UNLIMITED,
        )

    @property
    def memory(self) -> int:
        """How many bytes of memory it has now."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize()

    @property
    def seconds(self) -> float:
        """How many seconds of processor time it has had."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")


def main() -> None:
    """Run the least that an application can do with a socket, until it is killed."""
    raise_file_limit()
    app = Starlette(routes=[Route("/readyz", _alive), WebSocketRoute("/socket", _echo)])
    settings = read({}, os.environ)
    uvicorn.Server(configure(app, settings)).run([listen(settings)])


if __name__ == "__main__":
    main()
