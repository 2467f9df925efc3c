"""The tables that anybody may find: what is listed of a table, and the list."""

from __future__ import annotations

import asyncio
import time
from copy import copy

import msgspec

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
from stolik.server.store import Listing, Store
from stolik.server.table import Table

SHOWN = 50
"""Tables in the list, at most."""
FRESH = 2.0
"""Seconds for which the list is not read again."""
FORGOTTEN = 3 * 3600.0
"""Seconds without any news, after which nobody is thought to wait at a table."""

_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(ListedTable).decode


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
    return None if found is None else Listing(found.opened, _encode(found).decode())


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

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._list = ListedTables([])
        self._read = float("-inf")

    async def get(self) -> ListedTables:
        """Return the list, the newest table first, at most ``FRESH`` seconds old."""
        async with self._lock:  # however many ask, one reads
            if time.monotonic() - self._read > FRESH:
                texts = await self._store.listed(time.time() - FORGOTTEN, SHOWN)
                self._list = ListedTables([_decode(text) for text in texts])
                self._read = time.monotonic()
        return self._list
