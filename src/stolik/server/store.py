"""The tables' logs and what surrounds them: who keeps which table, which nodes live, what is forgotten.

Nothing here knows what an entry says. A table's entries are numbered from 1; to write the next one,
a caller gives its number, and of two callers with the same number one is told that the other was first.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import cache, partial
from time import monotonic, time
from typing import Any, Self

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Executable,
    Integer,
    Table,
    TableValuedAlias,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from stolik.server.database import Database, open_database
from stolik.server.migrations import migrate
from stolik.server.review_store import ReviewStore
from stolik.server.schema import log, nodes, snapshots, tables
from stolik.server.table_store import MOMENT, PART, Listing, Snapshot

BATCH = 500
"""Appends that share one transaction, and questions for news that share one statement, at most."""

PROBE = 8000
"""Signs that are written into SQLite to see whether anything can be: more than a page has room for."""

REMEMBERED = 100_000
"""Tables of which we remember what their rows say, at most."""

TOUCH = 3600.0
"""Seconds for which a table's ``touched`` may stay as it is while the table is in use."""

_texts = msgspec.json.Decoder(list[str])


class _Append(msgspec.Struct, eq=False):
    """An entry that waits to be written, and the future of its caller."""

    code: str
    seq: int
    entry: str
    running: bool
    listing: Listing | None
    now: float
    written: asyncio.Future[bool]


class _Asked(msgspec.Struct, eq=False):
    """A question for what comes after an entry, and the future of its caller."""

    code: str
    seq: int
    news: asyncio.Future[list[str] | None]


class _Row(msgspec.Struct, frozen=True):
    """What a table's row says after the entry ``seq``, which we wrote."""

    seq: int
    running: bool
    listing: Listing | None
    touched: float


class Store:
    """The tables' logs in a database. Times are seconds since the epoch, as the caller's clock has them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.reviews = ReviewStore(database)
        self._waiting: list[_Append] = []
        self._writer: asyncio.Task[None] | None = None
        self._rows: dict[str, _Row] = {}
        self._asked: list[_Asked] = []
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Return the store in ``sqlite:///FILE`` or ``postgresql://…``, made or brought up to date."""
        database = open_database(url)
        try:
            await database.write(migrate)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    async def close(self) -> None:
        """Wait for what is being written and read, and let go of the database."""
        while task := self._writer or self._reader:
            await task
        await self._database.close()

    async def ready(self) -> None:
        """Raise ``StoreDown`` if nothing can be written: the database is away, or its disk is full."""

        def write_and_forget(connection: Connection) -> None:
            probe = "probe" + "." * (PROBE if connection.dialect.name == "sqlite" else 0)
            _beat(connection, probe, 0.0)
            connection.execute(delete(nodes).where(nodes.c.node == probe))

        await self._database.write(write_and_forget)

    # -- the log ------------------------------------------------------------------------------------------

    async def create(self, code: str, entry: str, now: float) -> bool:
        """Make a table whose log begins with this entry; return False if there is one of that code."""

        def work(connection: Connection) -> bool:
            row = {"code": code, "running": False, "touched": now}
            if connection.execute(_new_table(connection.dialect.name), row).first() is None:
                return False
            connection.execute(insert(log).values(code=code, seq=1, entry=entry))
            return True

        return await self._database.write(work)

    async def append(
        self, code: str, seq: int, entry: str, running: bool, now: float, listing: Listing | None = None
    ) -> bool:
        """Write entry ``seq``, and return True when it is there durably.

        False: there is an entry of that number already, or none before it (the table was deleted).
        ``running`` says whether a game goes on after this entry, and ``listing`` what is listed of the table
        then, if anything. Appends of several tables that wait at the
        same moment are written together.
        """
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(code, seq, entry, running, listing, now, written))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return await written

    async def read(self, code: str, after: int = 0, limit: int | None = None) -> list[tuple[int, str]]:
        """Return the entries of a table after that number, in order, or the first of them."""
        entries = select(log.c.seq, log.c.entry).order_by(log.c.seq).limit(limit)
        rows = entries.where(log.c.code == code, log.c.seq > after, _exists(log.c.code))
        return await self._database.read(
            lambda connection: [(row.seq, row.entry) for row in connection.execute(rows)]
        )

    async def whole(self, code: str, after: int = 0) -> AsyncIterator[str]:
        """Go through the entries of a table after that number, and let others be heard every moment."""
        rest = monotonic() + MOMENT
        while part := await self.read(code, after, PART):
            after = part[-1][0]
            for _, text in part:
                yield text
                if monotonic() > rest:
                    await asyncio.sleep(0)
                    rest = monotonic() + MOMENT
            if len(part) < PART:
                return

    async def follow(self, code: str, seq: int) -> list[str] | None:
        """Return the entries of a table after number ``seq``, in order; None if there is no such number.

        Questions about several tables that wait at the same moment are asked together.
        """
        news: asyncio.Future[list[str] | None] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(code, seq, news))
        if self._reader is None:
            self._reader = asyncio.create_task(self._answer())
        return await news

    async def snapshot(self, code: str) -> Snapshot | None:
        """Return what was kept last of what a table was like, if its log reaches so far."""
        kept = select(snapshots.c.seq, snapshots.c.version, snapshots.c.state)
        kept = kept.join(log, (log.c.code == snapshots.c.code) & (log.c.seq == snapshots.c.seq))
        kept = kept.where(snapshots.c.code == code, _exists(snapshots.c.code))

        def work(connection: Connection) -> Snapshot | None:
            row = connection.execute(kept).first()
            return None if row is None else Snapshot(*row)

        return await self._database.read(work)

    async def keep(self, code: str, snapshot: Snapshot) -> None:
        """Keep a snapshot instead of the one before, unless there is a newer one or no such table."""

        def work(connection: Connection) -> None:
            connection.execute(_snapshot(connection.dialect.name), {"of": code, **snapshot._asdict()})

        await self._database.write(work)

    async def _answer(self) -> None:
        """Answer what is asked, batch after batch, until nothing is."""
        try:
            while self._asked:
                batch, self._asked = self._asked[:BATCH], self._asked[BATCH:]
                try:
                    found = await self._database.read(partial(_follow, batch=batch))
                except Exception as error:
                    for asked in batch:
                        if not asked.news.done():
                            asked.news.set_exception(error)
                    continue
                for asked, news in zip(batch, found, strict=True):
                    if not asked.news.done():
                        asked.news.set_result(news)
        finally:
            self._reader = None

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """Return the last number of each of these tables that exists."""
        listed = msgspec.json.encode([(code,) for code in codes]).decode()

        def work(connection: Connection) -> dict[str, int]:
            rows = connection.execute(_last_entries(connection.dialect.name), {"rows": listed})
            return {code: seq for code, seq in rows if seq is not None}

        return await self._database.read(work)

    async def _write(self) -> None:
        """Write what waits, batch after batch, until nothing does."""
        try:
            while batch := self._next_batch():
                known = {job.code: self._rows[job.code].touched for job in batch if self._is_known(job)}
                news = {job.code for job in batch} - known.keys()
                try:
                    won = await self._database.write(partial(_append, batch=batch, news=news))
                except Exception as error:
                    for job in batch:
                        if not job.written.done():
                            job.written.set_exception(error)
                    continue
                for job in batch:
                    if job.code in won:
                        touched = known.get(job.code, job.now)
                        self._rows[job.code] = _Row(job.seq, job.running, job.listing, touched)
                    if not job.written.done():
                        job.written.set_result(job.code in won)
                if len(self._rows) > REMEMBERED:
                    self._rows.clear()
        finally:
            self._writer = None

    def _next_batch(self) -> list[_Append]:
        """Take one entry of each table that waits, in the order of their codes.

        One: of two with the same number, each must learn whether it was the one. In order: two nodes that
        want the same rows must not wait for each other crosswise.
        """
        batch: dict[str, _Append] = {}
        later: list[_Append] = []
        for job in self._waiting:
            if job.written.cancelled():
                continue
            if job.code in batch or len(batch) == BATCH:
                later.append(job)
            else:
                batch[job.code] = job
        self._waiting = later
        return [batch[code] for code in sorted(batch)]

    def _is_known(self, job: _Append) -> bool:
        """Whether the table's row will be right as it is: we wrote the entry before, and nothing changes."""
        row = self._rows.get(job.code)
        if row is None or row.seq != job.seq - 1:
            return False
        same = (row.running, row.listing) == (job.running, job.listing)
        return same and job.now - row.touched < TOUCH

    # -- leases -------------------------------------------------------------------------------------------

    async def beat(self, node: str, until: float) -> None:
        """Say that this node lives until then, at least."""
        await self._database.write(lambda connection: _beat(connection, node, until))

    async def living(self, now: float) -> set[str]:
        """Return the nodes that live."""
        rows = select(nodes.c.node).where(nodes.c.until > now)
        return await self._database.read(lambda connection: set(connection.scalars(rows)))

    async def claim(self, node: str, now: float, until: float, limit: int) -> list[str]:
        """Say that this node lives until then, and return the running tables it keeps.

        It keeps those it kept before, and takes up to ``limit`` more that nobody who lives keeps.
        """

        def work(connection: Connection) -> list[str]:
            _beat(connection, node, until)
            alive = select(nodes.c.node).where(nodes.c.until > now)
            free = or_(tables.c.keeper.is_(None), tables.c.keeper.not_in(alive))
            found = select(tables.c.code).where(tables.c.running, free).limit(limit)
            found = found.with_for_update(skip_locked=True, key_share=True)
            connection.execute(update(tables).where(tables.c.code.in_(found)).values(keeper=node))
            mine = select(tables.c.code).where(tables.c.running, tables.c.keeper == node)
            return list(connection.scalars(mine.order_by(tables.c.code)))

        return await self._database.write(work)

    async def release(self, node: str) -> None:
        """Give up all tables of this node, which lives no longer."""

        def work(connection: Connection) -> None:
            connection.execute(update(tables).where(tables.c.keeper == node).values(keeper=None))
            connection.execute(delete(nodes).where(nodes.c.node == node))

        await self._database.write(work)

    # -- remembering and forgetting -----------------------------------------------------------------------

    async def count(self) -> int:
        """Return how many tables there are."""
        number = select(func.count()).select_from(tables).where(tables.c.deleted.is_(None))
        return await self._database.read(lambda connection: connection.execute(number).scalar_one())

    async def listed(self, after: float, limit: int) -> list[str]:
        """Return what is listed of the tables that anybody may find, the newest first.

        A table where nothing has happened since ``after``, to within an hour or two, is left out.
        """
        found = select(tables.c.listing).where(tables.c.listed.is_not(None), tables.c.touched > after)
        newest = found.order_by(tables.c.listed.desc(), tables.c.code).limit(limit)
        return await self._database.read(lambda connection: list(connection.scalars(newest)))

    async def delete(self, code: str) -> None:
        """Delete a table and its whole log: at once for everybody, and a part at a time in the database."""
        self._rows.pop(code, None)
        await self._mark(tables.c.code == code, 1)
        await self.purge()

    async def expire(self, before: float, limit: int) -> int:
        """Delete up to ``limit`` tables where no game goes on and nothing has happened since.

        Returns how many there were. Nodes that died before that are forgotten too.
        """
        dead = delete(nodes).where(nodes.c.until < before)
        await self._database.write(lambda connection: connection.execute(dead))
        gone = await self._mark(~tables.c.running & (tables.c.touched < before), limit)
        await self.purge()
        return gone

    async def _mark(self, which: ColumnElement[bool], limit: int) -> int:
        """Let some tables exist no longer, and return how many."""

        def work(connection: Connection) -> int:
            found = select(tables.c.code).where(which, tables.c.deleted.is_(None)).limit(limit)
            found = found.with_for_update(skip_locked=limit > 1)
            gone = update(tables).where(tables.c.code.in_(found)).returning(tables.c.code)
            left = {"running": False, "keeper": None, "listed": None, "listing": None, "deleted": time()}
            return len(connection.execute(gone.values(**left)).all())

        return await self._database.write(work)

    async def rewrite(self, code: str, changed: Sequence[tuple[int, str]]) -> None:
        """Rewrite some entries of a table, and forget its snapshot; others write in between."""
        forgotten = delete(snapshots).where(snapshots.c.code == code)
        await self._database.write(lambda connection: connection.execute(forgotten))
        for first in range(0, len(changed), PART):
            rows = [{"at": seq, "new": text} for seq, text in changed[first : first + PART]]
            rewriting = update(log).where(log.c.code == code, log.c.seq == bindparam("at"))
            new = rewriting.values(entry=bindparam("new"))
            await self._database.write(partial(_execute, statement=new, rows=rows))
        await self._database.tidy()

    async def tidy(self) -> None:
        """See to it that what was deleted is in no file, if somebody who read was in the way before."""
        await self._database.tidy_again()

    async def purge(self) -> None:
        """Remove what is left of deleted tables; others write in between."""
        found = False
        while await self._database.write(_purge):
            found = True
        if found:
            await self._database.tidy()


# -- the statements ---------------------------------------------------------------------------------------


def _exists(code: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether there is a table of that code, which is not being deleted; looked up row by row."""
    there = select(tables.c.code).where(tables.c.code == code, tables.c.deleted.is_(None))
    return there.scalar_subquery().is_not(None)


def _execute(connection: Connection, statement: Executable, rows: list[dict[str, Any]]) -> None:
    connection.execute(statement, rows)


def _purge(connection: Connection) -> bool:
    """Remove a part of what is left of deleted tables; return whether there was anything."""
    code = connection.scalar(
        select(tables.c.code).where(tables.c.deleted.is_not(None)).limit(1).with_for_update(skip_locked=True)
    )
    if code is None:
        return False
    some = select(log.c.seq).where(log.c.code == code).limit(PART).scalar_subquery()
    if not connection.execute(delete(log).where(log.c.code == code, log.c.seq.in_(some))).rowcount:
        connection.execute(delete(tables).where(tables.c.code == code))
    return True


def _append(connection: Connection, batch: list[_Append], news: set[str]) -> set[str]:
    """Write those entries of a batch that come next at their tables; return the codes of those.

    ``news`` are the tables whose rows may have to change.
    """
    rows = msgspec.json.encode([(job.code, job.seq, job.entry) for job in batch]).decode()
    written = connection.execute(_next_entries(connection.dialect.name), {"rows": rows})
    won = set(written.scalars())
    touched = [
        {
            "of": job.code,
            "goes_on": job.running,
            "since": job.listing.since if job.listing else None,
            "shown": job.listing.text if job.listing else None,
            "now": job.now,
            "stale": job.now - TOUCH,
        }
        for job in batch
        if job.code in news and job.code in won
    ]
    if touched:
        connection.execute(_TOUCH, touched)
    return won


def _follow(connection: Connection, batch: list[_Asked]) -> list[list[str] | None]:
    """Return what comes after each of these entries, or None where that entry is not there."""
    rows = msgspec.json.encode([(asked.code, asked.seq) for asked in batch]).decode()
    found = connection.execute(_entries_from(connection.dialect.name), {"rows": rows})
    known = {(code, seq): _texts.decode(texts or "[]") for code, seq, texts in found}
    entries = (known[asked.code, asked.seq] for asked in batch)
    return [texts[1:] if texts else None for texts in entries]


def _beat(connection: Connection, node: str, until: float) -> None:
    row = _insert(connection.dialect.name, nodes).values(node=node, until=until)
    connection.execute(row.on_conflict_do_update(index_elements=[nodes.c.node], set_={"until": until}))


_TOUCH = (
    update(tables)
    .where(
        tables.c.code == bindparam("of"),
        or_(
            tables.c.running != bindparam("goes_on"),
            tables.c.listing.is_distinct_from(bindparam("shown", type_=Text)),
            tables.c.touched < bindparam("stale"),
        ),
    )
    .values(
        running=bindparam("goes_on"),
        listed=bindparam("since", type_=Double),
        listing=bindparam("shown", type_=Text),
        touched=bindparam("now"),
        keeper=case((tables.c.running == bindparam("goes_on"), tables.c.keeper), else_=null()),
    )
)
"""A table's row changes only when a game begins or ends there, or what is listed, and once an hour."""


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


def _listed(dialect: str) -> tuple[TableValuedAlias, Callable[[int], ColumnElement[str]]]:
    """Return the parameter ``rows``, a JSON array of arrays, as a table, and how to name its columns.

    So a statement has one text however many rows it is about, and is prepared once.
    """
    rows = bindparam("rows", type_=Text)
    if dialect == "sqlite":
        listed = func.json_each(rows).table_valued("value")
    else:
        listed = func.json_array_elements(cast(rows, postgresql.JSON)).table_valued("value")
    return listed, lambda place: listed.c.value.op("->>", return_type=Text())(literal_column(str(place)))


@cache
def _new_table(dialect: str) -> Executable:
    return _insert(dialect, tables).on_conflict_do_nothing().returning(tables.c.code)


@cache
def _next_entries(dialect: str) -> Executable:
    """Entries that follow another one, where there is none yet.

    The table's row is held, so that nobody deletes the table meanwhile. It and the entry before are looked up
    row by row (scalar subqueries): a join might be planned for the few rows there are at first, and the plan
    kept.
    """
    listed, part = _listed(dialect)
    code, seq, entry = part(0), cast(part(1), Integer), part(2)
    before = log.alias("before")
    held = select(tables.c.code).where(tables.c.code == code, tables.c.deleted.is_(None))
    held = held.with_for_update(read=True, key_share=True)
    found = select(before.c.seq).where(before.c.code == code, before.c.seq == seq - 1)
    new = select(code, seq, entry).select_from(listed)
    new = new.where(held.scalar_subquery().is_not(None), found.scalar_subquery().is_not(None))
    row = _insert(dialect, log).from_select(["code", "seq", "entry"], new)
    return row.on_conflict_do_nothing().returning(log.c.code)


@cache
def _entries_from(dialect: str) -> Executable:
    """The entries of each table from a number on, as one JSON array; looked up row by row, as above."""
    listed, part = _listed(dialect)
    code, seq = part(0), cast(part(1), Integer)
    found = select(log.c.entry).where(log.c.code == code, log.c.seq >= seq, _exists(log.c.code))
    found = found.order_by(log.c.seq)
    entry = found.correlate(listed).subquery().c.entry
    array = func.json_group_array(entry) if dialect == "sqlite" else func.json_agg(entry)
    return select(code, seq, select(cast(array, Text)).scalar_subquery()).select_from(listed)


@cache
def _last_entries(dialect: str) -> Executable:
    listed, part = _listed(dialect)
    last = select(func.max(log.c.seq)).where(log.c.code == part(0), _exists(log.c.code)).scalar_subquery()
    return select(part(0), last).select_from(listed)


@cache
def _snapshot(dialect: str) -> Executable:
    """A snapshot of an entry that is there, instead of an older one; the table's row is held meanwhile."""
    given = [
        bindparam("seq", type_=Integer),
        bindparam("version", type_=Text),
        bindparam("state", type_=Text),
    ]
    there = select(tables.c.code, *given).where(tables.c.code == bindparam("of"), tables.c.deleted.is_(None))
    there = there.with_for_update(read=True, key_share=True)
    row = _insert(dialect, snapshots).from_select(["code", "seq", "version", "state"], there)
    new = row.excluded
    return row.on_conflict_do_update(
        index_elements=[snapshots.c.code],
        set_={"seq": new.seq, "version": new.version, "state": new.state},
        where=(snapshots.c.seq < new.seq) | (snapshots.c.version != new.version),
    )
