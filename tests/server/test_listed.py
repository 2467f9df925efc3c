"""Tables that anybody may find: those whose host wants it, with a free seat or a game to watch."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik.server import listing, snapshots
from stolik.server.commands import Decision
from stolik.server.entries import Absent, Entry, Present
from stolik.server.history import History
from stolik.server.listing import listed, listing_after
from stolik.server.messages import Configure, Leave, ListedTable, Manners, Mute, Rematch, Say, SeatPlan
from stolik.server.projection import EntryProjection
from stolik.server.store import Store
from stolik.server.table_store import Listing
from tests.server.device import Device
from tests.server.nodes import GROUNDS, Ground, nodes
from tests.server.tables import Played

LISTED = Manners(listed=True)


def free_seat(manners: Manners = LISTED) -> Played:
    """A table for two at which one person sits."""
    played = Played("pickomino", 2, manners=manners)
    played.do("lis", Leave("l", 1))
    return played


def test_a_table_with_a_free_seat_is_listed_if_the_host_wants_it() -> None:
    played = free_seat()
    found = listed(played.table)
    assert found is not None
    assert (found.code, found.game, found.host, found.stage) == ("ABCDEF", "pickomino", "Ola", "waiting")
    assert (found.people, found.free, found.opened, found.name) == (1, 1, 1000.0, None)
    assert found.options == played.table.options
    played.do("ola", Configure("c1", name="Thursday"))
    assert getattr(listed(played.table), "name", None) == "Thursday"
    played.do("ola", Configure("c2", manners=Manners()))
    assert listed(played.table) is None
    assert listed(free_seat(Manners()).table) is None


def test_a_full_table_is_listed_when_its_game_may_be_watched() -> None:
    played = Played("pickomino", 2, manners=LISTED)
    assert listed(played.table) is None
    played.begin()
    found = listed(played.table)
    assert found is not None
    assert (found.stage, found.people, found.free) == ("playing", 2, 0)
    played = Played("pickomino", 2, manners=Manners(listed=True, spectators=False))
    played.begin()
    assert listed(played.table) is None


class Watched(Played):
    """A table of which is compared, for each entry, what is listed with it and what it has become by it."""

    compared = 0

    def add(self, made: Decision | Entry) -> EntryProjection:
        decision = made if isinstance(made, Decision) else Decision(made)
        before = snapshots.take(self.table, History()) if self.table.seq else None
        found = listing_after(self.table, decision) if before else None
        assert before == (snapshots.take(self.table, History()) if before else None)  # it was only tried
        added = super().add(decision)
        wanted = listed(self.table)
        assert wanted is None or found is None or msgspec.json.decode(found.text, type=ListedTable) == wanted
        assert before is None or (wanted is None) == (found is None)
        self.compared += 1
        return added


def test_what_is_listed_with_an_entry_is_what_it_makes_of_the_table() -> None:
    played = Watched("pickomino", 3, manners=Manners(listed=True, chat="text"))
    played.do("jan", Leave("l", 2))
    played.do("ola", Configure("c1", name="Thursday"))
    played.do("ola", Configure("c2", seats=[SeatPlan(), SeatPlan(), SeatPlan("bot")]))
    played.do("ola", Mute("m", 1, True))
    played.add(Present(played.now, "present/1", [0, 1], "node"))
    played.begin()
    played.do("ola", Say("s", 0, text="hello"))
    rng = random.Random(5)
    while played.table.stage == "playing":
        assert played.table.state is not None
        played.move(rng.choice(played.table.state.moves()))
        if played.table.ply > 20 and played.table.seats[1].human:
            played.add(Absent(played.now, "absent/1", [0, 1], played.now))
            played.add(Present(played.now, "present/2", [0, 1], "node"))
            played.do("lis", Leave("l2", 1))
    played.do("ola", Rematch("again"))
    played.do("ola", Configure("c3", seats=[SeatPlan(), SeatPlan(), SeatPlan("bot")]))
    assert listed(played.table) is not None
    played.do("ola", Configure("c4", manners=Manners()))
    assert played.compared > 50


def test_a_table_where_nobody_is_is_not_listed() -> None:
    played = free_seat()
    played.add(Absent(played.now, "absent/1", [0], played.now))
    assert listed(played.table) is None
    played.add(Present(played.now, "present/1", [0], "node"))
    assert listed(played.table) is not None
    played.do("ola", Leave("l2", 0))
    assert listed(played.table) is None


@pytest.mark.anyio
async def test_the_newest_come_first_and_the_old_and_the_many_are_left_out(store: Store) -> None:
    for n in range(5):
        assert await store.create(f"T{n}", "1", 100.0 * n)
        assert await store.append(f"T{n}", 2, "2", False, 100.0 * n, Listing(100.0 * n, f"table {n}"))
    assert await store.listed(-1.0, 3) == ["table 4", "table 3", "table 2"]
    assert await store.listed(250.0, 9) == ["table 4", "table 3"]
    assert await store.append("T4", 3, "3", False, 400.0, Listing(400.0, "table four"))
    assert await store.append("T3", 3, "3", True, 400.0, Listing(300.0, "table 3"))
    assert await store.append("T2", 3, "3", False, 400.0)
    assert await store.listed(-1.0, 9) == ["table four", "table 3", "table 1", "table 0"]
    await store.delete("T1")
    assert await store.listed(-1.0, 9) == ["table four", "table 3", "table 0"]


@pytest.mark.anyio
async def test_an_entry_that_is_not_written_lists_nothing(store: Store) -> None:
    assert await store.create("T", "1", 1.0)
    assert await store.append("T", 2, "2", False, 1.0)
    assert not await store.append("T", 2, "two", False, 1.0, Listing(1.0, "late"))
    assert await store.listed(-1.0, 9) == []


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


async def found(device: Device) -> list[dict[str, Any]]:
    response = await device.ask("GET", "/api/tables")
    assert response.status_code == 200
    tables: list[dict[str, Any]] = response.json()["tables"]
    return tables


@pytest.mark.anyio
@pytest.mark.parametrize("ground", GROUNDS, indirect=True)
async def test_every_node_lists_what_can_be_joined_or_watched(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "FRESH", -1.0)
    async with nodes(ground) as addresses, Device(addresses[0]) as ola, Device(addresses[-1]) as lis:
        assert await found(lis) == []
        await Device(addresses[0]).open("pickomino", ["human", "human"])  # by link only
        await ola.open("pickomino", ["human", "human", "easy"], manners={"listed": True, "pace": "calm"})
        [table] = await found(lis)
        assert set(table) == {
            "code", "game", "options", "name", "host", "stage", "people", "free", "opened"
        }  # fmt: skip
        assert (table["code"], table["host"], table["people"], table["free"]) == (ola.code, "Ola", 1, 1)
        await ola.connect()
        await ola.do("configure", name="Thursday")
        assert [table["name"] for table in await found(lis)] == ["Thursday"]
        await lis.sit(table["code"], "Lis")
        assert await found(lis) == []
        await lis.connect()
        await lis.ready()
        await ola.ready()
        await ola.start()
        [table] = await found(lis)
        assert (table["stage"], table["people"], table["free"]) == ("playing", 2, 0)
        await ola.do("play", seat=0, ply=ola.ply, moves=["roll"])
        assert await found(ola) == [table]
        response = await ola.ask("DELETE", f"/api/tables/{ola.code}")
        assert response.status_code == 204
        assert await found(lis) == []


@pytest.mark.anyio
@pytest.mark.parametrize("ground", ["sqlite"], indirect=True)
async def test_however_many_ask_the_database_is_asked_once_in_a_while(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    truly = Store.listed

    async def counted(self: Store, after: float, limit: int) -> list[str]:
        nonlocal asked
        asked += 1
        return await truly(self, after, limit)

    monkeypatch.setattr(Store, "listed", counted)
    monkeypatch.setattr(listing, "FRESH", 3600.0)
    async with nodes(ground) as [address], Device(address) as ola:
        for _ in range(5):
            assert await found(ola) == []
    assert asked == 1


@pytest.mark.anyio
@pytest.mark.parametrize("ground", ["sqlite"], indirect=True)
async def test_a_table_whose_people_went_with_their_node_is_listed_when_one_of_them_is_back(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "FRESH", -1.0)
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "human"], manners={"listed": True})
        await ola.connect()
        assert [table["code"] for table in await found(ola)] == [ola.code]
    async with nodes(ground) as [address], Device(address) as lis:
        assert await found(lis) == []
        ola.address = address
        await ola.connect()
        await ola.until(lambda message: message["t"] == "update")  # it is written that she is there
        assert [table["code"] for table in await found(lis)] == [ola.code]
        await ola.close()


@pytest.mark.anyio
@pytest.mark.parametrize("ground", ["sqlite"], indirect=True)
async def test_whoever_sits_down_and_never_connects_is_expected_for_a_while_only(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "FRESH", -1.0)
    async with nodes(ground) as [address]:
        ola = Device(address)
        await ola.open("pickomino", ["human", "human"], manners={"listed": True})
        assert [table["code"] for table in await found(ola)] == [ola.code]
        monkeypatch.setattr(listing, "EXPECTED", 0.0)
        await ola.open("pickomino", ["human", "human"], manners={"listed": True})
        assert ola.code not in [table["code"] for table in await found(ola)]
