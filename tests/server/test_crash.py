"""Nodes die, the bus is cut and the database restarted while people play: nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException

from stolik import bots
from stolik.core import commit, verify
from stolik.server import entries
from stolik.server.entries import Entry
from stolik.server.projection import EntryProjection, game_view
from stolik.server.store import Store
from stolik.server.table import Table
from tests.effort import effort
from tests.server.device import Device, Message, answers
from tests.server.nodes import GROUNDS, Ground, NodeProcess, seeded, until
from tests.server.tables import NAMES

pytestmark = pytest.mark.anyio

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("linko", 3, {"mode": "expert"}),
    ("pickomino", 2, {"variant": "deluxe"}),
    ("linko", 2, {"mode": "duel"}),
]
CRASHES = effort(4, 30)
BETWEEN = effort(30, 60)
"""Commands that are acknowledged between one crash and the next."""

BROKEN = (WebSocketException, httpx.TransportError, OSError)


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


@dataclass
class World:
    """The nodes, and what has been acknowledged to anybody."""

    nodes: list[NodeProcess]
    done: dict[str, int] = field(default_factory=dict)
    """The place in the log, by the id of the command."""
    refused: set[str] = field(default_factory=set)
    asked: int = 0
    """How many wait for an answer."""
    broken: int = 0
    """How many lines broke."""
    enough: bool = False

    def note(self, message: Message) -> None:
        """Remember what a message acknowledges."""
        for told in (*message.get("told", ()), *message.get("missed", ())):
            if "/" not in told["id"]:  # the server's own have one
                assert self.done.setdefault(told["id"], told["seq"]) == told["seq"]
        if message["t"] == "done":
            assert self.done.setdefault(message["id"], message["seq"]) == message["seq"]
        if message["t"] == "refused" and message["code"] != "try_again":
            self.refused.add(message["id"])


class Person:
    """Plays, and after every break comes back to any node and sends again what was not answered."""

    def __init__(self, world: World, rng: Random) -> None:
        self.device = Device(world.nodes[0].address)
        self._world = world
        self._rng = rng
        self._unanswered: tuple[str, str, dict[str, Any]] | None = None
        self._added = ""
        self.since = 0

    async def live(self) -> None:
        while not self._world.enough:
            try:
                await self._come()
                while not self._world.enough:
                    await self._step()
            except TimeoutError:
                raise  # a silent line is not a broken one
            except BROKEN:
                await asyncio.sleep(0.05)  # nobody knocks on a closed door all the time

    def hurry(self) -> None:
        """Break the line, so that nobody waits for a message that never comes."""
        if self.device.socket is not None:
            self.device.socket.transport.abort()

    async def finish(self) -> None:
        """Come back a last time, until there is an answer to everything, and no game is just beginning."""
        await self._come()
        while self._unanswered is not None or self.device.table["starting"] is not None:
            await self._step()

    async def _come(self) -> None:
        if self.device.socket is not None:
            self.device.drop()
        node = self._rng.choice(self._world.nodes)
        self._world.note(await self.device.connect(address=node.address))

    async def _hear(self) -> Message:
        try:
            message = await self.device.hear()
        except WebSocketException:
            self._world.broken += 1
            raise
        self._world.note(message)
        return message

    async def _step(self) -> None:
        """Do what there is to do, or wait for something to happen."""
        if self._unanswered is None:
            self._unanswered = self._wish()
        if self._unanswered is None:
            await self._hear()
            return
        kind, id, what = self._unanswered
        if id not in self._world.done:
            await self.device.send(kind, id, **what)
            self._world.asked += 1
            try:
                while not answers(answer := await self._hear(), id):
                    pass
            finally:
                self._world.asked -= 1
            if answer.get("code") == "try_again":
                await asyncio.sleep(0.05)
                return
        self._unanswered = None

    def _wish(self) -> tuple[str, str, dict[str, Any]] | None:
        device, id = self.device, secrets.token_hex(8)
        seat = device.yours[0]
        if device.table["stage"] == "over":
            return ("rematch", id, {}) if seat == 0 else None
        if device.table["stage"] == "waiting":
            if seat in (device.table["starting"] or ()):
                return "reveal", id, {"seat": seat, "random": self._added}
            if device.table["seats"][seat]["ready"]:
                return None
            self._added = secrets.token_hex(16)
            return "ready", id, {"seat": seat, "promise": commit(bytes.fromhex(self._added))}
        if self._rng.random() < 0.1:
            return "say", id, {"seat": seat, "phrase": "hurry"}
        if device.actor is None or device.view is None:
            return None
        move = str(bots.make(device.view["game"], "easy", 0).choose(device.view))
        return "play", id, {"seat": seat, "ply": device.ply, "moves": [move]}


async def sit_down(
    world: World, rng: Random, game: str, people: int, options: dict[str, Any]
) -> list[Person]:
    persons = [Person(world, rng) for _ in range(people)]
    devices = [person.device for person in persons]
    code = await devices[0].open(game, ["human"] * people, **options)
    for n in range(1, people):
        await devices[n].sit(code, NAMES[n])
    for device in devices:
        await device.connect()
        await device.ready()
    await devices[0].start()
    for person in persons:
        person.since = person.device.seq
        person.device.told.clear()
    return persons


# -- What breaks ------------------------------------------------------------------------------------------

Break = Callable[[], Awaitable[None]]


def breaks(ground: Ground, world: World, rng: Random) -> list[Break]:
    """Return everything that can break here."""

    async def somebody_waits() -> bool:
        return world.asked > 0

    async def node() -> None:
        victim = rng.choice(world.nodes)
        await until(somebody_waits)
        victim.kill()
        await victim.started()

    async def all_nodes() -> None:
        await until(somebody_waits)
        for victim in world.nodes:
            victim.kill()
        for victim in world.nodes:
            victim.launch()
        for victim in world.nodes:
            await asyncio.to_thread(victim.wait)

    async def bus() -> None:
        assert ground.redis is not None
        await asyncio.to_thread(ground.redis.crash)
        await acknowledged(world, BETWEEN // 3)
        await asyncio.to_thread(ground.redis.start)

    async def database() -> None:
        assert ground.postgres is not None
        await asyncio.to_thread(ground.postgres.restart)

    return [node, all_nodes, bus, database] if ground.redis else [node]


async def acknowledged(world: World, more: int) -> None:
    """Wait until so many more commands have been acknowledged."""
    goal = len(world.done) + more

    async def reached() -> bool:
        return len(world.done) >= goal

    await until(reached)


# -- What must hold ---------------------------------------------------------------------------------------


async def check(ground: Ground, world: World, tables: list[list[Person]]) -> None:
    store = await Store.open(ground.database)
    logs = {
        persons[0].device.code: [entries.read(text) for _, text in await store.read(persons[0].device.code)]
        for persons in tables
    }
    await store.close()
    written = Counter(entry.id for log in logs.values() for entry in log if "/" not in entry.id)
    assert set(written.values()) == {1}, "a command was done twice"
    places = {entry.id: seq for log in logs.values() for seq, entry in enumerate(log, start=1)}
    for id, seq in world.done.items():
        assert places.get(id) == seq, "an acknowledged command is not where it was said to be"
    assert not world.refused & set(written), "a refused command was done"
    for persons in tables:
        log = logs[persons[0].device.code]
        for person in persons:
            await compare(person.device, person.since, log)


async def compare(device: Device, since: int, log: list[Entry]) -> None:
    """A device must have been told all of its table's log, and see the table as the log has it."""
    while device.seq < len(log):
        await device.hear()
    assert device.seq == len(log)
    table, told = Table(device.code), []
    for seq, entry in enumerate(log, start=1):
        table.apply(entry)
        told.append(plain(EntryProjection(seq, entry, table.moments).told(device.yours[0])))
        if table.stage == "over" or seq == len(log):
            assert verify(table.record()).fair
    assert device.told == told[since:]
    if table.stage != "waiting":
        assert device.view == plain(game_view(table, device.yours[0]))


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value, enc_hook=str))


@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
async def test_what_was_acknowledged_outlives_every_crash(ground: Ground) -> None:
    rng = seeded("crash")
    world = World([NodeProcess(ground, losing_after=600.0, log_level="warning") for _ in range(ground.nodes)])
    try:
        for node in world.nodes:
            node.launch()
            await asyncio.to_thread(node.wait)
        tables = [await sit_down(world, rng, *table) for table in TABLES]
        persons = [person for persons in tables for person in persons]
        living = [asyncio.create_task(person.live()) for person in persons]
        kinds = breaks(ground, world, rng)
        for n in range(CRASHES):
            await acknowledged(world, BETWEEN)
            await kinds[n % len(kinds)]()
        await acknowledged(world, BETWEEN)
        world.enough = True
        for person in persons:
            person.hurry()
        await asyncio.gather(*living)
        for person in persons:
            await person.finish()
        assert world.broken  # how often depends on how soon people are back
        await check(ground, world, tables)
        for person in persons:
            person.device.drop()
    finally:
        for node in world.nodes:
            node.kill()
