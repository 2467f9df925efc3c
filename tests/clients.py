"""What the clients of the tests have in common: how they ask for a table, and what they keep of messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Message = dict[str, Any]

WAIT = 30.0
"""Seconds after which something that should have happened is a failure."""


class Client:
    """A device at a table, apart from its connection: ``table``, ``view``, ``yours`` as it was told them."""

    def __init__(self, address: str, code: str = "", cookie: str = "") -> None:
        self.address = address
        self.code = code
        self.cookie = cookie
        self.seq = 0
        self.ply = 0
        self.table: Message = {}
        self.view: Message | None = None
        self.yours: list[int] = []

    @property
    def headers(self) -> dict[str, str]:
        """What it sends with every request."""
        return {"Cookie": self.cookie} if self.cookie else {}

    def keep_cookie(self, header: str | None) -> None:
        """Keep the cookie of a response, if it has one."""
        if header:
            self.cookie = header.partition(";")[0]

    def socket_url(self, since: int, address: str | None = None) -> str:
        """Return the address of the table's socket, at another node if its address is given."""
        base = (address or self.address).replace("http", "ws", 1)
        return f"{base}/api/tables/{self.code}/socket?since={since}"

    def take(self, message: Message) -> None:
        """Keep what a message says."""
        if message["t"] in ("hello", "update"):
            self.seq, self.ply = message["seq"], message["ply"]
            self.table = message.get("table", self.table)
            self.yours = message.get("yours", self.yours)
        if message["t"] in ("hello", "update", "seen"):
            self.view = message.get("view", self.view)


def table_wanted(
    game: str,
    seats: Sequence[str],
    name: str | None,
    options: Mapping[str, object],
    manners: Mapping[str, object],
) -> Message:
    """Return the body of a request for a table; seats are ``human``, ``closed``, or the level of a bot."""
    plans = [
        {"kind": seat} if seat in ("human", "closed") else {"kind": "bot", "level": seat} for seat in seats
    ]
    body = {"game": game, "seats": plans, "options": dict(options), "manners": {"pace": "instant", **manners}}
    return body if name is None else {**body, "name": name}


def answers(message: Message, id: str) -> bool:
    """Whether a message answers the command with that id."""
    return message.get("id") == id or any(told["id"] == id for told in message.get("told", []))
