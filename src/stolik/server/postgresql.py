"""A database that several nodes share: PostgreSQL."""

from __future__ import annotations

from typing import Any

import asyncpg
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import create_async_engine

from stolik.server.database import WAIT, Database, T, Work
from stolik.server.table_store import StoreDown

CONNECTIONS = 10
"""Connections that a node has, at most."""

TRIES = 3


class PostgreSQL(Database):
    """A server, shared by several nodes."""

    def __init__(self, url: URL, wait: float) -> None:
        query = dict(url.query)
        if "sslmode" in query:  # as libpq calls it
            query["ssl"] = query.pop("sslmode")
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg", query=query),
            hide_parameters=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=3 * wait,  # it may be many who wait, and not the database's fault
            connect_args={
                "timeout": WAIT,
                "command_timeout": wait,
                "server_settings": {"application_name": "stolik", "jit": "off"},
            },
        )
        self._reads = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._snapshots = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    async def read(self, work: Work[T]) -> T:
        """Do the work outside any transaction."""
        return await self._do(self._reads, work)

    async def snapshot(self, work: Work[T]) -> T:
        """Do the work in one reading transaction."""
        return await self._do(self._snapshots, work)

    async def write(self, work: Work[T]) -> T:
        """Do the work; again if it surely left no trace, because of another node or a lost connection."""
        return await self._do(self._engine, work)

    async def tidy(self) -> None:
        """Do nothing: it is for the server of the database to say what it keeps, and how long."""

    async def tidy_again(self) -> None:
        """Do nothing, as before."""

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    async def _do(self, engine: Any, work: Work[T]) -> T:
        for tried in range(1, TRIES + 1):
            committing = False
            try:
                async with engine.connect() as connection:
                    result: T = await connection.run_sync(work)
                    committing = True
                    await connection.commit()
                    return result
            except (
                DBAPIError,
                PoolTimeoutError,
                OSError,
                asyncpg.PostgresError,
                asyncpg.InterfaceError,
            ) as error:
                if committing or tried == TRIES or not _is_worth_a_try(error):
                    if _is_our_fault(error):
                        raise
                    raise StoreDown(_reason(error)) from error
        raise AssertionError


def _code(error: BaseException) -> str:
    """Return PostgreSQL's five signs for what happened, where it said any."""
    told = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(told, "sqlstate", None) or "")


def _is_worth_a_try(error: BaseException) -> bool:
    """Whether the same may go well at once: the connection was stale, or another node was in the way."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return _code(error) in ("40001", "40P01", "57P01")


def _is_our_fault(error: BaseException) -> bool:
    """Whether the database understood us and would not do it: data (22), constraints (23) or SQL (42)."""
    return _code(error)[:2] in ("22", "23", "42")


def _reason(error: BaseException) -> str:
    told = error.orig if isinstance(error, DBAPIError) else error
    return str(told) or type(told).__name__
