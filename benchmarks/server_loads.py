"""Loads: what is done to a server that is measured. Here are what all have in common, and the echo.

A load has a number of players. While it runs, some of them have a command under way each, and its answer
brings their next command.
"""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Sequence
from time import perf_counter
from typing import Any, Protocol

from benchmarks.server_line import Line
from benchmarks.server_process import MeasuredProcess
from tools.server_process import HOST

UPDATE = 1400
"""Bytes of an update, about."""

AT_ONCE = 32
"""Tables and sockets that are being opened at any moment."""
PATIENCE = 60.0
"""Seconds after which something that has not happened is a failure."""


class Player(Protocol):
    """One that keeps a command under way."""

    def go(self) -> None:
        """Send what was held back."""


class Load(ABC):
    """A server, and the players whose sockets it holds."""

    def __init__(self, name: str, server: MeasuredProcess) -> None:
        self.name = name
        self.server = server
        self.players: Sequence[Player] = ()
        self.running = False
        self.latencies: list[float] = []
        self.under_way = 0
        self.failures: list[str] = []
        self._still = asyncio.Event()
        self._rng = random.Random(1)

    @abstractmethod
    async def prepare(self, sockets: int) -> None:
        """Open the sockets."""

    async def run(self, players: int, seconds: float) -> tuple[float, list[float]]:
        """Let some play; return how many commands were answered a second, and how many seconds each took."""
        self.latencies = []
        self.running = True
        began = perf_counter()
        for player in self._rng.sample(self.players, players):
            player.go()
        await asyncio.sleep(seconds)
        self.running = False
        rate = len(self.latencies) / (perf_counter() - began)
        if self.under_way:  # they do not count for the rate, but the slowest are among them
            self._still.clear()
            await asyncio.wait_for(self._still.wait(), PATIENCE)
        self.check()
        return rate, self.latencies

    def sent(self) -> float:
        """Note that a command is under way, and return the time."""
        self.under_way += 1
        return perf_counter()

    def answered(self, sent: float) -> None:
        """Note that a command was answered."""
        self.latencies.append(perf_counter() - sent)
        self.under_way -= 1
        if not self.under_way:
            self._still.set()

    def check(self) -> None:
        """Fail if anything went wrong."""
        if self.failures:
            raise RuntimeError(f"{self.name}: {len(self.failures)} failures, first: {self.failures[0]}")


class Echo(Line):
    """A socket that sends a message again whenever it comes back."""

    def __init__(self, load: Echoes) -> None:
        super().__init__()
        self._load = load
        self._sent = 0.0

    def go(self) -> None:
        """Send the message."""
        self._sent = self._load.sent()
        self.send(self._load.message)

    def opened(self) -> None:
        """Count this socket."""
        self._load.open += 1

    def heard(self, text: bytes) -> None:
        """Send the message again."""
        assert text == self._load.message
        self._load.answered(self._sent)
        if self._load.running:
            self.go()

    def lost(self, why: str) -> None:
        """Note the failure."""
        self._load.failures.append(why)


class Echoes(Load):
    """A bare echo of messages as long as an update, which is what the server sends for a command."""

    def __init__(self, name: str, server: MeasuredProcess) -> None:
        super().__init__(name, server)
        self.message = b'{"t":"echo","what":"' + b"." * UPDATE + b'"}'
        self.open = 0

    async def prepare(self, sockets: int) -> None:
        """Open the sockets."""
        lines = [Echo(self) for _ in range(sockets)]
        self.players = lines
        await in_turn(line.connect(HOST, self.server.port, "/socket") for line in lines)
        await until(lambda: self.open == sockets or self.failures)
        self.check()


async def in_turn(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Do it all, some of it at any moment."""
    room = asyncio.Semaphore(AT_ONCE)

    async def do(part: Coroutine[Any, Any, None]) -> None:
        async with room:
            await part

    await asyncio.gather(*map(do, work))


async def until(happened: Callable[[], object]) -> None:
    """Wait for something."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.05)
