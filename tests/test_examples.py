"""The scripts in ``examples`` do what they say, with less to do."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import stolik

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> ModuleType:
    """Return a script of the folder as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_learns_from_nothing_but_the_rules_soon_wins_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ppo = example("ppo")
    for name, number in {"GAMES": 64, "STEPS": 32, "WIDTH": 64, "PARTS": 4}.items():
        monkeypatch.setattr(ppo, name, number)
    ppo.main(["--updates", "20", "--against", "random", "--games", "60"])
    said = capsys.readouterr().out
    assert re.search(r"update 20, \d+ games", said)
    found = re.search(r"against random: (\d+\.\d)% ± \d+\.\d% of 60 games", said)
    assert found
    assert float(found[1]) > 60, "it has learned to take tiles"


def test_what_seats_can_expect_is_turned_from_the_one_that_looks_to_the_first_and_back() -> None:
    ppo = example("ppo")
    looks = ppo.jnp.array([0, 1, 2])
    seen = ppo.jnp.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])  # which seat is meant by each number
    assert (ppo.turned(seen, -looks) == ppo.jnp.arange(3)).all()
    assert (ppo.turned(ppo.turned(seen, -looks), looks) == seen).all()


def test_the_match_says_what_was_won_and_keeps_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example("match").main(4, tmp_path / "games")
    said = capsys.readouterr().out
    assert re.search(r"stopper +\d+\.\d% ± \d+\.\d%, luck-adjusted -?\d+\.\d% ± \d+\.\d%", said)
    assert re.search(r"txt: '.+' cost \d+\.\d%; '.+' was best", said)
    kept = [stolik.Record.load(path) for path in (tmp_path / "games").iterdir()]
    assert len(kept) == 4
    assert all(set(record.names) == {"stopper", "careful"} for record in kept)
