"""The only person of a game may hurry the bots; nobody else may."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.server import keeper
from tests.server.device import Device
from tests.server.nodes import GROUNDS, Ground, nodes

pytestmark = pytest.mark.anyio

SLOW = {"pace": "calm"}


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


@pytest.fixture(autouse=True)
def bots_that_take_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(keeper.PACE, "calm", 3600.0)


everywhere = pytest.mark.parametrize("ground", GROUNDS, indirect=True)
on_sqlite = pytest.mark.parametrize("ground", ["sqlite"], indirect=True)


@everywhere
async def test_a_bot_that_is_hurried_decides_at_once_whichever_node_keeps_the_table(ground: Ground) -> None:
    async with nodes(ground) as addresses:
        for address in addresses:  # one of them keeps the table, the others do not
            async with Device(addresses[0]) as ola:
                await ola.open("pickomino", ["human", "easy"], manners=SLOW)
                await ola.connect(address=address)
                await ola.ready()
                await ola.start()
                turns = 0
                while turns < 3:
                    assert ola.view is not None
                    if ola.actor is not None:
                        await ola.do("play", seat=0, ply=ola.ply, moves=[ola.view["moves"][0]])
                        continue
                    before, seq = ola.ply, ola.seq
                    answer = await ola.do("hurry")
                    assert (answer["t"], answer["seq"]) == ("done", seq)
                    while ola.ply == before:
                        await ola.hear()
                    turns += ola.actor == 0
                assert {told["id"].split("/")[0] for told in ola.told if "/" in told["id"]} >= {"bot"}


@on_sqlite
async def test_hurrying_when_it_is_ones_own_turn_does_nothing(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"], manners=SLOW)
        await ola.connect()
        assert (await ola.do("hurry"))["code"] == "not_now"
        await ola.ready()
        await ola.start()
        seq = ola.seq
        for _ in range(5):
            assert (await ola.do("hurry"))["t"] == "done"
        assert (await ola.do("say", seat=0, phrase="hello"))["seq"] == seq + 1  # nothing else was written


@on_sqlite
async def test_who_plays_with_others_or_only_watches_hurries_nobody(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", ["human", "human", "easy"], manners=SLOW)
        await lis.sit(ola.code, "Lis")
        await ola.connect()
        await lis.connect()
        await ola.ready()
        await lis.ready()
        await ola.start()
        async with Device(address) as watcher:
            watcher.code = ola.code
            await watcher.connect()
            assert (await watcher.do("hurry"))["code"] == "not_your_seat"
        assert (await ola.do("hurry"))["code"] == "not_alone"
        await lis.do("leave", seat=1)
        while ola.seq < lis.seq:
            await ola.hear()
        assert (await ola.do("hurry"))["t"] == "done"  # the others are bots now
