"""Python as browsers have it: games, bots and judges as at a server, and NumPy's stand-in as NumPy."""

from __future__ import annotations

import ast
import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stolik
from stolik import bots
from stolik.core import Record, fair, verify
from stolik.games.linko.bots import thinker
from stolik.games.pickomino.bots.planner import bot as planner
from stolik.server import offline
from tests.effort import effort
from tests.web import device_games, numpy_decisions, numpy_operations
from tools.browser_python import run_for_browsers

EXACT = 1e-5
"""How far apart two ways to reckon with floats of 32 bits may come out."""
TABLES: list[tuple[str, list[str], dict[str, Any]]] = effort(
    [
        ("pickomino", ["medium", "easy"], {"variant": "deluxe"}),
        ("linko", ["medium"], {"mode": "duel"}),
    ],
    [
        ("pickomino", ["medium"], {}),
        ("pickomino", ["medium", "easy"], {"variant": "deluxe"}),
        *(("linko", ["medium", "easy"], {"mode": mode}) for mode in ("basic", "advanced", "expert")),
        ("linko", ["medium"], {"mode": "duel"}),
    ],
)


def as_json(found: Any) -> Any:
    return json.loads(json.dumps(found))


def assert_same(here: Any, there: Any) -> None:
    if isinstance(here, float):
        assert there == pytest.approx(here, abs=EXACT, rel=EXACT)
    elif isinstance(here, dict):
        assert here.keys() == there.keys()
        for name, value in here.items():
            assert_same(value, there[name])
    elif isinstance(here, list):
        assert len(here) == len(there)
        for one, other in zip(here, there, strict=True):
            assert_same(one, other)
    else:
        assert here == there


@pytest.fixture(scope="module")
def in_browsers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What browsers come to: Python is started once for all of it, with the minds as they are."""
    modules = (numpy_operations, numpy_decisions, device_games)
    parts = [Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules]
    program = "\n".join(part.replace("from __future__ import annotations", "") for part in parts)
    games = f"[await played(*table) for table in {TABLES!r}]"
    program += f"\njson.dumps(dict(operations=operations(), decisions=decisions(), games={games}))"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offline, "rounded", lambda mind: mind)
        offline.package.cache_clear()
        found = run_for_browsers(program, tmp_path_factory.mktemp("program"))
    offline.package.cache_clear()
    assert isinstance(found, dict)
    return found


def test_every_operation_is_that_of_numpy(in_browsers: dict[str, Any]) -> None:
    assert_same(as_json(numpy_operations.operations()), in_browsers["operations"])


def test_bots_and_judges_come_to_the_same(
    in_browsers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(np.random, "default_rng", np.random.default_rng)  # the program puts another one there
    monkeypatch.setattr(thinker, "GUESSES", thinker.FEWER_GUESSES)
    monkeypatch.setattr(planner, "FURTHEST", planner.LESS_FAR)
    here = as_json(numpy_decisions.decisions())
    for name, found in here.items():
        assert_same(found, in_browsers["decisions"][name])
    assert [level for _, level, _ in here["levels"]] == [*bots.LEVELS] * len(stolik.game_names())
    for _, _, choices in in_browsers["decisions"]["levels"]:
        assert [error for _, error in choices] == [None, None]  # nobody else has chosen instead


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_games_in_a_browser_are_those_at_a_server(
    number: int, in_browsers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same secret and the same moves; ``tests/server/test_local.py`` has a server itself."""
    monkeypatch.setattr(fair, "new_secret", fair.new_secret)  # the program puts another one there
    with ThreadPoolExecutor(1) as beside:  # a browser of other tests may have this thread's event loop
        here = beside.submit(asyncio.run, device_games.played(*TABLES[number])).result()
    there = in_browsers["games"][number]
    assert there["record"] == here["record"]
    assert there["replay"] == here["replay"]
    assert there["told"] == here["told"]
    assert (there["kept"], there["closed"]) == (here["kept"], [])
    assert verify(Record.parse(there["record"]))


def test_nothing_is_missing_that_the_games_name() -> None:
    """Every name of NumPy in bots and judges is there; those of the lab never run in a browser."""
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
    for path in [*(source / "games").rglob("*.py"), *(source / "bots").rglob("*.py")]:
        if "lab" in path.parts or "terminal" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in ("np", "xp")
            ):
                used.add(node.attr)
    assert used
    assert used <= known | {"typing"}
