"""A device whose line breaks after every single thing that happens sees what one sees that was never cut."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from stolik import bots
from tests.effort import LONG, effort
from tests.server.device import Device, Message
from tests.server.nodes import Ground, nodes, seeded
from tests.server.tables import NAMES

pytestmark = pytest.mark.anyio

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "base": ("pickomino", 2, {}),
    "deluxe": ("pickomino", 2, {"variant": "deluxe"}),
    "basic": ("linko", 3, {}),
    "advanced": ("linko", 3, {"mode": "advanced"}),
    "expert": ("linko", 3, {"mode": "expert"}),
    "duel": ("linko", 2, {"mode": "duel"}),
}
SEEDS = range(effort(1, 2))

NOT_LOST = {"losing_after": 600.0}
"""The same device is there all the time, by its other socket."""


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


async def reach(device: Device, seq: int) -> None:
    """Have a device hear of everything up to an entry of the log."""
    while device.seq < seq:
        await device.hear()


class Pair:
    """The same person, or spectator, twice: by a line that holds, and by one that breaks all the time."""

    def __init__(self, steady: Device, cut: Device, addresses: list[str], seed: object) -> None:
        self.steady = steady
        self.cut = cut
        self._addresses = addresses
        self._rng = seeded(seed)

    async def happened(self, seq: int) -> None:
        """Hear of what has happened, and break the line; or come back only after some more has."""
        await reach(self.steady, seq)
        if self.cut.socket is None:
            if self._rng.random() < 0.3:
                return
            await self.cut.connect(address=self._rng.choice(self._addresses))
        await reach(self.cut, seq)
        self.same()
        await self._break()
        if self._rng.random() < 0.5:
            await self.cut.connect(address=self._rng.choice(self._addresses))

    async def _break(self) -> None:
        if self._rng.random() < 0.5:
            self.cut.drop()
        else:
            await self.cut.close()

    def same(self) -> None:
        if self.cut.seq == self.steady.seq:
            assert self.cut.view == self.steady.view
            assert self.cut.ply == self.steady.ply
            assert self.cut.table == self.steady.table
            assert self.cut.yours == self.steady.yours

    async def over(self) -> None:
        """The game is over: all that was told must be the same, word for word."""
        if self.cut.socket is not None:
            await self.cut.close()
        await self.cut.connect()
        seq = max(self.cut.seq, self.steady.seq)
        for device in (self.cut, self.steady):
            await reach(device, seq)
        self.same()
        assert words(self.cut) == words(self.steady)
        seqs = [told["seq"] for told in self.cut.told]
        assert seqs == list(range(seqs[0], seq + 1))


def words(device: Device) -> str:
    return json.dumps(device.told, indent=1)


def choose(view: Message) -> str:
    """Return what somebody plays who wants to get on; the same every time."""
    return str(bots.make(view["game"], "easy", 0).choose(view))


async def play(addresses: list[str], game: str, seed: int) -> int:
    """Play a recorded game before steady and broken lines; return how often a line was broken."""
    name, people, options = GAMES[game]
    devices = [Device(addresses[n % len(addresses)]) for n in range(people + 1)]
    code = await devices[0].open(name, ["human"] * people, **options)
    for n in range(1, people):
        await devices[n].sit(code, NAMES[n])
    devices[people].code = code  # a spectator
    for device in devices:
        await device.connect()
    for device in devices[:people]:
        await device.ready()
    watched = [*range(people)] if LONG else [seed % people]
    pairs = []
    for n in [*watched, people]:
        twin = Device(addresses[0])
        twin.code, twin.cookie = code, devices[n].cookie
        pairs.append(Pair(devices[n], twin, addresses, f"{game}/{seed}/{n}"))
    await devices[0].start()
    for pair in pairs:  # both begin with the same
        await pair.cut.connect()
    seq = max(device.seq for device in [*devices, *(pair.cut for pair in pairs)])
    for pair in pairs:
        for device in (pair.steady, pair.cut):
            await reach(device, seq)
            device.told.clear()
    breaks = 0
    while devices[0].table["stage"] != "over":
        actor = next(device for device in devices if device.actor is not None)
        assert actor.view is not None
        before = actor.seq
        await actor.do("play", seat=actor.actor, ply=actor.ply, moves=[choose(actor.view)])
        assert actor.seq > before
        for pair in pairs:
            await pair.happened(actor.seq)
            breaks += 1
        seq = max(device.seq for device in devices)
        for device in devices:
            await reach(device, seq)
    for pair in pairs:
        await pair.over()
    for device in [*devices, *(pair.cut for pair in pairs)]:
        await device.close()
    return breaks


@pytest.mark.parametrize("ground", ["sqlite"], indirect=True)
async def test_a_line_cut_after_every_event_shows_the_same_as_one_that_holds(ground: Ground) -> None:
    async with nodes(ground, **NOT_LOST) as addresses:
        games = GAMES if LONG else ("base", "basic", "duel")  # the others are played on a cluster
        breaks = await asyncio.gather(*(play(addresses, game, seed) for game in games for seed in SEEDS))
        assert min(breaks) > 20


@pytest.mark.parametrize("ground", ["cluster"], indirect=True)
async def test_a_device_that_comes_back_to_another_node_has_missed_nothing(ground: Ground) -> None:
    async with nodes(ground, **NOT_LOST) as addresses:
        games = GAMES if LONG else ("advanced", "expert")
        breaks = await asyncio.gather(*(play(addresses, game, seed) for game in games for seed in SEEDS))
        assert min(breaks) > 20
