"""The tables that are live at this node: somebody watches them from here, or this node keeps them going."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

from stolik.server import snapshots
from stolik.server.bus import Bus
from stolik.server.commands import Decision
from stolik.server.connection import REJECTED, TOO_MANY, Connection, Gone, SentAway
from stolik.server.entries import Entry
from stolik.server.messages import Done
from stolik.server.presence import Lines, Presence
from stolik.server.projection import EntryProjection
from stolik.server.projector import Projector
from stolik.server.settings import Settings
from stolik.server.table import MissingGame, Table
from stolik.server.table_store import Snapshot, StoreDown, TableStore
from stolik.server.tasks import Tasks
from stolik.server.thinking import Urgency
from stolik.server.trainer import Advise, Trainer
from stolik.server.writer import TableWriter

AWAKE, AWAKE_EACH = 50_000, 250
"""Entries of the tables that stay in memory although nobody is at them; each table counts as some more."""
KEEP, KEEP_OVER = 200, 50
"""Entries after which a snapshot is kept: while a game is on, and when one has ended."""
DEVICES = 8
"""Sockets that a person may have at a table: windows and devices, and lines that were lost a moment ago."""


class LiveTable(TableWriter):
    """One table, and the sockets that watch it from here.

    Nothing that it holds refers back to it, so that it is forgotten as soon as nobody needs it.
    """

    def __init__(self, tables: LiveTables, code: str) -> None:
        super().__init__(code, tables.store, tables.bus, tables.is_alone)
        self.connections: set[Connection] = set()
        self._tables = tables
        self._projector = Projector(self.table, self.connections, tables.settings)
        self._trainer = Trainer(self.table, self.connections, tables.advise, tables.tasks)
        self._news: list[Entry] = []

    @property
    def presence(self) -> Presence:
        """The devices at this table."""
        tables = self._tables
        losing_after = tables.settings.losing_after
        return Presence(self, self.connections, tables.node, losing_after, tables.tasks, tables.lines)

    @property
    def client(self) -> str:
        """The client whose table this is, as far as is known here: of a person at it, or of who opened it."""
        code, seated = self.table.code, self.table.holders
        at_it = (one.client for one in self.connections if one.holder in seated)
        return next(at_it, None) or self._tables.opened_by.get(code, code)

    def urgency(self) -> Urgency:
        """For whom its bots decide."""
        if any(seat.node is not None for seat in self.table.seats):
            return Urgency.PEOPLE
        return Urgency.WATCHED if self.connections else Urgency.NOBODY

    def _applied(self, entry: EntryProjection) -> None:
        self._projector.note(entry)
        self._news.append(entry.entry)

    def _caught_up(self) -> None:
        self._projector.tell()
        self._tables.happened(self)
        news, self._news = self._news, []
        self.presence.contradict(news)
        self._trainer.ask()

    def _gone(self, why: int) -> None:
        self._tables.forget(self, why)

    # -- Writing --------------------------------------------------------------------------------------

    async def do(
        self, make: Callable[[Table], Decision], command: str | None = None, device: str | None = None
    ) -> int | None:
        """Write an entry, and a snapshot from time to time."""
        seq = await super().do(make, command, device)
        if seq:
            self._keep_what_is()
        return seq

    async def load(self) -> None:
        """Read the log, if that has not been done yet, and keep a snapshot if it was long."""
        await super().load()
        self._keep_what_is()

    def _keep_what_is(self) -> None:
        """Keep a snapshot if much has happened since the last one: the table is read faster next time."""
        since = self.table.seq - self._kept
        if self._tables.has(self) and since >= (KEEP_OVER if self.table.stage == "over" else KEEP):
            self._kept = self.table.seq
            snapshot = snapshots.take(self.table, self._history)
            self._tables.tasks.later(0, partial(self._keep, snapshot))

    async def _keep(self, snapshot: Snapshot) -> None:
        with suppress(StoreDown):  # the log has it all
            await self._tables.store.keep(self.table.code, snapshot)

    # -- Watching -------------------------------------------------------------------------------------

    async def join(self, connection: Connection, since: int | None) -> None:
        """Let a device watch from now on, if it may; tell it first what is, and what it missed."""
        async with self._lock:
            await self._catch_up()
            if not self.table.may_watch(connection.holder):
                raise SentAway(REJECTED)
            self._make_room(connection)
            missed = await self._missed(since, connection.holder)
            self.connections.add(connection)
            connection.push(self._projector.hello(connection, missed))
            self._trainer.ask(connection)
        await self.presence.arrived(connection.holder)

    def _make_room(self, connection: Connection) -> None:
        """Refuse strangers beyond the limit; of a person's devices, the one that came first gives way."""
        if not self.table.knows(connection.holder):
            strangers = sum(not self.table.knows(other.holder) for other in self.connections)
            if strangers >= self._tables.settings.max_sockets_per_table:
                raise SentAway(TOO_MANY)
            return
        own = [other for other in self.connections if other.holder == connection.holder]
        if len(own) >= DEVICES:
            oldest = min(own, key=lambda other: other.number)
            self.connections.discard(oldest)
            oldest.cut(TOO_MANY)

    def leave(self, connection: Connection) -> None:
        """Forget a socket. If its device does not come back soon, that is written down."""
        self.connections.discard(connection)
        self.presence.left(connection.holder)

    def look(self, connection: Connection, seat: int | None) -> None:
        """Let a device see through another of its seats, or through none."""
        connection.looking = seat
        connection.push(self._projector.seen(connection))
        self._trainer.ask(connection)

    def answer_done(self, connection: Connection, command: str) -> None:
        """Tell a device that its command had been done already."""
        connection.push(Done(command, self.table.place(connection.holder, command) or self.table.seq))


def _host_may_be_gone(live: LiveTable, node: str) -> bool:
    """Whether it is worth a look: the host of a table is not connected to this very node."""
    table = live.table
    at = {table.seats[n].node for n in table.held(table.host)} or {table.host_node}
    return node not in at


class LiveTables:
    """All tables that are live at this node."""

    def __init__(self, store: TableStore, bus: Bus, settings: Settings, node: str, advise: Advise) -> None:
        self.store = store
        self.bus = bus
        self.settings = settings
        self.node = node
        self.advise = advise
        self.tasks = Tasks()
        self.lines = Lines()
        self.opened_by: dict[str, str] = {}
        """The clients that opened tables lately, by the tables' codes."""
        self.alone = False
        """Whether no other node writes into the database, as far as is known: the keeper looks."""
        self.happened: Callable[[LiveTable], None] = lambda _: None
        """Called whenever something has happened at a table."""
        self.forgotten: Callable[[str], None] = lambda _: None
        """Called whenever what was known of a table is not true any more."""
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Each for as long as anything refers to it: never two of the same table."""
        self._awake: dict[str, LiveTable] = {}
        """Those that somebody looked at lately without coming, the last of them last."""

    def __len__(self) -> int:
        return len(self._live)

    def is_alone(self) -> bool:
        """Whether no other node writes into the database, as far as is known."""
        return self.alone

    def has(self, live: LiveTable) -> bool:
        """Whether a table is still what everybody is told who asks for it."""
        return self._live.get(live.table.code) is live

    async def get(self, code: str) -> LiveTable:
        """Return a table, read from its log if it is not live yet."""
        while True:
            live = self._live.get(code)
            if live is None:
                live = self._live[code] = LiveTable(self, code)
            await live.load()
            if self.has(live):  # it was not forgotten meanwhile
                return live

    async def up_to_date(self, code: str) -> LiveTable:
        """Return a table with what other nodes wrote of which this one has not heard yet: one question more.

        Where no other node can write, it is not asked.
        """
        live = await self.get(code)
        if not self.alone:
            try:
                await live.catch_up()
            except Gone:  # deleted, which the next line says, or not what was known here
                live = await self.get(code)
        return live

    def keep_awake(self, live: LiveTable) -> None:
        """Keep a table that somebody asked for, as far as there is room: next time it need not be read."""
        self._awake.pop(live.table.code, None)
        self._awake[live.table.code] = live
        size = sum(AWAKE_EACH + one.table.seq for one in self._awake.values())
        while size > AWAKE and len(self._awake) > 1:
            oldest = self._awake.pop(next(iter(self._awake)))
            size -= AWAKE_EACH + oldest.table.seq

    def knows(self, code: str, holder: str | None) -> bool:
        """Whether a device belongs to a table, if that table is live here."""
        live = self._live.get(code)
        return live is not None and holder is not None and live.table.knows(holder)

    def forget(self, live: LiveTable, why: int) -> None:
        """Drop a table that is not what we know, or does not exist any more, and send everybody away."""
        if self.has(live):
            del self._live[live.table.code]
            self._awake.pop(live.table.code, None)
        for connection in live.connections:
            connection.cut(why)
        self.forgotten(live.table.code)

    def heard(self, code: str, seq: int) -> None:
        """Another node says that a table has moved on."""
        live = self._live.get(code)
        if live is not None and (seq > live.table.seq or seq == 0):
            self.tasks.later(0, partial(self._catch_up, live))

    def lost(self) -> None:
        """Something may have been missed: look whether any table has moved on."""
        self.tasks.later(0, self.sweep)

    async def sweep(self) -> None:
        """Catch up with all tables that have moved on."""
        if not self._live:
            return
        heads = await self.store.heads(list(self._live))
        for code, live in list(self._live.items()):
            if heads.get(code) != live.table.seq:
                await self._catch_up(live)

    async def pass_hosts_on(self) -> None:
        """See to it that somebody is the host of each table that is watched from here."""
        watched = [live for live in list(self._live.values()) if live.connections]
        if not any(_host_may_be_gone(live, self.node) for live in watched):
            return
        living = await self.store.living(time.time()) | {self.node}
        for live in watched:
            with suppress(Gone, StoreDown):
                await live.presence.pass_host_on(living, self.settings.host_after)

    async def _catch_up(self, live: LiveTable) -> None:
        with suppress(Gone, StoreDown, MissingGame):  # all were sent away, or the next sweep finds it
            await live.catch_up()

    async def close(self) -> None:
        """Stop what is still going on in the background."""
        await self.tasks.close()
