"""The server's database, as a person at the command line meets it."""

from __future__ import annotations

from stolik.cli.errors import Wrong, about_file
from stolik.folders import data_folder
from stolik.server.migrations import NewerDatabase
from stolik.server.settings import Settings
from stolik.server.table_store import StoreDown
from stolik.words import Words

TROUBLE = (StoreDown, NewerDatabase, ValueError)
"""What can be wrong with it."""


def prepare_folder(words: Words, settings: Settings) -> None:
    """Make the folder for the database, unless the person has named a database."""
    if not settings.database:
        try:
            data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise about_file(words, data_folder(), error) from error


def trouble(words: Words, error: Exception) -> Wrong:
    """Return the error for a database that cannot be used."""
    return Wrong(words("serve.newer" if isinstance(error, NewerDatabase) else "serve.database", why=error))
