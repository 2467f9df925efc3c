"""What Alembic runs: the migrations, on the connection and in the transaction of the caller."""

from __future__ import annotations

from alembic import context

from stolik.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite changes a table by copying it
)
context.run_migrations()
