"""A device at a table: what it says is heard, and answered or refused, however its words get here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from stolik.server.commands import Caller, Refusal, check_hurry, decide
from stolik.server.connection import Connection
from stolik.server.keeper import Keeper
from stolik.server.limits import Bucket
from stolik.server.live_tables import LiveTable
from stolik.server.messages import Command, Done, FromDevice, Hurry, Look, Ping, Pong, Refused, Start
from stolik.server.settings import Settings
from stolik.server.table import Table
from stolik.server.table_store import StoreDown

PATIENCE = 50
"""Commands that make no sense or come too fast, before a device is not heard any more."""
PRESENT_GAME = "game"
"""The ``since`` of a device that has seen nothing yet."""

_decoder: msgspec.json.Decoder[FromDevice] = msgspec.json.Decoder(FromDevice)


class House(NamedTuple):
    """What a device needs of the place where its table is."""

    settings: Settings
    keeper: Keeper
    check_start: Callable[[Table, str], None]
    """Refuses to start a game for a client."""
    note: Callable[[str, str], None]
    """Called with the kind of every command, and how it ended."""
    measure: Callable[[float], None]
    """Called with the seconds that a command took."""


def since_of(text: str) -> int | None:
    """Return the entry up to which a device has seen all; ``None`` for one that has seen nothing yet."""
    if text == PRESENT_GAME:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


class Device:
    """A device at a table."""

    def __init__(self, house: House, live: LiveTable, connection: Connection, bucket: Bucket) -> None:
        self._house = house
        self._live = live
        self._connection = connection
        self._bucket = bucket
        self._patience = PATIENCE

    @property
    def is_borne(self) -> bool:
        """Whether it has not tried our patience."""
        return self._patience > 0

    async def hear(self, text: str | bytes) -> None:
        """Hear one message, and answer it."""
        try:
            said = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(Refusal("malformed", problem=str(error)))
            return
        if not self._bucket.take():
            self._refuse(Refusal("too_fast", rate=self._house.settings.rate), getattr(said, "id", ""))
        elif isinstance(said, Ping):
            self._connection.push(Pong(time.time()))
        elif isinstance(said, Look):
            self._look(said)
        elif isinstance(said, Hurry):
            self._hurry(said)
        else:
            await self._obey(said)

    def _look(self, said: Look) -> None:
        if said.seat is not None and said.seat not in self._live.table.held(self._connection.holder):
            self._refuse(Refusal("not_your_seat", seat=said.seat))
        else:
            self._live.look(self._connection, said.seat)

    def _hurry(self, said: Hurry) -> None:
        try:
            check_hurry(self._live.table, self._connection.holder)
        except Refusal as refusal:
            self._connection.push(Refused(said.id, refusal.code, refusal.values))
            return
        self._house.keeper.hurry(self._live)
        self._connection.push(Done(said.id, self._live.table.seq))

    async def _obey(self, command: Command) -> None:
        began = time.monotonic()
        absent_after = self._house.settings.absent_after
        try:
            if isinstance(command, Start):
                self._house.check_start(self._live.table, self._connection.client)
            seq = await self._live.do(
                lambda table: decide(
                    table, command, Caller(self._connection.holder, time.time(), absent_after)
                ),
                command.id,
                self._connection.holder,
            )
            outcome = "done" if seq else "again"
            if not seq:
                self._live.answer_done(self._connection, command.id)
        except Refusal as refusal:
            outcome = "refused"
            self._connection.push(Refused(command.id, refusal.code, refusal.values))
        except StoreDown:
            outcome = "store_down"
            self._connection.push(Refused(command.id, "try_again", {}))
        self._house.note(type(command).__name__.lower(), outcome)
        self._house.measure(time.monotonic() - began)

    def _refuse(self, refusal: Refusal, command: str = "") -> None:
        """Refuse something that no device of ours would say, or not so fast."""
        self._patience -= 1
        self._house.note("none", refusal.code)
        self._connection.push(Refused(command, refusal.code, refusal.values))
