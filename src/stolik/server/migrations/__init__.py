"""Bringing a database, empty or of any older version, to the schema of today.

A new version is a file ``versions/NNNN_what.py`` that goes on from the one before; ``schema.py`` is the sum.
A database that has the version of today is recognised without Alembic, which takes a while to import.
"""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text

NEWEST = "0004"
"""The version of today: the last one in ``versions``."""

_VERSIONS = "alembic_version"
"""The table in which Alembic keeps the version."""

_LOCK = 7865438
"""PostgreSQL's number of the lock that one node holds while it migrates; any number would do."""


class NewerDatabase(Exception):  # noqa: N818 -- a state of the world, not a fault of the program
    """The database was made by a newer version of Stolik than this one."""


def migrate(connection: Connection, to: str = NEWEST) -> None:
    """Bring the database to that version, in the transaction it is called in. One node at a time does it."""
    if connection.dialect.name == "postgresql":  # SQLite's transaction holds the only lock there is
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    found = revision(connection)
    if found == to:
        return
    from stolik.server.migrations.upgrading import revisions, upgrade

    if found is not None and found not in revisions():
        raise NewerDatabase(f"the database has version {found}, and this Stolik knows {NEWEST} at most")
    upgrade(connection, to)


def revision(connection: Connection) -> str | None:
    """Return the version of a database; None if it is empty."""
    if not inspect(connection).has_table(_VERSIONS):
        return None
    return connection.execute(text(f"SELECT version_num FROM {_VERSIONS}")).scalar_one_or_none()
