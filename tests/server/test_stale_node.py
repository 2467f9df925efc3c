"""A node that has not heard yet what the other one wrote: the bus is cut, and it is too early for a sweep."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.device import Device
from tests.server.nodes import Ground, nodes

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("ground", ["cluster"], indirect=True)]


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


@asynccontextmanager
async def deaf(ground: Ground) -> AsyncIterator[None]:
    """Have nobody hear of anything."""
    assert ground.redis is not None
    await asyncio.to_thread(ground.redis.crash)
    yield
    await asyncio.to_thread(ground.redis.start)


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
