"""Nodes of a server for the tests: within this process, or as processes of their own that can be killed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from stolik.server.app import make_app
from stolik.server.frame_limit import FrameLimitedWebSocket
from stolik.server.settings import Settings, variable
from tests.server.device import WAIT
from tools.services import Postgres, Redis, free_port

LONG = bool(os.environ.get("STOLIK_LONG"))
"""Whether there is time: more games, more crashes."""

GROUNDS = ("sqlite", "cluster")
"""What a server stands on: one node and a file, or two nodes on PostgreSQL with Redis."""

SERVE = [str(Path(sys.executable).with_name("stolik")), "serve"]

NO_LIMIT = {"rate": 1e6, "burst": 1_000_000, "tables_per_minute": 1_000_000, "bot_processes": 0}
"""Settings for players who are quicker than people."""


@dataclass(frozen=True)
class Ground:
    """What the nodes of a server share."""

    folder: Path
    database: str
    postgres: Postgres | None = None
    redis: Redis | None = None

    @classmethod
    def make(cls, request: pytest.FixtureRequest, folder: Path) -> Ground:
        """Return an empty ground of the kind that a fixture's parameter names."""
        if request.param == "sqlite":
            return cls(folder, f"sqlite:///{folder / 'stolik.db'}")
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("redis")
        return cls(folder, postgres.database(), postgres, redis)

    @property
    def nodes(self) -> int:
        return 2 if self.redis else 1

    def settings(self, **more: Any) -> dict[str, Any]:
        """Return the settings of a node here."""
        redis = self.redis.url if self.redis else ""
        here = {"host": "127.0.0.1", "lan": False, "database": self.database, "redis": redis}
        return {**here, **NO_LIMIT, "log_format": "json", **more}


async def until(there: Callable[[], Awaitable[bool]]) -> None:
    """Ask again and again until something is there."""
    async with asyncio.timeout(WAIT):
        while not await there():
            await asyncio.sleep(0.02)


# -- Within this process ----------------------------------------------------------------------------------


@asynccontextmanager
async def nodes(ground: Ground, **more: Any) -> AsyncIterator[list[str]]:
    """Run the nodes of a ground within this process; their addresses."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(_node(ground, more)) for _ in range(ground.nodes)]


@asynccontextmanager
async def _node(ground: Ground, more: dict[str, Any]) -> AsyncIterator[str]:
    port = free_port()
    app = make_app(Settings(**ground.settings(port=port, **more)))
    config = uvicorn.Config(
        app, "127.0.0.1", port, log_config=None, access_log=False, ws=FrameLimitedWebSocket
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve())  # without its handlers of signals

    async def started() -> bool:
        if serving.done():
            serving.result()
            raise RuntimeError("the node has ended")
        return server.started

    try:
        await until(started)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await serving


# -- As processes of their own ----------------------------------------------------------------------------


class NodeProcess:
    """A node that can be killed and started again, at the same address."""

    def __init__(self, ground: Ground, **more: Any) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = ground.folder / f"node-{self.port}.log"
        settings = ground.settings(port=self.port, **more)
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("STOLIK_")},
            **{variable(name): str(value).lower() if isinstance(value, bool) else str(value)
               for name, value in settings.items()},
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> NodeProcess:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()

    async def start(self) -> None:
        """Start it, and return when it is ready."""
        self.launch()
        await until(self.is_ready)

    def launch(self) -> None:
        """Start it, and do not wait."""
        assert self._process is None
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                SERVE, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )

    async def is_ready(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise RuntimeError(f"the node has ended: {self.log.read_text()[-2000:]}")
        try:
            async with httpx.AsyncClient(timeout=WAIT) as client:
                return (await client.get(f"{self.address}/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does, together with the processes it started."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        os.killpg(self._process.pid, how)
        status = self._process.wait(WAIT)
        self._process = None
        return status


def seeded(*what: object) -> random.Random:
    """Return random numbers that are the same for the same thing."""
    return random.Random("/".join(map(str, what)))
