"""What stands in for NumPy in browsers: the same as NumPy, for all that bots and judges use of it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stolik
from tests.web import numpy_decisions, numpy_operations
from tests.web.browser_python import run_for_browsers

ROUNDED = 0.05
"""So far apart may be what comes of weights that are rounded for browsers, and of those that are not."""


def as_json(found: Any) -> Any:
    return json.loads(json.dumps(found))


def assert_same(here: Any, there: Any, most: float) -> None:
    if isinstance(here, float):
        assert there == pytest.approx(here, abs=most, rel=most)
    elif isinstance(here, dict):
        assert here.keys() == there.keys()
        for name, value in here.items():
            assert_same(value, there[name], most)
    elif isinstance(here, list):
        assert len(here) == len(there)
        for one, other in zip(here, there, strict=True):
            assert_same(one, other, most)
    else:
        assert here == there


@pytest.fixture(scope="module")
def in_browsers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """What browsers come to: Python is started once for both."""
    parts = [
        Path(str(module.__file__)).read_text(encoding="utf-8")
        for module in (numpy_operations, numpy_decisions)
    ]
    program = "\n".join(part.replace("from __future__ import annotations", "") for part in parts)
    program += "\nimport json\njson.dumps([operations(), decisions()])"
    operations, decisions = run_for_browsers(program, tmp_path_factory.mktemp("program"))
    return operations, decisions


def test_every_operation_is_that_of_numpy(in_browsers: tuple[Any, Any]) -> None:
    assert_same(as_json(numpy_operations.operations()), in_browsers[0], 1e-6)


def test_bots_and_judges_come_to_the_same(
    in_browsers: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = in_browsers[1]
    monkeypatch.setattr(np.random, "default_rng", np.random.default_rng)  # the program puts another one there
    here = as_json(numpy_decisions.decisions())
    for name in here:
        assert_same(here[name], there[name], 1e-7 if "planner" in name or "dice" in name else ROUNDED)


def test_nothing_is_missing_that_the_games_name() -> None:
    """Every name of NumPy in the games' bots and judges is there; those of the lab never run in a browser."""
    source = Path(stolik.__file__).parent
    stand_in = ast.parse(
        (source / "server" / "browser" / "numpy" / "__init__.py").read_text(encoding="utf-8")
    )
    known = {node.name for node in stand_in.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    known |= {
        name.id for node in stand_in.body if isinstance(node, ast.Assign)
        for name in ast.walk(node) if isinstance(name, ast.Name)
    }  # fmt: skip
    used = set()
    for path in (source / "games").rglob("*.py"):
        if "lab" in path.parts or "terminal" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "np":
                used.add(node.attr)
    assert used
    assert used <= known | {"typing"}
