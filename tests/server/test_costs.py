"""What a command, a refusal and a reconnect cost: how often the rules run, and what is read."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete

from stolik.core import State
from stolik.games.linko import LinkoState
from stolik.games.pickomino import PickominoState
from stolik.server import entries, writer
from stolik.server.bus import LocalBus
from stolik.server.commands import Caller, Decision, Refusal, decide, open_table, sit_down
from stolik.server.connection import Connection, Gone
from stolik.server.entries import Absent, Configured
from stolik.server.frame_limit import FrameLimitedWebSocket, Inbox
from stolik.server.live_tables import LiveTable, LiveTables
from stolik.server.messages import Command, NewTable, PerMove, Play, Ready, Rematch, Say, SeatPlan, Start
from stolik.server.node import Node
from stolik.server.schema import log
from stolik.server.settings import Settings
from stolik.server.store import Store
from stolik.server.table import Table
from tests.server.device import Device
from tests.server.nodes import Ground, nodes, until
from tests.server.tables import retold

pytestmark = pytest.mark.anyio

CODE = "ABCDEF"
PEOPLE = ("ola", "lis")


class CountingStore(Store):
    """A store that counts what is read of the logs."""

    reads = 0
    """How often anything was asked for."""
    rows = 0
    """How many entries came back."""

    async def read(self, code: str, after: int = 0, limit: int | None = None) -> list[tuple[int, str]]:
        found = await super().read(code, after, limit)
        self.reads, self.rows = self.reads + 1, self.rows + len(found)
        return found

    async def follow(self, code: str, seq: int) -> list[str] | None:
        found = await super().follow(code, seq)
        self.reads, self.rows = self.reads + 1, self.rows + len(found or ())
        return found

    def forget(self) -> None:
        """Begin to count at 0."""
        self.reads = self.rows = 0


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[CountingStore]:
    store = await CountingStore.open(f"sqlite:///{tmp_path / 'stolik.db'}")
    yield store
    await store.close()


async def _no_advice(*_: object) -> tuple[str, PerMove]:
    raise AssertionError("nobody asked")


class Tables:
    """The live tables of a node, with one table at which two people sit."""

    def __init__(self, store: Store, node: str = "node") -> None:
        self.live = LiveTables(store, LocalBus(), Settings(), node, _no_advice)
        self._commands = 0

    async def open(self, game: str, **options: Any) -> None:
        opened = open_table(NewTable(game, [SeatPlan(), SeatPlan()], options), "ola", 0.0)
        assert await self.live.store.create(CODE, entries.write(opened), 0.0)
        table = await self.table()
        for name in PEOPLE:
            caller = Caller(name, 0.0, 30.0)
            await table.do(lambda at, name=name, caller=caller: Decision(sit_down(at, None, name, caller)))  # type: ignore[misc]

    async def table(self) -> LiveTable:
        self._table = await self.live.get(CODE)  # held, or it would be forgotten
        return self._table

    def id(self) -> str:
        self._commands += 1
        return f"{self.live.node}-{self._commands}"

    async def do(self, who: str, command: Command) -> None:
        table = await self.table()
        await table.do(lambda at: decide(at, command, Caller(who, 0.0, 30.0)), command.id)

    async def begin(self) -> None:
        for seat, name in enumerate(PEOPLE):
            await self.do(name, Ready(self.id(), seat, f"{seat:032x}"))
        if (await self.table()).table.stage == "waiting":
            await self.do("ola", Start(self.id()))

    async def play(self, rng: random.Random, moves: int = 10_000) -> None:
        """Play so many decisions, or to the end."""
        table = (await self.table()).table
        for _ in range(moves):
            assert table.state is not None
            if table.state.actor is None:
                return
            seat = table.state.actor
            move = str(rng.choice(table.state.moves()))
            await self.do(PEOPLE[seat], Play(self.id(), seat, table.ply, [move]))

    async def join(self, holder: str | None, since: int | None) -> list[dict[str, Any]]:
        """Connect a device, and return what it is told that it missed."""
        sent: list[bytes] = []

        async def send(text: bytes) -> None:
            sent.append(text)

        async def close(_: int) -> None:
            pass

        table = await self.table()
        connection = Connection(holder, send, close)
        await table.join(connection, since)
        while not sent:
            await asyncio.sleep(0)
        table.connections.discard(connection)
        missed: list[dict[str, Any]] = msgspec.json.decode(sent[0])["missed"]
        return missed


# -- The rules --------------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch, state: type[State]) -> Callable[[], int]:
    """Count the moves that are played on states of a class."""
    play, moves = state.play, list[str]()

    def count(self: State, move: str) -> State:
        moves.append(move)
        return play(self, move)

    monkeypatch.setattr(state, "play", count)
    return lambda: len(moves)


@pytest.mark.parametrize(("game", "state"), [("pickomino", PickominoState), ("linko", LinkoState)])
async def test_each_move_of_a_game_is_played_once(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch, game: str, state: type[State]
) -> None:
    played = counted(monkeypatch, state)
    tables = Tables(store)
    await tables.open(game, **({"mode": "duel"} if game == "linko" else {}))
    await tables.begin()
    table = (await tables.table()).table
    assert played() == table.ply
    await tables.play(random.Random(1), 20)
    assert played() == table.ply > 20


async def test_a_table_that_was_decided_on_is_the_same_as_one_that_was_read(store: CountingStore) -> None:
    tables, others = Tables(store), Tables(store, "other")
    await tables.open("linko", mode="duel")
    await tables.begin()
    await tables.play(random.Random(2))
    await tables.do("lis", Rematch(tables.id()))
    await tables.begin()
    ours, theirs = (await tables.table()).table, (await others.table()).table
    assert ours.round == 2
    for name in (
        "seq",
        "ply",
        "moves",
        "state",
        "chances",
        "stage",
        "round",
        "since",
        "names",
        "seats",
        "done",
    ):
        assert getattr(ours, name) == getattr(theirs, name), name


# -- Refusals ---------------------------------------------------------------------------------------------


def illegal(table: Table) -> Play:
    assert table.state is not None
    assert table.state.actor is not None
    return Play("illegal", table.state.actor, table.ply, ["take 99"])


async def test_a_refused_command_reads_nothing_where_no_other_node_writes(store: CountingStore) -> None:
    tables = Tables(store)
    tables.live.alone = True
    await tables.open("pickomino")
    await tables.begin()
    table = (await tables.table()).table
    store.forget()
    for who, command, code in (
        ("ola", illegal(table), "illegal"),
        ("ola", Play("stale", 0, 99, ["roll"]), "stale"),
        ("lis", Play("other", 0, 0, ["roll"]), "not_your_seat"),
        ("lis", Start("start"), "host_only"),
        ("ola", Rematch("rematch"), "not_now"),
    ):
        with pytest.raises(Refusal) as refused:
            await tables.do(who, command)
        assert refused.value.code == code
    assert store.reads == 0


async def test_a_refusal_is_final_only_once_the_node_knows_what_others_wrote(store: CountingStore) -> None:
    tables, others = Tables(store), Tables(store, "other")
    await tables.open("pickomino")
    await others.table()
    await tables.begin()  # the other node has not heard of it
    await others.do("ola", Play("roll", 0, 0, ["roll"]))
    store.forget()
    with pytest.raises(Refusal, match="illegal"):
        await others.do("ola", illegal((await others.table()).table))
    assert store.reads == 1


async def test_a_table_that_is_looked_at_costs_one_question_and_none_where_no_other_node_writes(
    store: CountingStore,
) -> None:
    tables, others = Tables(store), Tables(store, "other")
    await tables.open("pickomino")
    await others.table()
    await tables.begin()  # the other node has not heard of it
    store.forget()
    assert (await others.live.up_to_date(CODE)).table.stage == "playing"
    assert store.reads == 1
    others.live.alone = True
    await others.live.up_to_date(CODE)
    assert store.reads == 1


async def test_a_table_that_is_looked_at_after_its_log_was_set_back_is_as_it_is_now(
    store: CountingStore,
) -> None:
    tables = Tables(store)
    await tables.open("pickomino")
    await tables.begin()
    gone = delete(log).where(log.c.seq > 3)
    await store._database.write(lambda connection: connection.execute(gone))
    assert (await tables.live.up_to_date(CODE)).table.seq == 3
    await store.delete(CODE)
    with pytest.raises(Gone):
        await tables.live.up_to_date(CODE)


async def test_a_node_knows_whether_it_is_alone(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'stolik.db'}", bot_processes=0)
    first = await Node.open(settings)

    async def has_looked(alone: bool) -> None:
        async def same() -> bool:
            first.keeper._wake.set()
            return first.tables.alone is alone

        await until(same)

    await has_looked(True)
    second = await Node.open(settings)
    await has_looked(False)
    await second.close()
    await has_looked(True)
    await first.close()


# -- Coming back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [*PEOPLE, None])
@pytest.mark.parametrize(("game", "options"), [("pickomino", {}), ("linko", {"mode": "duel"})])
async def test_a_device_that_comes_back_reads_what_it_missed_and_no_more(
    store: CountingStore, game: str, options: dict[str, str], holder: str | None
) -> None:
    tables = Tables(store)
    await tables.open(game, **options)
    await tables.begin()
    await tables.play(random.Random(3), 30)
    await tables.do("lis", Say(tables.id(), 1, phrase="hello"))
    table = (await tables.table()).table
    log = [text for _, text in await store.read(CODE)]
    for person in PEOPLE:  # being here is an entry, and the first visit writes it
        await tables.join(person, 0)
    log = [text for _, text in await store.read(CODE)]
    for since in range(1, table.seq + 1):
        store.forget()
        missed = await tables.join(holder, since)
        assert store.rows == table.seq - since
        whole = retold(CODE, log, since, holder, table.holders)
        assert missed == msgspec.to_builtins(whole, enc_hook=str)


@pytest.mark.parametrize("holder", [*PEOPLE, None])
async def test_a_device_that_saw_nothing_is_told_of_the_present_game(
    store: CountingStore, holder: str | None
) -> None:
    """As its own seat was told it: the cards that others drew are theirs."""
    tables = Tables(store)
    await tables.open("linko", mode="duel")
    await tables.begin()
    await tables.play(random.Random(4))
    over = (await tables.table()).table.seq
    await tables.do("lis", Rematch(tables.id()))
    await tables.begin()
    await tables.play(random.Random(5), 12)
    for person in PEOPLE:  # being here is an entry, and the first visit writes it
        await tables.join(person, 0)
    table = (await tables.table()).table
    log = [text for _, text in await store.read(CODE)]
    store.forget()
    missed = await tables.join(holder, None)
    assert store.rows == table.seq - over - 1  # after the wish to play again, with which it begins
    assert missed == msgspec.to_builtins(retold(CODE, log, over + 1, holder, table.holders), enc_hook=str)


async def test_a_stranger_who_saw_nothing_of_a_long_game_is_told_of_its_end(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MISSED_BY_STRANGERS", 10)
    tables = Tables(store)
    await tables.open("pickomino")
    await tables.begin()
    await tables.play(random.Random(4), 20)
    last = (await tables.table()).table.seq
    assert [told["seq"] for told in await tables.join(None, None)] == list(range(last - 9, last + 1))
    assert len(await tables.join("ola", None)) > 10


async def test_a_device_that_missed_the_end_of_the_last_game_is_told_of_both(store: CountingStore) -> None:
    tables = Tables(store)
    await tables.open("pickomino")
    await tables.begin()
    await tables.play(random.Random(4))
    over = (await tables.table()).table.seq
    await tables.do("lis", Rematch(tables.id()))
    await tables.begin()
    await tables.play(random.Random(5), 5)
    table = (await tables.table()).table
    for person in PEOPLE:  # being here is an entry, and the first visit writes it
        await tables.join(person, 0)
    for since in (over - 3, over, over + 1, over + 2):
        missed = await tables.join("ola", since)
        assert [told["seq"] for told in missed] == list(range(since + 1, table.seq + 1))
    kinds = {event["kind"] for told in await tables.join("ola", over - 3) for event in told["events"]}
    assert {"over", "again", "ready"} <= kinds
    store.forget()
    assert await tables.join(None, over) == []  # to tell a stranger of the last game would cost too much
    assert store.rows == 0
    assert await tables.join(None, over + 1)


async def test_devices_of_a_table_are_told_so_much_when_they_come_back_again_and_again(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RETOLD", 100)
    monkeypatch.setattr(writer, "RETOLD_A_SECOND", 0.001)
    tables = Tables(store)
    await tables.open("pickomino")
    await tables.begin()
    await tables.play(random.Random(4), 40)
    await tables.join("ola", 0)
    last = (await tables.table()).table.seq
    assert [len(await tables.join("ola", last - 40)) for _ in range(3)] == [40, 40, 0]
    assert len(await tables.join("ola", last - 5)) == 5
    assert len(await tables.join(None, last - 40)) == 40  # counted as requests


async def test_an_absence_in_a_seat_that_is_gone_by_now_troubles_nobody(store: CountingStore) -> None:
    tables = Tables(store)
    await tables.open("pickomino")
    live = await tables.table()
    seen = live.table.seq
    log: list[entries.Entry] = [
        Configured(0.0, "more", seats=[SeatPlan(), SeatPlan(), SeatPlan("closed")]),
        Absent(0.0, "absent", [2], 0.0),
        Configured(0.0, "fewer", seats=[SeatPlan(), SeatPlan()]),
    ]
    for seq, entry in enumerate(log, seen + 1):
        assert await store.append(CODE, seq, entries.write(entry), False, 0.0)
    await live.catch_up()
    assert live.table.seq == seen + len(log)


async def test_a_table_whose_log_was_set_back_stays_gone_though_the_log_grows_again(
    store: CountingStore,
) -> None:
    tables, others = Tables(store), Tables(store, "other")
    await tables.open("pickomino")
    old = await tables.table()
    await tables.begin()
    gone = delete(log).where(log.c.seq > 3)
    await store._database.write(lambda connection: connection.execute(gone))
    with pytest.raises(Gone):
        await old.catch_up()
    await others.begin()
    for number in range(3):
        await others.do("ola", Say(f"s{number}", 0, phrase="hello"))
    seq = old.table.seq
    with pytest.raises(Gone):
        await old.catch_up()
    assert old.table.seq == seq


async def test_a_table_is_forgotten_as_soon_as_nobody_needs_it(store: CountingStore) -> None:
    tables = Tables(store)
    await tables.open("pickomino")
    gc.collect()
    gc.disable()  # the server looks for garbage seldom
    try:
        assert len(tables.live) == 1
        del tables._table
        assert len(tables.live) == 0
        await tables.join("ola", 0)
        del tables._table
        assert len(tables.live) == 0
    finally:
        gc.enable()


async def test_an_open_socket_keeps_nothing_of_what_opened_it(tmp_path: Path) -> None:
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"])
        await ola.connect()
        [(socket, coroutine)] = filter(None, map(_serving, asyncio.all_tasks()))
        assert not socket.scope["headers"]
        assert not hasattr(socket, "request")
        assert not hasattr(socket, "response")
        files = list[str]()
        while hasattr(coroutine, "cr_await"):
            files.append(coroutine.cr_code.co_filename)
            coroutine = coroutine.cr_await
        assert files
        assert not any("fastapi" in file or "middleware" in file for file in files)


def _serving(task: asyncio.Task[Any]) -> tuple[FrameLimitedWebSocket, Any] | None:
    """Return the socket that a task serves, and what it does for it; None for any other task."""
    coroutine: Any = task.get_coro()
    frame = getattr(coroutine, "cr_frame", None)
    socket = frame and frame.f_locals.get("self")
    return (socket, coroutine) if isinstance(socket, FrameLimitedWebSocket) else None


async def test_what_arrives_is_taken_in_its_order_and_waited_for() -> None:
    inbox = Inbox()
    for number in range(3):
        inbox.put_nowait(number)
    assert [await inbox.get() for _ in range(3)] == [0, 1, 2]
    assert inbox.empty()
    given_up = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    given_up.cancel()
    waiting = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    assert not waiting.done()
    inbox.put_nowait("hello")
    inbox.put_nowait("you")
    assert (await waiting, await inbox.get(), inbox.empty()) == ("hello", "you", True)
