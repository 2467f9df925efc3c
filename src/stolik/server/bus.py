"""How nodes hear of each other's entries: "table T is at entry n". Within one process, or through Redis.

A message is only a hint to read the log, so a late one or one too many does no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

Heard = Callable[[str, int], None]
Lost = Callable[[], None]

CHANNEL = "stolik"
HEARTBEAT = 5.0
"""Seconds of silence after which Redis is asked whether it is still there; it has as many to answer."""

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between two attempts to reach a Redis that is gone; each pause is twice the one before."""

URLS = "redis://HOST:PORT/0, rediss://…, unix://…"

_events = structlog.get_logger(__name__)


class Bus(Protocol):
    """What carries the hints."""

    async def publish(self, code: str, seq: int) -> None:
        """Tell every node, this one too, that the table is at this entry. Never raises and never waits."""

    async def listen(self, heard: Heard, lost: Lost) -> None:
        """Call ``heard`` for every hint, until cancelled.

        ``lost`` is called whenever hints may have been missed: each time that a connection has been made.
        """

    async def close(self) -> None:
        """Send what is still to be sent, if that is possible at once, and let go."""


def open_bus(url: str) -> Bus:
    """Return the bus of a Redis URL, or one for this process alone if there is none."""
    if not url:
        return LocalBus()
    try:
        return RedisBus(url)
    except ValueError:
        raise ValueError(f"allowed: {URLS}") from None


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._ears: list[Heard] = []

    async def publish(self, code: str, seq: int) -> None:
        """Tell all who listen, after whatever is being done now."""
        loop = asyncio.get_running_loop()
        for heard in self._ears:
            loop.call_soon(heard, code, seq)

    async def listen(self, heard: Heard, lost: Lost) -> None:
        """Listen until cancelled; nothing is ever lost."""
        self._ears.append(heard)
        try:
            await asyncio.Event().wait()
        finally:
            self._ears.remove(heard)

    async def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


class RedisBus:
    """A bus through a channel of a Redis server.

    Hints that wait are sent together, each table's newest only, so a slow or absent server holds nobody up.
    """

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=HEARTBEAT,
            socket_connect_timeout=HEARTBEAT,
            retry=Retry(NoBackoff(), 0),  # we try again ourselves, and say so
        )
        self._waiting: dict[str, int] = {}
        self._sender: asyncio.Task[None] | None = None

    async def publish(self, code: str, seq: int) -> None:
        """Have the hint sent soon, or as soon as Redis is back."""
        self._waiting[code] = max(seq, self._waiting.get(code, 0))
        if self._sender is None:
            self._sender = asyncio.create_task(self._send())

    async def listen(self, heard: Heard, lost: Lost) -> None:
        """Listen until cancelled, and come back whenever the connection breaks."""
        pause = _Pause("listening")
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    while True:
                        message = await subscription.get_message(timeout=HEARTBEAT)
                        if message is None:
                            await subscription.ping()
                            message = await subscription.get_message(timeout=HEARTBEAT)
                            if message is None:
                                raise TimeoutError("no answer")
                        if message["type"] == "subscribe":
                            pause.over()
                            lost()
                        elif message["type"] == "message":
                            for code, seq in _hints(message["data"]):
                                heard(code, seq)
            except (RedisError, OSError) as error:
                await pause.after(error)

    async def close(self) -> None:
        """Try once more to send what waits, and disconnect."""
        if self._sender is not None:
            self._sender.cancel()
            with suppress(asyncio.CancelledError):
                await self._sender
        if self._waiting:
            with suppress(RedisError, OSError):
                await self._redis.publish(CHANNEL, _text(self._waiting))
        await self._redis.aclose()

    async def _send(self) -> None:
        """Send what waits, again and again until it is gone."""
        pause = _Pause("sending")
        try:
            while self._waiting:
                sent = dict(self._waiting)
                try:
                    await self._redis.publish(CHANNEL, _text(sent))
                except (RedisError, OSError) as error:
                    await pause.after(error)
                    continue
                pause.over()
                self._waiting = {code: seq for code, seq in self._waiting.items() if seq > sent.get(code, 0)}
        finally:
            self._sender = None


class _Pause:
    """Waits longer and longer while Redis is gone, and says once that it is gone and once that it is back."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._seconds = 0.0

    async def after(self, error: Exception) -> None:
        if not self._seconds:
            _events.warning("bus_down", doing=self._doing, why=str(error) or type(error).__name__)
        self._seconds = min(self._seconds * 2 or FIRST_PAUSE, LONGEST_PAUSE)
        await asyncio.sleep(self._seconds)

    def over(self) -> None:
        if self._seconds:
            _events.info("bus_back", doing=self._doing)
        self._seconds = 0.0


def _text(hints: dict[str, int]) -> str:
    return "\n".join(f"{code} {seq}" for code, seq in hints.items())


def _hints(data: bytes) -> list[tuple[str, int]]:
    """Return the hints of a message; a line that is none was not sent by us."""
    lines = (line.split(" ") for line in data.decode(errors="replace").split("\n"))
    return [(line[0], int(line[1])) for line in lines if len(line) == 2 and line[1].isdecimal()]
