"""Nodes of a server for the tests: within this process, or as processes of their own that can be killed."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stolik.server.bot_pool import BotPool
from stolik.server.process import running
from stolik.server.settings import Settings
from stolik.server.thinking import Question
from tests.server.device import WAIT
from tools.server_process import UNLIMITED, ServerProcess
from tools.services import Postgres, Redis

GROUNDS = ("sqlite", "cluster")
"""What a server stands on: one node and a file, or two nodes on PostgreSQL with Redis."""


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
        return {**here, **UNLIMITED, "bot_processes": 0, "log_format": "json", **more}


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
        settings = Settings(**ground.settings(port=0, **more))
        yield [await stack.enter_async_context(running(settings)) for _ in range(ground.nodes)]


# -- As processes of their own ----------------------------------------------------------------------------


class NodeProcess(ServerProcess):
    """A node that can be killed and started again, at the same address."""

    def __init__(self, ground: Ground, **more: Any) -> None:
        settings = ground.settings(**more)
        super().__init__(ground.folder / f"node-{secrets.token_hex(4)}.log", **settings)

    async def __aenter__(self) -> NodeProcess:
        await self.started()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()

    async def started(self) -> None:
        """Start it, and return when it is ready."""
        await asyncio.to_thread(self.start)


def seeded(*what: object) -> random.Random:
    """Return random numbers that are the same for the same thing."""
    return random.Random("/".join(map(str, what)))


def questions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the kinds of questions that nodes ask where bots think; those to come are added."""
    kinds, ask = list[str](), BotPool.ask

    async def noted(self: BotPool, question: Question) -> Any:
        kinds.append(question.kind)
        return await ask(self, question)

    monkeypatch.setattr(BotPool, "ask", noted)
    return kinds
