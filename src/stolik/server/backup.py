"""A copy of everything in a database, in one file, and back: into an empty database of either kind.

The file is gzipped JSON, line by line: a header that says what follows, every row, and the SHA-256 of all
that. A file that was cut off or changed is found out, and then nothing of it stays in the database.
"""

from __future__ import annotations

import errno
import glob
import gzip
import hashlib
import os
import secrets
import sys
import threading
import time
import zlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select
from sqlalchemy.exc import CompileError, DataError, DBAPIError, IntegrityError, StatementError

from stolik.server.database import SQLite, open_database
from stolik.server.migrations import NEWEST, migrate, revision
from stolik.server.migrations.upgrading import revisions

FORMAT = 1
KEPT = ("tables", "log")
"""What is kept, each after what it refers to. Which nodes lived then, nobody needs to know later, and
snapshots and reviews follow from the log."""

CHUNK = 1000
"""Rows that are read or written at a time."""

LEFT_OVER = 60.0
"""Seconds for which an unfinished file may just be another backup's that has not begun to write."""

PATIENCE = 3600.0
"""Seconds that one statement may take."""

Progress = Callable[[int, int], None]
"""Called with how many rows are done, of how many."""


class Header(Struct, frozen=True):
    """The first line: what kind of file this is, and what will follow."""

    stolik: str
    format: int
    schema: str
    columns: dict[str, list[str]]
    rows: dict[str, int]


class Footer(Struct, frozen=True):
    """The last line: the SHA-256 of all lines before it."""

    sha256: str


class BackupError(Exception):
    """A backup cannot be made or restored.

    ``reason``: ``no_database``, ``not_empty``; about the file ``not_a_backup``, ``newer``, ``truncated``,
    ``damaged``. ``detail`` says what exactly.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


# -- making one -------------------------------------------------------------------------------------------


async def backup(url: str, path: Path, progress: Progress) -> int:
    """Write everything in the database, as it is at one moment, to a new file; return how many tables."""
    database = open_database(url, PATIENCE)
    if isinstance(database, SQLite) and not database.path.is_file():
        raise BackupError("no_database", str(database.path))
    _remove_left_over(path)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")  # of nobody else
    try:
        with _new(part) as file:
            number = await _interruptible(
                database.snapshot, lambda connection, tell: _dump(connection, file, tell), progress
            )
        _give_name(part, path)
    finally:
        part.unlink(missing_ok=True)
        await database.close()
    return number


def _dump(connection: Connection, file: IO[bytes], progress: Progress) -> int:
    found = revision(connection)
    if found is None:
        raise BackupError("no_database", "no tables of Stolik")
    kept = _kept(connection)
    rows = {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in kept}
    columns = {table.name: [str(column.name) for column in table.columns] for table in kept}
    total, done = sum(rows.values()), 0
    digest = hashlib.sha256()
    with gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as out:

        def write(thing: object) -> None:
            line = msgspec.json.encode(thing) + b"\n"
            digest.update(line)
            out.write(line)

        write(Header("backup", FORMAT, found, columns, rows))
        for table in kept:
            everything = select(table).order_by(*table.primary_key.columns)
            for chunk in connection.execution_options(yield_per=CHUNK).execute(everything).partitions():
                for row in chunk:
                    write(tuple(row))
                done += len(chunk)
                progress(done, total)
        write(Footer(digest.hexdigest()))
    return rows[KEPT[0]]


# -- bringing one back ------------------------------------------------------------------------------------


async def restore(url: str, path: Path, progress: Progress) -> int:
    """Put everything in the file into an empty database; return how many tables. It is all or nothing."""
    with path.open("rb") as file:
        database = open_database(url, PATIENCE)
        try:
            return await _interruptible(
                database.write, lambda connection, tell: _load(connection, file, tell), progress
            )
        finally:
            await database.close()


def _load(connection: Connection, file: IO[bytes], progress: Progress) -> int:
    found = revision(connection)
    if found is not None and found not in revisions():
        raise BackupError("not_empty", f"version {found}")
    kept = _kept(connection)
    for table in kept:
        if connection.execute(select(table).limit(1)).first() is not None:
            raise BackupError("not_empty", table.name)
    with _checked():
        lines = _Lines(file)
        header = lines.header()
        _make_empty(connection, header.schema)
        done, total = 0, sum(header.rows.values())
        for table in _kept(connection):
            for chunk in lines.chunks(header, table.name):
                connection.execute(insert(table), chunk)
                done += len(chunk)
                progress(done, total)
        lines.check_end()
    migrate(connection)
    return header.rows[KEPT[0]]


def _make_empty(connection: Connection, schema: str) -> None:
    """Make the tables of that version, whatever version the empty ones are of that may be there."""
    names = set(inspect(connection).get_table_names()) & {
        *KEPT, "nodes", "reviews", "snapshots", "alembic_version"
    }  # fmt: skip
    there = MetaData()
    there.reflect(connection, only=sorted(names))
    there.drop_all(connection)
    migrate(connection, schema)


class _Lines:
    """The lines of a backup, each checked as it is read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._lines = gzip.GzipFile(fileobj=file)
        self._digest = hashlib.sha256()
        self._number = 0

    def header(self) -> Header:
        """Read the first line."""
        try:
            header = msgspec.json.decode(self._next(), type=Header)
        except (msgspec.DecodeError, gzip.BadGzipFile) as error:
            raise BackupError("not_a_backup", str(error)) from error
        if header.stolik != "backup" or set(header.rows) != set(KEPT) or set(header.columns) != set(KEPT):
            raise BackupError("not_a_backup", "line 1")
        if header.format > FORMAT:
            raise BackupError("newer", f"format {header.format} > {FORMAT}")
        if header.schema not in revisions():
            raise BackupError("newer", f"schema {header.schema} > {NEWEST}")
        return header

    def chunks(self, header: Header, table: str) -> Iterator[list[dict[str, Any]]]:
        """Read the rows of one table."""
        columns, left = header.columns[table], header.rows[table]
        while left > 0:
            size = min(left, CHUNK)
            yield [dict(zip(columns, self._row(), strict=True)) for _ in range(size)]
            left -= size

    def check_end(self) -> None:
        """Read the closing line, after which nothing may come."""
        told = self._digest.hexdigest()
        if msgspec.json.decode(self._next(), type=Footer).sha256 != told:
            raise BackupError("damaged", "SHA-256")
        if self._lines.read(1):
            raise BackupError("damaged", f"line {self._number + 1}")

    def _row(self) -> list[Any]:
        return msgspec.json.decode(self._next(), type=list[Any])

    def _next(self) -> bytes:
        line = self._lines.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        self._number += 1
        self._digest.update(line)
        return line


@contextmanager
def _checked() -> Iterator[None]:
    """Say what is wrong with a file."""
    try:
        yield
    except EOFError as error:
        raise BackupError("truncated", "") from error
    except (zlib.error, gzip.BadGzipFile, ValueError, CompileError, StatementError) as error:
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError | DataError):
            raise  # the database is in trouble, and the file may be well
        raise BackupError("damaged", str(error).splitlines()[0]) from error


# -- both -------------------------------------------------------------------------------------------------


def _kept(connection: Connection) -> list[Table]:
    """Return the tables that are kept as this database has them, of whatever version it is."""
    there = MetaData()
    names = set(inspect(connection).get_table_names()) & set(KEPT)
    there.reflect(connection, only=sorted(names))
    return [there.tables[name] for name in KEPT if name in names]


@contextmanager
def _new(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file that only its owner reads: it holds the secrets of games that go on."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        _lock(file)
        yield file
        file.flush()
        os.fsync(file.fileno())


def _give_name(part: Path, path: Path) -> None:
    """Give a whole file its name, unless another one has it by now."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # some file systems, such as those of memory sticks, have no second names
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        part.rename(path)


def _lock(file: IO[bytes]) -> bool:
    """Mark a file as being written, until it is closed; return whether nobody else is writing it."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_left_over(path: Path) -> None:
    """Remove what backups to the same name left that were killed."""
    for part in path.parent.glob(f"{glob.escape(path.name)}.*.part"):
        with suppress(OSError), part.open("rb") as file:
            if time.time() - part.stat().st_mtime > LEFT_OVER and _lock(file):
                part.unlink()


async def _interruptible(
    do: Callable[[Callable[[Connection], int]], Awaitable[int]],
    work: Callable[[Connection, Progress], int],
    progress: Progress,
) -> int:
    """Do the work; cancelling it stops it, also where it runs in a thread."""
    stopped = threading.Event()

    def tell(done: int, total: int) -> None:
        if stopped.is_set():
            raise InterruptedError
        progress(done, total)

    try:
        return await do(lambda connection: work(connection, tell))
    finally:
        stopped.set()
