"""The versions of the database and the steps between them, by Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, to: str) -> None:
    """Bring the database to that version, in the transaction it is called in."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revisions() -> list[str]:
    """Return all versions, oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
