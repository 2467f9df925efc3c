"""Limits per client, room for those who have a seat, and names that are ours."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stolik.server.access import is_own_name
from stolik.server.app import FOR_OPERATORS
from stolik.server.clients import SOCKETS, Clients
from stolik.server.http_limit import Connections, LimitedHTTP
from stolik.server.live_tables import DEVICES
from stolik.server.process import AT_ONCE
from stolik.server.settings import Settings
from tests.server.device import WAIT, Device, Message, at_random
from tests.server.nodes import Ground, nodes

pytestmark = pytest.mark.anyio

TABLE = {"game": "pickomino", "seats": [{}, {}], "name": "Ola"}
HOME, STRANGER = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "198.51.100.9"}
"""Two clients of a node that believes a proxy on the loopback."""
BOTS_ONLY = {"game": "pickomino", "seats": [{"kind": "bot"}] * 2, "manners": {"pace": "calm"}}


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, f"sqlite:///{tmp_path / 'stolik.db'}")


DEFAULTS: dict[str, Any] = {
    name: getattr(Settings(), name)
    for name in (
        *("rate", "burst", "tables_per_minute", "tables_per_client", "max_sockets_per_client"),
        *("connections_per_client", "requests_per_client", "bot_tables_per_client"),
    )
}
"""The limits as everybody has them; the other tests lift them."""


class Phone(Device):
    """A device that comes through the proxy from an address."""

    def __init__(self, address: str, via: dict[str, str]) -> None:
        super().__init__(address)
        self.via = via

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, **self.via}


async def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def why_closed(socket: ClientConnection) -> int:
    """Return the code with which a socket is closed."""
    async with asyncio.timeout(WAIT):
        await socket.wait_closed()
    assert socket.close_code is not None
    return socket.close_code


# -- Who is who -------------------------------------------------------------------------------------------


def asked(peer: str, **headers: str) -> Request:
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (peer, 1), "headers": listed})


@pytest.mark.parametrize(
    ("peer", "headers", "client"),
    [
        ("192.0.2.1", {}, "192.0.2.1"),
        ("192.0.2.1", {"x_forwarded_for": "198.51.100.9"}, "192.0.2.1"),  # anybody can say that
        ("127.0.0.1", {"x_forwarded_for": "198.51.100.9"}, "198.51.100.9"),
        ("127.0.0.1", {"x_forwarded_for": "1.1.1.1, 198.51.100.9"}, "198.51.100.9"),
        ("127.0.0.1", {"x_forwarded_for": "198.51.100.9, 127.0.0.1"}, "198.51.100.9"),
        ("127.0.0.1", {"forwarded": 'for=1.1.1.1, for="[2001:db8::7]:80";proto=https'}, "2001:db8::/64"),
        ("127.0.0.1", {"forwarded": "for=198.51.100.9", "x_forwarded_for": "198.51.100.9"}, "198.51.100.9"),
        ("127.0.0.1", {"forwarded": "for=1.1.1.1", "x_forwarded_for": "198.51.100.9"}, "127.0.0.1"),
        ("127.0.0.1", {"forwarded": "proto=https", "x_forwarded_for": "198.51.100.9"}, "198.51.100.9"),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.7, 127.0.0.1"}, "127.0.0.7"),
        ("127.0.0.1", {}, "127.0.0.1"),
        ("127.0.0.1", {"x_forwarded_for": "nonsense"}, "nonsense"),
        ("2001:db8::1", {}, "2001:db8::/64"),
    ],
)
def test_a_client_is_an_address_that_can_be_believed(peer: str, headers: dict[str, str], client: str) -> None:
    assert Clients(Settings()).address(asked(peer, **headers)) == client


# -- A home -----------------------------------------------------------------------------------------------


async def play_on(phone: Phone, choose: Callable[[Message], str]) -> None:
    """Play until the game has had sixty moves: machines would go on too fast for people's limits."""
    while phone.ply < 60:
        if phone.actor is not None and phone.view is not None and "moves" in phone.view:
            answer = await phone.do("play", seat=phone.actor, ply=phone.ply, moves=[choose(phone.view)])
            assert answer["t"] == "update"
        else:
            await phone.hear()


async def test_seven_phones_behind_one_address_play_with_the_limits_that_everybody_has(
    ground: Ground,
) -> None:
    async with nodes(ground, **DEFAULTS) as [address]:
        phones = [Phone(address, HOME) for _ in range(7)]
        host, *guests = phones
        code = await host.open("pickomino", ["human"] * 7)
        for number, guest in enumerate(guests):
            await guest.sit(code, f"Lis {number}")
        for phone in phones:
            for path in ("/", "/api/games", *[f"/assets/{n}.js" for n in range(30)]):
                assert (await phone.ask("GET", path)).status_code in (200, 404)
            assert (await phone.connect())["t"] == "hello"
        for phone in phones:
            await phone.ready()
        await host.start()
        await asyncio.gather(*(play_on(phone, at_random(seat)) for seat, phone in enumerate(phones)))
        for phone in phones:
            await phone.close()


# -- Requests and tables ----------------------------------------------------------------------------------


async def test_too_many_requests_of_one_client_leave_the_others_alone(ground: Ground) -> None:
    async with nodes(ground, requests_per_client=0.1) as [address]:
        stranger, home = Phone(address, STRANGER), Phone(address, HOME)
        assert (await stranger.ask("GET", "/api/games")).status_code == 200
        assert await refusal(await stranger.ask("GET", "/api/games")) == (429, "too_many_requests")
        assert (await stranger.ask("GET", "/healthz")).status_code == 200
        assert (await home.ask("GET", "/api/games")).status_code == 200


async def test_how_the_server_is_may_not_be_asked_without_end(ground: Ground) -> None:
    async with nodes(ground, requests_per_client=2.0) as [address]:
        stranger, home = Phone(address, STRANGER), Phone(address, HOME)
        assert [(await stranger.ask("GET", "/metrics")).status_code for _ in range(3)] == [200, 200, 429]
        assert (await stranger.ask("GET", "/api/games")).status_code == 200
        for path in ("/healthz", "/readyz"):
            while (await stranger.ask("GET", path)).status_code == 200:
                pass
            assert await refusal(await stranger.ask("GET", path)) == (429, "too_many_requests")
        for path in ("/healthz", "/readyz", "/metrics"):
            assert (await home.ask("GET", path)).status_code == 200


def test_a_monitor_that_asks_every_few_seconds_is_always_answered() -> None:
    clients, now = Clients(Settings()), 0.0
    clients._watching_over._clock = lambda: now
    for _ in range(1000):
        now += 1.0
        assert all(clients.may_watch_over("192.0.2.1", cost) for cost in FOR_OPERATORS.values())


async def test_who_has_a_seat_does_not_depend_on_who_else_is_at_the_address(ground: Ground) -> None:
    async with nodes(ground, requests_per_client=0.8) as [address]:
        ola, neighbour = Phone(address, HOME), Phone(address, HOME)
        async with ola:
            code = await ola.open("pickomino", ["human", "human"])
            await ola.connect()
            while (await neighbour.ask("GET", "/api/games")).status_code == 200:
                pass
            assert (await ola.ask("GET", f"/api/tables/{code}")).status_code == 200
            again = Phone(address, HOME)
            again.code, again.cookie = ola.code, ola.cookie
            assert (await again.connect())["yours"] == [0]
            await again.close()


async def test_one_client_does_not_take_all_new_tables(ground: Ground) -> None:
    async with nodes(ground, tables_per_minute=15) as [address]:
        stranger, home = Phone(address, STRANGER), Phone(address, HOME)
        answers = [(await stranger.ask("POST", "/api/tables", json=TABLE)).status_code for _ in range(15)]
        assert answers == [201] * 10 + [429] * 5
        assert (await home.ask("POST", "/api/tables", json=TABLE)).status_code == 201


async def test_a_client_may_open_so_many_tables_a_day(ground: Ground) -> None:
    async with nodes(ground, tables_per_client=2) as [address]:
        stranger = Phone(address, STRANGER)
        answers = [(await stranger.ask("POST", "/api/tables", json=TABLE)).status_code for _ in range(3)]
        assert answers == [201, 201, 429]


async def test_a_client_has_so_many_games_of_bots_only(ground: Ground) -> None:
    async with nodes(ground, bot_tables_per_client=2) as [address]:

        async def start(via: dict[str, str]) -> dict[str, Any]:
            async with Phone(address, via) as host:
                answer = await host.ask("POST", "/api/tables", json=BOTS_ONLY)
                host.code = answer.json()["code"]
                await host.connect()
                return await host.do("start")

        kinds = [(await start(STRANGER))["t"] for _ in range(2)]
        assert kinds == ["update", "update"]
        assert (await start(STRANGER))["code"] == "too_many_tables"
        assert (await start(HOME))["t"] == "update"


async def test_games_that_everybody_has_left_count_as_games_of_bots_only(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.server.keeper.BEAT", 0.1)

    async def leave(phone: Phone, bots: int, pace: str) -> None:
        seats = [{}, *[{"kind": "bot", "level": "easy"}] * bots]
        wanted = {"game": "pickomino", "seats": seats, "name": "Ola", "manners": {"pace": pace}}
        phone.code = (await phone.ask("POST", "/api/tables", json=wanted)).json()["code"]
        await phone.connect()
        await phone.ready()
        await phone.start()
        assert (await phone.do("leave", seat=0))["t"] == "update"

    def entries(phone: Phone) -> int:
        with closing(sqlite3.connect(ground.folder / "stolik.db")) as database:
            found = database.execute("SELECT count(*) FROM log WHERE code = ?", (phone.code,)).fetchone()
            return int(found[0])

    async def play_to_the_end(phone: Phone) -> None:
        await phone.until(lambda _: phone.table["stage"] == "over")
        await phone.close()

    async with nodes(ground, bot_tables_per_client=1) as [address]:
        first, second = Phone(address, STRANGER), Phone(address, STRANGER)
        await leave(first, 6, "calm")
        await leave(second, 6, "instant")
        at = []
        for _ in range(2):
            home = Phone(address, HOME)
            await leave(home, 1, "instant")
            await play_to_the_end(home)
            at.append(entries(second))
        assert at[0] == at[1]
        assert (await first.ask("DELETE", f"/api/tables/{first.code}")).status_code == 204
        await play_to_the_end(second)
        await first.close()


async def test_asking_for_recovery_counts_for_much(ground: Ground) -> None:
    async with nodes(ground, requests_per_client=10.0) as [address], Phone(address, HOME) as ola:
        code = await ola.open("pickomino", ["human", "human"])
        await ola.connect()
        path = f"/api/tables/{code}/recovery"
        answers = [(await ola.ask("POST", path)).status_code for _ in range(4)]
        assert answers[:2] == [201, 201]
        assert answers[3] == 429


async def test_a_picture_that_has_to_be_drawn_counts_for_much(ground: Ground) -> None:
    async with nodes(ground, requests_per_client=5.0) as [address]:
        home, stranger = Phone(address, HOME), Phone(address, STRANGER)
        path = f"/api/tables/{await home.open('pickomino', ['human', 'human'])}/qr"

        async def draw(phone: Phone, name: str) -> int:
            return (await phone.ask("GET", path, headers={"Host": name})).status_code

        assert [await draw(stranger, f"laptop-{n}") for n in range(4)] == [200, 200, 429, 429]
        assert await draw(home, "laptop") == 200
        assert await draw(stranger, "laptop") == 200  # it was drawn already


# -- Sockets ----------------------------------------------------------------------------------------------


async def test_spectators_do_not_lock_a_player_out(ground: Ground) -> None:
    async with nodes(ground, max_sockets_per_table=3, max_sockets=8) as [address]:
        ola = Phone(address, HOME)
        code = await ola.open("pickomino", ["human", "human"])
        url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
        crowd = [await connect(url, additional_headers=STRANGER) for _ in range(8)]
        told = await asyncio.gather(*(socket.recv() for socket in crowd), return_exceptions=True)
        assert sum(isinstance(one, ConnectionClosed) for one in told) == 5
        assert (await ola.connect())["yours"] == [0]
        await ola.close()
        for socket in crowd:
            await socket.close()


async def test_a_part_of_the_node_is_kept_for_those_who_have_a_seat(ground: Ground) -> None:
    async with nodes(ground, max_sockets=8) as [address]:
        ola = Phone(address, HOME)
        code = await ola.open("pickomino", ["human", "human"])
        url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
        held = []
        for _ in range(6):
            held.append(await connect(url, additional_headers=STRANGER))
            assert json.loads(await held[-1].recv())["t"] == "hello"
        assert await why_closed(await connect(url, additional_headers=STRANGER)) == 4429
        forged = {**STRANGER, "Cookie": f"stolik-{code}=forged"}
        assert await why_closed(await connect(url, additional_headers=forged)) == 4429
        assert (await ola.connect())["yours"] == [0]
        await ola.close()
        for socket in held:
            await socket.close()


async def test_one_address_has_so_many_sockets(ground: Ground) -> None:
    async with nodes(ground, max_sockets_per_client=2) as [address]:
        ola = Phone(address, STRANGER)  # who has a seat there
        code = await ola.open("pickomino", ["human", "human"])
        url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
        held = [await connect(url, additional_headers=STRANGER) for _ in range(2)]
        for socket in held:
            await socket.recv()
        assert await why_closed(await connect(url, additional_headers=STRANGER)) == 4429
        other = await connect(url, additional_headers=HOME)
        assert json.loads(await other.recv())["t"] == "hello"
        assert (await ola.connect())["yours"] == [0]
        await ola.close()
        for socket in (*held, other):
            await socket.close()


async def test_one_address_does_not_fill_a_small_node_with_seats_that_it_takes_itself(ground: Ground) -> None:
    async with nodes(ground, **DEFAULTS, max_sockets=200) as [address]:
        ola, spectator = Phone(address, HOME), Phone(address, {"X-Forwarded-For": "203.0.113.5"})
        spectator.code = await ola.open("pickomino", ["human", "human"])
        held, sent_away = [], 0
        for _ in range(4):
            host, *guests = [Phone(address, STRANGER) for _ in range(7)]
            code = await host.open("pickomino", ["human"] * 7)
            for number, guest in enumerate(guests):
                await guest.sit(code, f"Wilk {number}")
            url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
            for phone in (host, *guests):
                for _ in range(DEVICES):
                    held.append(await connect(url, additional_headers=phone.headers))
                    try:
                        await held[-1].recv()
                    except ConnectionClosed:
                        sent_away += 1
        assert len(held) - sent_away == 200 // SOCKETS
        assert (await ola.connect())["yours"] == [0]
        assert (await spectator.connect())["t"] == "hello"
        await ola.close()
        await spectator.close()
        for socket in held:
            await socket.close()


def test_strangers_leave_room_for_those_with_a_seat_at_their_address() -> None:
    clients = Clients(Settings(max_sockets=200))
    with ExitStack() as at_it:
        while not clients.is_full("192.0.2.1", seated=False):
            at_it.enter_context(clients.socket("192.0.2.1", seated=False))
        for _ in range(7 * 2):
            assert not clients.is_full("192.0.2.1", seated=True)
            at_it.enter_context(clients.socket("192.0.2.1", seated=True))
    assert not clients.is_full("192.0.2.1", seated=False)


async def test_of_a_person_s_many_sockets_the_first_gives_way(ground: Ground) -> None:
    async with nodes(ground) as [address]:
        ola = Phone(address, HOME)
        code = await ola.open("pickomino", ["human", "human"])
        url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
        held = [await connect(url, additional_headers=ola.headers) for _ in range(DEVICES)]
        for socket in held:
            await socket.recv()
        last = await connect(url, additional_headers=ola.headers)
        assert json.loads(await last.recv())["yours"] == [0]
        assert await why_closed(held[0]) == 4429
        for socket in (*held[1:], last):
            await socket.close()


async def test_a_person_has_one_limit_of_messages_over_all_sockets(ground: Ground) -> None:
    async with nodes(ground, rate=0.001, burst=3) as [address]:
        ola, again, lis = (Phone(address, HOME) for _ in range(3))
        await lis.sit(await ola.open("pickomino", ["human", "human"]), "Lis")
        again.code, again.cookie = ola.code, ola.cookie
        for device in (ola, again, lis):
            await device.connect()
        for device in (ola, again, ola):
            assert (await device.do("say", seat=0, phrase="hello"))["t"] == "update"
        assert (await again.do("say", seat=0, phrase="hello"))["code"] == "too_fast"
        assert (await lis.do("say", seat=1, phrase="hello"))["t"] == "update"
        for device in (ola, again, lis):
            await device.close()


# -- Connections ------------------------------------------------------------------------------------------

HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "
HALF_A_BODY = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"


@pytest.mark.parametrize("said", [b"", HALF, HALF_A_BODY], ids=["nothing", "header", "body"])
async def test_a_request_that_does_not_end_is_closed(ground: Ground, said: bytes) -> None:
    async with nodes(ground, request_seconds=0.3) as [address]:
        port = int(address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)

        async def dribble() -> None:
            while True:
                await asyncio.sleep(0.02)
                writer.write(b"a")

        slowly = asyncio.create_task(dribble()) if said else None
        async with asyncio.timeout(WAIT):
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readexactly(100_000)
        if slowly:
            slowly.cancel()
        writer.close()


async def test_a_request_after_another_must_end_in_time_too(ground: Ground) -> None:
    async with nodes(ground, request_seconds=0.3) as [address]:
        port = int(address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        whole = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        writer.write(whole)
        await reader.readuntil(b"ok\n")
        await asyncio.sleep(0.5)  # idle between requests: uvicorn allows 5 s
        writer.write(whole)
        await reader.readuntil(b"ok\n")
        writer.write(HALF)
        async with asyncio.timeout(3):  # less than uvicorn's own time
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readexactly(100_000)
        writer.close()


async def test_a_slow_answer_is_not_cut_off(ground: Ground) -> None:
    async with nodes(ground, request_seconds=0.2) as [address], Device(address) as ola:
        await ola.open("pickomino", ["human", "human"])
        await ola.connect()
        await asyncio.sleep(0.5)
        assert (await ola.do("say", seat=0, phrase="hello"))["t"] == "update"


class Held:
    """A connection as the limits see it."""

    def __init__(self, peer: str) -> None:
        self.peer = self.address = peer
        self.aborted = False
        self.transport = self

    def abort(self) -> None:
        self.aborted = True


def let_in(among: Connections, peer: str, open_now: int = 1) -> tuple[Any, bool]:
    held: Any = Held(peer)
    return held, among.let_in(held, open_now)


def test_of_an_address_s_connections_the_oldest_that_said_nothing_gives_way() -> None:
    among = Connections(Settings(connections_per_client=2), most=100)
    first, second = let_in(among, "192.0.2.1")[0], let_in(among, "192.0.2.1")[0]
    among.arrived(first)
    third, has_room = let_in(among, "192.0.2.1")
    assert (first.aborted, second.aborted, has_room) == (False, True, True)
    among.arrived(third)
    fourth, has_room = let_in(among, "192.0.2.1")
    assert (fourth.aborted, has_room) == (True, False)  # the others are being answered
    assert let_in(among, "192.0.2.2")[1]
    assert all(let_in(among, "127.0.0.1")[1] for _ in range(10))  # a proxy


def test_an_address_may_not_connect_again_and_again() -> None:
    among = Connections(Settings(requests_per_client=0.5), most=100)
    answers = []
    for _ in range(7):
        held, has_room = let_in(among, "192.0.2.1")
        answers.append((has_room, held.aborted))
        among.forget(held)
    assert answers == [(True, False)] * 5 + [(False, True)] * 2
    assert let_in(among, "192.0.2.2")[1]
    assert all(let_in(among, "127.0.0.1")[1] for _ in range(10))  # a proxy


def test_there_are_never_more_connections_than_descriptors() -> None:
    among = Connections(Settings(), most=2)
    first, second = let_in(among, "192.0.2.1", 1)[0], let_in(among, "192.0.2.2", 2)[0]
    assert let_in(among, "192.0.2.3", 3)[1]
    assert (first.aborted, second.aborted) == (True, False)


async def test_an_address_with_all_its_connections_half_open_can_still_ask(ground: Ground) -> None:
    async with nodes(ground, connections_per_client=5, trusted_proxies=()) as [address]:
        port = int(address.rpartition(":")[2])
        half = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        for _, writer in half:
            writer.write(HALF)
        assert (await Device(address).ask("GET", "/healthz")).status_code == 200
        for _, writer in half:
            writer.close()


def test_the_protocol_is_uvicorn_s_own_but_for_the_limits() -> None:
    assert LimitedHTTP.handle_events is LimitedHTTP.__mro__[1].handle_events  # type: ignore[attr-defined]


# -- Names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8000", "192.168.1.5", "[::1]:8000", "localhost:8000", "laptop", "laptop.local:8000"),
        *("a" * 63, "stolik.attic.home.arpa"),
        *("stolik.example", "Stolik.Example.:443", "tables.example:8000", f"{sockets.gethostname()}:1"),
    ],
)
def test_names_that_are_ours(host: str) -> None:
    assert is_own_name(host, ("tables.example",), "https://stolik.example")


@pytest.mark.parametrize(
    "host",
    [
        *("elsewhere.example", "stolik.example.evil.example", "", "a b", "a/b", "a\x00"),
        *("a" * 64, "a." * 30 + "local", "a" * 5000),
    ],
)
def test_names_that_are_not_ours(host: str) -> None:
    assert not is_own_name(host, ("tables.example",), "https://stolik.example")


async def test_a_page_whose_name_was_made_to_mean_this_server_is_refused(ground: Ground) -> None:
    evil = {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"}
    async with nodes(ground) as [address], Device(address) as ola:
        code = await ola.open("pickomino", ["human", "human"])
        asked = (("GET", f"/api/tables/{code}"), ("POST", "/api/tables"), ("GET", "/"))
        for method, path in asked:
            answer = await ola.ask(method, path, headers=evil, json=TABLE)
            assert await refusal(answer) == (421, "unknown_host")
        url = f"{address.replace('http', 'ws')}/api/tables/{code}/socket"
        port = int(address.rpartition(":")[2])
        socket = await connect(
            url.replace("127.0.0.1", "elsewhere.example"), host="127.0.0.1", port=port, compression=None
        )
        assert await why_closed(socket) == 4403
        assert (await ola.ask("GET", "/healthz", headers=evil)).status_code == 200
    async with nodes(ground, hosts=("*",)) as [address], Device(address) as ola:
        assert (await ola.ask("POST", "/api/tables", headers=evil, json=TABLE)).status_code == 201


async def test_many_who_come_at_once_are_accepted_a_few_at_a_time_and_all_answered(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted: list[int] = []
    accept = asyncio.SelectorEventLoop._accept_connection  # type: ignore[attr-defined]

    def counted(loop: Any, *args: Any, **more: Any) -> None:
        before = len(asyncio.all_tasks(loop))
        accept(loop, *args, **more)
        accepted.append(len(asyncio.all_tasks(loop)) - before)

    monkeypatch.setattr(asyncio.SelectorEventLoop, "_accept_connection", counted)
    async with nodes(ground) as [address]:
        port = int(address.rpartition(":")[2])
        lines = [sockets.create_connection(("127.0.0.1", port)) for _ in range(5 * AT_ONCE)]  # they wait
        for line in lines:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answers = [await asyncio.to_thread(line.recv, 100) for line in lines]
        for line in lines:
            line.close()
    assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers)
    assert max(accepted) == AT_ONCE
