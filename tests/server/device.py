"""A person's device at a table: it speaks to a real server, over HTTP and one socket."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.clients import WAIT, Client, Message, answers, table_wanted

__all__ = ["WAIT", "Device", "Message", "answers", "at_random"]


class Device(Client):
    """Opens tables, sits down, and keeps everything that it is told."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.messages: list[Message] = []
        self.told: list[Message] = []
        self.socket: ClientConnection | None = None

    # -- HTTP ---------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async with httpx.AsyncClient(
            base_url=self.address,
            timeout=WAIT,
            headers=self.headers,
            verify=False,  # nothing is encrypted, and to load the certificates takes longer than to ask
        ) as client:
            response = await client.request(method, path, **more)
        self.keep_cookie(response.headers.get("set-cookie"))
        return response

    async def open(self, game: str, seats: list[str], name: str | None = "Ola", **wanted: Any) -> str:
        """Open a table; seats are ``human``, ``closed``, or the level of a bot."""
        manners = wanted.pop("manners", {})
        body = table_wanted(game, seats, name, wanted, manners)
        response = await self.ask("POST", "/api/tables", json=body)
        assert response.status_code == 201, response.text
        self.code = response.json()["code"]
        return self.code

    async def sit(self, code: str, name: str, seat: int | None = None) -> int:
        body: dict[str, Any] = {"name": name} if seat is None else {"name": name, "seat": seat}
        response = await self.ask("POST", f"/api/tables/{code}/seats", json=body)
        assert response.status_code == 201, response.text
        self.code = code
        return int(response.json()["seat"])

    # -- The socket ---------------------------------------------------------------------------------------

    async def connect(self, since: int | None = None, address: str | None = None) -> Message:
        """Open the socket, at another node if an address is given, and return its first message."""
        url = self.socket_url(self.seq if since is None else since, address)
        self.socket = await connect(url, additional_headers=self.headers, open_timeout=WAIT, compression=None)
        return await self.hear()

    async def hear(self) -> Message:
        """Return the next message, after taking in what it says."""
        assert self.socket is not None
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), WAIT))
        self.messages.append(message)
        self.take(message)
        self.told += message.get("missed", []) + message.get("told", [])
        return message

    async def send(self, kind: str, id: str | None = None, **what: Any) -> str:
        """Send a command and return its id."""
        assert self.socket is not None
        id = id or secrets.token_hex(8)
        await self.socket.send(json.dumps({"t": kind, "id": id, **what}))
        return id

    async def do(self, kind: str, id: str | None = None, **what: Any) -> Message:
        """Send a command and return what answers it: its update, ``done`` or ``refused``."""
        id = await self.send(kind, id, **what)
        return await self.until(lambda message: answers(message, id))

    async def until(self, enough: Callable[[Message], bool]) -> Message:
        """Take messages in until one is enough, and return it."""
        while not enough(message := await self.hear()):
            pass
        return message

    async def ready(self, *seats: int) -> None:
        for seat in seats or self.yours:
            answer = await self.do("ready", seat=seat, random=secrets.token_hex(16))
            assert answer["t"] == "update", answer

    async def start(self) -> Message:
        answer = await self.do("start")
        assert answer["t"] == "update", answer
        return answer

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    def drop(self) -> None:
        """Lose the line, without a word."""
        assert self.socket is not None
        self.socket.transport.abort()
        self.socket = None

    @property
    def actor(self) -> int | None:
        """The seat of ours that must decide."""
        if self.view and self.view["actor"] in self.yours and self.table["stage"] == "playing":
            return int(self.view["actor"])
        return None

    async def play(self, choose: Callable[[Message], str]) -> Message:
        """Play the game on to its end, for our seats, and return the last view."""
        while self.table["stage"] != "over":
            if self.actor is not None and self.view is not None and "moves" in self.view:
                answer = await self.do("play", seat=self.actor, ply=self.ply, moves=[choose(self.view)])
                assert answer["t"] == "update" or answer["code"] == "stale", answer
            else:
                await self.hear()
        assert self.view is not None
        return self.view

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(ConnectionClosed):
            await self.close()


def at_random(seed: int) -> Callable[[Message], str]:
    """Return a way to choose that is the same every time; what can be had is had, so that games end soon."""
    rng = random.Random(seed)

    def choose(view: Message) -> str:
        moves: list[str] = view["moves"]
        return rng.choice([move for move in moves if move.startswith(("take", "steal", "keep w"))] or moves)

    return choose
