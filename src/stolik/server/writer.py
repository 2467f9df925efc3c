"""The writer of one table: decide, write, apply, in this order; and read what other nodes wrote.

A node that finds that another one was first reads what it has missed and decides again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from time import monotonic

from stolik.server import entries, snapshots
from stolik.server.bus import Bus
from stolik.server.commands import Decision, Refusal
from stolik.server.connection import DELETED, RESTARTED, Gone
from stolik.server.entries import Erased
from stolik.server.history import History, told_from_start
from stolik.server.limits import Bucket
from stolik.server.listing import listing_after
from stolik.server.messages import Told
from stolik.server.projection import EntryProjection
from stolik.server.table import Table
from stolik.server.table_store import MOMENT, PART, StoreDown, TableStore

MISSED, MISSED_BY_STRANGERS = 2000, 300
"""Entries that a device is told of when it comes back: one that belongs to the table, and any other."""
RETOLD, RETOLD_A_SECOND = 10_000, 100
"""Entries that all devices of a table are told of when they come back, at once and in each second after."""


class TableWriter(ABC):
    """One table as its log says, and the only way to write there."""

    def __init__(self, code: str, store: TableStore, bus: Bus, is_alone: Callable[[], bool]) -> None:
        self.table = Table(code)
        self._lock = asyncio.Lock()
        """Held while the table may change."""
        self._store = store
        self._bus = bus
        self._is_alone = is_alone
        self._history = History()
        self._kept = 0
        """The entry after which a snapshot was kept last, as far as is known here."""
        self._unsure = True
        """Whether the log may hold something that this table does not know."""
        self._retelling = Bucket(RETOLD_A_SECOND, RETOLD)
        self._why_gone: int | None = None
        """Why nothing can be done here any more, once the log was found not to be what we know."""

    # -- What is to be done about it ------------------------------------------------------------------

    @abstractmethod
    def _applied(self, entry: EntryProjection) -> None:
        """Take note of an entry; the table is as it is right after it."""

    @abstractmethod
    def _caught_up(self) -> None:
        """Tell everybody: all entries that were there have been applied."""

    @abstractmethod
    def _gone(self, why: int) -> None:
        """Send everybody away: the table is not what we know, or was deleted; ``why`` is for sockets."""

    # -- Writing --------------------------------------------------------------------------------------

    async def do(
        self, make: Callable[[Table], Decision], command: str | None = None, device: str | None = None
    ) -> int | None:
        """Write an entry, apply it and return its number; ``None`` if the command had been done already.

        ``command`` is the device's name for it: two devices may use the same one.

        ``make`` decides what to write, again whenever another node was first. Its refusal is final if no
        other node can have written anything that we do not know; if one can, it is asked again once we know.
        """
        async with self._lock:
            await self._make_sure()
            while True:
                if command is not None and self.table.place(device, command) is not None:
                    return None
                try:
                    decision = make(self.table)
                except Refusal:
                    if self._is_alone() or not await self._catch_up():
                        raise
                    continue
                if await self._append(decision):
                    break
                await self._catch_up()
            await self._apply([decision])
            seq = self.table.seq
        await self._bus.publish(self.table.code, seq)
        return seq

    async def _append(self, decision: Decision) -> bool:
        entry = decision.entry
        running, listing = self.table.runs_after(entry), listing_after(self.table, decision)
        self._unsure = True  # until it is known how this ends
        text = entries.write(entry)
        code, seq = self.table.code, self.table.seq + 1
        written = await self._store.append(code, seq, text, running, entry.at, listing)
        self._unsure = not written
        return written

    async def _apply(self, decisions: Sequence[Decision]) -> None:
        reread = None
        if any(isinstance(entry, Erased) for entry, _ in decisions):  # of the log as we knew it
            self._unsure = True  # until it is read
            reread = await self._read_again(self.table.seq + len(decisions))
            self._unsure = False
        for entry, moments in decisions:
            self.table.apply(entry, moments)
            self._history.note(self.table)
            self._applied(EntryProjection(self.table.seq, entry, self.table.moments))
        if reread is not None:
            self._become(*reread)
        self._caught_up()

    # -- Reading --------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the log, if that has not been done yet."""
        async with self._lock:
            await self._make_sure()

    async def catch_up(self) -> None:
        """Read what others have written, and tell it."""
        async with self._lock:
            await self._catch_up()

    async def _make_sure(self) -> None:
        """Read the log if it may hold something that this table does not know."""
        if self._unsure:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Read and apply what others have written, and return whether there was anything."""
        if self._why_gone is not None:  # the log may have grown again since, to something else
            raise Gone(self._why_gone)
        code, seq = self.table.code, self.table.seq
        news = await self._store.follow(code, seq) if seq else await self._wake()
        if news is None:  # the table was deleted, or the database was set back to an earlier moment
            gone = Gone(RESTARTED if await self._store.heads([code]) else DELETED)
            self._why_gone = gone.why
            self._gone(gone.why)
            raise gone
        if seq and news:
            await self._apply([Decision(entries.read(text)) for text in news])
        self._unsure = False
        return bool(news)

    async def _wake(self, again: bool = False) -> list[str] | None:
        """Begin with a snapshot, and apply the log after it, a moment at a time: others must not wait for it.

        Returns the entries that were read last, or ``None`` if there is no such table. Somebody may be erased
        while it is read: then the snapshot, or an earlier part of the log, still knows them, and all is read
        ``again``.
        """
        code = self.table.code
        if found := await self._store.snapshot(code):
            snapshots.restore(found, self.table, self._history)
        kept = self._kept = self.table.seq
        last: list[str] | None = [] if kept else None
        async for text in self._store.whole(code, kept):
            last = [text]
            entry = entries.read(text)
            if isinstance(entry, Erased) and (kept or self.table.seq >= PART) and not again:
                return await self._wake_from_start()
            self.table.apply(entry)
            self._history.note(self.table)
        if last is not None:
            self._caught_up()
        return last

    async def _wake_from_start(self) -> list[str] | None:
        """Read the whole log, whatever snapshot there is, which is forgotten."""
        await self._store.rewrite(self.table.code, ())
        self._become(Table(self.table.code), History())
        return await self._wake(again=True)

    async def _read_again(self, seq: int) -> tuple[Table, History]:
        """Return the table as the log has it up to an entry: we know what was erased from there."""
        table, history = Table(self.table.code), History()
        await self._store.rewrite(table.code, ())  # a snapshot may know it too
        async for text in self._store.whole(table.code):
            table.apply(entries.read(text))
            history.note(table)
            if table.seq == seq:
                return table, history
        raise StoreDown("the table is being deleted")

    def _become(self, table: Table, history: History) -> None:
        """Know what was read from the log, and nothing else."""
        self.table.become(table)
        self._history = history
        self._kept = 0

    async def _missed(self, since: int | None, holder: str | None) -> list[Told]:
        """Return what a device was not told that saw everything up to an entry; nothing if it is much.

        One that saw nothing (``None``) is told of the present game, or of the end of it if that is much. What
        was before the present game costs much to tell: it is for those who belong to the table.
        """
        table = self.table
        is_own = table.knows(holder)
        most = MISSED if is_own else MISSED_BY_STRANGERS
        if since is None:
            since = max(self._history.since, table.seq - most)
        if not table.seq - most <= since < table.seq or since == 0:
            return []
        reaches = self._history.reaches(since)
        if not reaches and (not is_own or table.seq > MISSED):
            return []
        if is_own and not self._retelling.take(table.seq - since if reaches else table.seq):
            return []
        if reaches:
            texts = await self._store.follow(table.code, since) or []
            missed = [entries.read(text) for text in texts[: table.seq - since]]
            return await _gathered(self._history.told(table, since, missed, holder))
        texts = [text for _, text in await self._store.read(table.code)]
        return await _gathered(told_from_start(table.code, texts[: table.seq], since, holder, table.holders))


async def _gathered(telling: Iterable[Told | None]) -> list[Told]:
    """Return all that is told, and let others be heard every moment meanwhile."""
    told, rest = [], monotonic() + MOMENT
    for one in telling:
        if one is not None:
            told.append(one)
        if monotonic() > rest:
            await asyncio.sleep(0)
            rest = monotonic() + MOMENT
    return told
