"""What the database holds. ``migrations/`` brings any older database to this."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("code", Text, primary_key=True),
    Column("running", Boolean, nullable=False),  # a game goes on: the table needs a keeper
    Column("touched", Double, nullable=False),  # when something happened there, to within two hours
    Column("keeper", Text),  # the node that plays the bots and watches the clock
    Column("listed", Double),  # when it was opened, if anybody may find it
    Column("listing", Text),  # what is listed of it then
    Column("deleted", Double),  # since when it is being deleted: there is no such table any more
)
"""What a node must be able to ask about many tables at once, without reading their logs."""

Index("tables_kept", tables.c.keeper, postgresql_where=tables.c.running, sqlite_where=tables.c.running)
Index("tables_idle", tables.c.touched, postgresql_where=~tables.c.running, sqlite_where=~tables.c.running)
Index(
    "tables_listed",
    tables.c.listed,
    postgresql_where=tables.c.listed.is_not(None),
    sqlite_where=tables.c.listed.is_not(None),
)

Index(
    "tables_deleted",
    tables.c.deleted,
    postgresql_where=tables.c.deleted.is_not(None),
    sqlite_where=tables.c.deleted.is_not(None),
)

log = Table(
    "log",
    metadata,
    Column("code", Text, ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
)
"""Everything that ever happened at a table, from 1 on, without a gap. The primary key is the only lock."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("code", Text, ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("version", Text, nullable=False),  # which program can read it
    Column("state", Text, nullable=False),
)
"""What a table was like after entry ``seq``, so that nobody has to read all before it. Any may be missing."""

reviews = Table(
    "reviews",
    metadata,
    Column("code", Text, ForeignKey(tables.c.code, ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("node", Text, nullable=False),  # who works it out
    Column("done", Integer, nullable=False),
    Column("of", Integer, nullable=False),  # how many moves have been looked at, and how many there are
    Column("review", LargeBinary),  # compressed, without the players' names; nothing until it is ready
)
"""The reviews of finished games that somebody asked for. Any may be missing: they follow from the log."""

nodes = Table(
    "nodes",
    metadata,
    Column("node", Text, primary_key=True),
    Column("until", Double, nullable=False),
)
"""Until when each node is known to live. What a dead node kept is free."""
