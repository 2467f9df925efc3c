"""The lobby over HTTP, and whole evenings at a table as a person's device lives through them."""

from __future__ import annotations

import asyncio
import io
import itertools
import secrets
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from sqlite3 import connect
from typing import Any, cast

import httpx
import pytest
import segno
from websockets.exceptions import ConnectionClosed

from stolik import bots
from stolik.core import Record, View, game_names, options, verify
from stolik.core.plugins import _PLUGINS
from stolik.server.help import advise, risk
from stolik.words import languages
from tests.server.device import Device, Message
from tests.server.minimal_game import PLUGIN
from tests.server.nodes import Ground, NodeProcess, nodes, until
from tools.services import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")


def like_a_bot(game: str) -> Callable[[Message], str]:
    return bots.make(game, "easy", seed=1).choose


async def sat_down(device: Device, game: str, others: list[str], **wanted: Any) -> None:
    """Let a device's person begin a game with bots."""
    await device.open(game, ["human", *others], **wanted)
    await device.connect()
    await device.ready()
    await device.start()


# -- Requests ---------------------------------------------------------------------------------------------


async def test_the_games_and_what_there_is_to_choose(ground: Ground) -> None:
    async with nodes(ground) as [address]:
        answer = (await Device(address).ask("GET", "/api/games")).json()
    assert [game["name"] for game in answer["games"]] == list(game_names())
    for game in answer["games"]:
        told = [(option["name"], option["choices"], option["default"]) for option in game["options"]]
        here = [(option.name, list(option.choices), option.default) for option in options(game["name"])]
        assert told == here
    assert answer["levels"] == list(bots.LEVELS)
    assert {"hello", "clap"} <= set(answer["phrases"])
    assert {game["name"]: set(game["orders"]) for game in answer["games"]} == {
        "pickomino": set(),
        "linko": {"theft", "recall", "draw", "may_draw"},
    }


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a game that has nothing optional, known while a test runs."""
    monkeypatch.setitem(_PLUGINS, PLUGIN.name, PLUGIN)
    return PLUGIN.name


async def test_a_game_without_any_optional_part_is_listed_and_played_to_its_end(
    ground: Ground, counting: str
) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        listed = (await ola.ask("GET", "/api/games")).json()["games"]
        [found] = [game for game in listed if game["name"] == counting]
        assert (found["orders"], found["chance"], found["help"]) == ({}, {}, ["none"])
        assert (found["gestures"], found["hidden"]) == (False, False)
        answer = await ola.ask("GET", f"/api/games/{counting}/words/pl")
        assert answer.json() == {"words": {f"{counting}.name": counting}}
        no_rules = await ola.ask("GET", f"/api/games/{counting}/rules/pl")
        assert (no_rules.status_code, no_rules.json()["code"]) == (404, "no_rules")
        for help in ("risk", "trainer"):
            await sat_down(ola, counting, ["easy"], manners={"help": help})
            view = await ola.play(lambda view: str(view["moves"][0]))
            assert view["number"] == 3
            record = (await ola.ask("GET", f"/api/tables/{ola.code}/games/1/record")).text
            assert verify(Record.parse(record)).fair
            await ola.close()


async def test_a_table_tells_those_outside_who_has_to_decide(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as jan:

        async def actor() -> int | None:
            table = (await Device(address).ask("GET", f"/api/tables/{ola.code}")).json()
            seat: int | None = table["actor"]
            return seat

        choose = like_a_bot("linko")
        await ola.open("linko", ["human", "human"], mode="duel")
        await jan.sit(ola.code, "Jan")
        assert await actor() is None
        for one in (ola, jan):
            await one.connect()
            await one.ready()
        await ola.start()
        assert await actor() == 0
        while ola.actor == 0 and ola.view:
            await ola.do("play", seat=0, ply=ola.ply, moves=[choose(ola.view)])
        assert await actor() == 1
        await asyncio.gather(ola.play(choose), jan.play(choose))
        assert await actor() is None


async def test_the_words_of_a_game_in_a_language_and_in_english_where_it_lacks_them(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = tmp_path / "words_of_counting"
    words.mkdir()
    (words / "__init__.py").touch()
    (words / "en.toml").write_text('name = "Counting"\n[event]\nsaid_number.you = "You say {number}."\n')
    (words / "pl.toml").write_text('name = "Liczenie"\n', encoding="utf-8")
    (words / "rules.pl.md").write_text("# Liczenie\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(_PLUGINS, PLUGIN.name, replace(PLUGIN, words=words.name))
    english = {"counting.name": "Counting", "counting.event.said_number": {"you": "You say {number}."}}
    async with nodes(ground) as [address]:

        async def get(path: str) -> httpx.Response:
            return await Device(address).ask("GET", f"/api/games/{path}")

        assert (await get("counting/words/en")).json() == {"words": english}
        assert (await get("counting/words/pl")).json() == {"words": {**english, "counting.name": "Liczenie"}}
        assert (await get("counting/words/pl-PL")).json() == (await get("counting/words/pl")).json()
        for other in ("de", "xx", "en.toml", "%00"):
            assert (await get(f"counting/words/{other}")).json() == {"words": english}
        rules = await get("counting/rules/pl")
        assert (rules.text, rules.headers["content-type"]) == (
            "# Liczenie\n",
            "text/markdown; charset=utf-8",
        )
        assert (await get("counting/rules/en")).json()["code"] == "no_rules"
        for missing in ("chess/words/en", "chess/rules/en"):
            answer = await get(missing)
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")


async def test_every_game_of_ours_has_its_rules_in_every_language_of_the_rules(ground: Ground) -> None:
    async with nodes(ground) as [address]:
        for name in game_names():
            texts = {
                (await Device(address).ask("GET", f"/api/games/{name}/rules/{language}")).text
                for language in languages()
            }
            assert len(texts) == len(languages())


async def test_opening_a_table_sitting_down_and_every_refusal(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        code = await ola.open("pickomino", ["human", "human", "closed"], name=None)
        path = f"/api/tables/{code}"

        async def refused(device: Device, method: str, path: str, **more: Any) -> tuple[int, str]:
            answer = await device.ask(method, path, **more)
            assert answer.headers["content-type"] == "application/json"
            assert set(answer.json()) == {"code", "values"}
            return answer.status_code, answer.json()["code"]

        seen = (await lis.ask("GET", path.lower())).json()
        assert seen["host"] is None
        assert [seat["kind"] for seat in seen["seats"]] == ["human", "human", "closed"]
        assert (seen["stage"], seen["round"], seen["secret"]) == ("waiting", 1, None)

        assert await ola.sit(code, " Ola ", seat=1) == 1
        seats = f"{path}/seats"
        assert await refused(lis, "POST", seats, json={"name": "ola"}) == (409, "name_taken")
        assert await refused(lis, "POST", seats, json={"name": "Lis", "seat": 1}) == (409, "seat_taken")
        assert await refused(lis, "POST", seats, json={"name": "Lis", "seat": 2}) == (409, "seat_taken")
        assert await refused(lis, "POST", seats, json={"name": "\u200b"}) == (422, "bad_name")
        assert await refused(lis, "POST", seats, json={"name": ""}) == (422, "malformed")
        assert not lis.cookie
        assert await lis.sit(code.lower(), "Lis") == 0
        assert await refused(lis, "POST", seats, json={"name": "Jan"}) == (409, "seat_taken")

        nowhere = "/api/tables/222222"
        for method, where in (("GET", ""), ("DELETE", ""), ("POST", "/recovery"), ("GET", "/games/1/record")):
            assert await refused(lis, method, nowhere + where) == (404, "unknown_table")
        assert await refused(lis, "POST", f"{nowhere}/seats", json={"name": "Jan"}) == (404, "unknown_table")
        assert await refused(lis, "GET", "/api/tables/O0O0O0") == (422, "malformed")
        assert await refused(lis, "GET", "/api/nothing") == (404, "no_such_page")
        assert await refused(lis, "DELETE", path) == (403, "host_only")
        assert await refused(lis, "GET", f"{path}/games/1/record") == (404, "not_over")
        assert await refused(lis, "GET", f"{path}/games/0/record") == (422, "malformed")
        assert await refused(lis, "GET", f"{path}/games/1/replay?seat=7") == (422, "malformed")
        word = {"recovery": "nonsense"}
        assert await refused(lis, "POST", f"{path}/recover", json=word) == (404, "unknown_recovery")
        stranger = Device(address)
        assert await refused(stranger, "POST", f"{path}/recovery") == (403, "not_your_seat")

        await ola.connect()
        await lis.connect()
        await ola.ready()
        await lis.ready()
        await ola.start()
        assert await refused(stranger, "POST", seats, json={"name": "Jan"}) == (409, "not_now")
        assert await refused(stranger, "GET", f"{path}/games/1/replay") == (404, "not_over")


async def test_a_host_who_does_not_sit_is_the_host(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["easy", "easy"], name=None)
        hello = await ola.connect()
        assert (hello["host"], hello["yours"], hello["table"]["host"]) == (True, [], None)
        await ola.start()
        await ola.until(lambda _: ola.table["stage"] == "over")  # bots among themselves
        assert (await ola.ask("GET", f"/api/tables/{code}/games/1/record")).status_code == 200


async def test_the_picture_of_the_address(ground: Ground) -> None:
    for public in ("", "https://stolik.example"):
        async with nodes(ground, public_url=public) as [address]:
            host = Device(address)
            code = await host.open("pickomino", ["human", "human"])
            answer = await host.ask("GET", f"/api/tables/{code.lower()}/qr")
            assert answer.headers["content-type"] == "image/svg+xml"
            wanted = io.BytesIO()
            drawn = segno.make(f"{public or address}/t/{code}", error="m")
            drawn.save(wanted, kind="svg", border=1, scale=4)
            assert answer.content == wanted.getvalue()
            for headers in ({"Host": "a" * 5000}, {"Host": "a.example"}, {"Host": "a/b"}):
                refused = await host.ask("GET", f"/api/tables/{code}/qr", headers=headers)
                assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host")
            assert (await host.ask("GET", "/api/tables/222222/qr")).status_code == 404


async def test_health_and_figures(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        for path in ("/healthz", "/readyz"):
            answer = await ola.ask("GET", path)
            assert (answer.status_code, answer.text) == (200, "ok\n")

        async def figures() -> dict[str, float]:
            answer = await ola.ask("GET", "/metrics")
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            lines = [line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#")]
            return {name: float(value) for name, value in lines}

        before = await figures()
        assert before["stolik_sockets"] == before["stolik_tables_live"] == before["stolik_errors_total"] == 0
        await sat_down(ola, "pickomino", ["easy"], manners={"pace": "calm"})
        await ola.do("say", seat=0, phrase="hello")
        await ola.do("say", seat=1, phrase="hello")
        id = await ola.send("say", seat=0, phrase="hello")
        await ola.do("say", id, seat=0, phrase="hello")
        assert ola.socket is not None
        await ola.socket.send("?")
        await ola.until(lambda message: message.get("code") == "malformed")
        await ola.ask("GET", "/api/nothing")

        async def kept() -> bool:
            return (await figures())["stolik_tables_kept"] == 1

        await until(kept)
        after = await figures()
        assert after["stolik_sockets"] == after["stolik_tables_live"] == 1
        commands = 'stolik_commands_total{{kind="{}",outcome="{}"}}'.format
        assert after[commands("say", "done")] == 2
        assert after[commands("say", "refused")] == 1
        assert after[commands("say", "again")] == 1
        assert after[commands("start", "done")] == 1
        assert after[commands("none", "malformed")] == 1
        assert after["stolik_command_seconds_count"] == 6
        assert after['stolik_requests_total{status="404"}'] == 1
        assert after['stolik_requests_total{status="201"}'] == 1


async def test_while_the_database_is_away(postgres: Postgres, tmp_path: Path) -> None:
    ground = Ground(tmp_path, postgres.database(), postgres)
    async with nodes(ground) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["human", "easy"])
        await ola.connect()
        await ola.hear()  # it was written down that somebody is here
        postgres.stop()
        try:
            for path in ("/readyz", f"/api/tables/{code}/games/1/record"):
                answer = await ola.ask("GET", path)
                assert (answer.status_code, answer.json()["code"]) == (503, "try_again")
            assert (await ola.ask("GET", "/healthz")).status_code == 200
            id = secrets.token_hex(8)
            assert (await ola.do("say", id, seat=0, phrase="hello"))["code"] == "try_again"
        finally:
            postgres.start()

        async def is_ready() -> bool:
            return (await ola.ask("GET", "/readyz")).status_code == 200

        await until(is_ready)
        assert (await ola.do("say", id, seat=0, phrase="hello"))["t"] == "update"  # the same command again


# -- Whole games ------------------------------------------------------------------------------------------

EVENINGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "base": ("pickomino", 1, {}),
    "deluxe of seven": ("pickomino", 6, {"variant": "deluxe"}),
    "basic": ("linko", 2, {}),
    "advanced": ("linko", 3, {"mode": "advanced"}),
    "expert": ("linko", 4, {"mode": "expert"}),
    "duel": ("linko", 1, {"mode": "duel"}),
}


@pytest.mark.parametrize("name", EVENINGS)
async def test_a_whole_game_against_bots(ground: Ground, name: str) -> None:
    game, others, chosen = EVENINGS[name]
    async with nodes(ground) as [address], Device(address) as ola:
        await sat_down(ola, game, ["easy"] * others, **chosen)
        last = await ola.play(like_a_bot(game))
        assert last["over"]
        path = f"/api/tables/{ola.code}/games/1"
        text = (await ola.ask("GET", f"{path}/record")).text
        record = Record.parse(text)
        findings = verify(record)
        assert findings.fair
        assert findings.result is not None
        assert list(findings.result.scores) == last["result"]["scores"]
        assert record.names[0] == "Ola"
        assert text == str(record)
        for seat in (0, others, None):
            query = "" if seat is None else f"?seat={seat}"
            replay = (await ola.ask("GET", f"{path}/replay{query}")).json()
            assert [step["move"] for step in replay["steps"]] == list(record.moves)
            assert replay["start"]["seat"] == seat
            if seat == 0:
                assert replay["steps"][-1]["view"] == last
                happened = [event for step in replay["steps"] for event in step["events"]]
                told = [event for entry in ola.told for event in entry["events"]]
                assert [event for event in told if event in happened] == happened
        answer = await ola.ask("GET", f"{path}/replay?seat={others + 1}")
        assert answer.json()["code"] == "malformed"

        await ola.do("rematch")
        assert ola.table["stage"] == "waiting"
        commitment = ola.table["commitment"]
        await ola.ready()
        assert (ola.table["stage"], ola.table["round"]) == ("playing", 2)
        assert ola.table["commitment"] == commitment
        assert commitment not in text


async def test_one_device_for_two_people(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as phone:
        code = await phone.open("linko", ["human", "human", "easy"])
        cookie = phone.cookie
        await phone.sit(code, "Lis")
        assert phone.cookie == cookie
        await phone.connect()
        await phone.ready()
        await phone.start()
        choose = like_a_bot("linko")
        while phone.table["stage"] != "over":
            if phone.actor is None:
                assert phone.view is not None
                assert "moves" not in phone.view
                await phone.hear()
                continue
            seat = phone.actor
            assert phone.socket is not None
            await phone.socket.send(f'{{"t": "look", "seat": {seat}}}')
            seen = await phone.until(lambda message: message["t"] == "seen")
            assert seen["seat"] == seat
            if "moves" not in seen["view"]:
                continue
            moves = [choose(seen["view"])]
            answer = await phone.do("play", seat=seat, ply=phone.ply, moves=moves)
            assert answer["t"] == "update"
            await phone.socket.send('{"t": "look", "seat": null}')  # the curtain falls
            await phone.until(lambda message: message["t"] == "seen")
            assert phone.view is not None
            assert phone.view["hand"] is None
        assert phone.view is not None
        assert phone.view["over"]


async def test_words_orders_and_manners(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola, Device(address) as lis:
        code = await ola.open("linko", ["human", "human", "easy"], mode="advanced")
        await lis.sit(code, "Lis")
        await ola.connect()
        await lis.connect()
        said = (await ola.do("say", seat=0, phrase="good_luck"))["told"][0]["events"]
        assert said == [{"kind": "said", "seat": 0, "phrase": "good_luck", "text": None}]
        assert (await ola.do("say", seat=0, text="hej"))["code"] == "phrases_only"
        assert (await ola.do("say", seat=0))["code"] == "phrase_or_text"
        await ola.do("configure", manners={"chat": "text", "pace": "instant"})
        for bad in ("\n", "a\u202eb"):
            assert (await ola.do("say", seat=0, text=bad))["code"] == "bad_text"
        assert (await ola.do("say", seat=0, text="cześć 🪱"))["told"][0]["events"][0]["text"] == "cześć 🪱"

        orders = {"theft": "grab", "draw": "draw deck"}
        ordered = await lis.do("order", seat=1, orders=orders)
        assert ordered["orders"] == orders
        assert (await lis.do("order", seat=1, orders={"play": "play 1"}))["code"] == "bad_order"
        await ola.ready()
        await lis.ready()
        await ola.start()
        while not (thefts := stolen_by(ola, 1)):  # it depends on the cards
            await asyncio.gather(*(device.play(like_a_bot("linko")) for device in (ola, lis)))
            await ola.do("rematch")
            await lis.until(lambda _: lis.table["stage"] == "waiting")
            await ola.ready()
            await lis.ready()
        asked = [
            message["view"]["phase"] for message in lis.messages if "moves" in (message.get("view") or {})
        ]
        assert "play" in asked
        assert not set(asked) & set(orders)
        assert not [event for told in ola.told for event in told["events"] if event["kind"] == "ordered"]
        grabbed = [event for told in ola.told for event in told["events"] if event["kind"] == "grab"]
        assert len([event for event in grabbed if event["seat"] == 1]) == len(thefts)


def stolen_by(device: Device, seat: int) -> list[Message]:
    told = [event for told in device.told for event in told["events"]]
    return [event for event in told if event["kind"] == "theft" and event["seat"] == seat]


async def test_bots_take_their_time(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open("pickomino", ["easy", "easy"], name=None, manners={"pace": "quick"})
        await ola.connect()
        await ola.start()
        await ola.until(lambda _: ola.ply >= 4)
        times = [told["at"] for told in ola.told[1:]]
        assert all(later - earlier >= 0.4 for earlier, later in itertools.pairwise(times))


async def test_a_clock_decides_when_time_is_up(ground: Ground) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        await sat_down(ola, "pickomino", ["easy"], manners={"clock": 1})
        by = await ola.until(
            lambda message: any(
                event.get("by") == "clock" for told in message.get("told", []) for event in told["events"]
            )
        )
        started = next(told["at"] for told in ola.told if told["events"][0]["kind"] == "started")
        assert by["told"][0]["at"] - started >= 1


@pytest.mark.parametrize("help", ["none", "risk", "trainer"])
async def test_help_is_what_the_table_agreed_on(ground: Ground, help: str) -> None:
    async with nodes(ground) as [address], Device(address) as ola:
        await sat_down(ola, "pickomino", ["easy"], manners={"help": help})
        choose, told = like_a_bot("pickomino"), 0
        for _ in range(12):
            while ola.actor is None or ola.view is None or "moves" not in ola.view:
                await ola.hear()
            [latest] = [message for message in ola.messages if message["t"] == "update"][-1:]
            view = ola.view
            if view["phase"] == "rolled":
                keeps = [move for move in view["moves"] if move.startswith("keep")]
                assert [move for move in latest["preview"] if move.startswith("keep")] == keeps
                risks = ["risk" in led_to for led_to in latest["preview"].values()]
                assert help != "none" or not any(risks)
            assert latest.get("risk") == (None if help == "none" else risk(cast(View, view)))
            if help == "trainer":
                ply = ola.ply
                said = [m for m in ola.messages if m["t"] == "advice" and m["ply"] == ply]
                while not said:
                    message = await ola.hear()
                    said = [message] if message["t"] == "advice" and message["ply"] == ply else []
                best, moves = advise(cast(View, view))
                assert said[-1]["best"] == best
                assert said[-1]["moves"] == moves
                told += 1
            await ola.do("play", seat=0, ply=ola.ply, moves=[choose(view)])
        assert told == (12 if help == "trainer" else 0)
        assert help == "trainer" or "advice" not in {message["t"] for message in ola.messages}


# -- Stopping ---------------------------------------------------------------------------------------------


async def test_a_server_that_is_stopped_finishes_what_it_has_begun(ground: Ground) -> None:
    async with NodeProcess(ground, bot_processes=1) as server:
        people = [Device(server.address) for _ in range(5)]
        done: dict[str, set[str]] = {}

        async def talk(device: Device) -> int:
            await device.open("pickomino", ["human", "easy"])
            await device.connect()
            await device.ready()
            await device.start()
            with suppress(ConnectionClosed):
                while True:
                    await device.do("say", seat=0, phrase="hello")
            done[device.code] = {told["id"] for told in device.told}
            assert device.socket is not None
            return int(device.socket.close_code or 0)

        async def stop() -> int:
            async def talking() -> bool:
                return all(len(device.told) > 8 for device in people)

            await until(talking)
            return await asyncio.to_thread(server.stop)

        *closed, status = await asyncio.gather(*map(talk, people), stop())
        assert closed == [1012] * len(people)
        assert status == 0
        assert '"node_closed"' in server.log.read_text()
        assert "Traceback" not in server.log.read_text()
    with closing(connect(ground.folder / "stolik.db")) as database:
        for code, ids in done.items():
            rows = database.execute("SELECT entry ->> 'id' FROM log WHERE code = ?", (code,))
            written = [id for (id,) in rows]
            assert ids <= set(written)
            assert len(written) == len(set(written))
        assert database.execute("SELECT count(*) FROM nodes").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM tables WHERE keeper IS NOT NULL").fetchone() == (0,)
