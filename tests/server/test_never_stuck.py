"""A game goes on when people vanish, and finishes; those who come back have their seats back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik import bots
from stolik.core import verify
from stolik.server import entries
from stolik.server.entries import Absent, Played, Present
from stolik.server.presence import Presence
from stolik.server.store import Store
from stolik.server.table import Table
from tests.effort import effort
from tests.server.device import Device, Message
from tests.server.nodes import GROUNDS, Ground, NodeProcess, nodes, seeded, until
from tests.server.tables import NAMES

pytestmark = pytest.mark.anyio

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("linko", 3, {"mode": "expert"}),
    ("pickomino", 2, {}),
    ("linko", 3, {"mode": "advanced"}),
    ("linko", 2, {"mode": "duel"}),
    ("pickomino", 3, {"variant": "deluxe"}),
    ("linko", 4, {}),
]
ROUNDS = effort(2, 24)

QUICK = {"losing_after": 0.05, "absent_after": 0.1, "stand_in_after": 0.2, "abandoned_after": 0.3}
"""The ladder of absence, a few hundred times as fast as for people."""
PATIENT = {**QUICK, "stand_in_after": 600.0, "abandoned_after": 600.0}
"""Nothing happens unless somebody decides it."""


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


on_each_ground = pytest.mark.parametrize("ground", GROUNDS, indirect=True)
on_a_cluster = pytest.mark.parametrize("ground", ["cluster"], indirect=True)
on_sqlite = pytest.mark.parametrize("ground", ["sqlite"], indirect=True)


def choose(view: Message) -> str:
    return str(bots.make(view["game"], "easy", 0).choose(view))


@asynccontextmanager
async def party(
    addresses: list[str], game: str, people: int, **options: Any
) -> AsyncIterator[tuple[list[Device], Device]]:
    """Start a game of so many people, at nodes in turn, and somebody who watches it."""
    async with AsyncExitStack() as stack:
        devices = [Device(addresses[n % len(addresses)]) for n in range(people)]
        watcher = Device(addresses[0])
        for device in (*devices, watcher):
            stack.callback(hang_up, device)
        code = await devices[0].open(game, ["human"] * people, **options)
        for n in range(1, people):
            await devices[n].sit(code, NAMES[n])
        watcher.code = code
        for device in (*devices, watcher):
            await device.connect()
        for device in devices:
            await device.ready()
        await devices[0].start()
        yield devices, watcher


def hang_up(device: Device) -> None:
    """Lose the line if there is one: a clean close would wait until all that was sent has been read."""
    if device.socket is not None:
        device.drop()


async def turn_of(devices: list[Device], phase: str | None = None) -> Device:
    """Play on until somebody has to decide, in a certain phase if one is named; return who."""
    while True:
        actors = [device for device in devices if device.actor is not None]
        if actors:
            view = actors[0].view
            assert view is not None
            if phase in (None, view["phase"]):
                return actors[0]
            await decide(actors[0])
            seq = actors[0].seq
            for device in devices:
                while device.seq < seq:
                    await device.hear()
        else:
            await asyncio.wait([asyncio.create_task(device.hear()) for device in devices])


async def decide(device: Device) -> Message:
    assert device.view is not None
    return await device.do("play", seat=device.actor, ply=device.ply, moves=[choose(device.view)])


def events(message: Message) -> list[Message]:
    return [event for told in message.get("told", []) for event in told["events"]]


def tells(kind: str, **what: Any) -> Callable[[Message], bool]:
    """Whether a message tells that something of a kind happened."""
    return lambda message: any(
        event["kind"] == kind and what.items() <= event.items() for event in events(message)
    )


async def over(watcher: Device) -> None:
    if watcher.table["stage"] != "over":
        await watcher.until(lambda message: message.get("table", {}).get("stage") == "over")


async def finished(ground: Ground, code: str) -> Table:
    """Return the table of a log in which nobody decided for somebody who was there; its game is over."""
    store = await Store.open(ground.database)
    rows = await store.read(code)
    await store.close()
    table = Table(code)
    for _, text in rows:
        entry = entries.read(text)
        if isinstance(entry, Played) and entry.by == "absence":
            assert table.seats[entry.seat].away is not None
        table.apply(entry)
    assert table.stage == "over"
    assert verify(table.record()).fair
    return table


async def log_of(ground: Ground, code: str) -> list[entries.Entry]:
    store = await Store.open(ground.database)
    rows = await store.read(code)
    await store.close()
    return [entries.read(text) for _, text in rows]


# -- Vanishing --------------------------------------------------------------------------------------------


async def wander(device: Device, rng: Random, addresses: list[str]) -> None:
    """Play, but vanish now and then, for a while or for good."""
    while device.table["stage"] != "over":
        if device.actor is None:
            await device.hear()
        elif rng.random() < 0.8:
            await decide(device)
        else:
            if rng.random() < 0.5:
                device.drop()
            else:
                await device.close()
            if rng.random() < 0.3:
                return
            await asyncio.sleep(rng.random() * 2 * QUICK["stand_in_after"])  # as long as this person is away
            await device.connect(address=rng.choice(addresses))


@on_each_ground
async def test_games_with_people_who_vanish_at_random_finish(ground: Ground) -> None:
    async with nodes(ground, **QUICK) as addresses:
        for round in range(ROUNDS):
            game, people, options = GAMES[round % len(GAMES)]
            async with party(addresses, game, people, **options) as (devices, watcher):
                rngs = [seeded(round, n) for n in range(people)]
                wanderers = [
                    asyncio.create_task(wander(device, rng, addresses))
                    for device, rng in zip(devices, rngs, strict=True)
                ]
                await over(watcher)
                await asyncio.gather(*wanderers)
                await finished(ground, watcher.code)


@on_each_ground
async def test_a_game_that_all_have_left_finishes(ground: Ground) -> None:
    async with (
        nodes(ground, **QUICK) as addresses,
        party(addresses, "linko", 3, mode="expert") as (devices, watcher),
    ):
        await turn_of(devices, "theft")
        for device in devices:
            device.drop()
        await over(watcher)
        table = await finished(ground, watcher.code)
        assert all(seat.away is not None for seat in table.seats)


@on_sqlite
@pytest.mark.parametrize("phase", ["play", "theft", "recall", "draw"])
async def test_a_person_who_vanishes_in_the_middle_of_a_theft_does_not_hold_it_up(
    ground: Ground, phase: str
) -> None:
    async with (
        nodes(ground, **QUICK) as addresses,
        party(addresses, "linko", 3, mode="expert") as (devices, watcher),
    ):
        gone = await turn_of(devices, phase)
        seat = gone.actor
        gone.drop()
        await watcher.until(tells("by", seat=seat, by="absence"))
        stay = [device for device in devices if device is not gone]
        await asyncio.gather(*(device.play(choose) for device in stay))
        await finished(ground, watcher.code)


@on_sqlite
async def test_people_who_never_came_do_not_hold_up_the_others(ground: Ground) -> None:
    """Lis sits down, says she is ready, and is never heard of again."""
    async with nodes(ground, **QUICK) as addresses:
        ola, lis = Device(addresses[0]), Device(addresses[0])
        code = await ola.open("pickomino", ["human"] * 2)
        await lis.sit(code, "Lis")
        await lis.connect()
        await lis.ready()
        lis.drop()
        await ola.connect()
        await ola.ready()
        await ola.start()
        await ola.play(choose)
        ola.drop()
        await finished(ground, code)


@on_sqlite
async def test_a_device_that_takes_seats_over_and_never_comes_does_not_hold_up_the_others(
    ground: Ground,
) -> None:
    async with nodes(ground, **QUICK) as addresses, party(addresses, "pickomino", 2) as (devices, watcher):
        lis = devices[1]
        recovery = f"/api/tables/{lis.code}/recover"
        word = (await lis.ask("POST", f"{recovery}y")).json()
        assert (await Device(addresses[0]).ask("POST", recovery, json=word)).status_code == 200
        lis.drop()
        await devices[0].play(choose)
        await finished(ground, watcher.code)


# -- Coming back ------------------------------------------------------------------------------------------


@on_each_ground
async def test_a_person_who_comes_back_has_the_seat_back_at_the_next_decision(ground: Ground) -> None:
    async with nodes(ground, **QUICK) as addresses, party(addresses, "pickomino", 2) as (devices, watcher):
        gone = await turn_of(devices)
        seat = gone.actor
        gone.drop()
        await watcher.until(tells("by", seat=seat, by="absence"))
        await gone.connect(address=addresses[-1])
        await watcher.until(tells("present", seats=[seat]))
        await asyncio.gather(*(device.play(choose) for device in devices))
        table = await finished(ground, watcher.code)
        log = await log_of(ground, table.code)
        back = max(n for n, entry in enumerate(log) if isinstance(entry, Present))
        assert {entry.by for entry in log[back:] if isinstance(entry, Played)} == {"person"}


@on_each_ground
async def test_a_line_that_breaks_for_a_moment_is_no_absence(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a node where nobody else watches, too, and if the device comes back to another node."""
    is_back, looked = asyncio.Event(), list[float]()
    lost = Presence._lost

    async def lost_once_back(self: Presence, holder: str | None, since: float) -> None:
        """Look whether a line is still broken: not before the device is back, however long that takes."""
        await is_back.wait()
        await lost(self, holder, since)
        looked.append(since)

    monkeypatch.setattr(Presence, "_lost", lost_once_back)
    async with nodes(ground, **PATIENT) as addresses, party(addresses, "pickomino", 2) as (devices, watcher):
        moving = devices[-1]
        at, seat = moving.address, moving.yours[0]
        breaks = (moving.address, addresses[0], moving.address)
        for address in breaks:
            moving.drop()
            await moving.connect(address=address)
            if address != at:
                await moving.until(tells("present", seats=[seat]))
            at = address
        is_back.set()

        async def all_looked() -> bool:
            return len(looked) == len(breaks)

        await until(all_looked)
        await devices[0].do("say", seat=0, phrase="hello")
        await moving.until(tells("said"))
        log = await log_of(ground, watcher.code)
        assert not [entry for entry in log if isinstance(entry, Absent)]


@on_a_cluster
async def test_a_person_with_two_windows_at_two_nodes_is_there_as_long_as_one_is_open(ground: Ground) -> None:
    async with nodes(ground, **PATIENT) as addresses, party(addresses, "pickomino", 2) as (devices, watcher):
        async with Device(addresses[1]) as second:
            second.code, second.cookie = watcher.code, devices[0].cookie
            await second.connect()
            await watcher.until(tells("present", seats=[0]))
        await watcher.until(tells("absent", seats=[0]))
        await watcher.until(tells("present", seats=[0]))


@on_a_cluster
async def test_a_person_who_vanishes_while_the_database_is_away_is_found_absent_when_it_is_back(
    ground: Ground,
) -> None:
    assert ground.postgres is not None
    async with nodes(ground, **QUICK) as addresses, party(addresses, "pickomino", 2) as (devices, watcher):
        gone = await turn_of(devices)
        await asyncio.to_thread(ground.postgres.crash)
        gone.drop()
        await asyncio.sleep(4 * QUICK["losing_after"])
        await asyncio.to_thread(ground.postgres.start)
        await asyncio.gather(*(device.play(choose) for device in devices if device is not gone))
        await over(watcher)
        await finished(ground, watcher.code)


# -- What the others decide -------------------------------------------------------------------------------


async def vanished(devices: list[Device]) -> tuple[Device, int]:
    """Have the person who must decide vanish; return another person, and the seat of the absent one."""
    gone = await turn_of(devices)
    seat = gone.actor
    assert seat is not None
    gone.drop()
    other = next(device for device in devices if device is not gone)
    await other.until(tells("absent", seats=[seat]))

    async def may_decide() -> bool:
        return bool((await other.do("stand_in", seat=seat, how="wait"))["t"] == "update")

    await until(may_decide)
    return other, seat


@on_sqlite
async def test_the_others_may_wait(ground: Ground) -> None:
    async with (
        nodes(ground, **{**QUICK, "stand_in_after": 1.0}) as addresses,
        party(addresses, "pickomino", 2) as (devices, _),
    ):
        other, seat = await vanished(devices)
        ply = other.ply
        await asyncio.sleep(1.5)  # long enough for a bot to step in, were it to
        await other.do("say", seat=other.yours[0], phrase="one_moment")
        assert other.ply == ply
        assert (await other.do("stand_in", seat=seat, how="seat"))["t"] == "update"
        await other.until(tells("by", seat=seat, by="absence"))


@on_sqlite
async def test_the_others_may_let_a_bot_play_one_turn(ground: Ground) -> None:
    async with nodes(ground, **PATIENT) as addresses, party(addresses, "pickomino", 2) as (devices, watcher):
        other, seat = await vanished(devices)
        await other.do("stand_in", seat=seat, how="turn")
        while other.actor is None:
            await other.hear()
        assert other.table["seats"][seat]["away"] is not None
        while other.actor is not None:
            await decide(other)
        ply = other.ply
        await other.do("say", seat=other.yours[0], phrase="hurry")
        assert other.ply == ply
        other.drop()
        hello = await other.connect()
        assert hello["table"]["seats"][seat]["stand_in"] is None
        await other.do("stand_in", seat=seat, how="seat")
        await other.play(choose)
        await finished(ground, watcher.code)


@on_sqlite
async def test_the_clock_decides_for_a_person_who_takes_too_long(ground: Ground) -> None:
    async with (
        nodes(ground, **PATIENT) as addresses,
        party(addresses, "pickomino", 2, manners={"clock": 1}) as (devices, _),
    ):
        slow = await turn_of(devices)
        seat = slow.actor
        await slow.until(tells("by", seat=seat, by="clock"))
        await slow.until(tells("by", seat=seat, by="clock"))
        while slow.actor is not None:
            assert (await decide(slow))["t"] == "update"  # it is not too late to decide oneself


@on_sqlite
async def test_a_person_who_leaves_for_good_is_replaced_by_a_bot(ground: Ground) -> None:
    async with (
        nodes(ground, **PATIENT) as addresses,
        party(addresses, "linko", 3, mode="advanced") as (devices, watcher),
    ):
        for device in devices:
            assert (await device.do("leave", seat=device.yours[0]))["t"] == "update"
        await over(watcher)
        await finished(ground, watcher.code)


# -- Nodes that die ---------------------------------------------------------------------------------------


@on_a_cluster
async def test_a_node_that_dies_takes_nobody_along(ground: Ground) -> None:
    """Its tables are kept by the other one, the people at it are missed, and bots go on for them."""
    async with NodeProcess(ground, **QUICK) as first, NodeProcess(ground, **QUICK) as second:
        addresses = [first.address, second.address]
        async with party(addresses, "pickomino", 3) as (devices, watcher):
            await watcher.close()
            await watcher.connect(address=second.address)
            first.kill()  # with Ola, with Jan, and with the lease of the table
            lis = devices[1]
            lis_plays = asyncio.create_task(lis.play(choose))
            await watcher.until(tells("absent", seats=[0, 2]))
            await devices[2].connect(address=second.address)
            await asyncio.gather(lis_plays, devices[2].play(choose))
            await over(watcher)
            table = await finished(ground, watcher.code)
            assert table.seats[0].away is not None
            assert table.seats[2].away is None


@on_sqlite
async def test_a_game_goes_on_where_it_was_after_its_only_node_died(ground: Ground) -> None:
    """Nobody comes back but a watcher; the node that does not remember them has the same name."""
    async with (
        NodeProcess(ground, node="kitchen", **QUICK) as node,
        party([node.address], "linko", 3, mode="expert") as (devices, watcher),
    ):
        await turn_of(devices, "theft")
        node.kill()
        await node.started()
        await watcher.connect()
        await over(watcher)
        await finished(ground, watcher.code)


@on_sqlite
async def test_a_node_that_is_stopped_says_goodbye_and_the_next_goes_on_at_once(ground: Ground) -> None:
    async with (
        NodeProcess(ground, **QUICK) as node,
        party([node.address], "pickomino", 2) as (devices, watcher),
    ):
        await turn_of(devices)
        assert node.stop() == 0
        assert "node_closed" in node.log.read_text()
        await node.started()
        await watcher.connect()
        await over(watcher)
        await finished(ground, watcher.code)
