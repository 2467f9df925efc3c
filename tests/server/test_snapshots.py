"""Snapshots: a table is what it was, however it was read, and reading it costs what happened since."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from stolik.server import entries, live_tables, snapshots, store
from stolik.server.commands import Refusal, decide, recover, recoverable, sit_down
from stolik.server.database import T, Work
from stolik.server.entries import Absent
from stolik.server.history import History
from stolik.server.messages import (
    Configure,
    Leave,
    Manners,
    Mute,
    Order,
    Ready,
    Rematch,
    Say,
    StandIn,
    StandInFor,
    TakeBack,
)
from stolik.server.presence import FLAPS, Lines
from stolik.server.projection import game_view, table_view
from stolik.server.store import Store
from stolik.server.table import EXTRAS, KEPT_IDS, Table
from stolik.server.table_store import Snapshot
from tests.server.device import Device, at_random
from tests.server.nodes import Ground, nodes, until
from tests.server.tables import Played

CODE = "ABCDEF"


def evening(game: str) -> Played:
    """Return a table with two games and all kinds of things between the moves."""
    played = Played(game, 2, bots=1, manners=Manners(chat="text"))
    rng = random.Random(game)
    for round in range(2):
        if round:
            played.do("lis", Rematch("again"))
            played.do("ola", Ready("r0", 0, "ab" * 16))
            played.do("lis", Ready("r1", 1, "cd" * 16))
        else:
            played.begin()
        while played.table.stage == "playing" and played.table.ply < 60 * (round + 1):
            state = played.table.state
            assert state is not None
            played.move(rng.choice(state.moves()))
            if rng.random() < 0.1:
                played.do("lis", Say(f"s{played.table.seq}", 1, text="hm"))
            last = played.table.slips.last_of(0) if played.table.stage == "playing" else None
            if last and rng.random() < 0.3 and played.table.question is None:
                played.do("ola", TakeBack(f"t{played.table.seq}", 0, last.ply))
        while played.table.stage == "playing":
            state = played.table.state
            assert state is not None
            played.move(rng.choice(state.moves()))
    return played


def read(texts: list[str], table: Table, history: History) -> None:
    for text in texts:
        table.apply(entries.read(text))
        history.note(table)


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_a_table_read_from_any_snapshot_is_the_same(game: str) -> None:
    log = evening(game).log
    whole, past = Table(CODE), History()
    taken = []
    for text in log:
        read([text], whole, past)
        taken.append(snapshots.take(whole, past))
    assert len(taken) > 100
    for n in range(0, len(log), 7):
        table, history = Table(CODE), History()
        assert snapshots.restore(taken[n], table, history)
        assert table.seq == n + 1
        read(log[n + 1 :], table, history)
        assert snapshots.take(table, history) == taken[-1]
        assert table_view(table) == table_view(whole)
        assert game_view(table, 1) == game_view(whole, 1)
        assert history.reaches(past.since)


def test_a_snapshot_of_another_version_is_not_read() -> None:
    played = evening("pickomino")
    taken = snapshots.take(played.table, History())
    table = Table(CODE)
    assert not snapshots.restore(taken._replace(version="0"), table, History())
    assert not snapshots.restore(taken._replace(state="{}"), table, History())
    assert table.seq == 0


def test_commands_of_a_device_are_remembered_for_a_while_and_are_its_own() -> None:
    played = Played("pickomino", 2, manners=Manners(chat="text"))
    played.do("ola", Say("a1", 0, text="hey"))
    seq = played.table.seq
    assert played.table.place("ola", "a1") == seq
    assert played.table.place("lis", "a1") is None
    played.do("lis", Say("a1", 1, text="hey you"))
    assert (played.table.place("ola", "a1"), played.table.place("lis", "a1")) == (seq, seq + 1)
    for n in range(KEPT_IDS):
        played.do("lis", Say(f"b{n}", 1, text="again"))
    assert (played.table.place("ola", "a1"), played.table.place("lis", "a1")) == (seq, None)


def test_what_moves_no_game_on_is_bounded_by_person() -> None:
    played = Played("linko", 3, manners=Manners(chat="text"))
    played.begin()
    for n in range(EXTRAS):
        if n % 3:
            played.do("lis", Say(f"s{n}", 1, text="again"))
        else:
            played.add(recoverable(played.table, f"word{n}", played.caller("lis")))
    assert len(played.table.recoveries) == 3
    for command in (Say("x", 1, text="once more"), Order("y", 1, {})):
        with pytest.raises(Refusal, match="enough"):
            decide(played.table, command, played.caller("lis"))
    with pytest.raises(Refusal, match="enough"):
        recoverable(played.table, "word", played.caller("lis"))
    played.do("ola", Say("x", 0, text="I may"))
    while played.table.stage == "playing":
        assert played.table.state is not None
        played.move(played.table.state.moves()[0])
    played.do("lis", Rematch("again"))
    played.do("lis", Say("z", 1, text="at last"))


def test_deciding_who_stands_in_is_bounded_and_the_game_can_always_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played("linko", 3)
    played.begin()
    played.add(Absent(played.now, "a/1", [1], played.now - 100))
    played.do("ola", StandIn("w", 1, "wait"))
    for who in ("ola", "jan"):
        with pytest.raises(Refusal, match="stale"):
            played.do(who, StandIn("again", 1, "wait"))
    ways: tuple[StandInFor, ...] = ("turn", "wait")
    for n in range(EXTRAS - played.table.extras["ola"]):
        played.do("ola", StandIn(f"s{n}", 1, ways[n % 2]))
    for how in ways:
        if how != played.table.seats[1].stand_in:
            with pytest.raises(Refusal, match="enough"):
                played.do("ola", StandIn("x", 1, how))
    monkeypatch.setattr("stolik.server.table.MOST", played.table.seq)
    played.do("ola", StandIn("y", 1, "seat"))
    with pytest.raises(Refusal, match="table_full"):
        played.do("jan", StandIn("z", 1, "wait"))


def test_a_new_device_does_not_make_another_person() -> None:
    played = Played("linko", 3)
    holder = "lis"
    for n in range(EXTRAS):
        played.add(recoverable(played.table, f"word{n}", played.caller(holder)))
        holder = f"phone{n}"
        played.add(recover(played.table, f"word{n}", holder, played.now))
    with pytest.raises(Refusal, match="enough"):
        recoverable(played.table, "word", played.caller(holder))
    recoverable(played.table, "word", played.caller("jan"))


def test_a_full_table_says_so_and_plays_on_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played("pickomino", 2, manners=Manners(chat="text"))
    played.begin()
    assert not table_view(played.table).full
    monkeypatch.setattr("stolik.server.table.MOST", played.table.seq)
    assert table_view(played.table).full
    for command in (Say("x", 0, text="hey"), Mute("m", 1, True), Configure("c", name="Thursday")):
        with pytest.raises(Refusal, match="table_full"):
            decide(played.table, command, played.caller("ola"))
    while played.table.stage == "playing":
        assert played.table.state is not None
        played.move(played.table.state.moves()[0])
    with monkeypatch.context() as longer:
        longer.setattr("stolik.server.table.LAST", played.table.seq)
        with pytest.raises(Refusal, match="table_full"):
            decide(played.table, Rematch("again"), played.caller("lis"))
    played.do("lis", Rematch("again"))
    played.do("lis", Ready("r", 1, "ab" * 16))
    played.do("ola", Leave("l", 0))
    with pytest.raises(Refusal, match="table_full"):
        sit_down(played.table, None, "Jan", played.caller("jan"))


# -- In the database --------------------------------------------------------------------------------------


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")


@pytest.mark.anyio
async def test_waking_a_table_reads_what_happened_since_and_those_who_come_back_are_told_all(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "KEEP", 10)
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"], manners={"pace": "instant", "chat": "text"})
        await ola.connect()
        await ola.ready()
        await ola.start()
        began, told = ola.seq, len(ola.told)
        for _ in range(40):
            await ola.do("say", seat=0, text="hm")
        seen = ola.told[told:]
    kept = await Store.open(ground.database)
    before = await kept.snapshot(ola.code)
    assert before is not None
    assert ola.seq - 20 < before.seq <= ola.seq + 10
    await kept.close()
    rows = 0

    async def counting(self: Store, code: str, after: int = 0, limit: int | None = None) -> object:
        nonlocal rows
        found = await original(self, code, after, limit)
        rows += len(found)
        return found

    original = store.Store.read
    monkeypatch.setattr(store.Store, "read", counting)
    async with nodes(ground) as [address], Device(address) as back:
        back.code, back.cookie = ola.code, ola.cookie
        hello = await back.connect(began)
        assert rows < 25
        assert [one for one in hello["missed"] if one["seq"] <= ola.seq][: len(seen)] == seen
        await back.play(at_random(1))
        record = await back.ask("GET", f"/api/tables/{ola.code}/games/1/record")
        assert record.status_code == 200


@pytest.mark.anyio
async def test_a_long_log_without_a_snapshot_is_read_whole_only_once(ground: Ground) -> None:
    log = evening("linko").log
    before = await Store.open(ground.database)
    now = time.time()
    assert await before.create(CODE, log[0], now)
    for seq, text in enumerate(log[1:], start=2):
        assert await before.append(CODE, seq, text, False, now)

    async def is_kept() -> bool:
        found = await before.snapshot(CODE)
        return found is not None and found.seq == len(log)

    async with nodes(ground) as [address]:
        assert not await is_kept()
        assert (await Device(address).ask("GET", f"/api/tables/{CODE}")).json()["stage"] == "over"
        await until(is_kept)
    await before.close()


@pytest.mark.anyio
async def test_a_line_that_breaks_all_the_time_does_not_fill_the_log(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with nodes(ground, losing_after=0.01) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", ["human", "human"])
        await lis.sit(ola.code, "Lis")
        await ola.connect()

        def changes() -> list[str]:
            events = (event for told in ola.told for event in told["events"])
            return [event["kind"] for event in events if event.get("seats") == [1]]

        for n in range(FLAPS):
            await lis.connect()
            await ola.until(lambda _: changes().count("present") > n)  # noqa: B023 -- at once
            await lis.close()
            await ola.until(lambda _: changes().count("absent") > n)  # noqa: B023
        monkeypatch.setattr("stolik.server.presence.FLAPPING", 5.0)
        for _ in range(FLAPS):
            await lis.connect()
            await lis.do("help", seat=1, help="none")  # the server has heard it
            await lis.close()
        await ola.do("help", seat=0, help="none")
        assert changes().count("absent") == FLAPS
        assert changes().count("present") == FLAPS + 1
        await ola.until(lambda _: changes().count("absent") > FLAPS)  # this one is long


def test_a_line_is_broken_since_its_last_break() -> None:
    lines = Lines()
    assert all(lines.breaks("lis", since) for since in range(FLAPS))
    assert not lines.breaks("lis", FLAPS)
    assert lines.breaks("ola", 0)
    assert not lines.is_broken("lis", FLAPS - 1)
    lines.forget("lis", FLAPS - 1)
    assert lines.is_broken("lis", FLAPS)
    lines.mends("lis")
    assert not lines.is_broken("lis", FLAPS)


@pytest.mark.anyio
async def test_the_newest_snapshot_is_kept_if_its_entry_is_there(store: Store) -> None:
    await store.create("ABC", "1", 1.0)
    await store.keep("XYZ", Snapshot(1, "v", "no such table"))
    assert await store.snapshot("XYZ") is None
    await store.append("ABC", 2, "2", False, 1.0)
    await store.keep("ABC", Snapshot(2, "v", "two"))
    await store.keep("ABC", Snapshot(1, "v", "one"))
    assert await store.snapshot("ABC") == (2, "v", "two")
    await store.keep("ABC", Snapshot(1, "w", "one"))
    assert await store.snapshot("ABC") == (1, "w", "one")
    await store.keep("ABC", Snapshot(3, "w", "of the future"))
    assert await store.snapshot("ABC") is None
    await store.delete("ABC")
    assert await store.snapshot("ABC") is None
    assert await store.create("ABC", "1", 1.0)


@pytest.mark.anyio
async def test_deleting_a_long_log_lets_others_write(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.server.store.PART", 10)
    await store.create("ABC", "1", 1.0)
    await store.create("XYZ", "1", 1.0)
    for seq in range(2, 100):
        await store.append("ABC", seq, str(seq), True, 1.0)
    written = 0
    write = store._database.write

    async def counting(work: Work[T]) -> T:
        nonlocal written
        written += 1
        return await write(work)

    monkeypatch.setattr(store._database, "write", counting)
    await store.delete("ABC")
    assert written > 10
    assert await store.read("ABC") == []
    assert await store.heads(["ABC", "XYZ"]) == {"XYZ": 1}


@pytest.mark.anyio
async def test_a_table_that_is_being_deleted_is_not_there(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.create("ABC", "1", 1.0)
    await store.append("ABC", 2, "2", True, 1.0)
    for other in ("AAA", "XYZ"):
        await store.create(other, "1", 1.0)
    with monkeypatch.context() as stopped:  # as if the server had died in the middle

        async def nothing(_: Store) -> None:
            pass

        stopped.setattr(Store, "purge", nothing)
        await store.delete("ABC")
    assert await store.read("ABC") == []
    assert await asyncio.gather(*(store.follow(code, 1) for code in ("AAA", "ABC", "XYZ"))) == [[], None, []]
    assert await store.heads(["AAA", "ABC", "XYZ"]) == {"AAA": 1, "XYZ": 1}
    assert await store.count() == 2
    assert not await store.append("ABC", 3, "3", True, 1.0)
    assert await store.claim("node", 10.0, 20.0, 5) == []
    assert not await store.create("ABC", "1", 1.0)
    await store.expire(0.0, 10)

    async def is_free() -> bool:
        return await store.create("ABC", "1", 1.0)

    await until(is_free)
