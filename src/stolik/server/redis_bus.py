"""The bus of several nodes: a channel of a Redis server."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from stolik.server.bus import Heard, Lost

CHANNEL = "stolik"
HEARTBEAT = 5.0
"""Seconds of silence after which Redis is asked whether it is still there; it has as many to answer."""

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between two attempts to reach a Redis that is gone; each pause is twice the one before."""

_events = structlog.get_logger(__name__)


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
