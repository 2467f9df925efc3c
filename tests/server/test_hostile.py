"""People who mean no good, one kind in each test.

After each of them nobody's game has changed, the others play on, and the server has logged no error.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from stolik.server.connection import OUTBOX, SLOW, Connection
from stolik.server.device import PATIENCE
from stolik.server.frame_limit import BURST as FRAMES
from stolik.server.messages import Pong
from stolik.server.store import Store
from tests.effort import effort
from tests.server.device import Device, Message, at_random
from tests.server.nodes import GROUNDS, Ground, NodeProcess
from tools.protocol import schema

pytestmark = pytest.mark.anyio

MAX_MESSAGE = 2048
BURST = 100

INVALID = "Invalid UTF-8 sequence received from client."
"""What the web server logs before it closes the socket: the only thing that it ever should."""

FUZZED = settings(
    max_examples=effort(25, 500),
    suppress_health_check=list(HealthCheck),
)


@dataclass
class Server:
    """Nodes, and what they share."""

    ground: Ground
    nodes: list[NodeProcess]

    @property
    def address(self) -> str:
        return self.nodes[0].address


@pytest.fixture(scope="module", params=["sqlite"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    ground = Ground.make(request, tmp_path_factory.mktemp("hostile"))
    limits = {"rate": 20, "burst": BURST, "max_message": MAX_MESSAGE, "losing_after": 600.0}
    nodes = [NodeProcess(ground, **limits) for _ in range(ground.nodes)]
    for node in nodes:
        node.start()
    yield Server(ground, nodes)
    for node in nodes:
        node.kill()


on_all_grounds = pytest.mark.parametrize("server", GROUNDS, indirect=True)
"""For what the nodes of a server could see differently."""


@dataclass
class Evening:
    """Ola, the host, and Lis at a table, where somebody else comes along."""

    server: Server
    ola: Device
    lis: Device

    @property
    def code(self) -> str:
        return self.ola.code

    def device(self, like: Device | None = None) -> Device:
        """Return another device at this table: with the token of that one, or a stranger's."""
        device = Device(like.address if like else self.server.address)
        device.code, device.cookie = self.code, like.cookie if like else ""
        return device

    async def log(self) -> list[tuple[int, str]]:
        store = await Store.open(self.server.ground.database)
        log = await store.read(self.code)
        await store.close()
        return log

    async def known(self) -> tuple[list[tuple[int, str]], list[Message]]:
        """Return the log, and what everybody is told who comes now."""
        told = []
        for like in (self.ola, self.lis, None):
            async with self.device(like) as device:
                hello = await device.connect(since=0)
                told.append({name: value for name, value in hello.items() if name != "now"})
        return await self.log(), told

    async def goes_on(self) -> None:
        """Let both begin if they have not, and play some moves; each hears of the other's."""
        async with self.device(self.ola) as ola, self.device(self.lis) as lis:
            await ola.connect()
            await lis.connect()
            if ola.table["stage"] == "waiting":
                await ola.ready()
                await lis.ready()
                await ola.start()
                await lis.until(lambda _: bool(lis.view))
            choose = at_random(1)
            for _ in range(6):
                player, other = (ola, lis) if ola.actor is not None else (lis, ola)
                assert player.view is not None
                moves = [choose(player.view)]
                answer = await player.do("play", seat=player.actor, ply=player.ply, moves=moves)
                assert answer["t"] == "update", answer
                while other.seq < player.seq:
                    await other.hear()

    async def attack(self, like: Device | None, *texts: str | bytes) -> list[Message]:
        """Send something, and return what is answered to each."""
        async with self.device(like) as device:
            await device.connect()
            assert device.socket is not None
            for text in texts:
                await device.socket.send(text)
            return [await device.hear() for _ in texts]


async def _gather(server: Server, started: bool) -> Evening:
    ola, lis = Device(server.address), Device(server.nodes[-1].address)
    async with ola, lis:
        code = await ola.open("pickomino", ["human", "human"])
        await lis.sit(code, "Lis")
        await ola.connect()
        await lis.connect()
        if started:
            await ola.ready()
            await lis.ready()
            await ola.start()
    return Evening(server, ola, lis)


def _unharmed(server: Server, started: bool) -> Iterator[Evening]:
    evening = asyncio.run(_gather(server, started))
    before = asyncio.run(evening.known())
    yield evening
    assert asyncio.run(evening.known()) == before
    asyncio.run(evening.goes_on())
    for node in server.nodes:
        figures = httpx.get(f"{node.address}/metrics", verify=False).text
        assert "stolik_errors_total 0.0" in figures
        assert 'stolik_requests_total{status="5' not in figures
        lines = node.log.read_text(encoding="utf-8").splitlines()
        assert not [one for one in lines if "Traceback" in one or ('"error"' in one and INVALID not in one)]


@pytest.fixture
def evening(server: Server) -> Iterator[Evening]:
    """A game between two people, which must be the same afterwards."""
    yield from _unharmed(server, started=True)


@pytest.fixture
def gathering(server: Server) -> Iterator[Evening]:
    """The same before the game."""
    yield from _unharmed(server, started=False)


def codes(answers: list[Message]) -> list[str]:
    return [str(answer.get("code", answer["t"])) for answer in answers]


RANDOM = "0123456789abcdef" * 2
VALID: list[Message] = [
    {"t": "configure", "id": "a", "options": {"golden_die": "none"}, "manners": {"pace": "calm", "clock": 5}},
    {"t": "configure", "id": "a", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]},
    {"t": "ready", "id": "a", "seat": 0, "random": RANDOM},
    {"t": "start", "id": "a"},
    {"t": "play", "id": "a", "seat": 0, "ply": 0, "moves": ["roll"]},
    {"t": "order", "id": "a", "seat": 0, "orders": {"draw": "draw deck"}},
    {"t": "say", "id": "a", "seat": 0, "phrase": "hello"},
    {"t": "say", "id": "a", "seat": 0, "text": "hej"},
    {"t": "leave", "id": "a", "seat": 0},
    {"t": "remove", "id": "a", "seat": 1},
    {"t": "mute", "id": "a", "seat": 1, "muted": True},
    {"t": "stand_in", "id": "a", "seat": 1, "how": "seat"},
    {"t": "rematch", "id": "a"},
    {"t": "look", "seat": 0},
    {"t": "ping"},
]
DESCRIBED = jsonschema_rs.validator_for({**schema(), "$ref": "#/$defs/FromDevice"})


# -- Nonsense ---------------------------------------------------------------------------------------------


@FUZZED
@given(texts=st.lists(st.text(max_size=200), min_size=1, max_size=10))
@example(texts=["", "{", "null", "[]", "0", '"ping"', '{"t"}', '{"t": "ping"', '{"t": "nothing"}', "\x00"])
@example(
    texts=['{"t": "ping", "t": "ping", "x": 1}', '{"t": "look", "seat": NaN}', '{"t": "\\ud800"}', "1e999"]
)
def test_malformed(evening: Evening, texts: list[str]) -> None:
    assert set(codes(asyncio.run(evening.attack(evening.lis, *texts)))) == {"malformed"}


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False).filter(lambda number: not number.is_integer())
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@FUZZED
@given(command=st.sampled_from(VALID), what=st.data())
def test_wrong_types(evening: Evening, command: Message, what: st.DataObject) -> None:
    fields = st.sampled_from([*command, "seat", "unknown"])
    changed = {**command, **what.draw(st.dictionaries(fields, ANYTHING, min_size=1, max_size=3))}
    for field in what.draw(st.lists(st.sampled_from(sorted(command)), max_size=1)):
        changed.pop(field, None)
    assume(len(json.dumps(changed)) < MAX_MESSAGE)
    [code] = codes(asyncio.run(evening.attack(None, json.dumps(changed))))
    assert (code == "malformed") == (not DESCRIBED.is_valid(changed)), (code, changed)


@pytest.mark.parametrize("opening", ["[", '{"t":', '{"t":"order","id":"a","seat":1,"orders":{"a":', '[{"a":'])
async def test_deep_nesting(evening: Evening, opening: str) -> None:
    deep = opening * (MAX_MESSAGE // len(opening))
    closed = "[" * (MAX_MESSAGE // 2) + "]" * (MAX_MESSAGE // 2)
    assert codes(await evening.attack(evening.lis, deep, closed)) == ["malformed", "malformed"]


@FUZZED
@given(frames=st.lists(st.binary(max_size=200), min_size=1, max_size=10))
@example(frames=[b"", b"\xff", b"\x00" * 100, b'{"t": "say", "id": "a", "seat": 1, "text": "\xc3\x28"}'])
def test_binary_frames(evening: Evening, frames: list[bytes]) -> None:
    assert set(codes(asyncio.run(evening.attack(evening.lis, *frames)))) == {"malformed"}


async def test_invalid_utf8(evening: Evening) -> None:
    async with evening.device(evening.lis) as device:
        await device.connect()
        assert device.socket is not None
        frame = Frame(Opcode.TEXT, b'{"t": "ping\xc3\x28"}')
        device.socket.transport.write(frame.serialize(mask=True))
        with pytest.raises(ConnectionClosed) as closed:
            await device.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


async def test_oversized(evening: Evening) -> None:
    text = json.dumps({"t": "say", "id": "a", "seat": 1, "text": "x" * MAX_MESSAGE})
    for parts in (text, [text[:1000], text[1000:2000], text[2000:]]):  # in one piece, and in several
        async with evening.device(evening.lis) as device:
            await device.connect()
            assert device.socket is not None
            await device.socket.send(parts)
            with pytest.raises(ConnectionClosed) as closed:
                await device.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


async def test_patience_ends(evening: Evening) -> None:
    async with evening.device(evening.lis) as device:
        await device.connect()
        assert device.socket is not None
        for _ in range(PATIENCE - 1):
            await device.socket.send("?")
        for _ in range(PATIENCE - 1):
            assert (await device.hear())["code"] == "malformed"
        await device.socket.send("?")
        with pytest.raises(ConnectionClosed) as closed:
            await device.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429


# -- Sense at the wrong time, or not theirs ---------------------------------------------------------------


async def test_out_of_order_before_the_game(gathering: Evening) -> None:
    play = {"t": "play", "id": "p", "seat": 0, "ply": 0, "moves": ["roll"]}
    stand_in = {"t": "stand_in", "id": "s", "seat": 1, "how": "seat"}
    early = [play, {"t": "start", "id": "b"}, {"t": "rematch", "id": "r"}, stand_in]
    answers = await gathering.attack(gathering.ola, *map(json.dumps, early))
    assert codes(answers) == ["not_now", "not_ready", "not_now", "not_now"]


@on_all_grounds
async def test_out_of_order_in_the_game(evening: Evening) -> None:
    configure = {"t": "configure", "id": "c", "manners": {"pace": "calm"}}
    ready = {"t": "ready", "id": "r", "seat": 0, "random": RANDOM}
    late = [configure, ready, {"t": "start", "id": "b"}, {"t": "rematch", "id": "x"}]
    answers = await evening.attack(evening.ola, *map(json.dumps, late))
    assert codes(answers) == ["not_now"] * 4
    async with evening.device(evening.ola) as ola:
        await ola.connect()
        assert ola.view is not None
        first = ola.view["actor"]
    devices = (evening.ola, evening.lis)
    play = {"t": "play", "id": "p", "seat": first, "ply": 0, "moves": ["roll"]}
    stale, future = {**play, "ply": ola.ply - 1}, {**play, "ply": ola.ply + 1}
    if not ola.ply:
        stale = {**play, "ply": 10**30}
    illegal = {**play, "ply": ola.ply, "moves": ["keep 9"]}
    answers = await evening.attack(devices[first], *map(json.dumps, (stale, future, illegal)))
    assert codes(answers) == ["stale", "stale", "illegal"]
    hasty = {**play, "seat": 1 - first, "ply": ola.ply}
    assert codes(await evening.attack(devices[1 - first], json.dumps(hasty))) == ["not_your_turn"]


@on_all_grounds
async def test_replayed(evening: Evening) -> None:
    done = {entry["id"]: (seq, entry) for seq, text in await evening.log() for entry in [json.loads(text)]}
    for id, (seq, _) in done.items():
        if "/" in id:  # the server's own
            again = {"t": "say", "id": id, "seat": 0, "phrase": "hello"}
            assert codes(await evening.attack(evening.ola, json.dumps(again))) == ["malformed"]
            continue
        same = {"t": "ready", "id": id, "seat": 0, "random": RANDOM}
        other = {"t": "remove", "id": id, "seat": 5}
        answers = [
            await evening.attack(like, json.dumps(same), json.dumps(other))
            for like in (evening.ola, evening.lis, None)
        ]
        known = [{"t": "done", "id": id, "seq": seq}] * 2
        assert answers.count(known) == 1  # to the device that had sent it
        assert all(told == known or codes(told)[0] in ("not_now", "not_your_seat") for told in answers)


@on_all_grounds
async def test_forged_seat(evening: Evening) -> None:
    theirs = [command for command in VALID if command["t"] in ("play", "order", "say", "leave", "ready")]
    for command in theirs:
        for like, seat in ((evening.lis, 0), (evening.ola, 1), (None, 0), (None, 1), (evening.lis, 6)):
            forged = json.dumps({**command, "seat": seat})
            assert codes(await evening.attack(like, forged)) == ["not_your_seat"], (command, seat)
    look = [json.dumps({"t": "look", "seat": seat}) for seat in (0, 2, 6)]
    assert codes(await evening.attack(evening.lis, *look)) == ["not_your_seat"] * 3
    for command in VALID:
        if command["t"] in ("configure", "start", "remove", "mute"):
            for like in (evening.lis, None):
                assert codes(await evening.attack(like, json.dumps(command))) == ["host_only"]
    nobody = [json.dumps({"t": kind, "id": "n", "seat": 5}) for kind in ("remove",)]
    assert codes(await evening.attack(evening.ola, *nobody)) == ["nobody_there"]


async def test_another_tables_token(evening: Evening) -> None:
    stranger = Device(evening.server.address)
    await stranger.open("pickomino", ["human", "easy"])
    token = stranger.cookie.partition("=")[2]
    code, own = evening.code, evening.ola.cookie.partition("=")[2]
    forged = [
        stranger.cookie,  # under the other table's name
        f"stolik-{code}={token}",  # under this table's
        f"stolik-{code.lower()}={own}",
        f"stolik-{code}={own[:-1]}",
        f"stolik-{code}={own}{own}",
        f"stolik-{code}=",
        f"stolik-{code}={'%00' * 300}",
        f"{stranger.cookie}; stolik-{code}={token}",
    ]
    say = json.dumps({"t": "say", "id": "f", "seat": 0, "phrase": "hello"})
    for cookie in forged:
        like = evening.device()
        like.cookie = cookie
        async with evening.device(like) as device:
            hello = await device.connect()
            assert (hello["yours"], hello["host"], hello["seat"]) == ([], False, None)
        assert codes(await evening.attack(like, say)) == ["not_your_seat"]
        assert (await like.ask("DELETE", f"/api/tables/{code}")).json()["code"] == "host_only"
        assert (await like.ask("POST", f"/api/tables/{code}/recovery")).json()["code"] == "not_your_seat"
        recovery = {"recovery": token}
        answer = await like.ask("POST", f"/api/tables/{code}/recover", json=recovery)
        assert answer.json()["code"] == "unknown_recovery"


async def test_flood(evening: Evening) -> None:
    async with evening.device(evening.lis) as device, evening.device(evening.ola) as ola:
        await device.connect()
        assert device.socket is not None
        for _ in range(20 * BURST):
            await device.socket.send('{"t": "ping"}')
        await ola.connect()
        answer = await ola.do("play", seat=0, ply=10_000, moves=["roll"])  # the others are still heard
        assert answer["code"] == "stale"
        with pytest.raises(ConnectionClosed) as closed:
            await device.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        answers = codes(device.messages[1:])
        assert set(answers) <= {"pong", "too_fast"}
        assert len(answers) < 10 * BURST


async def test_tables_are_not_found_by_trying(evening: Evening) -> None:
    for code in ("222222", "22222", "2222222", "%00%00%00%00%00%00", "......", "éééééé"):
        device = evening.device()
        device.code = code
        with pytest.raises(ConnectionClosed) as closed:
            await device.connect()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


async def test_a_device_that_does_not_read_is_cut_off() -> None:
    cut: list[int] = []
    stuck = asyncio.Event()

    async def send(_: bytes) -> None:
        await stuck.wait()

    async def close(code: int) -> None:
        cut.append(code)
        stuck.set()

    connection = Connection("ola", send, close)
    for _ in range(OUTBOX + 2):
        connection.push(Pong(0.0))
        await asyncio.sleep(0)
    assert cut == [SLOW]


async def test_a_device_that_is_cut_off_is_told_nothing_more() -> None:
    cut: list[int] = []
    sent: list[bytes] = []
    stuck = asyncio.Event()

    async def send(text: bytes) -> None:
        await stuck.wait()
        sent.append(text)

    async def close(code: int) -> None:
        cut.append(code)
        await stuck.wait()  # as a line that takes nothing does not take this either

    connection = Connection("ola", send, close)
    for _ in range(4 * OUTBOX):
        connection.push(Pong(0.0))
        await asyncio.sleep(0)
    assert cut == [SLOW]
    stuck.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(sent) == 1  # the one that was on its way


PING, START, PIECE = 0x89, 0x01, 0x00
"""The first bytes of frames: a ping, the first piece of a text, another piece that is not the last."""


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", bytes((PING, 0x80 | 125, 0, 0, 0, 0)) + b"." * 125),
        (bytes((START, 0x81, 0, 0, 0, 0)) + b"{", bytes((PIECE, 0x80, 0, 0, 0, 0))),
    ],
    ids=["pings", "empty pieces"],
)
async def test_flood_of_frames_that_are_no_messages(evening: Evening, first: bytes, again: bytes) -> None:
    async with evening.device(evening.lis) as device:
        await device.connect()
        assert device.socket is not None
        await (await device.socket.ping())  # a few are well
        device.socket.transport.write(first + again * 2 * FRAMES)
        with pytest.raises(ConnectionClosed):
            await device.until(lambda _: False)


# -- Nonsense over HTTP -----------------------------------------------------------------------------------


def _ask(evening: Evening, path: str, body: bytes, **headers: str) -> httpx.Response:
    like = {"Cookie": evening.ola.cookie, "Content-Type": "application/json", **headers}
    return httpx.post(evening.server.address + path, content=body, headers=like, verify=False)


BODIES: list[tuple[Any, str]] = [
    (b"", "malformed"),
    (b"\xff", "malformed"),
    (b"[" * 5000, "malformed"),
    (b"null", "malformed"),
    (b'{"game": "\\ud800", "seats": [{}, {}]}', "malformed"),
    ({"game": "chess", "seats": [{}, {}]}, "bad_options"),
    ({"game": "pickomino", "seats": [{}]}, "malformed"),
    ({"game": "pickomino", "seats": [{}] * 8}, "malformed"),
    ({"game": "linko", "seats": [{}] * 7}, "bad_options"),
    ({"game": "pickomino", "seats": [{"kind": "closed"}] * 3}, "bad_options"),
    ({"game": "pickomino", "seats": [{}, {}], "options": {"name": 1}}, "bad_options"),
    ({"game": "pickomino", "seats": [{}, {}], "options": {"self": 1}}, "bad_options"),
    ({"game": "pickomino", "seats": [{}, {}], "options": {"players": 2}}, "bad_options"),
    ({"game": "pickomino", "seats": [{}, {}], "options": {"variant": 1}}, "bad_options"),
    ({"game": "pickomino", "seats": [{}, {}], "options": {"variant": 10**400}}, "bad_options"),
    (b'{"game": "pickomino", "seats": [{}, {}], "options": {"variant": %s}}' % (b"9" * 9000), "malformed"),
    ({"game": "pickomino", "seats": [{}, {}], "host": True}, "malformed"),
    ({"game": "pickomino", "seats": [{}, {}], "name": "Ola\n"}, "created"),
    ({"game": "pickomino", "seats": [{}, {}], "name": "O\u202ela"}, "bad_name"),
    ({"game": "pickomino", "seats": [{}, {}], "name": "O\x00la"}, "bad_name"),
    ({"game": "pickomino", "seats": [{}, {}], "name": " "}, "bad_name"),
    ({"game": "pickomino", "seats": [{"kind": "bot"}] * 2, "name": "Ola"}, "seat_taken"),
]


def test_malformed_requests(evening: Evening) -> None:
    for body, code in BODIES:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = _ask(evening, "/api/tables", text)
        assert (answer.status_code == 201) if code == "created" else (answer.json()["code"] == code), body


def test_oversized_requests(evening: Evening) -> None:
    body = json.dumps({"game": "pickomino", "seats": [{}, {}], "name": "x" * 20_000}).encode()
    for path in ("/api/tables", f"/api/tables/{evening.code}/seats", f"/api/tables/{evening.code}/recover"):
        answer = _ask(evening, path, body)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    chunks = (body[k : k + 1000] for k in range(0, len(body), 1000))
    answer = httpx.post(f"{evening.server.address}/api/tables", content=chunks, verify=False)
    assert answer.status_code == 413
