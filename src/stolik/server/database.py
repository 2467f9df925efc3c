"""One database, SQLite or PostgreSQL, and work done in it: a function of a connection, in one transaction.

SQLite works in threads of its own, PostgreSQL in the event loop; the work cannot tell.
"""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from stolik.server.table_store import StoreDown

T = TypeVar("T")
Work = Callable[[Connection], T]

READERS = 4
"""Threads, and connections, that read from SQLite beside the one that writes."""

PRIVATE, FOR_OTHERS = 0o600, 0o007
"""The mode of a file for its owner, and the part of a mode that is for everybody."""

WAIT = 10.0

URLS = "sqlite:///FILE, postgresql://USER:PASSWORD@HOST/DATABASE"


class Database(ABC):
    """A database that work can be done in."""

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Return what the work finds. Each of its statements sees the newest there is."""

    @abstractmethod
    async def snapshot(self, work: Work[T]) -> T:
        """Return what the work finds. All its statements see one and the same moment."""

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """Do the work in one transaction and return its result, after it is written durably."""

    @abstractmethod
    async def tidy(self) -> None:
        """See to it that what was deleted is not in a file any more, where that is ours to do."""

    @abstractmethod
    async def tidy_again(self) -> None:
        """Tidy up if that could not be done when it was wanted."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for what is being done, and let go of the database."""


def open_database(url: str, wait: float = WAIT) -> Database:
    """Return the database of a URL as people write it. Nothing is asked of it yet.

    ``wait`` is how many seconds it may take over one thing; after that it is taken for gone.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"invalid database URL: {url!r}; allowed: {URLS}") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            return SQLite(Path(parsed.database), wait)
        case "postgresql" | "postgres":
            from stolik.server.postgresql import PostgreSQL  # takes a while, and few need it

            return PostgreSQL(parsed, wait)
    raise ValueError(
        f"invalid database URL: {parsed.render_as_string(hide_password=True)!r}; allowed: {URLS}"
    )


class SQLite(Database):
    """A file. One thread writes, so that nobody in this process waits for SQLite's lock; a few read."""

    def __init__(self, path: Path, wait: float) -> None:
        self.path = path
        self._writes = _sqlite_engine(path, 1, wait)
        self._reads = _sqlite_engine(path, READERS, wait)
        event.listen(self._writes, "begin", _begin_immediate)
        self._writer = ThreadPoolExecutor(1, "stolik-write")
        self._readers = ThreadPoolExecutor(READERS, "stolik-read")
        self._untidy = True
        """Whether the write-ahead log may hold what was deleted: a process that was killed left it so."""

    async def read(self, work: Work[T]) -> T:
        """Do the work outside any transaction."""
        return await self._do(self._readers, self._reads, work)

    async def snapshot(self, work: Work[T]) -> T:
        """Do the work in one reading transaction."""

        def at_one_moment(connection: Connection) -> T:
            connection.exec_driver_sql("BEGIN")
            return work(connection)

        return await self._do(self._readers, self._reads, at_one_moment)

    async def write(self, work: Work[T]) -> T:
        """Do the work in the thread that writes."""

        def to_the_end(connection: Connection) -> T:
            result = work(connection)
            connection.commit()
            return result

        return await self._do(self._writer, self._writes, to_the_end)

    async def tidy(self) -> None:
        """Empty the write-ahead log, which holds what was deleted until it is written over.

        Nobody waits for it: if somebody is reading, it is left for ``tidy_again``.
        """

        def checkpoint(connection: Connection) -> bool:
            wait = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
            connection.exec_driver_sql("PRAGMA busy_timeout = 0").close()
            busy, _, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {wait}").close()
            return bool(busy)

        self._untidy = True  # until it is known how this ends
        self._untidy = await self._do(self._writer, self._reads, checkpoint)

    async def tidy_again(self) -> None:
        """Empty the write-ahead log if somebody was reading when that was tried."""
        if self._untidy:
            await self.tidy()

    async def close(self) -> None:
        """Wait for both kinds of threads."""
        for thread in (self._writer, self._readers):
            await asyncio.to_thread(thread.shutdown)
        self._reads.dispose()
        self._writes.dispose()

    async def _do(self, threads: ThreadPoolExecutor, engine: Engine, work: Work[T]) -> T:
        def do() -> T:
            with engine.connect() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(threads, do)
        except DBAPIError as error:
            if isinstance(error, IntegrityError):
                raise
            raise StoreDown(str(error.orig)) from error


def _sqlite_engine(path: Path, connections: int, wait: float) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # Python's own idea of when a transaction begins is switched off
        hide_parameters=True,  # an error that is logged must not tell what was to be written
        pool_size=connections,
        max_overflow=0,
        connect_args={"timeout": wait, "check_same_thread": False},
    )
    event.listen(engine, "do_connect", lambda *_: _make_private(path))
    event.listen(engine, "connect", _sqlite_pragmas)
    return engine


def _make_private(path: Path) -> None:
    """See to it that only its owner reads the file: it holds the secrets of games that go on.

    SQLite gives the files beside it the same mode. One that is there is not opened: to close it again would
    take SQLite's locks away.
    """
    with suppress(OSError):  # it is somebody else's, or there is no folder: SQLite says what is wrong
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
        for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            if file.exists() and file.stat().st_mode & FOR_OTHERS:
                file.chmod(PRIVATE)


def _sqlite_pragmas(connection: Any, _: object) -> None:
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",  # what was acknowledged outlives a power cut; group commit pays for it
        "foreign_keys = ON",
        "secure_delete = ON",  # who deletes a table does not leave its people's names in the file
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
