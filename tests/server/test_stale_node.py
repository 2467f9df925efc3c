"""A node that has not heard yet what the other one wrote: the bus is cut, and it is too early for a sweep."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.device import Device, Message, at_random
from tests.server.nodes import Ground, nodes

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("ground", ["cluster"], indirect=True)]


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    monkeypatch.setattr("stolik.server.node.SWEEP", 600.0)
    return Ground.make(request, tmp_path)


@asynccontextmanager
async def deaf(ground: Ground) -> AsyncIterator[None]:
    """Have nobody hear of anything."""
    assert ground.redis is not None
    await asyncio.to_thread(ground.redis.crash)
    try:
        yield
    finally:
        await asyncio.to_thread(ground.redis.start)


async def seen_at(address: str, code: str) -> Message:
    """Have a node read a table, and return what it shows to anybody."""
    table: Message = (await Device(address).ask("GET", f"/api/tables/{code}")).json()
    return table


async def test_a_device_that_sits_down_twice_at_two_nodes_holds_both_seats(ground: Ground) -> None:
    async with nodes(ground) as [first, second], Device(second) as ola, Device(first) as phone:
        code = await ola.open("pickomino", ["human", "human", "human"])
        await ola.connect()
        async with deaf(ground):
            await phone.sit(code, "Lis")
            cookie = phone.cookie
            phone.address = second
            await phone.sit(code, "Jan")
            assert phone.cookie == cookie
            assert (await phone.connect())["yours"] == [1, 2]


async def test_a_stranger_is_not_let_in_after_the_last_seat_was_taken_elsewhere(ground: Ground) -> None:
    async with nodes(ground) as [first, second], Device(second) as ola, Device(second) as stranger:
        alone = {"spectators": False}
        stranger.code = await ola.open("pickomino", ["human", "human"], manners=alone)
        await ola.connect()
        async with deaf(ground):
            await Device(first).sit(ola.code, "Lis")
            with pytest.raises(ConnectionClosed) as closed:
                await stranger.connect()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403


async def test_a_person_who_sat_down_elsewhere_can_erase_themselves(ground: Ground) -> None:
    async with nodes(ground) as [first, second], Device(second) as ola, Device(second) as lis:
        code = await ola.open("pickomino", ["human", "human"])
        await seen_at(first, code)
        async with deaf(ground):
            await lis.sit(code, "Lis")
            lis.address = first
            assert (await lis.ask("DELETE", f"/api/tables/{code}/me")).status_code == 204
            assert [seat["name"] for seat in (await seen_at(second, code))["seats"]] == ["Ola", None]


async def test_a_person_who_sat_down_again_elsewhere_stands_up_when_they_erase_themselves(
    ground: Ground,
) -> None:
    async with nodes(ground) as [first, second], Device(second) as ola:
        code = await ola.open("pickomino", ["human", "human"])
        await ola.connect()
        await ola.do("leave", seat=0)
        await seen_at(first, code)
        async with deaf(ground):
            await ola.sit(code, "Ola", 0)
            ola.address = first
            assert (await ola.ask("DELETE", f"/api/tables/{code}/me")).status_code == 204
            assert [seat["name"] for seat in (await seen_at(second, code))["seats"]] == [None, None]


@pytest.mark.parametrize(
    ("method", "path", "wanted", "answer"),
    [
        ("GET", "evening", None, 200),
        ("GET", "review", None, 202),
        ("POST", "continue", {"ply": 1, "level": "easy"}, 201),
    ],
)
async def test_a_game_that_ended_elsewhere_is_known(
    ground: Ground, method: str, path: str, wanted: Message | None, answer: int
) -> None:
    async with nodes(ground) as [first, second], Device(second) as ola, Device(second) as lis:
        code = await ola.open("pickomino", ["human", "human"], manners={"pace": "instant"})
        await ola.connect()
        await seen_at(first, code)
        async with deaf(ground):
            await lis.sit(code, "Lis")
            await lis.connect()
            await ola.ready()
            await lis.ready()
            await ola.start()
            await asyncio.gather(ola.play(at_random(1)), lis.play(at_random(2)))
            lis.address = first
            found = await lis.ask(method, f"/api/tables/{code}/{path}", json=wanted)
            assert found.status_code == answer, found.text
            if path == "evening":
                assert len(found.json()["games"]) == 1
