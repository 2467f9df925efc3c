"""Tables on one device: the same as a server's, entry by entry and byte by byte, and back after a restart."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from stolik.core import Record, fair, verify
from stolik.server.local import LOCAL_SIGN, LocalTables
from tests.clients import WAIT, Client, Message, answers, table_wanted
from tests.server.device import Device, at_random
from tests.server.nodes import Ground, nodes

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parent / "golden" / "cupboard.json"
"""The tables of a device as the first version kept them that had any; it stays as it is."""
WRITTEN_BEFORE: dict[str, Message] = json.loads(GOLDEN.read_text(encoding="utf-8"))

RANDOM = "5a" * 16
"""What a person adds to the chance."""


class Cupboard:
    """Where a device keeps its tables: as a browser has it."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, int], str] = {}
        self.running: dict[str, bool] = {}
        self.full = False

    @classmethod
    def written_before(cls) -> Cupboard:
        """Return one that an earlier version has filled."""
        cupboard = cls()
        for table in WRITTEN_BEFORE.values():
            cupboard.running[table["code"]] = table["running"]
            for seq, entry in enumerate(table["entries"], 1):
                cupboard.entries[table["code"], seq] = entry
        return cupboard

    async def keep(self, code: str, seq: int, entry: str, running: bool) -> None:
        if self.full:
            raise OSError("there is no room")
        self.entries[code, seq] = entry
        self.running[code] = running

    async def forget(self, code: str) -> None:
        self.entries = {key: entry for key, entry in self.entries.items() if key[0] != code}
        self.running.pop(code, None)

    def logs(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for code, seq in sorted(self.entries):
            found.setdefault(code, []).append(self.entries[code, seq])
        return found


class Guest(Client):
    """A page whose tables are on its own device; it does what ``Device`` does at a server."""

    def __init__(self, tables: LocalTables) -> None:
        super().__init__("")
        self.tables = tables
        self.messages: list[Message] = []
        self.closed: list[int] = []
        self._heard: asyncio.Queue[Message] = asyncio.Queue()

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = await self.tables.request(method, path, "" if body is None else json.dumps(body))
        if not answer.ok:
            raise AssertionError(answer.text)
        return json.loads(answer.text) if answer.media == "application/json" else answer.text

    async def open(self, game: str, seats: list[str], name: str | None = "Ola", **wanted: Any) -> str:
        manners = wanted.pop("manners", {})
        body = table_wanted(game, seats, name, wanted, manners)
        self.code = (await self.ask("POST", "/tables", body))["code"]
        return self.code

    async def connect(self, since: str = "0") -> Message:
        self.line = await self.tables.connect(
            self.code, since, False, lambda text: self._heard.put_nowait(json.loads(text)), self.closed.append
        )
        assert self.line is not None
        return await self.hear()

    async def hear(self) -> Message:
        message = await asyncio.wait_for(self._heard.get(), WAIT)
        self.messages.append(message)
        self.take(message)
        return message

    async def do(self, kind: str, **what: Any) -> Message:
        id = f"{kind}-{self.seq}"
        assert self.line is not None
        await self.line.hear(json.dumps({"t": kind, "id": id, **what}))
        while not answers(message := await self.hear(), id):
            pass
        return message


@asynccontextmanager
async def opened(cupboard: Cupboard) -> AsyncIterator[LocalTables]:
    """The tables of a device, as its cupboard has them."""
    worries: list[str] = []
    tables = LocalTables(cupboard.keep, cupboard.forget, worries.append)
    tables.load(cupboard.logs(), [code for code, running in cupboard.running.items() if running])
    await tables.start()
    yield tables
    await tables.close()
    assert worries == [] or cupboard.full


def plain(message: Message, code: str) -> str:
    """Return a message without the moment and the place that it is about."""
    for key in ("now", "missed", "ladder"):
        message.pop(key, None)
    for told in message.get("told", []):
        told.pop("at")
        told.pop("id")
    return json.dumps(message).replace(code, "CODE")


async def played(person: Guest | Device, choose_seed: int) -> list[str]:
    """Play a whole game, and return everything that the device was told."""
    choose = at_random(choose_seed)
    await person.connect()
    assert (await person.do("ready", seat=0, random=RANDOM))["t"] == "update"
    assert (await person.do("start"))["t"] == "update"
    while person.table["stage"] != "over":
        view = person.view
        assert view is not None
        if view["actor"] == 0 and "moves" in view:
            answer = await person.do("play", seat=0, ply=person.ply, moves=[choose(view)])
            assert answer["t"] == "update", answer
        else:
            await person.hear()
    return [plain(message, person.code) for message in person.messages]


TABLES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("pickomino", ["human", "medium"], {}),
    ("pickomino", ["human", "easy", "medium"], {"variant": "deluxe"}),
    ("linko", ["human", "medium", "hard"], {"mode": "expert"}),
    ("linko", ["human", "easy"], {"mode": "duel"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
async def test_a_device_and_a_server_say_the_same(
    game: str, seats: list[str], options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair, "new_secret", lambda: bytes(range(32)))
    ground = Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")
    async with nodes(ground) as [address], Device(address) as ola:
        await ola.open(game, seats, **options)
        there = await played(ola, 7)
        record = (await ola.ask("GET", f"/api/tables/{ola.code}/games/1/record")).text
        replay = (await ola.ask("GET", f"/api/tables/{ola.code}/games/1/replay?seat=0")).text
    async with opened(Cupboard()) as tables:
        guest = Guest(tables)
        await guest.open(game, seats, **options)
        here = await played(guest, 7)
        assert here == there
        assert await guest.ask("GET", f"/tables/{guest.code}/games/1/record") == record
        assert (await tables.request("GET", f"/tables/{guest.code}/games/1/replay?seat=0")).text == replay
    assert verify(Record.parse(record))


async def test_a_finished_game_is_looked_back_at_and_goes_on() -> None:
    async with opened(Cupboard()) as tables:
        guest = Guest(tables)
        code = await guest.open("pickomino", ["human", "easy"])
        early = await tables.request("GET", f"/tables/{code}/review")
        assert json.loads(early.text)["code"] == "not_over"
        await played(guest, 7)
        moves = len(Record.parse(await guest.ask("GET", f"/tables/{code}/games/1/record")).moves)
        while "review" not in (found := await guest.ask("GET", f"/tables/{code}/review?round=1")):
            assert found["of"] == moves
            await asyncio.sleep(0.05)
        assert len(found["review"]["steps"]) == moves
        assert found["review"]["seats"][0]["name"] == "Ola"
        seated = await guest.ask(
            "POST", f"/tables/{code}/continue?round=1", {"ply": moves // 2, "level": "easy"}
        )
        assert seated["code"] != code
        guest.code = seated["code"]
        await guest.connect()
        await guest.do("ready", seat=seated["seat"], random=RANDOM)
        await guest.do("start")
        while guest.ply < moves // 2:
            await guest.hear()


async def test_a_device_has_puzzles() -> None:
    async with opened(Cupboard()) as tables:
        guest = Guest(tables)
        assert (await guest.ask("GET", "/puzzle"))["day"]
        puzzle = await guest.ask("GET", "/puzzle?game=linko&number=2")
        assert (puzzle["game"], puzzle["number"], puzzle["day"]) == ("linko", 2, None)
        wrong = {"number=no": "malformed", "number=99999": "unknown_puzzle", "game=chess": "unknown_game"}
        for query, code in wrong.items():
            answer = await tables.request("GET", f"/puzzle?{query}")
            assert json.loads(answer.text)["code"] == code


async def test_a_running_game_comes_back() -> None:
    cupboard = Cupboard()
    async with opened(cupboard) as tables:
        guest = Guest(tables)
        code = await guest.open("pickomino", ["human", "easy"])
        assert code.startswith(LOCAL_SIGN)
        await guest.connect()
        await guest.do("ready", seat=0, random=RANDOM)
        await guest.do("start")
        first = guest.view
    async with opened(cupboard) as tables:
        again = Guest(tables)
        again.code = code
        hello = await again.connect("game")
        assert hello["view"] == first
        assert hello["yours"] == [0]
        assert (await again.ask("GET", f"/tables/{code}"))["seats"][0]["away"] is None
        await again.do("play", seat=0, ply=again.ply, moves=[again.view["moves"][0]])  # type: ignore[index]


async def test_where_there_is_no_room_nothing_is_lost() -> None:
    cupboard = Cupboard()
    async with opened(cupboard) as tables:
        guest = Guest(tables)
        await guest.open("pickomino", ["human", "human"])
        await guest.ask("POST", f"/tables/{guest.code}/seats", {"name": "Lis"})
        await guest.connect()
        for seat in (0, 1):
            await guest.do("ready", seat=seat, random=RANDOM)
        await guest.do("start")
        before = guest.seq
        cupboard.full = True
        refused = await guest.do("play", seat=0, ply=guest.ply, moves=["roll"])
        assert (refused["t"], refused["code"]) == ("refused", "try_again")
        cupboard.full = False
        assert (await guest.do("play", seat=0, ply=guest.ply, moves=["roll"]))["seq"] == before + 1


async def test_a_table_that_cannot_be_read_stays_and_the_others_are_played_at() -> None:
    cupboard = Cupboard()
    cupboard.entries["0SPLT2", 1] = '{"e": "of another program"}'
    worries: list[str] = []
    tables = LocalTables(cupboard.keep, cupboard.forget, worries.append)
    tables.load(cupboard.logs(), [])
    await tables.start()
    answer = await tables.request("GET", "/tables/0SPLT2")
    assert (answer.ok, json.loads(answer.text)["code"]) == (False, "failed")
    guest = Guest(tables)
    await guest.open("linko", ["human", "easy", "easy"])
    await guest.connect()
    assert ("0SPLT2", 1) in cupboard.entries
    assert any("failed" in worry for worry in worries)
    await tables.close()


async def test_a_deleted_table_is_gone() -> None:
    cupboard = Cupboard()
    async with opened(cupboard) as tables:
        guest = Guest(tables)
        await guest.open("pickomino", ["human", "easy"])
        assert (await tables.request("DELETE", f"/tables/{guest.code}")).ok
        assert cupboard.entries == {}
        answer = await tables.request("GET", f"/tables/{guest.code}")
        assert json.loads(answer.text)["code"] == "unknown_table"
        refused = await tables.request(
            "POST", "/tables", '{"game": "chess", "seats": [{"kind": "human"}, {"kind": "human"}]}'
        )
        assert json.loads(refused.text)["code"] == "bad_options"


@pytest.mark.parametrize("label", WRITTEN_BEFORE)
async def test_what_an_earlier_version_kept_is_read_and_goes_on(label: str) -> None:
    cupboard, choose = Cupboard.written_before(), at_random(7)
    before = dict(cupboard.entries)
    async with opened(cupboard) as tables:
        guest = Guest(tables)
        guest.code = WRITTEN_BEFORE[label]["code"]
        hello = await guest.connect()
        assert label.endswith({"playing": "running"}.get(hello["table"]["stage"], hello["table"]["stage"]))
        if hello["table"]["stage"] == "waiting":
            await guest.do("ready", seat=0, random=RANDOM)
            await guest.do("start")
        while guest.table["stage"] != "over":
            assert guest.view is not None
            actor = guest.view["actor"]
            if actor in guest.yours and "moves" not in guest.view:
                await guest.line.hear(json.dumps({"t": "look", "seat": actor}))  # type: ignore[union-attr]
                await guest.hear()
            elif actor in guest.yours:
                await guest.do("play", seat=actor, ply=guest.ply, moves=[choose(guest.view)])
            else:
                await guest.hear()
        record = await guest.ask("GET", f"/tables/{guest.code}/games/1/record")
    assert verify(Record.parse(record)).fair
    assert before.items() <= cupboard.entries.items()  # nothing that was kept has changed


# -- Records that were saved ------------------------------------------------------------------------------

RECORDS = Path(__file__).parent.parent / "golden"
"""A finished game of every variant and mode."""


def bots_only(text: str) -> str:
    """Return a record without its people: a server writes no names of bots."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("seat "))


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.txt")))
async def test_a_saved_record_is_a_finished_table_with_the_same_record(name: str) -> None:
    cupboard, text = Cupboard(), (RECORDS / name).read_text(encoding="utf-8")
    async with opened(cupboard) as tables:
        for written in (text, bots_only(text)):
            seated = await Guest(tables).ask("POST", "/records", written)
            assert await Guest(tables).ask("GET", f"/tables/{seated['code']}/games/1/record") == written
    assert not any(cupboard.running.values())
    async with opened(cupboard) as tables:  # it was kept like any other
        guest = Guest(tables)
        for guest.code in cupboard.running:
            hello = await guest.connect()
            assert hello["table"]["stage"] == "over"
            assert hello["view"]["result"]["places"]
            named = [n for n, seat in enumerate(hello["table"]["seats"]) if seat["name"]]
            assert hello["yours"] == named


async def test_a_table_of_a_saved_record_is_replayed_looked_back_at_and_played_on_from() -> None:
    async with opened(Cupboard()) as tables:
        guest = Guest(tables)
        await guest.open("pickomino", ["human", "easy"])
        await played(guest, 7)
        here = await guest.ask("GET", f"/tables/{guest.code}/games/1/record")
        replay = await guest.ask("GET", f"/tables/{guest.code}/games/1/replay?seat=0")
        again = Guest(tables)
        again.code = (await again.ask("POST", "/records", here))["code"]
        assert again.code != guest.code
        assert await again.ask("GET", f"/tables/{again.code}/games/1/replay?seat=0") == replay
        assert "state" in await again.ask("GET", f"/tables/{again.code}/review?round=1")
        told = (await again.connect("game"))["missed"]
        assert [event for step in replay["steps"] for event in step["events"]] == told[-1]["events"]
        assert (await again.do("rematch"))["table"]["stage"] == "waiting"

        moves = len(replay["steps"])
        wanted = {"ply": moves - 20, "level": "easy", "seat": 0}
        again.code = (await again.ask("POST", f"/tables/{again.code}/continue?round=1", wanted))["code"]
        await played(again, 8)
        further = await again.ask("GET", f"/tables/{again.code}/games/1/record")
        assert f"\ntaken {moves - 20} from " in further
        opened_again = await again.ask("POST", "/records", further)
        assert await again.ask("GET", f"/tables/{opened_again['code']}/games/1/record") == further


async def test_a_saved_record_may_have_other_line_ends_and_leave_defaults_out() -> None:
    text = (RECORDS / "linko-duel-2.txt").read_text(encoding="utf-8")
    short = "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("option stall ")
    ).replace("\n", "\r\n")
    assert len(short.splitlines()) == len(text.splitlines()) - 1
    async with opened(Cupboard()) as tables:
        guest = Guest(tables)
        code = (await guest.ask("POST", "/records", short))["code"]
        assert await guest.ask("GET", f"/tables/{code}/games/1/record") == text


def edited(text: str, line: int, written: str) -> str:
    lines = text.splitlines(keepends=True)
    lines[line - 1] = written
    return "".join(lines)


async def test_what_is_no_record_of_a_finished_game_is_refused_with_its_line() -> None:
    text = (RECORDS / "pickomino-base-2.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    last, blank = len(lines), lines.index("") + 1
    first_roll = next(n for n, line in enumerate(lines, 1) if line.startswith("dice "))
    uncommitted = ["stolik 1 no commitment", *(line for line in lines[1:] if not line.startswith("random "))]
    wrong = [
        ("", 1, "cut"),
        ("\x89PNG\n\x1a", 2, "cut"),
        ("\x89PNG\n", 1, "foreign"),
        ("\ufeff" + text, 1, "foreign"),
        (edited(text, 1, "stolik 2 commitment " + "0" * 64 + "\n"), 1, "foreign"),
        (edited(text, 2, "game chess\n"), 2, "game"),
        (edited(text, 3, "players 99\n"), 3, "game"),
        (edited(text, 4, "option colour red\n"), 4, "expected"),
        (edited(text, blank + 1, "fly\n"), blank + 1, "changed"),
        (edited(text, first_roll, "dice 1 1 1 1 1 1 1 1\n"), first_roll, "changed"),
        (edited(text, last, "secret " + "0" * 64 + "\n"), last, "changed"),
        ("\n".join(lines[:-1]) + "\n", last, "cut"),
        (text[:-1], last, "cut"),
        ("\n".join([*lines[:-3], lines[-1]]) + "\n", last - 2, "unfinished"),
        ("\n".join([*uncommitted[:-1], "end"]) + "\n", 1, "no_promise"),
    ]
    cupboard = Cupboard()
    async with opened(cupboard) as tables:
        for written, line, reason in wrong:
            answer = await tables.request("POST", "/records", json.dumps(written))
            problem = {"code": "bad_record", "values": {"line": line, "reason": reason}}
            assert (answer.ok, json.loads(answer.text)) == (False, problem), reason
        answer = await tables.request("POST", "/records", '{"not": "a text"}')
        assert json.loads(answer.text)["code"] == "malformed"
    assert cupboard.entries == {}


async def test_where_there_is_no_room_for_a_saved_record_nothing_of_it_is_kept() -> None:
    cupboard, kept = Cupboard(), 0

    async def keep(code: str, seq: int, entry: str, running: bool) -> None:
        nonlocal kept
        kept += 1
        cupboard.full = kept > 3
        await cupboard.keep(code, seq, entry, running)

    tables = LocalTables(keep, cupboard.forget, lambda _: None)
    text = (RECORDS / "linko-duel-2.txt").read_text(encoding="utf-8")
    answer = await tables.request("POST", "/records", json.dumps(text))
    assert json.loads(answer.text)["code"] == "try_again"
    assert cupboard.entries == {}
