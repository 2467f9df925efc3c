"""Somebody at a table without a page: for opening tables, and for playing to where a test begins."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext
from websockets.sync.client import ClientConnection, connect

from tests.clients import WAIT, Client, answers, table_wanted

View = dict[str, Any]
Policy = Callable[[View], str]


class Guest(Client):
    """Holds one or several seats, and plays for whichever of them has to decide."""

    def __init__(self, address: str, code: str = "", cookie: str = "") -> None:
        super().__init__(address, code, cookie)
        self._stack = ExitStack()
        self._socket: ClientConnection | None = None

    @classmethod
    def of(cls, context: BrowserContext, address: str, code: str) -> Guest:
        """Return a guest who sits where a browser sits."""
        cookies = context.cookies(f"{address}/api/tables/{code}/socket")
        return cls(address, code, "; ".join(f"{one['name']}={one['value']}" for one in cookies))

    # -- the lobby ----------------------------------------------------------------------------------------

    def open(
        self,
        game: str,
        seats: Sequence[str],
        name: str | None = "Ola",
        help: str = "risk",
        pace: str = "instant",
        **options: str,
    ) -> str:
        """Open a table; seats are ``human``, ``closed``, or the level of a bot."""
        body = table_wanted(game, seats, name, options, {"pace": pace, "help": help})
        self.code = self._post("/api/tables", body)["code"]
        return self.code

    def sit(self, code: str, *names: str) -> None:
        """Take free seats, one after the other."""
        self.code = code
        for name in names:
            self._post(f"/api/tables/{code}/seats", {"name": name})

    def give(self, context: BrowserContext) -> None:
        """Have a browser sit where this guest sits."""
        name, _, value = self.cookie.partition("=")
        context.add_cookies(
            [{"name": name, "value": value, "domain": "127.0.0.1", "path": f"/api/tables/{self.code}"}]
        )

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        host = urlsplit(self.address).netloc
        headers = {"Content-Type": "application/json", **self.headers}
        with closing(HTTPConnection(host, timeout=WAIT)) as connection:
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
            answer = response.read()
        assert response.status == 201, answer
        self.keep_cookie(response.headers["set-cookie"])
        return json.loads(answer)

    # -- the socket ---------------------------------------------------------------------------------------

    def __enter__(self) -> Guest:
        url = self.socket_url(since=0)
        socket = connect(url, additional_headers=self.headers, open_timeout=WAIT, compression=None)
        self._socket = self._stack.enter_context(socket)
        self._hear()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def ready(self) -> None:
        """Be ready, on all seats."""
        for seat in list(self.yours):
            self.do("ready", seat=seat, random=f"{seat:032x}")  # no chance of our own: see repeatable

    def start(self) -> None:
        """Be ready, and begin."""
        self.ready()
        self.do("start")

    def do(self, kind: str, **what: Any) -> None:
        """Do something, and return when it is done."""
        id = secrets.token_hex(8)
        self._send(t=kind, id=id, **what)
        while True:
            message = self._hear()
            assert message["t"] != "refused", message
            if answers(message, id):
                return

    def play_until(self, enough: Callable[[View], bool], policy: Policy) -> View:
        """Play, and let bots play, until our view is enough; return it."""
        while not enough(view := self.look()):
            assert not view["over"], "the game ended before what was waited for"
            if view["actor"] in self.yours:
                self.play(policy)
            else:
                self._hear()
        return view

    def play(self, policy: Policy) -> None:
        """Make one move."""
        view = self.look()
        self.do("play", seat=view["actor"], ply=self.ply, moves=[policy(view)])

    def catch_up(self, seq: int) -> None:
        """Hear everything up to an entry of the log."""
        while self.seq < seq:
            self._hear()

    def look(self) -> View:
        """Return the table as the player who must decide sees it, if that is one of us."""
        view = self._seen()
        if view["actor"] in self.yours and not view.get("moves") and not view["over"]:
            self._send(t="look", seat=view["actor"])
            while self._hear()["t"] != "seen":
                pass
        return self._seen()

    def _seen(self) -> View:
        while self.view is None:
            self._hear()
        return self.view

    def _send(self, **message: Any) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def _hear(self) -> dict[str, Any]:
        assert self._socket is not None
        message: dict[str, Any] = json.loads(self._socket.recv(WAIT))
        self.take(message)
        return message


def play_out(*guests: Guest) -> None:
    """Have guests, and the bots among them, play a game to its end."""
    while True:
        newest = max(guest.seq for guest in guests)
        for guest in guests:
            guest.catch_up(newest)
        view = guests[0].look()
        if view["over"]:
            return
        mover = next((guest for guest in guests if view["actor"] in guest.yours), None)
        if mover is None:
            guests[0].catch_up(newest + 1)
        else:
            mover.play(plain)


# -- how guests play --------------------------------------------------------------------------------------


def plain(view: View) -> str:
    """Play on without much thought: what can be had is had, and the largest is played."""
    moves: list[str] = view["moves"]
    for word in ("steal", "take", "worm", "hold", "leave", "recall", "draw deck", "pass"):
        if found := [move for move in moves if move.startswith(word)]:
            return found[0]
    if keeps := [move for move in moves if move.startswith("keep")]:
        roll, turn = view["turn"]["roll"], view["turn"]
        worth = {move: _worth(move[5:], roll[move[5:]]) for move in keeps}
        if "keep w" in worth and not turn["worm"]:
            return "keep w"
        return max(keeps, key=lambda move: worth[move])
    if plays := [move for move in moves if move.startswith("play")]:
        return max(plays, key=_size)
    return moves[0]


def _worth(face: str, dice: int) -> int:
    return (5 if face == "w" else int(face)) * dice


def _size(move: str) -> int:
    """How many cards a play has, a joker counting half: jokers are kept for later."""
    numbers, _, jokers = move.removeprefix("play ").partition("+")
    cards = 0 if numbers.endswith("j") else 2 * int(numbers.partition("x")[0])
    return cards + (int(jokers.rstrip("j")) if jokers else 0)
