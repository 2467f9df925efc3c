"""The processes that ``benchmarks.server`` measures: ``stolik serve``, and a bare echo beside it.

    python -m benchmarks.server_process PORT    # the echo

Both run under uvicorn with the same options.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tools.services import free_port

HOST = "127.0.0.1"
NO_LIMIT = "1000000"
UNLIMITED = ("--max-tables", "--max-sockets", "--tables-per-minute", "--rate", "--burst")
SECONDS = 60.0
"""How long a process may take to answer."""


def raise_file_limit() -> None:
    """Let this process, and those it starts, hold as many sockets as they may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class ServerProcess:
    """A server that listens on a port of its own, from its start to its sudden end."""

    def __init__(self, *command: str) -> None:
        self.port = free_port()
        arguments = [part.format(port=self.port) for part in command]
        self._process = Popen(arguments, stdout=DEVNULL)
        deadline = time.monotonic() + SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"does not start: {' '.join(arguments)}")
            time.sleep(0.05)

    @classmethod
    def echo(cls) -> Self:
        """Start the echo."""
        return cls(sys.executable, "-m", "benchmarks.server_process", "{port}")

    @classmethod
    def stolik(cls, database: str, redis: str = "") -> Self:
        """Start the table's server; it holds nobody back."""
        flags = ["--host", HOST, "--port", "{port}", "--database", database, "--log-level", "warning"]
        flags += ["--bot-processes", "0"]  # nobody but people plays here
        if redis:
            flags += ["--redis", redis]
        flags += [part for flag in UNLIMITED for part in (flag, NO_LIMIT)]
        return cls(str(Path(sys.executable).with_name("stolik")), "serve", *flags)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _answers(self) -> bool:
        asking = HTTPConnection(HOST, self.port, timeout=SECONDS)
        try:
            asking.request("GET", "/healthz")
            return asking.getresponse().status == 200
        except OSError:
            return False
        finally:
            asking.close()

    @property
    def memory(self) -> int:
        """How many bytes of memory it has now."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize()

    @property
    def seconds(self) -> float:
        """How many seconds of processor time it has had."""
        fields = (
            Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it without letting it finish anything: what it has acknowledged must be written anyway."""
        self._process.kill()
        self._process.wait()


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
    uvicorn.run(
        Starlette(routes=[Route("/healthz", _alive), WebSocketRoute("/socket", _echo)]),
        host=HOST,
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
