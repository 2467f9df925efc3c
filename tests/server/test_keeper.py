"""The keeper, when something fails or is late."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from stolik import bots
from stolik.core import commit, plugin
from stolik.server.access import hashed
from stolik.server.database import open_database
from stolik.server.entries import Absent, Present
from stolik.server.keeper import REVEALING, due
from stolik.server.messages import Leave, Manners, Ready, Say, Start
from stolik.server.node import Node
from stolik.server.settings import Settings
from stolik.server.store import Store
from stolik.server.table import Table
from tests.server.device import WAIT, Device, Message
from tests.server.nodes import Ground, nodes, until
from tests.server.tables import Played

pytestmark = pytest.mark.anyio


@pytest.fixture
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Ground:
    return Ground.make(request, tmp_path)


on_a_cluster = pytest.mark.parametrize("ground", ["cluster"], indirect=True)
on_sqlite = pytest.mark.parametrize("ground", ["sqlite"], indirect=True)


def like_a_bot(view: Message) -> str:
    return str(bots.make(view["game"], "easy", 0).choose(view))


async def write_running(ground: Ground, log: list[str], *codes: str) -> None:
    """Write tables with the same log, each said to have a game going on."""
    await (await Store.open(ground.database)).close()
    with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
        tables = [(code, True, time.time()) for code in codes]
        rows = [(code, seq, entry) for code in codes for seq, entry in enumerate(log, 1)]
        database.executemany("INSERT INTO tables (code, running, touched) VALUES (?, ?, ?)", tables)
        database.executemany("INSERT INTO log (code, seq, entry) VALUES (?, ?, ?)", rows)
        database.commit()


class Broken:
    """A bot that has no answer."""

    def choose(self, view: Message) -> str:
        raise ArithmeticError(f"cannot count to {view['moves']}")


@on_sqlite
async def test_a_bot_that_fails_is_replaced(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plugin("pickomino").load("bots"), "careful", lambda _: Broken())
    with capture_logs() as logged:
        async with nodes(ground) as [address], Device(address) as ola:
            await ola.open("pickomino", ["medium", "easy"], name=None)
            await ola.connect()
            await ola.start()
            await ola.until(lambda _: ola.table["stage"] == "over")
            figures = (await ola.ask("GET", "/metrics")).text
    failed = [line for line in logged if line["log_level"] == "error"]
    assert {(line["event"], line["level"], line["error"]) for line in failed} == {
        ("bot_failed", "medium", "ArithmeticError")
    }
    assert f"stolik_errors_total {len(failed)}.0" in figures


async def test_a_keeper_that_is_woken_at_the_moment_it_is_stopped_stops(tmp_path: Path) -> None:
    node = await Node.open(Settings(database=f"sqlite:///{tmp_path / 'stolik.db'}", bot_processes=0))

    async def has_looked() -> bool:
        return node.tables.alone

    await until(has_looked)
    await asyncio.sleep(0.1)  # it waits for the next round
    node.keeper._wake.set()
    async with asyncio.timeout(WAIT):
        await node.close()


@on_a_cluster
async def test_a_keeper_that_failed_begins_again(ground: Ground) -> None:
    assert ground.postgres is not None

    async def rename(before: str, after: str) -> None:
        database = open_database(ground.database)
        rename = text(f"ALTER TABLE {before} RENAME TO {after}")
        await database.write(lambda connection: connection.execute(rename))
        await database.close()

    with capture_logs() as logged:
        async with nodes(ground) as addresses, Device(addresses[0]) as ola:

            async def failed() -> bool:
                events = [line["event"] for line in logged]
                return events.count("chore_failed") >= len(addresses)

            await rename("nodes", "lost")
            await until(failed)
            await rename("lost", "nodes")
            await ola.open("pickomino", ["easy", "easy"], name=None)
            await ola.connect()
            await ola.start()
            await ola.until(lambda _: ola.table["stage"] == "over")


@on_sqlite
async def test_a_node_that_stops_while_bots_think_logs_no_error(ground: Ground) -> None:
    with capture_logs() as logged:
        async with nodes(ground) as [address]:
            people = [Device(address) for _ in range(5)]
            for device in people:
                await device.open("pickomino", ["medium", "medium"], name=None)
                await device.connect()
                await device.start()
            for device in people:
                await device.until(lambda message: message["ply"] > 4)
                device.drop()
    assert not [line for line in logged if line["log_level"] == "error"]


@on_sqlite
async def test_a_log_that_is_shorter_than_it_was_is_read_again(ground: Ground) -> None:
    """As after the failure of a database whose standby did not have the last entries yet."""
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "easy"])
        await ola.connect()
        await ola.ready()
        began = (await ola.start())["seq"]
        with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
            database.execute("DELETE FROM log WHERE seq >= ?", (began,))
            database.commit()
        await ola.send("say", seat=0, phrase="hello")
        with pytest.raises(ConnectionClosed) as closed:
            await ola.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        await ola.connect()
        await ola.ready()  # what was decided since is forgotten, and may be decided again
        await ola.start()
        await ola.play(like_a_bot)


@on_sqlite
async def test_what_another_process_on_the_same_file_writes_is_found(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.node.SWEEP", 0.1)
    async with nodes(ground) as [first], nodes(ground) as [second], Device(first) as ola:
        lis = Device(second)
        await lis.sit(await ola.open("pickomino", ["human", "human"]), "Lis")
        await ola.connect()
        await lis.connect()
        await lis.hear()  # it was written down that she is there
        await ola.do("say", seat=0, phrase="hello")
        await lis.until(lambda _: lis.seq >= ola.seq)
        await lis.close()


@on_sqlite
async def test_a_game_that_ends_while_it_is_taken_over_is_no_failure(ground: Ground) -> None:
    """The keeper was told that it runs, finds it over, and its people gone."""
    played = Played("pickomino", 2)
    played.begin()
    while played.table.state is not None and played.table.stage == "playing":
        played.move(str(played.table.state.moves()[0]))
    await write_running(ground, played.log, "ABCDEF")
    store = await Store.open(ground.database)

    async def found_absent() -> bool:
        return len(await store.read("ABCDEF")) > len(played.log)

    with capture_logs() as logged:
        async with nodes(ground):
            await until(found_absent)
    await store.close()
    assert not [line for line in logged if line["log_level"] == "error"]


@on_sqlite
async def test_a_clock_stands_still_while_the_server_is_down(ground: Ground) -> None:
    """Nobody can decide meanwhile, so the time for it begins again."""
    played = Played("pickomino", 2, manners=Manners(clock=30))
    played.now = time.time() - 3600
    played.begin()
    await write_running(ground, played.log, "ABCDEF")
    store = await Store.open(ground.database)
    async with nodes(ground) as [address]:

        async def kept() -> bool:
            return "stolik_tables_kept 1.0" in (await Device(address).ask("GET", "/metrics")).text

        await until(kept)
        for _ in range(10):  # what is due is done at once
            await Device(address).ask("GET", "/readyz")
        texts = [text for _, text in await store.read("ABCDEF")]
    await store.close()
    assert not [text for text in texts if '"clock"' in text.partition('"manners"')[0]]
    assert times(played.table, played.now + 3600) == (played.now + 30, played.now + 3630)


def times(table: Table, kept_since: float) -> tuple[float, float]:
    """Return when something is due, if the server was never down, and if it was until then."""
    found = (due(table, Settings()), due(table, Settings(), kept_since))
    soon, later = (one.at for one in found if one is not None)
    return soon, later


def test_no_time_runs_out_while_the_server_is_down() -> None:
    """People cannot show what they have promised, nor come back."""
    starting = Played("pickomino", 2)
    for n, who in enumerate(("ola", "lis")):
        starting.do(who, Ready(f"r{n}", n, promise=commit(bytes(16))))
    starting.do("ola", Start("s"))
    assert times(starting.table, 5000.0) == (starting.now + REVEALING, 5000.0 + REVEALING)
    played = Played("pickomino", 2)
    played.add(Present(played.now, "p/1", [0, 1], "node"))
    played.begin()
    assert played.table.state is not None
    actor = played.table.state.actor
    assert actor is not None
    played.add(Absent(played.now, "a/1", [actor], played.now))
    patience = Settings().stand_in_after
    assert times(played.table, 5000.0) == (played.now + patience, 5000.0 + patience)
    played.add(Absent(played.now, "a/2", [1 - actor], played.now + 9))
    patience = Settings().abandoned_after
    assert times(played.table, 5000.0) == (played.now + 9 + patience, 5000.0 + patience)


@on_sqlite
async def test_a_node_that_takes_many_tables_over_renews_its_lease_meanwhile(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.keeper.BEAT", 0.02)
    tables = 40
    played = Played("pickomino", 2)
    played.begin()
    while len(played.log) < 100:
        assert played.table.state is not None
        played.move(str(played.table.state.moves()[0]))
    await write_running(ground, played.log, *(f"TABLE{number}" for number in range(tables)))
    beats: set[float] = set()
    async with nodes(ground) as [address]:

        async def all_kept() -> bool:
            figures = (await Device(address).ask("GET", "/metrics")).text
            kept = int(float(re.findall("^stolik_tables_kept (.*)$", figures, re.MULTILINE)[0]))
            if 0 < kept < tables:
                with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
                    beats.update(until for (until,) in database.execute("SELECT until FROM nodes"))
            return kept == tables

        await until(all_kept)
    assert len(beats) > 1


@on_sqlite
async def test_a_table_of_a_game_that_was_uninstalled_says_so_and_holds_up_nobody(ground: Ground) -> None:
    code = "AAAAAA"
    played = Played("pickomino", 1, 1)
    played.begin()
    log = [text.replace('"pickomino"', '"uninstalled"') for text in played.log]
    await write_running(ground, log, code)
    with capture_logs() as logged:
        async with nodes(ground) as [address], Device(address) as ola:
            await ola.open("pickomino", ["easy", "easy"], name=None)
            await ola.connect()
            await ola.start()
            await ola.until(lambda _: ola.table["stage"] == "over")
            for path in (f"/api/tables/{code}", f"/api/tables/{code}/games/1/replay"):
                refused = await ola.ask("GET", path)
                assert (refused.status_code, refused.json()) == (
                    501,
                    {"code": "game_missing", "values": {"game": "uninstalled"}},
                )
            async with Device(address) as lis:
                lis.code = code
                with pytest.raises(ConnectionClosed) as closed:
                    await lis.connect()
            figures = (await ola.ask("GET", "/metrics")).text
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4501
    told = [(line["table"], line["game"]) for line in logged if line["event"] == "game_missing"]
    assert told == [(code, "uninstalled")]  # however often it is tried
    assert not [line for line in logged if line["log_level"] == "error"]
    assert "stolik_errors_total 0.0" in figures


@on_sqlite
async def test_at_a_table_of_a_game_that_was_uninstalled_people_are_erased_and_the_host_deletes_it(
    ground: Ground,
) -> None:
    code = "AAAAAA"
    played = Played("pickomino", 3, manners=Manners(chat="text"))
    played.begin()
    played.do("lis", Say("s", 1, text="my secret"))
    played.do("ola", Leave("l", 0))  # Lis is the host now
    log = "\n".join(played.log).replace('"pickomino"', '"uninstalled"')
    for name in ("ola", "lis", "jan"):
        log = log.replace(f'"{name}"', f'"{hashed(name)}"')
    await write_running(ground, log.split("\n"), code)

    async def ask(who: str, path: str) -> int:
        async with Device(address) as device:
            device.cookie = f"stolik-{code}={who}"
            return (await device.ask("DELETE", f"/api/tables/{code}{path}")).status_code

    async with nodes(ground) as [address]:
        assert await ask("stranger", "/me") == 403
        assert await ask("lis", "/me") == 204
        with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
            kept = "".join(text for (text,) in database.execute("SELECT entry FROM log"))
        assert "my secret" not in kept
        assert '"Lis"' not in kept
        assert '"Jan"' in kept
        assert [await ask(who, "") for who in ("stranger", "ola", "jan", "lis", "lis")] == [
            *[403] * 3,
            204,
            404,
        ]
