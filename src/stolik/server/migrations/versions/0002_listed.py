"""Tables that anybody may find."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what is listed of a table; tables that exist are not listed."""
    op.add_column("tables", sa.Column("listed", sa.Double))
    op.add_column("tables", sa.Column("listing", sa.Text))
    listed = sa.column("listed", sa.Double).is_not(None)
    op.create_index("tables_listed", "tables", ["listed"], postgresql_where=listed, sqlite_where=listed)
