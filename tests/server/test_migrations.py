from __future__ import annotations

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData, inspect, text

from stolik.server.database import Database, open_database
from stolik.server.migrations import NEWEST, NewerDatabase, migrate, revision
from stolik.server.migrations.upgrading import revisions
from stolik.server.schema import metadata
from stolik.server.store import Store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(database_url: str) -> Database:
    return open_database(database_url)


def filled(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """Put something into every table of the database as it is now, of whatever version, and return it all."""
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name == "alembic_version":
            continue
        for number in range(1, 4):
            values = {
                column.name: {
                    bool: True,
                    int: number,
                    float: number * 1.5,
                    str: f"{column.name} {number}",
                    bytes: bytes(number),
                }[column.type.python_type]
                for column in table.columns
            }
            for column in table.columns:
                if column.foreign_keys:
                    (key,) = column.foreign_keys
                    values[column.name] = f"{key.column.name} {number}"
            connection.execute(table.insert().values(values))
    return contents(connection, found)


def contents(connection: Connection, known: MetaData) -> dict[str, list[tuple[object, ...]]]:
    """Return what the database holds in those columns."""
    return {
        table.name: [
            tuple(row) for row in connection.execute(table.select().order_by(*table.primary_key.columns))
        ]
        for table in known.sorted_tables
        if table.name != "alembic_version"
    }


async def test_the_migrations_lead_to_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, metadata))

    assert await database.write(differences) == []
    await database.close()


def test_the_newest_version_is_the_last_one() -> None:
    assert revisions()[-1] == NEWEST


@pytest.mark.parametrize("version", revisions())
async def test_an_upgrade_from_any_version_keeps_what_was_there(database: Database, version: str) -> None:
    def old(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        migrate(connection, version)
        return filled(connection)

    def upgraded(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        migrate(connection)
        return contents(connection, metadata)

    before, after = await database.write(old), await database.write(upgraded)
    for table, rows in before.items():
        assert len(after[table]) == len(rows) == 3
        assert {row[0] for row in after[table]} == {row[0] for row in rows}
    if version == NEWEST:
        assert after == before
    assert await database.read(revision) == NEWEST
    await database.close()


async def test_a_log_of_the_first_version_is_read_by_todays_store(
    database: Database, database_url: str
) -> None:
    def first(connection: Connection) -> None:
        migrate(connection, "0001")
        connection.execute(text("INSERT INTO tables (code, running, touched) VALUES ('ABC', true, 5.0)"))
        connection.execute(
            text("INSERT INTO log (code, seq, entry) VALUES ('ABC', 1, 'one'), ('ABC', 2, 'two')")
        )

    await database.write(first)
    await database.close()
    store = await Store.open(database_url)
    assert await store.read("ABC") == [(1, "one"), (2, "two")]
    assert await store.claim("node", 10.0, 20.0, 5) == ["ABC"]
    await store.close()


async def test_nodes_that_start_together_do_not_collide(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(5)))
    assert await stores[0].create("ABC", "1", 1.0)
    assert await stores[4].count() == 1
    for store in stores:
        await store.close()


async def test_a_database_of_a_newer_stolik_is_left_alone(database: Database, database_url: str) -> None:
    def newer(connection: Connection) -> None:
        migrate(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    await database.write(newer)
    with pytest.raises(NewerDatabase, match="9999"):
        await Store.open(database_url)
    assert await database.read(lambda connection: inspect(connection).has_table("log"))
    await database.close()
