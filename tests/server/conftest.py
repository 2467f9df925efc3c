"""Real servers for the tests, and a store in each kind of database.

Tests that wait for something are coroutines, run by AnyIO's plugin: ``pytestmark = pytest.mark.anyio``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from stolik.server.store import Store
from tools.services import Missing, Postgres, Redis, Service, left_out


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


ServiceT = TypeVar("ServiceT", bound=Service)


def _started(service: type[ServiceT]) -> Iterator[ServiceT]:
    if service.group in left_out():
        pytest.skip(f"left out as asked: {service.group}")
    try:
        made = service()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    with made as started:
        yield started


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from _started(Postgres)


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    yield from _started(Redis)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with nothing in it, of each kind."""
    yield from empty_database(request, tmp_path / "stolik.db")


def empty_database(request: pytest.FixtureRequest, path: Path) -> Iterator[str]:
    """The address of a database of the kind that the request is for."""
    if request.param == "sqlite":
        yield f"sqlite:///{path}"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    url = postgres.database()
    yield url
    postgres.give_back(url)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store.open(database_url)
    yield store
    await store.close()
