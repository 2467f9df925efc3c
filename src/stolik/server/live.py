"""The tables that are live in this process: whoever watches one is told what happens, once it is written.

The order is always the same: decide, write, apply, tell. A node that finds somebody else was first reads
what it has missed and decides again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from stolik.server import entries
from stolik.server.bus import Bus
from stolik.server.deciding import Refusal
from stolik.server.entries import Absent, Entry, Ordered, Present
from stolik.server.help import can_advise, preview, risk
from stolik.server.messages import (
    PROTOCOL,
    Advice,
    Done,
    Hello,
    Ladder,
    Orders,
    Seen,
    ToDevice,
    Told,
    Update,
    View,
)
from stolik.server.settings import Settings
from stolik.server.store import Store, StoreDown
from stolik.server.table import Table
from stolik.server.telling import Views, Witness, changes_seats, eye, game_view, table_view

OUTBOX = 256
"""Messages that may wait for a slow device; with more it is cut off, and comes back to what it missed."""

Trainer = Callable[[View], Awaitable[tuple[str, dict[str, Any]]]]
"""Whoever thinks about a view for the player: the best move, and what is to be said of each."""

_encoder = msgspec.json.Encoder(enc_hook=str)  # a Move is a string of a class of its own


RESTARTED, REJECTED, DELETED, SLOW, TOO_MANY = 1012, 4403, 4404, 4408, 4429
"""Why a socket is closed: it should come again; it may not be here; its table is gone; it did not read what
it was sent; there are too many of something."""


class SentAway(Exception):  # noqa: N818 -- an answer, not a fault of the program
    """A device cannot watch a table; ``why`` is the code that its socket is closed with."""

    def __init__(self, why: int) -> None:
        super().__init__(why)
        self.why = why


class Gone(SentAway):
    """There is no such table, or it is no longer the one that we knew."""

    def __init__(self, why: int = DELETED) -> None:
        super().__init__(why)


class Connection:
    """One device's socket to one table: who it is, through which seat it looks, what waits to be sent."""

    __slots__ = ("_close", "_cut", "_flushing", "_outbox", "_send", "holder", "looking")

    def __init__(
        self,
        holder: str | None,
        send: Callable[[bytes], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
    ) -> None:
        self.holder = holder
        self.looking: int | None = None
        self._send = send
        self._close = close
        self._outbox: deque[bytes] = deque()
        self._flushing: asyncio.Task[None] | None = None
        self._cut = False

    def seat(self, table: Table) -> int | None:
        """Return the seat it sees through: the one it asked for, if it is its own, or its only one."""
        if self.looking is not None and self.looking in table.held(self.holder):
            return self.looking
        return eye(table, self.holder)

    def push(self, message: ToDevice | bytes) -> None:
        """Send a message, after those that wait, without waiting for a slow line."""
        if self._cut:
            return
        text = message if isinstance(message, bytes) else _encoder.encode(message)
        self._outbox.append(text)
        if len(self._outbox) > OUTBOX:
            self.cut(SLOW)
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._outbox:
                await self._send(self._outbox.popleft())
        except Exception:  # the line is dead; whoever reads from it will find out
            self._outbox.clear()
        finally:
            self._flushing = None

    def cut(self, code: int) -> None:
        """Close the socket, as soon as the line takes it, and send nothing more."""
        if not self._cut:
            self._cut = True
            self._outbox.clear()
            self._flushing = asyncio.create_task(self._end(code))

    async def _end(self, code: int) -> None:
        with suppress(Exception):  # closed already
            await self._close(code)


AGAIN = 1.0
"""Seconds after which something is tried again that the database did not answer to."""


class LiveTable:
    """One table, and the sockets that watch it from here."""

    def __init__(self, tables: LiveTables, code: str) -> None:
        self.table = Table(code)
        self.connections: set[Connection] = set()
        self._tables = tables
        self._store = tables.store
        self._lock = asyncio.Lock()
        self._unsure = True
        """Whether the log may hold something that this table does not know."""

    # -- Doing ----------------------------------------------------------------------------------------

    async def do(self, make: Callable[[Table], Entry], command: str | None = None) -> int | None:
        """Write an entry and tell everybody; ``None`` if the command had been done already.

        ``make`` is asked for the entry, again whenever somebody else was first; it may refuse, and is
        believed if it knows everything.
        """
        async with self._lock:
            await self._make_sure()
            while True:
                if command is not None and command in self.table.done:
                    return None
                try:
                    entry = make(self.table)
                except Refusal:
                    if await self._catch_up():
                        continue
                    raise
                if await self._append(entry):
                    break
                await self._catch_up()
            seq = self._happened([entry])
        await self._tables.bus.publish(self.table.code, seq)
        return seq

    async def _append(self, entry: Entry) -> bool:
        running = self.table.runs_after(entry)
        self._unsure = True  # until it is known how this ends
        text = entries.write(entry)
        written = await self._store.append(self.table.code, self.table.seq + 1, text, running, entry.at)
        self._unsure = not written
        return written

    async def load(self) -> None:
        """Read the log, if that has not been done yet."""
        async with self._lock:
            await self._make_sure()

    async def catch_up(self) -> None:
        """Read what others have written, and tell it."""
        async with self._lock:
            await self._catch_up()

    async def _make_sure(self) -> None:
        if self._unsure:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Read what others have written, and return whether there was anything."""
        code, seq = self.table.code, self.table.seq
        if seq:
            news = await self._store.follow(code, seq)
        else:
            news = [text for _, text in await self._store.read(code)] or None
        if news is None:  # the table was deleted, or the database was set back to an earlier moment
            gone = Gone(RESTARTED if await self._store.heads([code]) else DELETED)
            self._tables.forget(self, gone.why)
            raise gone
        if news:
            self._happened([entries.read(text) for text in news])
        self._unsure = False
        return bool(news)

    # -- Telling --------------------------------------------------------------------------------------

    def _happened(self, written: Sequence[Entry]) -> int:
        witnesses = []
        eyes: dict[Connection, tuple[int | None, ...]] = dict.fromkeys(self.connections, ())
        for entry in written:
            self.table.apply(entry)
            witnesses.append(Witness(self.table.seq, entry, self.table.moments))
            for connection in eyes:  # the numbers of the seats may change from one entry to the next
                eyes[connection] += (connection.seat(self.table),)
        seats = any(map(changes_seats, written))
        view = Views(self.table)
        updates: dict[tuple[tuple[int | None, ...], str | None], bytes] = {}
        for connection, seen in eyes.items():
            if not self.table.may_watch(connection.holder):  # the last seat is taken, or its person has gone
                connection.cut(REJECTED)
                continue
            key = (seen, connection.holder if seats else None)
            if key not in updates:
                update = self._update(connection.holder, seen, witnesses, seats, view)
                updates[key] = _encoder.encode(update)
            connection.push(updates[key])
        self._tables.happened(self)
        self._contradict(written)
        self._ask_trainer()
        return self.table.seq

    def _update(
        self,
        holder: str | None,
        seen: Sequence[int | None],
        witnesses: Sequence[Witness],
        seats: bool,
        view_of: Views,
    ) -> Update:
        table, seat = self.table, seen[-1]
        moved = any(witness.moves for witness in witnesses)
        ordered = any(isinstance(witness.entry, Ordered) for witness in witnesses)
        view = view_of(seat) if moved or seats else None
        return Update(
            seq=table.seq,
            ply=table.ply,
            seat=seat,
            told=[witness.told(then) for witness, then in zip(witnesses, seen, strict=True)],
            table=table_view(table) if seats or table.stage == "over" else None,
            yours=table.held(holder) if seats else None,
            host=holder == table.host if seats else None,
            orders=_orders(table, seat) if seats or ordered else None,
            view=view,
            preview=preview(table.state, seat, table.manners.help) if view else None,
            risk=self._risk(view),
        )

    # -- Watching -------------------------------------------------------------------------------------

    async def join(self, connection: Connection, since: int) -> None:
        """Let a device watch from now on, if it may; tell it first what is, and what it missed."""
        async with self._lock:
            await self._catch_up()
            if not self.table.may_watch(connection.holder):
                raise SentAway(REJECTED)
            if len(self.connections) >= self._tables.settings.max_sockets_per_table:
                raise SentAway(TOO_MANY)
            missed = await self._missed(connection, since)
            self.connections.add(connection)
            connection.push(self._hello(connection, missed))
            self._ask_trainer()
        await self._arrived(connection.holder)

    async def _missed(self, connection: Connection, since: int) -> list[Told]:
        if not 0 < since < self.table.seq:
            return []
        then, told = Table(self.table.code), []
        for seq, text in await self._store.read(self.table.code):
            entry = entries.read(text)
            then.apply(entry)
            if since < seq <= self.table.seq:
                told.append(Witness(seq, entry, then.moments).told(connection.seat(then)))
        return told

    def _hello(self, connection: Connection, missed: list[Told]) -> Hello:
        table, settings = self.table, self._tables.settings
        seat = connection.seat(table)
        view = game_view(table, seat)
        return Hello(
            protocol=PROTOCOL,
            seq=table.seq,
            now=time.time(),
            ply=table.ply,
            table=table_view(table),
            yours=table.held(connection.holder),
            host=connection.holder == table.host,
            seat=seat,
            orders=_orders(table, seat),
            view=view,
            preview=preview(table.state, seat, table.manners.help) if view else None,
            risk=self._risk(view),
            missed=missed,
            ladder=Ladder(
                losing=settings.losing_after,
                absent=settings.absent_after,
                stand_in=settings.stand_in_after,
                abandoned=settings.abandoned_after,
            ),
        )

    def look(self, connection: Connection, seat: int | None) -> None:
        """Let a device see through another of its seats, or through none."""
        connection.looking = seat
        seen = connection.seat(self.table)
        view = game_view(self.table, seen)
        led_to = preview(self.table.state, seen, self.table.manners.help) if view else None
        connection.push(Seen(self.table.seq, seen, _orders(self.table, seen), view, led_to, self._risk(view)))
        self._ask_trainer()

    # -- Helping --------------------------------------------------------------------------------------

    def _risk(self, view: View | None) -> float | None:
        return None if self.table.manners.help == "none" else risk(view)

    def _ask_trainer(self) -> None:
        state = self.table.state
        if self.table.manners.help != "trainer" or state is None or state.actor is None:
            return
        if any(connection.seat(self.table) == state.actor for connection in self.connections):
            view = state.view(state.actor)
            if can_advise(view):
                self._tables.later(0, partial(self._advise, self.table.ply, state.actor, view))

    async def _advise(self, ply: int, seat: int, view: View) -> None:
        """Tell what the trainer thinks, if it is not too late."""
        best, moves = await self._tables.trainer(view)
        for connection in self.connections:
            if self.table.ply == ply and connection.seat(self.table) == seat:
                connection.push(Advice(ply, best, moves))

    def answer_done(self, connection: Connection, command: str) -> None:
        """Tell a device that its command had been done already."""
        connection.push(Done(command, self.table.done[command]))

    # -- Coming and going -----------------------------------------------------------------------------

    async def _arrived(self, holder: str | None) -> None:
        """Write down that somebody is here, if that is news."""
        node = self._tables.node

        def present(table: Table) -> Present:
            held = table.held(holder)
            if all(table.seats[n].node == node for n in held):
                raise Refusal("no_news")
            return Present(time.time(), f"present/{table.seq + 1}", held, node)

        if any(self.table.seats[n].node != node for n in self.table.held(holder)):
            with suppress(Refusal):
                await self.do(present)

    def leave(self, connection: Connection) -> None:
        """Forget a socket. If its device does not come back soon, that is written down."""
        self.connections.discard(connection)
        if self.table.held(connection.holder) and not self._tables.closing:
            lost = partial(self._lost, connection.holder, time.time())
            self._tables.later(self._tables.settings.losing_after, lost)

    async def _lost(self, holder: str | None, since: float) -> None:
        """Write down that a device has gone, unless it is back, here or at another node."""

        def left_here(table: Table) -> list[int]:
            if self.is_here(holder):
                return []
            return [n for n in table.held(holder) if table.seats[n].node == self._tables.node]

        while True:  # nobody but this node knows
            try:
                return await self.write_absent(left_here, since)
            except StoreDown:
                await asyncio.sleep(AGAIN)

    def _contradict(self, written: Sequence[Entry]) -> None:
        """Say so if somebody was written down as absent who is here, by another window or another node."""
        for n in {n for entry in written if isinstance(entry, Absent) for n in entry.seats}:
            seat = self.table.seats[n]
            if seat.away is not None and self.is_here(seat.holder):
                self._tables.later(0, partial(self._arrived, seat.holder))

    async def write_absent(self, who: Callable[[Table], list[int]], since: float) -> None:
        """Write down that nobody is there for some seats, unless that is known."""

        def missing(table: Table) -> list[int]:
            return [n for n in who(table) if table.seats[n].away is None]

        def absent(table: Table) -> Absent:
            if not (seats := missing(table)):
                raise Refusal("no_news")
            return Absent(time.time(), f"absent/{table.seq + 1}", seats, since)

        if missing(self.table):
            with suppress(Refusal):
                await self.do(absent)

    def is_here(self, holder: str | None) -> bool:
        """Whether a device watches from this node."""
        return any(connection.holder == holder for connection in self.connections)


def _orders(table: Table, seat: int | None) -> Orders:
    return table.seats[seat].orders if seat is not None else {}


class LiveTables:
    """All tables that somebody watches from here, or that this node keeps going."""

    def __init__(self, store: Store, bus: Bus, settings: Settings, node: str, trainer: Trainer) -> None:
        self.store = store
        self.trainer = trainer
        self.bus = bus
        self.settings = settings
        self.node = node
        self.closing = False
        self.happened: Callable[[LiveTable], None] = lambda _: None
        """Called whenever something has happened at a table."""
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Each for as long as anybody has to do with it: never two of the same table."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._live)

    async def get(self, code: str) -> LiveTable:
        """Return a table, read from its log if nobody watches it yet."""
        live = self._live.get(code)
        if live is None:
            live = self._live[code] = LiveTable(self, code)
        await live.load()
        return live

    def forget(self, live: LiveTable, why: int) -> None:
        """A table is not what we know, or is no more: send everybody away."""
        self._live.pop(live.table.code, None)
        for connection in live.connections:
            connection.cut(why)

    def heard(self, code: str, seq: int) -> None:
        """Another node says that a table has moved on."""
        live = self._live.get(code)
        if live is not None and (seq > live.table.seq or seq == 0):
            self.later(0, partial(self._catch_up, live))

    def lost(self) -> None:
        """Something may have been missed: look whether any table has moved on."""
        self.later(0, self.sweep)

    async def sweep(self) -> None:
        """Catch up with whatever tables have moved on."""
        if not self._live:
            return
        heads = await self.store.heads(list(self._live))
        for code, live in list(self._live.items()):
            if heads.get(code) != live.table.seq:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        with suppress(Gone, StoreDown):  # everybody has been sent away, or the next sweep finds it
            await live.catch_up()

    def later(self, delay: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something beside, after a while; what cannot be written then is found by the keeper."""

        async def wait() -> None:
            await asyncio.sleep(delay)
            with suppress(Gone, StoreDown):
                await work()

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop what is still going on beside."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
