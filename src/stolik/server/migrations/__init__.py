"""Bringing a database, empty or of any older version, to the schema of today.

A new version is a file ``versions/NNNN_what.py`` that goes on from the one before; ``schema.py`` is the sum.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

HEAD = "head"
_LOCK = 7865438
"""PostgreSQL's number of the lock that one node holds while it migrates; any number would do."""


class NewerDatabase(Exception):  # noqa: N818 -- a state of the world, not a fault of the program
    """The database was made by a newer version of Stolik than this one."""


def migrate(connection: Connection, to: str = HEAD) -> None:
    """Bring the database to that version, in the transaction it is called in. One node at a time does it."""
    if connection.dialect.name == "postgresql":  # SQLite's transaction holds the only lock there is
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    versions = _script()
    found = revision(connection)
    if found is not None and found not in {script.revision for script in versions.walk_revisions()}:
        raise NewerDatabase(f"the database has version {found}, and this Stolik knows {newest()} at most")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revision(connection: Connection) -> str | None:
    """Return the version of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """Return the version of today."""
    head = _script().get_current_head()
    assert head is not None
    return head


def revisions() -> list[str]:
    """Return all versions, oldest first."""
    return [script.revision for script in _script().walk_revisions()][::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
