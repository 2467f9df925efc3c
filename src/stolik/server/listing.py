"""The tables that anybody may find: what is listed of a table, and the list."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Set
from copy import copy
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict

from stolik.server.commands import Decision
from stolik.server.entries import (
    Answered,
    Asked,
    Configured,
    Helped,
    Muted,
    Ordered,
    Played,
    Recoverable,
    Said,
    StoodIn,
    TookBack,
)
from stolik.server.messages import ListedTable, ListedTables
from stolik.server.table import Table
from stolik.server.table_store import Listing

if TYPE_CHECKING:
    from stolik.server.store import Store

SHOWN, READ = 50, 200
"""Tables in the list, at most, and those among which they are looked for: at some nobody is any more."""
FRESH = 2.0
"""Seconds for which the list is not read again."""
FORGOTTEN = 3 * 3600.0
"""Seconds without any news, after which nobody is thought to wait at a table."""

EXPECTED = 60.0
"""Seconds for which somebody who has sat down is believed to be about to connect."""


class Whereabouts(msgspec.Struct, frozen=True):
    """Where the people of a listed table are: what is written of it beside what everybody may know.

    A node that dies with everybody connected to it writes nothing any more, and nobody else looks after a
    table that waits. So readers compare the list with the live nodes.
    """

    nodes: list[str] = []
    """The nodes they are connected to."""
    until: float = 0.0
    """When they are not expected any longer, where nobody is connected yet."""

    def are_there(self, living: Set[str], now: float) -> bool:
        """Whether somebody is at the table, or will be in a moment."""
        return now < self.until or not living.isdisjoint(self.nodes)


_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(ListedTable).decode
_whereabouts = msgspec.json.Decoder(Whereabouts).decode


def listed(table: Table) -> ListedTable | None:
    """Return what everybody may know of a table; ``None`` if it is not to be found, or nobody is there.

    It has a free seat and waits, or its game may be watched.
    """
    people = [seat for seat in table.seats if seat.human]
    free = sum(seat.free for seat in table.seats) if table.stage == "waiting" else 0
    open_to_all = free if table.stage == "waiting" else table.stage == "playing" and table.manners.spectators
    if not (table.manners.listed and open_to_all and any(seat.away is None for seat in people)):
        return None
    hosts = table.held(table.host)
    return ListedTable(
        code=table.code,
        game=table.game_name,
        options=table.options,
        name=table.name,
        host=table.seats[hosts[0]].name if hosts else None,
        stage=table.stage,
        people=len(people),
        free=free,
        opened=table.opened,
    )


def listing_after(table: Table, decision: Decision) -> Listing | None:
    """Return what is listed of a table once a decision is written, which it is together with it."""
    entry = decision.entry
    if not (table.manners.listed or isinstance(entry, Configured)):
        return None
    if isinstance(entry, Played) and entry.over:
        return None
    if not isinstance(entry, UNSEEN):
        table = _sketch(table)
        table.apply(entry, decision.moments)
    found = listed(table)
    if found is None:
        return None
    nodes = sorted({seat.node for seat in table.seats if seat.node})
    there = Whereabouts(nodes, 0.0 if nodes else entry.at + EXPECTED)
    return Listing(found.opened, _encode(asdict(found) | asdict(there)).decode())


UNSEEN = (
    Answered | Asked | Helped | Muted | Ordered | Played | Recoverable | Said | StoodIn | TookBack
)  # fmt: skip
"""Entries that change nothing of what is listed of a table."""


def _sketch(table: Table) -> Table:
    """Return a table to try an entry on: a copy of what that changes, and not of the table's long past."""
    sketch = copy(table)
    sketch.seats = [copy(seat) for seat in table.seats]
    sketch.recoveries = dict(table.recoveries)
    sketch.done, sketch.extras, sketch.sat, sketch.removed, sketch.muted = {}, {}, [], [], []
    return sketch


class TableList:
    """The list of all tables that anybody may find, as the database has it."""

    def __init__(self, store: Store, node: str) -> None:
        self._store = store
        self._node = node
        self._lock = asyncio.Lock()
        self._list = ListedTables([])
        self._read = float("-inf")

    async def get(self) -> ListedTables:
        """Return the list, the newest table first, at most ``FRESH`` seconds old."""
        async with self._lock:  # however many ask, one reads
            if time.monotonic() - self._read > FRESH:
                now = time.time()
                texts = await self._store.listed(now - FORGOTTEN, READ)
                living = await self._store.living(now) | {self._node}
                there = [text for text in texts if _whereabouts(text).are_there(living, now)]
                self._list = ListedTables([_decode(text) for text in there[:SHOWN]])
                self._read = time.monotonic()
        return self._list
