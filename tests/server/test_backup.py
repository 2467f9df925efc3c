from __future__ import annotations

import asyncio
import fcntl
import gzip
import hashlib
import json
import os
import random
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stolik.server.backup import BackupError, backup, restore
from stolik.server.database import open_database
from stolik.server.migrations import NEWEST, migrate
from stolik.server.store import Store
from tests.server.conftest import empty_database

pytestmark = pytest.mark.anyio

Log = dict[str, list[tuple[int, str]]]


def silent(done: int, total: int) -> None:
    assert 0 < done <= total


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A second database, of each kind."""
    yield from empty_database(request, tmp_path / "other.db")


async def fill(store: Store, number: int = 30) -> Log:
    chosen = random.Random(5)

    async def play(table: int) -> list[tuple[int, str]]:
        entries = [
            f'{{"żółć \\u0000":{chosen.random()},"text":"{"x" * chosen.randrange(60)}\n"}}' for _ in range(60)
        ]
        log = list(enumerate(entries[: chosen.randrange(1, 60)], 1))
        await store.create(f"T{table}", log[0][1], 1000.0 + table)
        for seq, entry in log[1:]:
            await store.append(f"T{table}", seq, entry, table % 3 == 0, 1000.25 + table)
        return log

    logs = await asyncio.gather(*map(play, range(number)))
    return {f"T{table}": log for table, log in enumerate(logs)}


async def contents(url: str) -> tuple[Log, list[str], list[int]]:
    """Everything in a database: the logs, which tables run, and which were touched when."""
    store = await Store.open(url)
    codes = [f"T{table}" for table in range(40)]
    logs = {code: log for code in codes if (log := await store.read(code))}
    running = await store.claim("test", 0.0, 1.0, 100)
    await store.release("test")
    expired = [await store.expire(1000.0 + second, 100) for second in range(0, 41, 8)]
    await store.close()
    return logs, running, expired


async def test_what_was_kept_comes_back(
    store: Store, database_url: str, empty_url: str, tmp_path: Path
) -> None:
    logs = await fill(store)
    steps: list[tuple[int, int]] = []
    assert (
        await backup(database_url, tmp_path / "kept", lambda done, total: steps.append((done, total))) == 30
    )
    assert steps[-1][0] == steps[-1][1] == 30 + sum(map(len, logs.values()))
    assert await restore(empty_url, tmp_path / "kept", silent) == 30
    back = await contents(empty_url)
    assert back[0] == logs
    assert back == await contents(database_url)


async def test_a_file_restored_and_kept_again_is_the_same(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    await fill(store)
    await backup(database_url, tmp_path / "one", silent)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    await restore(other, tmp_path / "one", silent)
    await backup(other, tmp_path / "two", silent)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


async def test_a_backup_is_of_one_moment_while_the_game_goes_on(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    for code in ("A", "B"):
        await store.create(code, "1", 1.0)

    async def play() -> None:
        for seq in range(2, 60):
            for code in ("A", "B"):  # A is always at least as far as B
                await store.append(code, seq, str(seq), True, 1.0)

    async def keep() -> None:
        for number in range(5):
            await backup(database_url, tmp_path / f"kept{number}", silent)

    await asyncio.gather(play(), keep())
    for number in range(5):
        other = f"sqlite:///{tmp_path / f'{number}.db'}"
        await restore(other, tmp_path / f"kept{number}", silent)
        node = await Store.open(other)
        heads = await node.heads(["A", "B"])
        assert heads["A"] - heads["B"] in (0, 1)
        await node.close()


async def test_a_backup_is_for_its_owner_only(store: Store, database_url: str, tmp_path: Path) -> None:
    await fill(store, 1)
    await backup(database_url, tmp_path / "kept", silent)
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o600


async def test_two_backups_to_one_name_do_not_destroy_each_other(
    store: Store, database_url: str, empty_url: str, tmp_path: Path
) -> None:
    log = await fill(store)
    path = tmp_path / "kept"
    done = await asyncio.gather(
        *(backup(database_url, path, silent) for _ in range(3)), return_exceptions=True
    )
    assert sorted(map(type, done), key=str) == [FileExistsError, FileExistsError, int]
    assert [file.name for file in tmp_path.glob("kept*")] == ["kept"]
    await restore(empty_url, path, silent)
    assert (await contents(empty_url))[0] == log


async def test_a_file_system_without_second_names_is_well_too(
    store: Store, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", cannot)
    await fill(store, 3)
    await backup(database_url, tmp_path / "kept", silent)
    before = (tmp_path / "kept").read_bytes()
    with pytest.raises(FileExistsError):
        await backup(database_url, tmp_path / "kept", silent)
    assert [file.name for file in tmp_path.glob("kept*")] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == before


async def test_a_backup_that_was_killed_does_not_block_the_next_and_what_it_left_is_removed(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    await fill(store, 3)
    left, other, fresh = (tmp_path / f"kept.{name}.part" for name in ("left", "other", "fresh"))
    for part in (left, other, fresh):
        part.touch()
    for part in (left, other):
        os.utime(part, (0, 0))
    with other.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # as one that is still being written
        await backup(database_url, tmp_path / "kept", silent)
        assert sorted(file.name for file in tmp_path.glob("kept*")) == ["kept", fresh.name, other.name]


async def test_an_empty_database_may_have_been_opened_before(
    store: Store, database_url: str, empty_url: str, tmp_path: Path
) -> None:
    logs = await fill(store, 5)
    await backup(database_url, tmp_path / "kept", silent)
    await (await Store.open(empty_url)).close()
    await restore(empty_url, tmp_path / "kept", silent)
    assert (await contents(empty_url))[0] == logs


async def test_a_database_with_tables_is_not_written_over(
    store: Store, database_url: str, empty_url: str, tmp_path: Path
) -> None:
    await fill(store, 5)
    await backup(database_url, tmp_path / "kept", silent)
    other = await Store.open(empty_url)
    await other.create("T39", "mine", 1.0)
    with pytest.raises(BackupError) as caught:
        await restore(empty_url, tmp_path / "kept", silent)
    assert caught.value.reason == "not_empty"
    await other.close()
    assert (await contents(empty_url))[0] == {"T39": [(1, "mine")]}


@pytest.fixture(scope="module")
async def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of three tables."""
    folder = tmp_path_factory.mktemp("good")
    store = await Store.open(f"sqlite:///{folder / 'stolik.db'}")
    await fill(store, 3)
    await store.close()
    await backup(f"sqlite:///{folder / 'stolik.db'}", folder / "kept", silent)
    return folder / "kept"


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def cut_at_a_line(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-3]))


def one_sign_changed(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace(b"xx", b"xy", 1))


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x10]) + data[middle + 1 :]


def signed(lines: list[bytes]) -> bytes:
    text = b"".join(lines)
    return gzip.compress(text + json.dumps({"sha256": hashlib.sha256(text).hexdigest()}).encode() + b"\n")


def a_row_twice(data: bytes) -> bytes:
    lines = gzip.decompress(data).splitlines(keepends=True)[:-1]
    return signed([*lines[:-1], lines[-2]])


def a_row_with_too_little(data: bytes) -> bytes:
    lines = gzip.decompress(data).splitlines(keepends=True)[:-1]
    return signed([*lines[:-1], b'["T0"]\n'])


def something_after_the_end(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data) + b"[]\n")


def of_the_future(data: bytes) -> bytes:
    header, *rest = gzip.decompress(data).splitlines(keepends=True)
    today = f'"schema":"{NEWEST}"'.encode()
    assert today in header
    return gzip.compress(header.replace(today, b'"schema":"9999"') + b"".join(rest))


def in_another_format(data: bytes) -> bytes:
    header, *rest = gzip.decompress(data).splitlines(keepends=True)
    return gzip.compress(header.replace(b'"format":1', b'"format":2') + b"".join(rest))


SPOILT: list[tuple[Callable[[bytes], bytes], str]] = [
    (cut, "truncated"),
    (cut_at_a_line, "truncated"),
    (one_sign_changed, "damaged"),
    (flipped, "damaged"),
    (a_row_twice, "damaged"),
    (a_row_with_too_little, "damaged"),
    (something_after_the_end, "damaged"),
    (of_the_future, "newer"),
    (in_another_format, "newer"),
    (lambda _: b"", "truncated"),
    (lambda _: b"hello, this is no backup", "not_a_backup"),
    (lambda _: gzip.compress(b'{"a": 1}\n'), "not_a_backup"),
    (lambda _: gzip.compress(b"\xff\n"), "not_a_backup"),
]


@pytest.mark.parametrize(
    ("database_url", "spoil", "reason"),
    [
        *(("sqlite", *case) for case in SPOILT),
        *(("postgres", *case) for case in SPOILT if case[0] in (cut, one_sign_changed, a_row_twice)),
    ],
    indirect=["database_url"],
)
async def test_a_spoilt_file_is_named_and_leaves_the_database_as_it_was(
    database_url: str, good: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], reason: str
) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(spoil(good.read_bytes()))
    with pytest.raises(BackupError) as caught:
        await restore(database_url, bad, lambda *_: None)
    assert caught.value.reason == reason
    assert await contents(database_url) == ({}, [], [0] * 6)
    await restore(database_url, good, silent)
    assert len((await contents(database_url))[0]) == 3


async def test_a_database_of_the_first_version_can_be_kept_and_restored(
    database_url: str, empty_url: str, tmp_path: Path
) -> None:
    from sqlalchemy import text

    database = open_database(database_url)
    await database.write(lambda connection: migrate(connection, "0001"))
    rows = "INSERT INTO tables (code, running, touched) VALUES ('T1', false, 5.0)"
    await database.write(lambda connection: connection.execute(text(rows)))
    await database.write(
        lambda connection: connection.execute(text("INSERT INTO log VALUES ('T1', 1, 'one')"))
    )
    await database.close()
    await backup(database_url, tmp_path / "kept", silent)
    await restore(empty_url, tmp_path / "kept", silent)
    assert (await contents(empty_url))[0] == {"T1": [(1, "one")]}


async def test_where_there_is_no_database_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no_database"):
        await backup(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "kept", silent)
    assert list(tmp_path.iterdir()) == []


async def test_what_is_broken_off_leaves_no_file(store: Store, database_url: str, tmp_path: Path) -> None:
    await fill(store, 3)

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await backup(database_url, tmp_path / "kept", stop)
    assert not list(tmp_path.glob("kept*"))
