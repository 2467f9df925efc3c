"""Snapshots of tables, and tables that are being deleted a part at a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both; no table has a snapshot yet, and none is being deleted."""
    op.add_column("tables", sa.Column("deleted", sa.Double))
    deleted = sa.column("deleted", sa.Double).is_not(None)
    op.create_index("tables_deleted", "tables", ["deleted"], postgresql_where=deleted, sqlite_where=deleted)
    op.create_table(
        "snapshots",
        sa.Column("code", sa.Text, sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
