"""The first version: tables, their logs, and the nodes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("running", sa.Boolean, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("keeper", sa.Text),
    )
    running = sa.column("running", sa.Boolean)
    op.create_index("tables_kept", "tables", ["keeper"], postgresql_where=running, sqlite_where=running)
    op.create_index("tables_idle", "tables", ["touched"], postgresql_where=~running, sqlite_where=~running)
    op.create_table(
        "log",
        sa.Column("code", sa.Text, sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("node", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )
