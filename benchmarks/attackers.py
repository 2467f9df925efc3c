"""The attacks of ``benchmarks.attack``: what one anonymous client on the loopback can do to a server.

Each is a coroutine that goes on until it is cancelled, and counts in ``Done`` what it got. All are bounded,
in how much they hold open and in how many requests are under way at once.
"""

from __future__ import annotations

import asyncio
import random
import re
import string
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from typing import Any

import msgspec

from benchmarks.attack_web import STRANGER, ask, open_table
from benchmarks.server_line import Line
from stolik.server.access import LOCAL_SIGNS
from stolik.server.live_tables import DEVICES
from tools.server_process import HOST

Done = Counter[str]
"""What an attack got, by what."""
Attack = Callable[[int, str, Done], Awaitable[None]]
"""Attacks the server at a port; the code is that of a table at which people play."""

Request = Mapping[str, Any] | Callable[[], Mapping[str, Any]]
"""A request, or what makes another one each time."""

BOTS = 100
"""Tables of bots that are opened."""
LOOKED_BACK = 5
"""Finished games at which the attacker looks back."""
LOOKING = 40
TALKING = 30
WATCHING = 80
IDLE = 400
HALF_SENT = 3000
"""Sockets and connections that are held open."""
AT_ONCE = 8
"""Requests under way at any moment."""
LONG = "WXYZ22"
"""The code of a table whose log is long; the benchmark writes it before the server starts."""
EVENING, LAST_GAMES = "WXYZ33", 290
"""The code of a table where many games were played, likewise, and entries that reach back before the last."""


class Stranger(Line):
    """A socket of the attacker."""

    def __init__(self, done: Done) -> None:
        super().__init__()
        self._done = done
        self._closed = False
        self.seq = 0
        self.greeted = asyncio.Event()
        self.over = asyncio.Event()

    def heard(self, text: bytes) -> None:
        """Note the first message, and the end of a game."""
        if not self.greeted.is_set():
            self._done["sockets"] += 1
            self.seq = msgspec.json.decode(text)["seq"]
            self.greeted.set()
        if b'"stage":"over"' in text:
            self.over.set()
        if text.startswith(b'{"t":"refused"'):
            self._done["refused"] += 1

    def lost(self, why: str) -> None:
        """Note that the server sent this socket away."""
        if not self._closed:
            self._closed = True
            self._done["sent away"] += 1
            self.greeted.set()

    async def visit(self, port: int, code: str, cookie: str = "", since: int = 0) -> None:
        """Connect, and wait for the first message."""
        path = f"/api/tables/{code}/socket?since={since}"
        try:
            await self.connect(HOST, port, path, cookie, STRANGER)
            async with asyncio.timeout(10):
                await self.greeted.wait()
        except (OSError, TimeoutError):
            self.lost("no answer")

    def say(self, **what: Any) -> None:
        """Send a command, if the socket is still there."""
        if not self._closed:
            self.send(msgspec.json.encode(what))


def _bots(level: str, seats: int, game: str = "linko") -> dict[str, Any]:
    plans = [{"kind": "bot", "level": level}] * seats
    return {"game": game, "seats": plans, "manners": {"pace": "instant"}}


async def _started(port: int, wanted: object, done: Done) -> tuple[str, str, Stranger] | None:
    """Open a table of bots and start its game."""
    code, cookie = await open_table(port, wanted, STRANGER)
    done["tables" if code else "refused"] += 1
    if not code:
        await asyncio.sleep(0.05)
        return None
    host = Stranger(done)
    await host.visit(port, code, cookie)
    host.say(t="start", id="s")
    return code, cookie, host


async def deep_bots(port: int, _: str, done: Done) -> None:
    """Open tables of five ``master`` bots, one after the other, and leave each."""
    for _number in range(BOTS):
        started = await _started(port, _bots("master", 5), done)
        if started:
            await asyncio.sleep(0.02)
            started[2].close()
    await asyncio.Event().wait()


async def advice(port: int, code: str, done: Done) -> None:
    """Ask the trainer of one table again and again, over many sockets of one person."""
    wanted = {"game": "pickomino", "seats": [{}, {"kind": "bot"}], "name": "Wilk"}
    code, cookie = await open_table(port, {**wanted, "manners": {"help": "trainer"}}, STRANGER)
    sockets = [Stranger(done) for _ in range(LOOKING)]
    for socket in sockets:
        await socket.visit(port, code, cookie)
    sockets[0].say(t="ready", id="r", seat=0, random="0" * 32)
    sockets[0].say(t="start", id="s")
    while True:
        for socket in sockets:
            socket.say(t="look", seat=0)
            done["looks"] += 1
        await asyncio.sleep(0.1)


async def _flood(port: int, done: Done, *requests: Request) -> None:
    """Send requests again and again, some of them at once."""

    async def one() -> None:
        while True:
            for request in requests:
                answer = await ask(port, **(request() if callable(request) else request))
                done[str(answer.status)] += 1
                if answer.status in (0, 429):
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))


async def pictures(port: int, code: str, done: Done) -> None:
    """Ask for QR codes of addresses that are as long as they may be, and new each time."""

    def wanted() -> dict[str, Any]:
        name = "".join(random.choices(string.ascii_lowercase, k=LOCAL_SIGNS))
        return {"method": "GET", "path": f"/api/tables/{code}/qr", "headers": {"Host": f"{name}:{port}"}}

    await _flood(port, done, wanted)


async def _played(port: int, done: Done) -> str:
    """Let bots play a game to its end; return the code of the table."""
    started = None
    while started is None:
        started = await _started(port, _bots("easy", 7, "pickomino"), done)
    code, _, host = started
    async with asyncio.timeout(60):
        await host.over.wait()
    host.close()
    return code


async def replays(port: int, _: str, done: Done) -> None:
    """Ask for the replay and the record of a finished game."""
    path = f"/api/tables/{await _played(port, done)}/games/1"
    wanted = [f"{path}/replay", *(f"{path}/replay?seat={seat}" for seat in range(7)), f"{path}/record"]
    await _flood(port, done, *({"method": "GET", "path": path} for path in wanted))


async def look_backs(port: int, _: str, done: Done) -> None:
    """Let bots play games to their end, and ask for the look back at each of them again and again."""

    async def one() -> None:
        path = f"/api/tables/{await _played(port, done)}/review"
        await _flood(port, done, {"method": "GET", "path": path})

    await asyncio.gather(*(one() for _ in range(LOOKED_BACK)))


async def talk(port: int, code: str, done: Done) -> None:
    """Write as much into one table's log as one person can: words over many sockets, and recovery links."""
    wanted = {"game": "pickomino", "seats": [{}, {}], "name": "Wilk", "manners": {"chat": "text"}}
    code, cookie = await open_table(port, wanted, STRANGER)
    sockets = [Stranger(done) for _ in range(TALKING)]
    for socket in sockets:
        await socket.visit(port, code, cookie)

    async def words() -> None:
        while True:
            for socket in sockets:
                done["words"] += 1
                socket.say(t="say", id=f"w{done['words']}", seat=0, text="bla " * 30)
            await asyncio.sleep(0.1)

    link = {"method": "POST", "path": f"/api/tables/{code}/recovery", "cookie": cookie}
    await asyncio.gather(words(), _flood(port, done, link))


async def long_log(port: int, _: str, done: Done) -> None:
    """Look at tables whose logs are long and that nobody watches, in every way there is."""

    async def visit(code: str, since: int) -> int:
        visitor = Stranger(done)
        await visitor.visit(port, code, since=since)
        visitor.close()
        return visitor.seq

    async def late() -> None:
        while True:
            await visit(LONG, 1)
            await visit(EVENING, max(1, await visit(EVENING, 0) - LAST_GAMES))
            await asyncio.sleep(0.05)

    wanted = (f"/api/tables/{LONG}", f"/api/tables/{LONG}/games/1/record")
    await asyncio.gather(late(), _flood(port, done, *({"method": "GET", "path": path} for path in wanted)))


async def monitors(port: int, _: str, done: Done) -> None:
    """Ask how the server is, as those do who watch over it, but without a pause and over the same lines."""

    async def one() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(HOST, port, local_addr=(STRANGER, 0))
                with closing(writer):
                    while True:
                        writer.write(f"GET /metrics HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
                        head = await reader.readuntil(b"\r\n\r\n")
                        done[head.split()[1].decode()] += 1
                        if found := re.search(rb"content-length: ([0-9]+)", head):
                            await reader.readexactly(int(found[1]))
            except (OSError, asyncio.IncompleteReadError):  # also after a refusal
                done["0"] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))


class HalfSent(asyncio.Protocol):
    """A connection over which a request never ends: a sign now and then."""

    def __init__(self, done: Done) -> None:
        self._done = done
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin a request."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._done["open"] += 1
        self._done["opened"] += 1
        transport.write(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\nX-Long: ".encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Count that the server has closed it."""
        self.transport = None
        self._done["open"] -= 1

    def dribble(self) -> None:
        """Send one sign more."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(b"a")


async def half_sent(port: int, _: str, done: Done) -> None:
    """Begin requests and never end them."""
    loop, held = asyncio.get_running_loop(), list[HalfSent]()

    async def dribble() -> None:
        while True:
            await asyncio.sleep(2)
            for connection in held:
                connection.dribble()

    async def connect() -> None:
        while True:
            held[:] = [connection for connection in held if connection.transport is not None]
            for _ in range(min(20, HALF_SENT - len(held))):
                try:
                    made = loop.create_connection(
                        lambda: HalfSent(done), HOST, port, local_addr=(STRANGER, 0)
                    )
                    held.append((await asyncio.wait_for(made, 2))[1])
                except (OSError, TimeoutError):
                    done["not let in"] += 1
            await asyncio.sleep(0.05)

    await asyncio.gather(dribble(), connect())


async def watchers(port: int, code: str, done: Done) -> None:
    """Fill a table at which others play with people who only watch."""
    await _hold(port, code, WATCHING, done)


async def idle_sockets(port: int, code: str, done: Done) -> None:
    """Fill the node with sockets that say nothing, half of them at seats that the attacker took itself."""
    body, each = {"game": "pickomino", "seats": [{}] * 7, "name": "Wilk"}, 50
    opened = [await open_table(port, body, STRANGER) for _ in range(IDLE // each)]
    seats = opened[: IDLE // 2 // (7 * DEVICES) + 1]
    for own, _ in seats[:]:
        path, sit = f"/api/tables/{own}/seats", {"name": "Wilk"}
        seats += [(own, (await ask(port, "POST", path, sit)).cookie) for _ in range(6)]
    await asyncio.gather(
        *(_hold(port, own, DEVICES, done, cookie) for own, cookie in seats),
        *(_hold(port, own or code, each // 2, done) for own, _ in opened),
    )


async def _hold(port: int, code: str, number: int, done: Done, cookie: str = "") -> None:
    """Keep so many sockets open, and come back when sent away."""
    held: list[Stranger] = []
    while True:
        held = [socket for socket in held if not socket._closed]
        for _ in range(number - len(held)):
            socket = Stranger(done)
            await socket.visit(port, code, cookie)
            held.append(socket)
        await asyncio.sleep(0.5)


async def tables(port: int, _: str, done: Done) -> None:
    """Open tables as fast as the server can."""
    body = {"game": "pickomino", "seats": [{}, {}]}
    await _flood(port, done, {"method": "POST", "path": "/api/tables", "body": body})


async def rebound(port: int, _: str, done: Done) -> None:
    """Ask as a page of another site does, whose name its owner made point to this server."""
    there = "elsewhere.example"
    body, headers = {"game": "pickomino", "seats": [{}, {}]}, {"Host": there, "Origin": f"http://{there}"}
    while True:
        answer = await ask(port, "POST", "/api/tables", body, headers=headers)
        done["let in" if answer.status == 201 else str(answer.status)] += 1
        await asyncio.sleep(0.2)


ATTACKS: dict[str, tuple[str, Attack]] = {
    "deep bots": ("1", deep_bots),
    "advice": ("1", advice),
    "pictures": ("2", pictures),
    "replays": ("2", replays),
    "look backs": ("1", look_backs),
    "talk": ("3", talk),
    "long log": ("3", long_log),
    "monitors": ("2", monitors),
    "half-sent": ("4", half_sent),
    "watchers": ("5", watchers),
    "idle sockets": ("5", idle_sockets),
    "tables": ("5", tables),
    "rebound name": ("9", rebound),
}
"""Each attack by its name, with the threat in docs/threats.md that it tries."""
