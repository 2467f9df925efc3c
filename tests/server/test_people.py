"""People at a table: who is host, who stays removed or muted, who has many seats, who erases themselves."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from stolik.core import Record, verify
from stolik.server import entries, live_tables
from stolik.server.clients import BURST_SECONDS
from stolik.server.commands import Refusal, pass_host_on, recover, recoverable, sit_down
from stolik.server.entries import Absent, Erased, Present
from stolik.server.erasing import without
from stolik.server.live_tables import LiveTable, LiveTables
from stolik.server.lobby import RECOVERY
from stolik.server.messages import Configure, Leave, Manners, Mute, Ready, Remove, Say, SeatPlan, Start
from stolik.server.projection import table_view
from stolik.server.store import Store
from stolik.server.table import Table
from tests.server.device import Device, at_random
from tests.server.nodes import GROUNDS, Ground, nodes, until
from tests.server.tables import Played

ZEROS = "0" * 32


@pytest.fixture(params=["sqlite"])
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


# -- The host ---------------------------------------------------------------------------------------------


def test_the_next_person_who_is_there_becomes_host_when_the_host_is_away() -> None:
    played = Played("pickomino", 4)
    played.add(Present(played.now, "p/1", [0, 1, 2, 3], "node"))
    with pytest.raises(Refusal, match="no_news"):
        pass_host_on(played.table, played.now + 1000, 30)
    played.add(Absent(played.now, "a/1", [0, 1], played.now))
    with pytest.raises(Refusal, match="no_news"):
        pass_host_on(played.table, played.now + 29, 30)
    played.add(pass_host_on(played.table, played.now + 30, 30))
    assert played.table.host == "jan"  # Lis is away, too
    assert table_view(played.again()).host == 2
    played.add(Absent(played.now, "a/2", [2], played.now))
    played.add(pass_host_on(played.table, played.now + 100, 30))
    assert played.table.host == "ewa"
    played.add(Absent(played.now, "a/3", [3], played.now))
    with pytest.raises(Refusal, match="no_news"):
        pass_host_on(played.table, played.now + 1000, 30)


def test_a_host_without_a_seat_can_be_away_too() -> None:
    played = Played("pickomino", 2)
    played.do("ola", Leave("l", 0))
    assert played.table.host == "lis"
    played.add(sit_down(played.table, None, "Ola", played.caller("ola")))
    watched = Played("pickomino", 0, bots=2)
    watched.do("ola", Configure("c", seats=[SeatPlan(), SeatPlan()]))
    watched.add(sit_down(watched.table, None, "Lis", watched.caller("lis")))
    watched.add(Present(watched.now, "p/1", [0], "node"))
    watched.add(Present(watched.now, "p/2", [], "node", host=True))
    assert watched.table.host_gone() is None
    watched.add(Absent(watched.now + 5, "a/1", [], watched.now + 5, host=True))
    assert watched.table.host_gone() == watched.now + 5
    watched.add(pass_host_on(watched.table, watched.now + 40, 30))
    assert watched.table.host == "lis"


@pytest.mark.anyio
@pytest.mark.parametrize("seated", [True, False])
async def test_a_room_goes_on_without_its_host(ground: Ground, seated: bool) -> None:
    name = "Ola" if seated else None
    seats = ["human", "human"] if seated else ["human", "easy"]
    quick = {"losing_after": 0.05, "host_after": 0.2}
    async with nodes(ground, **quick) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", seats, name=name)
        await ola.connect()
        await lis.sit(ola.code, "Lis")
        await lis.connect()
        assert (await lis.do("configure", name="Mine"))["code"] == "host_only"
        await ola.close()
        told = await lis.until(lambda message: message.get("host") is True)
        assert told["table"]["host"] == lis.yours[0]
        assert [event["kind"] for one in told["told"] for event in one["events"]] == ["hosted"]
        assert (await lis.do("configure", name="Mine"))["t"] == "update"
        if seated:
            await lis.do("remove", seat=0)
        assert (await ola.connect())["host"] is False


# -- What people were ready for ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        Configure("c", seats=[SeatPlan(), SeatPlan(), SeatPlan("bot", "master")]),
        Configure("c", seats=[SeatPlan(), SeatPlan(), SeatPlan("bot", "easy"), SeatPlan("bot", "easy")]),
        Configure("c", manners=Manners(clock=1)),
        Configure("c", options={"variant": "deluxe"}),
    ],
    ids=["level", "seat", "clock", "options"],
)
def test_what_is_changed_has_to_be_agreed_to_again(change: Configure) -> None:
    played = Played("pickomino", 2, bots=1)
    played.do("ola", Ready("r0", 0, ZEROS))
    played.do("lis", Ready("r1", 1, ZEROS))
    played.do("ola", Configure("n", name="Thursday"))  # what it is called changes nothing
    assert all(seat.ready for seat in table_view(played.table).seats)
    played.do("ola", change)
    assert [seat.ready for seat in table_view(played.again()).seats[:2]] == [False, False]
    with pytest.raises(Refusal, match="not_ready"):
        played.do("ola", Start("s"))


# -- Removed and muted ------------------------------------------------------------------------------------


def test_who_was_removed_stays_so_and_who_was_muted() -> None:
    played = Played("pickomino", 3, manners=Manners(chat="text"))
    played.do("ola", Mute("m", 1, True))
    played.do("lis", Leave("l", 1))
    played.add(sit_down(played.table, None, "Lis", played.caller("lis")))
    with pytest.raises(Refusal, match="muted"):
        played.do("lis", Say("s", 1, text="hey"))
    played.do("ola", Mute("u", 1, False))
    played.do("lis", Say("s", 1, text="hey"))
    played.do("ola", Remove("r", 2))
    with pytest.raises(Refusal, match="removed"):
        sit_down(played.table, None, "Jan", played.caller("jan"))
    sit_down(played.table, None, "Ewa", played.caller("ewa"))


def test_a_link_made_before_gives_nothing_to_one_who_was_removed() -> None:
    played = Played("pickomino", 3)
    played.add(recoverable(played.table, "word", played.caller("jan")))
    played.do("ola", Remove("r", 2))
    with pytest.raises(Refusal, match="unknown_recovery"):
        recover(played.table, "word", "new", played.now)


@pytest.mark.anyio
async def test_the_server_knows_their_devices_again(ground: Ground) -> None:
    async with (
        nodes(ground) as [address],
        Device(address) as ola,
        Device(address) as lis,
        Device(address) as jan,
    ):
        await ola.open("pickomino", ["human", "human", "human"])
        await ola.connect()
        await lis.sit(ola.code, "Lis")
        await jan.sit(ola.code, "Jan")
        await lis.connect()
        await ola.do("mute", seat=1, muted=True)
        await lis.do("leave", seat=1)
        await lis.sit(ola.code, "Fox")
        assert (await ola.until(lambda message: "table" in message and message["table"]["seats"][1]["name"]))[
            "table"
        ]["seats"][1]["muted"]
        await ola.do("remove", seat=2)
        refused = await jan.ask("POST", f"/api/tables/{ola.code}/seats", json={"name": "Jan"})
        assert (refused.status_code, refused.json()["code"]) == (403, "removed")


# -- Several seats on one device --------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_recovery_link_adds_to_the_seats_of_a_device(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", ["human", "human"])
        await lis.sit(ola.code, "Lis")
        word = (await lis.ask("POST", f"/api/tables/{ola.code}/recovery")).json()
        before = ola.cookie
        answer = await ola.ask("POST", f"/api/tables/{ola.code}/recover", json=word)
        assert answer.json() == {"code": ola.code, "seat": 1}
        assert ola.cookie == before
        hello = await ola.connect()
        assert (hello["yours"], hello["host"]) == ([0, 1], True)
        assert (await lis.connect())["yours"] == []


# -- Erasing oneself --------------------------------------------------------------------------------------


def test_a_person_is_taken_out_of_a_log_with_all_their_devices() -> None:
    played = Played("pickomino", 2, manners=Manners(chat="text"))
    played.do("lis", Say("s1", 1, text="my secret"))
    played.do("ola", Say("s2", 0, text="hello Lis"))
    played.add(recoverable(played.table, "word", played.caller("lis")))
    played.add(recover(played.table, "word", "phone", played.now))
    played.do("phone", Say("s3", 1, text="from the phone"))
    changed = dict(without("ABCDEF", "\n".join(played.log), "phone"))
    log = [changed.get(seq, text) for seq, text in enumerate(played.log, 1)]
    assert "my secret" not in "".join(log)
    assert "from the phone" not in "".join(log)
    assert '"name":"Lis"' not in "".join(log)
    assert '"name":"Ola"' in "".join(log)
    table = Table("ABCDEF")
    for text in log:
        table.apply(entries.read(text))
    assert [seat.name for seat in table.seats] == ["Ola", "?"]


@pytest.mark.anyio
async def test_people_erase_themselves_without_the_host_and_the_game_goes_on(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "KEEP", 5)
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        await ola.open("pickomino", ["human", "human"], manners={"pace": "instant", "chat": "text"})
        await lis.sit(ola.code, "Przechera")
        await ola.connect()
        await lis.connect()
        await ola.ready()
        await lis.ready()
        await ola.start()
        for n in range(8):
            await lis.do("say", seat=1, text=f"tajemnica {n}")
        gone = await lis.ask("DELETE", f"/api/tables/{ola.code}/me")
        assert gone.status_code == 204
        assert (await lis.ask("DELETE", f"/api/tables/{ola.code}/me")).status_code == 204
        stranger = await Device(address).ask("DELETE", f"/api/tables/{ola.code}/me")
        assert stranger.status_code == 403
        assert await erased(ground, ola.code) == 1  # there was nothing left to erase
        await ola.close()
        hello = await ola.connect(since=1)
        assert [seat["name"] for seat in hello["table"]["seats"]] == ["Ola", None]
        assert "Przechera" not in str(hello)
        assert "tajemnica" not in str(hello)
        await ola.play(at_random(3))
        record = (await ola.ask("GET", f"/api/tables/{ola.code}/games/1/record")).text
        assert "Przechera" not in record
        assert verify(Record.parse(record)).fair
        evening = (await ola.ask("GET", f"/api/tables/{ola.code}/evening")).text
        assert "Przechera" not in evening

        async def is_nowhere() -> bool:
            files = [path for path in ground.folder.iterdir() if path.name.startswith("stolik.db")]
            found = b"".join(await asyncio.gather(*(asyncio.to_thread(path.read_bytes) for path in files)))
            return b"Przechera" not in found and b"tajemnica" not in found

        await until(is_nowhere)


async def erased(ground: Ground, code: str) -> int:
    """Return how often a log says that somebody erased themselves."""
    store = await Store.open(ground.database)
    log = [entries.read(text) for _, text in await store.read(code)]
    await store.close()
    return sum(isinstance(entry, Erased) for entry in log)


@pytest.mark.anyio
@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
async def test_whoever_erases_themselves_throws_nobody_out(ground: Ground) -> None:
    async with AsyncExitStack() as stack:
        addresses = await stack.enter_async_context(nodes(ground))
        there = (addresses[0], addresses[-1], addresses[-1])
        ola, lis, jan = [await stack.enter_async_context(Device(address)) for address in there]
        await ola.open("pickomino", ["human", "human", "human"], manners={"pace": "instant"})
        await lis.sit(ola.code, "Przechera")
        await jan.sit(ola.code, "Jan")
        for one in (ola, lis, jan):
            await one.connect()
            await one.ready()
        await ola.start()
        await asyncio.gather(*(one.play(at_random(n)) for n, one in enumerate((ola, lis, jan))))
        assert "Przechera" in str(ola.table["evening"])
        await ola.do("remove", seat=1)
        for _ in range(3):
            assert (await lis.ask("DELETE", f"/api/tables/{ola.code}/me")).status_code == 204
        assert await erased(ground, ola.code) == 1
        for one in (ola, jan):  # over the sockets that they have
            told = await one.until(lambda message: "Przechera" not in str(message.get("table", "Przechera")))
            assert "Jan" in str(told["table"]["evening"])
        await jan.do("rematch")
        await ola.until(lambda message: message.get("table", {}).get("stage") == "waiting")
        assert (await ola.do("configure", name="Thursday"))["table"]["name"] == "Thursday"


@pytest.mark.anyio
@pytest.mark.parametrize("ground", ["cluster"], indirect=True)
@pytest.mark.parametrize("meanwhile", [False, True])
async def test_a_person_erases_themselves_at_a_node_that_has_not_heard_that_they_were_removed(
    ground: Ground, meanwhile: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Removed before, or right after this node has looked who sits there."""
    up_to_date = LiveTables.up_to_date

    async def then_removed(self: LiveTables, code: str) -> LiveTable:
        live = await up_to_date(self, code)
        await ola.do("remove", seat=1)
        assert live.table.seats[1].name == "Przechera", "it has not heard of it"
        return live

    monkeypatch.setattr("stolik.server.node.SWEEP", 600.0)
    monkeypatch.setattr(LiveTables, "heard", lambda *_: None)
    async with nodes(ground) as [here, there], Device(here) as ola, Device(there) as lis:
        await ola.open("pickomino", ["human", "human"])
        await lis.sit(ola.code, "Przechera")
        await ola.connect()
        await lis.connect()
        await lis.until(lambda message: "'kind': 'present'" in str(message.get("told")))  # its node wrote
        if meanwhile:
            monkeypatch.setattr(LiveTables, "up_to_date", then_removed)
        else:
            await ola.do("remove", seat=1)
        assert (await lis.ask("DELETE", f"/api/tables/{ola.code}/me")).status_code == 204
        assert await erased(ground, ola.code) == 1


def test_what_was_erased_without_a_word_of_it_is_erased_again() -> None:
    """The log was rewritten, and nobody has heard of it."""
    played = Played("pickomino", 2)
    played.do("lis", Leave("l", 1))
    changed = dict(without("ABCDEF", "\n".join(played.log), "lis"))
    assert len(changed) == 1
    log = [changed.get(seq, text) for seq, text in enumerate(played.log, 1)]
    assert without("ABCDEF", "\n".join(log), "lis")
    log.append(entries.write(Erased(played.now, "erased/5")))
    assert not without("ABCDEF", "\n".join(log), "lis")


@pytest.mark.anyio
async def test_an_address_erases_people_and_sits_down_so_often_however_many_devices_it_has(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.node.SITTINGS", 5)
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "human"])
        await ola.connect()
        sat = []
        for _ in range(7):
            stranger = Device(address)
            answer = await stranger.ask("POST", f"/api/tables/{ola.code}/seats", json={"name": "W"})
            sat.append(answer.status_code)
            if answer.status_code == 201:
                await stranger.ask("DELETE", f"/api/tables/{ola.code}/me")
        assert sat == [201] * 5 + [429] * 2
        assert (await ola.do("configure", name="Mine"))["t"] == "update"
    async with nodes(ground, requests_per_client=3 * RECOVERY / BURST_SECONDS) as [address]:
        strangers = [Device(address) for _ in range(5)]
        for one in strangers:
            await one.sit(await Device(address).open("pickomino", ["human", "easy"], name=None), "W")
        erasing = (one.ask("DELETE", f"/api/tables/{one.code}/me") for one in strangers)
        gone = [answer.status_code for answer in await asyncio.gather(*erasing)]
        assert set(gone) == {204, 429}


@pytest.mark.anyio
async def test_people_who_have_left_are_not_told_of(ground: Ground) -> None:
    async with AsyncExitStack() as stack:
        [address] = await stack.enter_async_context(nodes(ground))
        ola, lis, stranger = [await stack.enter_async_context(Device(address)) for _ in range(3)]
        stranger.code = await ola.open("pickomino", ["human", "human"], manners={"chat": "text"})
        await lis.sit(ola.code, "Przechera")
        await ola.connect()
        await lis.connect()
        await lis.do("say", seat=1, text="tajemnica")
        await ola.do("say", seat=0, text="dzień dobry")
        assert "Przechera" in str(await stranger.connect(since=1))
        await lis.do("leave", seat=1)
        for one in (stranger, ola):
            await one.close()
            hello = str(await one.connect(since=1))
            assert "Ola" in hello
            assert "dzień dobry" in hello
            assert "Przechera" not in hello
            assert "tajemnica" not in hello


@pytest.mark.anyio
async def test_a_deleted_table_leaves_nothing_in_any_file(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"], name="Przechera")
        wal = ground.folder / "stolik.db-wal"
        assert b"Przechera" in wal.read_bytes()
        await ola.ask("DELETE", f"/api/tables/{ola.code}")
        assert b"Przechera" not in wal.read_bytes()
        assert b"Przechera" not in (ground.folder / "stolik.db").read_bytes()
    with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
        assert database.execute("SELECT count(*) FROM log").fetchone() == (0,)


@pytest.mark.anyio
async def test_what_was_deleted_while_somebody_read_goes_once_they_have_read(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.node.SWEEP", 0.05)
    wal = ground.folder / "stolik.db-wal"

    async def is_nowhere() -> bool:
        return b"Przechera" not in await asyncio.to_thread(wal.read_bytes)

    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"], name="Przechera")
        with closing(sqlite3.connect(ground.folder / "stolik.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM log").fetchone()
            await ola.ask("DELETE", f"/api/tables/{ola.code}")
            assert not await is_nowhere()
            reader.execute("COMMIT")
        await until(is_nowhere)
