"""What a server lets in and lets out: origins, limits, headers, cookies, spectators, deletion, logs."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stolik import bots
from stolik.server import app as application
from stolik.server.access import ALPHABET, CODE_SIGNS
from stolik.server.app import HEADERS, make_app
from stolik.server.node import EXPIRING, Node
from stolik.server.settings import Settings
from stolik.server.store import Store
from stolik.server.table_store import StoreDown
from tests.server.device import Device, at_random
from tests.server.nodes import Ground, NodeProcess, nodes, until

pytestmark = pytest.mark.anyio

TABLE = {"game": "pickomino", "seats": [{}, {}], "name": "Ola"}


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")


def count(ground: Ground, table: str) -> int:
    with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


async def sent_away(device: Device) -> int:
    """Return the code with which a device's socket is closed."""

    async def listen() -> None:
        if device.socket is None:
            await device.connect()
        await device.until(lambda _: False)

    with pytest.raises(ConnectionClosed) as closed:
        await listen()
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)


# -- Pages of others --------------------------------------------------------------------------------------

FOREIGN = ("https://elsewhere.example", "null", "http://", "http://[", "http://127.0.0.1:1", "file:///a", "x")


async def test_foreign_origin(ground: Ground) -> None:
    friend = "https://friend.example"
    async with nodes(ground, origins=(friend,)) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["human", "human"])
        url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
        asked = {
            ("POST", "/api/tables"): TABLE,
            ("POST", f"/api/tables/{code}/seats"): {"name": "Lis"},
            ("POST", f"/api/tables/{code}/recovery"): None,
            ("POST", f"/api/tables/{code}/recover"): {"recovery": "x"},
            ("DELETE", f"/api/tables/{code}"): None,
        }
        for origin in FOREIGN:
            for (method, path), body in asked.items():
                answer = await ola.ask(method, path, json=body, headers={"Origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "foreign_page"), origin
            async with connect(url, additional_headers={"Cookie": ola.cookie, "Origin": origin}) as socket:
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4403
        assert (
            await ola.ask("GET", f"/api/tables/{code}", headers={"Origin": FOREIGN[0]})
        ).status_code == 200
        for headers in ({}, {"Origin": address}, {"Origin": friend}):
            answer = await ola.ask("POST", f"/api/tables/{code}/recovery", headers=headers)
            assert answer.status_code == 201, headers
            async with connect(url, additional_headers={"Cookie": ola.cookie, **headers}) as socket:
                assert json.loads(await socket.recv())["yours"] == [0]


# -- Limits -----------------------------------------------------------------------------------------------


async def test_limit_of_tables(ground: Ground) -> None:
    async with nodes(ground, max_tables=2) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "human"])
        code = await ola.open("pickomino", ["human", "human"])
        answer = await ola.ask("POST", "/api/tables", json=TABLE)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_tables")
        assert (await ola.ask("DELETE", f"/api/tables/{code}")).status_code == 204
        assert (await ola.ask("POST", "/api/tables", json=TABLE)).status_code == 201


async def test_limit_of_tables_a_minute(ground: Ground) -> None:
    async with nodes(ground, tables_per_minute=3) as [address], Device(address) as ola:
        answers = [(await ola.ask("POST", "/api/tables", json=TABLE)).status_code for _ in range(4)]
        assert answers == [201, 201, 201, 429]


async def test_a_table_that_cannot_be_takes_nothing_from_the_limits(ground: Ground) -> None:
    async with nodes(ground, max_tables=1) as [address], Device(address) as ola:
        wrong = [{**TABLE, "name": " "}, {**TABLE, "options": {"variant": "x"}}]
        for body in wrong:
            assert (await ola.ask("POST", "/api/tables", json=body)).status_code == 422
        assert count(ground, "tables") == count(ground, "log") == 0
        await ola.open("pickomino", ["human", "human"])


async def test_limit_of_sockets(ground: Ground) -> None:
    async with nodes(ground, max_sockets=2) as [address]:
        host, second, third = Device(address), Device(address), Device(address)
        async with host, second, third:
            second.code = third.code = await host.open("pickomino", ["human", "human"])
            await host.connect()
            await second.connect()
            assert await sent_away(third) == 4429
            await second.close()

            async def is_free() -> bool:
                return "stolik_sockets 1.0" in (await host.ask("GET", "/metrics")).text

            await until(is_free)
            third.socket = None
            assert (await third.connect())["t"] == "hello"


async def test_limit_of_sockets_at_a_table(ground: Ground) -> None:
    async with nodes(ground, max_sockets_per_table=1) as [address]:
        ola, lis = Device(address), Device(address)
        async with ola, lis:
            await ola.open("pickomino", ["human", "human"])
            await lis.open("pickomino", ["human", "human"])
            await ola.connect()
            await lis.connect()
            strangers = [Device(address), Device(address)]
            for stranger in strangers:
                stranger.code = ola.code
            assert (await strangers[0].connect())["t"] == "hello"
            assert await sent_away(strangers[1]) == 4429
            again = Device(address)
            again.code, again.cookie = ola.code, ola.cookie
            assert (await again.connect())["yours"] == [0]  # who has a seat has room
            await again.close()
            await strangers[0].close()


async def test_the_limit_of_sockets_at_a_table_holds_for_those_who_come_together(ground: Ground) -> None:
    async with nodes(ground, max_sockets_per_table=3) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["human", "human"])
        crowd = [Device(address) for _ in range(12)]

        async def come(device: Device) -> int | None:
            device.code = code
            with suppress(ConnectionClosed):
                await device.connect()
            assert device.socket is not None
            return device.socket.close_code

        closed = await asyncio.gather(*map(come, crowd))
        assert (closed.count(None), closed.count(4429)) == (3, 9)
        for device in crowd:
            await device.close()


# -- The disk ---------------------------------------------------------------------------------------------


async def test_a_server_that_cannot_write_is_not_ready(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.node.PROBED", 0.0)
    node = await Node.open(Settings(**ground.settings()))

    def pages(number: int) -> Callable[[Connection], None]:
        return lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {number}").close()

    await node.store._database.write(pages(1))  # no more than there are: as if the disk were full
    with pytest.raises(StoreDown, match="full"):
        await node.ready()
    await node.store._database.write(pages(1_000_000))
    await node.ready()
    await node.close()
    assert count(ground, "nodes") == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
async def test_the_database_is_for_its_owner_only(ground: Ground) -> None:
    path = ground.folder / "stolik.db"
    before = os.umask(0o022)
    try:
        store = await Store.open(ground.database)
        assert {stat.S_IMODE(file.stat().st_mode) for file in ground.folder.iterdir()} == {0o600}
        await store.close()
        path.chmod(0o644)  # as earlier versions made it
        store = await Store.open(ground.database)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        await store.close()
        path.chmod(0o660)  # for a group that somebody chose
        await (await Store.open(ground.database)).close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
    finally:
        os.umask(before)


# -- Headers and cookies ----------------------------------------------------------------------------------


@asynccontextmanager
async def client(ground: Ground, scheme: str, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A browser before an application that thinks it is spoken to over that scheme."""
    app = make_app(Settings(**ground.settings(hosts=("stolik.example",), **more)))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=f"{scheme}://stolik.example") as browser,
    ):
        yield browser


def log_of(ground: Ground) -> list[str]:
    with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
        return [text for (text,) in database.execute("SELECT entry FROM log")]


def spoil(ground: Ground) -> None:
    """Make every log unreadable, so that the program fails."""
    with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
        database.execute("""UPDATE log SET entry = '{"e": "spoilt"}'""")
        database.execute("DELETE FROM snapshots")
        database.commit()


async def test_headers_on_every_answer(
    ground: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Stolik</title>")
    (page / "assets" / "a.js").write_text("")
    monkeypatch.setattr(application, "PAGE", page)
    async with client(ground, "http") as browser:
        code = (await browser.post("/api/tables", json=TABLE)).json()["code"]
        asked = {
            ("GET", "/"): 200,
            ("GET", f"/t/{code}"): 200,
            ("GET", "/assets/a.js"): 200,
            ("GET", "/assets/none.js"): 404,
            ("GET", "/%00"): 200,
            ("GET", "/..%2f..%2fstolik.db"): 404,
            ("POST", "/"): 405,
            ("GET", "/healthz"): 200,
            ("GET", "/readyz"): 200,
            ("GET", "/metrics"): 200,
            ("GET", "/api/games"): 200,
            ("GET", "/api/openapi.json"): 200,
            ("GET", "/api/nothing"): 404,
            ("PATCH", "/api/games"): 405,
            ("GET", f"/api/tables/{code}/recover"): 405,
            ("GET", f"/api/tables/{code}"): 200,
            ("GET", f"/api/tables/{code}/qr"): 200,
            ("GET", "/api/tables/222222"): 404,
            ("GET", "/api/tables/0"): 422,
            ("GET", f"/api/tables/{code}/games/1/record"): 404,
        }
        for (method, path), status in asked.items():
            answer = await browser.request(method, path)
            assert answer.status_code == status, path
            for name, value in HEADERS.items():
                assert answer.headers.get_list(name) == [value], path
            lasting = path == "/assets/a.js"
            assert ("immutable" in answer.headers.get("cache-control", "")) == lasting
            assert (answer.headers.get("cache-control") == "no-store") == path.startswith("/api/"), path
        spoil(ground)
    with capture_logs() as logged:
        async with client(ground, "http") as browser:
            answer = await browser.get(f"/api/tables/{code}")
            figures = (await browser.get("/metrics")).text
    assert (answer.status_code, answer.json()) == (500, {"code": "failed", "values": {}})
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value]
    assert "stolik_errors_total 1.0" in figures
    assert 'stolik_requests_total{status="500"} 1.0' in figures
    assert [line["event"] for line in logged if line["log_level"] == "error"] == ["failed"]


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert {source for sources in policy.values() for source in sources.split()} == {
        "'self'",
        "'none'",
        "data:",
    }
    assert "data:" not in policy["script-src"]


async def test_cookies(ground: Ground) -> None:
    secure = {}
    for scheme, origin in (("http", None), ("https", None), ("http", "https://stolik.example")):
        async with client(ground, scheme) as browser:
            headers = {"Origin": origin} if origin else {}
            answer = await browser.post("/api/tables", json=TABLE, headers=headers)
            name, *parts = answer.headers["set-cookie"].split("; ")
            code = answer.json()["code"]
            assert name.startswith(f"stolik-{code}=")
            said = {part.partition("=")[0].lower(): part.partition("=")[2] for part in parts}
            assert said["path"] == f"/api/tables/{code}"
            assert said["samesite"].lower() == "strict"
            assert "httponly" in said
            assert "domain" not in said
            secure[scheme, origin] = "secure" in said
    assert list(secure.values()) == [False, True, True]


# -- Other devices, and those who watch -------------------------------------------------------------------


async def test_recovery_works_once(ground: Ground) -> None:
    async with nodes(ground) as [address]:
        old, new, thief = Device(address), Device(address), Device(address)
        async with old, new, thief:
            new.code = thief.code = code = await old.open("pickomino", ["human", "human"])
            await old.connect()
            word = (await old.ask("POST", f"/api/tables/{code}/recovery")).json()
            answer = await new.ask("POST", f"/api/tables/{code}/recover", json=word)
            assert (answer.status_code, answer.json()) == (200, {"code": code, "seat": 0})
            hello = await new.connect()
            assert (hello["yours"], hello["host"]) == ([0], True)
            answer = await thief.ask("POST", f"/api/tables/{code}/recover", json=word)
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_recovery")
            assert not thief.cookie
            refused = await old.do("say", seat=0, phrase="hello")  # the old device is nobody now
            assert refused["code"] == "not_your_seat"
            assert old.yours == []


async def test_spectators(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as watcher:
        watcher.code = code = await ola.open("linko", ["human", "easy", "easy"])
        await ola.connect()
        await ola.ready()
        await ola.start()
        hello = await watcher.connect()
        assert (hello["yours"], hello["host"], hello["seat"]) == ([], False, None)
        assert (await watcher.do("say", seat=0, phrase="hello"))["code"] == "not_your_seat"
        assert (await watcher.ask("POST", f"/api/tables/{code}/recovery")).status_code == 403
        assert watcher.view is not None
        assert "moves" not in watcher.view


async def test_no_spectators(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as stranger:
        alone = {"spectators": False}
        stranger.code = code = await ola.open("pickomino", ["human", "easy"], name=None, manners=alone)
        assert (await stranger.connect())["t"] == "hello"  # a seat is free: they may be a guest
        await stranger.close()
        await ola.sit(code, "Ola")
        answer = await stranger.ask("GET", f"/api/tables/{code}")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_spectators")
        assert await sent_away(stranger) == 4403
        await ola.connect()
        await ola.ready()
        await ola.start()
        await ola.play(at_random(1))
        for what in ("record", "replay"):
            answer = await stranger.ask("GET", f"/api/tables/{code}/games/1/{what}")
            assert answer.json()["code"] == "no_spectators"
            assert (await ola.ask("GET", f"/api/tables/{code}/games/1/{what}")).status_code == 200
        word = (await ola.ask("POST", f"/api/tables/{code}/recovery")).json()
        tablet = Device(address)
        assert (await tablet.ask("POST", f"/api/tables/{code}/recover", json=word)).status_code == 200
        for device, status in ((tablet, 200), (ola, 200), (stranger, 403)):  # ola's was there then
            answer = await device.ask("GET", f"/api/tables/{code}/games/1/record")
            assert answer.status_code == status


async def test_the_host_mutes_and_removes(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        code = await ola.open("pickomino", ["human", "human"], manners={"chat": "text"})
        await lis.sit(code, "Lis")
        await ola.connect()
        await lis.connect()
        await ola.do("mute", seat=1, muted=True)
        assert (await lis.do("say", seat=1, text="hej"))["code"] == "muted"
        await ola.do("mute", seat=1, muted=False)
        assert (await lis.do("say", seat=1, text="hej"))["t"] == "update"
        await ola.do("remove", seat=1)
        await lis.until(lambda message: message.get("yours") == [])
        assert lis.table["seats"][1]["name"] is None
        assert (await lis.do("say", seat=1, phrase="sorry"))["code"] == "not_your_seat"


# -- Forgetting -------------------------------------------------------------------------------------------


async def test_deleting_a_table_deletes_everything_about_its_people(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        code = await ola.open("pickomino", ["human", "human"], manners={"chat": "text"})
        await lis.sit(code, "Lis")
        await ola.connect()
        await lis.connect()
        await lis.do("say", seat=1, text="moje tajne słowa")
        answer = await lis.ask("DELETE", f"/api/tables/{code}")
        assert (answer.status_code, answer.json()["code"]) == (403, "host_only")
        answer = await ola.ask("DELETE", f"/api/tables/{code}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert [await sent_away(device) for device in (ola, lis)] == [4404, 4404]
        assert count(ground, "tables") == count(ground, "log") == 0
        for path in ("", "/games/1/record", "/games/1/replay"):
            answer = await ola.ask("GET", f"/api/tables/{code}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")
        ola.socket = None
        assert await sent_away(ola) == 4404


async def test_a_table_deleted_under_a_storm_of_commands_fails_nobody(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        for _ in range(3):
            code = await ola.open("pickomino", ["human", "easy"])
            ola.seq = 0
            await ola.connect()
            for _ in range(30):
                await ola.send("say", seat=0, phrase="hello")
            assert (await ola.ask("DELETE", f"/api/tables/{code}")).status_code == 204
            assert await sent_away(ola) == 4404
            ola.socket = None
        assert "stolik_errors_total 0.0" in (await ola.ask("GET", "/metrics")).text


async def test_what_nobody_has_touched_for_long_expires(ground: Ground) -> None:
    day = 24 * 3600.0
    async with nodes(ground) as [address], Device(address) as ola:
        fresh = await ola.open("pickomino", ["human", "human"])
    store = await Store.open(ground.database)
    rows = await store.read(fresh)
    assert await store.create("AAAAAA", rows[0][1], time.time() - 31 * day)
    assert await store.create("BBBBBB", rows[0][1], time.time() - 29 * day)
    await store.close()
    async with nodes(ground, keep_days=30) as [address], Device(address) as ola:

        async def is_gone() -> bool:
            return count(ground, "tables") == 2

        await until(is_gone)
        statuses = {
            code: (await ola.ask("GET", f"/api/tables/{code}")).status_code for code in ("BBBBBB", fresh)
        }
        assert statuses == {"BBBBBB": 200, fresh: 200}
        assert count(ground, "log") == 1 + len(rows)


async def test_however_much_expires_is_gone_at_once(ground: Ground) -> None:
    number = EXPIRING + 1
    store = await Store.open(ground.database)
    codes = map("".join, itertools.product(ALPHABET, repeat=CODE_SIGNS))
    with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
        old = [(code, False, 1.0) for code in itertools.islice(codes, number)]
        database.executemany("INSERT INTO tables (code, running, touched) VALUES (?, ?, ?)", old)
        database.commit()
    assert await store.count() == number
    async with nodes(ground):

        async def all_gone() -> bool:
            return await store.count() == 0

        await until(all_gone)
    await store.close()


# -- Logs -------------------------------------------------------------------------------------------------


async def test_logs_have_no_secrets(ground: Ground) -> None:
    """Over a whole game, with everything that can go wrong, and with the most talkative log there is."""
    words: list[str] = ["Zuzanna", "moje tajne słowa"]
    async with NodeProcess(ground, log_level="debug") as server:
        ola, lis = Device(server.address), Device(server.address)
        async with ola, lis:
            text = {"chat": "text"}
            code = await ola.open("linko", ["human"] * 2, mode="duel", manners=text, name=words[0])
            await lis.sit(code, "Lis")
            answer = await lis.ask("POST", f"/api/tables/{code}/recovery")
            words += [answer.json()["recovery"], lis.cookie.partition("=")[2]]
            await lis.ask("POST", f"/api/tables/{code}/recover", json=answer.json())
            await ola.connect()
            await lis.connect()
            await ola.do("say", seat=0, text=words[1])
            for device in (ola, lis):
                await device.ready()
            await ola.start()
            await asyncio.gather(
                *(device.play(bots.make("linko", "easy", seed=1).choose) for device in (ola, lis))
            )
            assert ola.socket is not None
            await ola.socket.send("\x00nonsense")
            await ola.ask("POST", "/api/tables", content=b"nonsense")
            words += [cookie.partition("=")[2] for cookie in (ola.cookie, lis.cookie)]
            rows = [json.loads(text) for text in log_of(ground)]
            secret = ("secret", "holder", "random", "recovery")
            words += [str(row[name]) for row in rows for name in secret if name in row]
        server.stop()
    spoil(ground)
    for form in ("json", "console"):
        async with NodeProcess(ground, log_level="debug", log_format=form) as server:
            for device in (ola, lis):
                device.address = server.address
                assert (await device.ask("GET", f"/api/tables/{code}")).status_code == 500
                body = {"name": words[0]}
                answer = await device.ask("POST", f"/api/tables/{code}/seats", json=body)
                assert answer.status_code == 500
                with pytest.raises(ConnectionClosed):
                    await device.connect()
            server.stop()
        written = server.log.read_text(encoding="utf-8")
        assert written.count("ValidationError") >= 6  # it did go wrong
    logs = "".join(path.read_text(encoding="utf-8") for path in ground.folder.glob("*.log"))
    assert len(words) >= 12
    assert [word for word in words if word in logs] == []
    lines = [json.loads(line) for line in logs.splitlines() if line.startswith("{")]
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)


async def test_a_log_does_not_tell_what_the_database_refused(ground: Ground) -> None:
    async with NodeProcess(ground, log_level="debug") as server:
        with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
            database.execute(
                "CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'it is full'); END"
            )
            database.commit()
        assert (await Device(server.address).ask("POST", "/api/tables", json=TABLE)).status_code == 500
        server.stop()
    written = server.log.read_text(encoding="utf-8")
    assert "it is full" in written
    assert "secret" not in written
    assert "pickomino" not in written


async def test_a_table_that_fails_does_not_hold_up_the_others(ground: Ground) -> None:
    """Whatever is wrong with one table, the bots play on at the next."""
    store = await Store.open(ground.database)
    await store.create("AAAAAA", '{"e": "spoilt"}', time.time())
    assert await store.append("AAAAAA", 2, '{"e": "spoilt"}', True, time.time())
    await store.close()
    with capture_logs() as logged:
        async with nodes(ground) as [address], Device(address) as ola:
            await ola.open("pickomino", ["easy", "easy"], name=None)
            await ola.connect()
            await ola.start()
            await ola.until(lambda _: ola.table["stage"] == "over")
            figures = (await ola.ask("GET", "/metrics")).text
    errors = [(line["event"], line.get("table")) for line in logged if line["log_level"] == "error"]
    assert errors == [("table_failed", "AAAAAA")]  # however often it is tried
    assert f"stolik_errors_total {len(errors)}.0" in figures
