"""Requests nobody meant, made up from the lobby's own description: all of them are answered, and properly."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
)

from stolik.server.app import HEADERS, make_app
from stolik.server.settings import Settings
from tests.effort import effort
from tests.server.device import Device
from tests.server.nodes import Ground, NodeProcess

schema = schemathesis.openapi.from_dict(make_app(Settings()).openapi())
schema.config.output.sanitization.update(enabled=False)

FEW = settings(
    max_examples=effort(15, 200),
    suppress_health_check=list(HealthCheck),
)

UNASKED = [
    positive_data_acceptance,  # what has the right form may still be refused: there may be no such game
    allow_header_conformance,  # the router names one method of a path that has two
]
"""What is not expected of an answer."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    folder = tmp_path_factory.mktemp("fuzz")
    node = NodeProcess(Ground(folder, f"sqlite:///{folder / 'stolik.db'}"), max_tables=1_000_000)
    node.start()
    yield node
    node.kill()


@pytest.fixture(scope="module")
def host(server: NodeProcess) -> Device:
    """A device at a table where anybody may sit down."""
    device = Device(server.address)
    asyncio.run(device.open("pickomino", ["human"] * 4 + ["easy"]))
    return device


@pytest.fixture(autouse=True)
def unharmed(server: NodeProcess) -> Iterator[None]:
    yield
    figures = httpx.get(f"{server.address}/metrics", verify=False).text
    assert "stolik_errors_total 0.0" in figures
    assert 'stolik_requests_total{status="5' not in figures
    log = server.log.read_text(encoding="utf-8")
    assert '"level": "error"' not in log
    assert "Traceback" not in log
    assert httpx.get(f"{server.address}/readyz", verify=False).status_code == 200


def _answered(case: schemathesis.Case[Any], unasked: list[Any] = UNASKED, **more: Any) -> None:
    response = case.call_and_validate(excluded_checks=unasked, **more)
    for name, value in HEADERS.items():
        assert response.headers[name.lower()] == [value]


@schema.parametrize()
@FEW
def test_whatever_is_asked_is_answered_as_described(
    case: schemathesis.Case[Any], server: NodeProcess
) -> None:
    _answered(case, base_url=server.address)


@schema.include(path_regex="{code}").parametrize()
@FEW
def test_whatever_is_asked_at_a_table_is_answered_as_described(
    case: schemathesis.Case[Any], server: NodeProcess, host: Device
) -> None:
    case.path_parameters["code"] = (
        host.code
    )  # so that of a GET only a parameter that nobody knows may be wrong
    unasked = [*UNASKED, negative_data_rejection] if case.method == "GET" else UNASKED
    name, _, token = host.cookie.partition("=")
    cookies = {name: token} if case.method != "DELETE" else {}
    _answered(case, unasked, base_url=server.address, cookies=cookies)
