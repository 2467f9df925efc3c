"""The small dice game that is solved: as by the exact odds, and what learns it is measured."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import small_dice
from benchmarks.small_graph import GAME, Graph, graph
from benchmarks.small_look import Truth, begin
from benchmarks.small_solve import Solved, beaten, played, solve
from stolik.games.pickomino.bots.planner.value_network import kind, read
from stolik.games.pickomino.lab.recipe import RECIPE

TILES = (21, 25)
CLOSE = 1e-5
"""JAX computes in single precision here."""


@pytest.fixture(scope="module")
def game() -> Graph:
    return graph(replace(RECIPE, tiles=TILES, tables=(GAME,)))


@pytest.fixture(scope="module")
def solved(game: Graph) -> Solved:
    return solve(game, tell=lambda _: None)


def test_it_is_solved_as_by_the_exact_odds(game: Graph, solved: Solved) -> None:
    truth = Truth(begin(TILES))
    assert game.states == len(truth.states)
    mine = np.asarray(solved.mine)[: game.states]
    assert mine[0] == pytest.approx(truth.worth[0], abs=CLOSE)
    assert np.sort(mine) == pytest.approx(np.sort(truth.worth), abs=CLOSE), "from every position"


def test_the_best_response_wins_only_against_who_errs(game: Graph, solved: Solved) -> None:
    flow = played(game, solved.mine)
    assert np.asarray(flow.sum(axis=0)) == pytest.approx(1, abs=CLOSE), "a turn ends in one way"
    assert not np.asarray(flow)[~np.asarray(game.there)].any(), "and only in one that there is"
    first, second = beaten(game, flow, tell=lambda _: None)
    assert first == pytest.approx(float(solved.mine[0]), abs=CLOSE)
    assert first + second == pytest.approx(1, abs=CLOSE)
    wrong = played(game, 1 - solved.mine)
    first, second = beaten(game, wrong, tell=lambda _: None)
    assert first + second > 1.1
    better = sum(beaten(game, played(game, 1 - solved.mine, ahead=3), tell=lambda _: None))
    assert 1 - CLOSE < better < first + second, "looking ahead helps"


def test_the_program_learns_and_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, solved: Solved
) -> None:
    monkeypatch.setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    mind, kept = tmp_path / "mind.npz", tmp_path / "found.json"
    line = (
        f"1e-9 {mind} --tiles 2 --batch 4 --set width=4 --set width=8 exploration=0.2 --ahead 0 --json {kept}"
    )
    jax.clear_caches()  # type: ignore[no-untyped-call]  # of single precision: it begins without any
    small_dice.main(line.split())
    said = capsys.readouterr()
    assert kept.read_text(encoding="utf-8") == said.out
    found = list(map(json.loads, said.out.splitlines()))
    assert [one["settings"]["width"] for one in found] == [4, 8]
    assert [one["settings"]["exploration"] for one in found] == [0.6, 0.2]
    for one in found:
        assert one["settings"]["games"] == 4
        assert one["value"] == pytest.approx(float(solved.mine[0]), abs=CLOSE)
        assert 0 < one["off"] <= one["off at most"] < 1
        assert -CLOSE < one["exploitability 0"] < 0.5
    assert len(read(mind)[kind(GAME)][0].bias) == 4, "the first one is written"
    assert jnp.zeros(()).dtype == jnp.float32, "what comes later is in single precision again"
