"""The protocol's documents say what the server does: nothing is missing, and nothing is made up."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from stolik.server import projection
from stolik.server.app import make_app
from stolik.server.messages import FromDevice, ToDevice
from stolik.server.responses import STATUS
from stolik.server.settings import Settings
from tools import protocol

ROOT = Path(__file__).parent.parent
SERVER = ROOT / "src" / "stolik" / "server"
TOLD = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")

OWN = {"no_news"}
"""Refusals that never leave the server."""
ODD = {"try_again": 503, "failed": 500, "no_such_page": 404}
"""Statuses of answers to what is no refusal of a table's."""


def rows(heading: str) -> dict[str, str]:
    """Return the table under a heading's first cell: the words in code in each row, with the row."""
    table = TOLD.partition(f"| {heading} |")[2].partition("\n\n")[0]
    found = {}
    for line in table.splitlines()[2:]:
        for word in re.findall(r"`([^`]+)`", line.split("|")[1]):
            found[word] = line
    return found


def tags(union: object) -> set[str]:
    return {str(struct.__struct_config__.tag) for struct in get_args(union)}


def refusals() -> set[str]:
    """Return the codes of all refusals in the server's source."""
    found = {"try_again"}
    for path in SERVER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                constants = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                assert constants, f"{path.name}:{node.lineno}: a refusal whose code is not written there"
                found |= {str(constant) for constant in constants if isinstance(constant, str)}
    return found


def events() -> set[str]:
    """Return the kinds of the table's own events."""
    source = ast.parse(Path(projection.__file__).read_text(encoding="utf-8"))
    return {
        str(value.value)
        for node in ast.walk(source)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "kind" and isinstance(value, ast.Constant)
    }


@pytest.mark.parametrize(
    ("path", "text"), protocol.files().items(), ids=lambda part: getattr(part, "stem", "")
)
def test_the_schema_and_the_types_are_those_of_messages_and_games(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text


def test_every_message_is_documented() -> None:
    assert set(rows("message")) == tags(ToDevice)


def test_every_command_is_documented() -> None:
    assert set(rows("command")) == tags(FromDevice)


def test_every_event_is_documented() -> None:
    assert set(rows("event")) == events()


def test_every_refusal_is_documented() -> None:
    assert {*rows("refusal"), *rows("refused request")} == refusals() - OWN


def test_every_refused_request_is_documented_with_its_status() -> None:
    told = {code: int(row.split("|")[2]) for code, row in rows("refused request").items()}
    assert told == {code: ODD.get(code, STATUS.get(code, 409)) for code in told}
    assert set(STATUS) <= set(told)


def test_every_request_is_documented() -> None:
    told = {re.sub(r"\?.*", "", request) for request in rows("request")}
    described = make_app(Settings()).openapi()["paths"]
    names = {"{code}": "CODE", "{round}": "N", "{name}": "NAME", "{language}": "LANGUAGE"}
    asked = {
        f"{method.upper()} {re.sub('{[a-z]+}', lambda found: names[found[0]], path)}"
        for path, operations in described.items()
        for method in operations
    }
    assert told == asked


def test_every_reason_to_close_a_socket_is_documented() -> None:
    closing = TOLD.partition("The server closes a socket with")[2].partition("\n\n")[0]
    found = set()
    for path in ("connection.py", "sockets.py"):
        for node in ast.walk(ast.parse((SERVER / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value > 1000:
                found.add(str(node.value))
    assert set(re.findall(r"\b\d{4}\b", closing)) == found | {"1012"}
