from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis as Client
from structlog.testing import capture_logs

from stolik.server.bus import Bus, LocalBus, open_bus
from stolik.server.redis_bus import RedisBus
from tools.services import Redis

pytestmark = pytest.mark.anyio


class Ear:
    """Hears hints, and can be waited on."""

    def __init__(self) -> None:
        self.heads: dict[str, int] = {}
        self.lost = 0
        self._news = asyncio.Event()

    def hear(self, code: str, seq: int) -> None:
        self.heads[code] = seq
        self._news.set()

    def lose(self) -> None:
        self.lost += 1
        self._news.set()

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not done():
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def listening(bus: Bus) -> AsyncIterator[Ear]:
    ear = Ear()
    task = asyncio.create_task(bus.listen(ear.hear, ear.lose))
    try:
        if isinstance(bus, RedisBus):
            await ear.until(lambda: ear.lost == 1)
        else:
            await asyncio.sleep(0)
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_within_a_process_everyone_hears_everything() -> None:
    bus = LocalBus()
    async with listening(bus) as one, listening(bus) as two:
        await bus.publish("ABC", 7)
        await one.until(lambda: one.heads == {"ABC": 7})
        await two.until(lambda: two.heads == {"ABC": 7})
        assert one.lost == 0
    await bus.publish("ABC", 8)
    await asyncio.sleep(0)
    assert one.heads == {"ABC": 7}
    await bus.close()


async def test_through_redis_every_node_hears_every_node(redis: Redis) -> None:
    first, second = open_bus(redis.url), open_bus(redis.url)
    async with listening(first) as one, listening(second) as two:
        await first.publish("ABC", 1)
        await second.publish("XYZ", 5)
        await one.until(lambda: one.heads == {"ABC": 1, "XYZ": 5})
        await two.until(lambda: two.heads == {"ABC": 1, "XYZ": 5})
    await first.close()
    await second.close()


async def test_many_hints_come_together_and_the_newest_counts(redis: Redis) -> None:
    bus = open_bus(redis.url)
    async with listening(bus) as ear:
        for seq in range(1, 51):
            for table in range(20):
                await bus.publish(f"T{table}", seq)
        await ear.until(lambda: len(ear.heads) == 20 and set(ear.heads.values()) == {50})
    await bus.close()


async def test_a_bus_that_was_cut_comes_back_and_says_what_was_published_meanwhile(redis: Redis) -> None:
    first, second = open_bus(redis.url), open_bus(redis.url)
    async with listening(first) as one, listening(second) as two:
        await first.publish("ABC", 1)
        await two.until(lambda: two.heads == {"ABC": 1})
        await asyncio.to_thread(redis.crash)
        await first.publish("ABC", 2)
        await first.publish("XYZ", 9)
        await asyncio.to_thread(redis.start)
        await one.until(lambda: one.lost == 2)
        await two.until(lambda: two.lost == 2)
        await first.publish("ABC", 3)
        await one.until(lambda: one.heads.get("ABC") == 3)
        await two.until(lambda: two.heads.get("ABC") == 3)
    await first.close()
    await second.close()


async def test_a_bus_that_was_never_there_holds_nobody_up(redis: Redis) -> None:
    redis.stop()
    try:
        bus = open_bus(redis.url)
        ear = Ear()
        task = asyncio.create_task(bus.listen(ear.hear, ear.lose))
        await bus.publish("ABC", 1)
        await asyncio.sleep(0)
        assert not task.done()
    finally:
        redis.start()
    await ear.until(lambda: ear.lost == 1)
    await bus.publish("ABC", 2)
    await ear.until(lambda: ear.heads == {"ABC": 2})
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await bus.close()


async def test_silence_is_no_reason_to_reconnect(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.server.redis_bus.HEARTBEAT", 0.2)
    bus = open_bus(redis.url)
    async with listening(bus) as ear, Client.from_url(redis.url) as stranger, asyncio.timeout(20):
        while (await stranger.info("commandstats")).get("cmdstat_ping", {"calls": 0})["calls"] < 5:
            await asyncio.sleep(0.05)
        await bus.publish("ABC", 1)
        await ear.until(lambda: ear.heads == {"ABC": 1})
        assert ear.lost == 1
    await bus.close()


async def test_a_redis_that_hangs_is_left_and_found_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.redis_bus.HEARTBEAT", 0.1)
    bus = open_bus(redis.url)
    with capture_logs() as events:
        async with listening(bus) as ear, asyncio.timeout(20):
            redis.freeze()
            try:
                while not any(event["event"] == "bus_down" for event in events):
                    await asyncio.sleep(0.05)
            finally:
                redis.thaw()
            await ear.until(lambda: ear.lost >= 2)
            await bus.publish("ABC", 2)
            await ear.until(lambda: ear.heads == {"ABC": 2})
    assert [event["event"] for event in events if event.get("doing") == "listening"][:2] == [
        "bus_down",
        "bus_back",
    ]
    await bus.close()


async def test_closing_sends_what_still_waits(redis: Redis) -> None:
    speaker, listener = open_bus(redis.url), open_bus(redis.url)
    async with listening(listener) as ear:
        await speaker.publish("ABC", 4)
        await speaker.close()
        await ear.until(lambda: ear.heads == {"ABC": 4})
    await listener.close()


async def test_what_others_say_on_the_channel_is_not_minded(redis: Redis) -> None:
    bus = open_bus(redis.url)
    async with listening(bus) as ear, Client.from_url(redis.url) as stranger:
        for noise in (b"", b"\xff\xfe", b"hello", b"A B C", b"ABC -1", b"ABC x"):
            await stranger.publish("stolik", noise)
        await bus.publish("ABC", 6)
        await ear.until(lambda: ear.heads == {"ABC": 6})
        assert ear.lost == 1
    await bus.close()


def test_an_address_that_is_none_is_told_what_is_allowed() -> None:
    with pytest.raises(ValueError, match=r"allowed: redis://"):
        open_bus("http://here")
