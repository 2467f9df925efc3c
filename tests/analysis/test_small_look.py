"""A small dice game that is solved: who knows the truth has no second thoughts, and others are compared."""

from __future__ import annotations

import pytest

from benchmarks.small_look import SmallJudge, Truth, begin, compare, play
from stolik.analysis.review import Reviewer
from stolik.games.pickomino import odds
from stolik.games.pickomino.judge import of_the_planner

TILES = (21, 25)


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth(begin(TILES))


def test_the_last_tile_is_worth_what_the_odds_say(truth: Truth) -> None:
    """Who has the turn takes it, or passes it on: v = p + (1 - p) (1 - v)."""
    taken = odds.fresh_turn(odds.Board((21,)), {"take 21": 1.0}).value
    alone = Truth(begin((21,)))
    assert alone.worth[0] == pytest.approx(1 / (2 - taken), abs=1e-6)
    assert truth.worth[0] > 0.5


def test_who_knows_the_truth_has_no_second_thoughts(truth: Truth) -> None:
    """The last burnt tile may give a victory away: all that changes is luck and errors."""
    judge = SmallJudge(0, truth.values, truth.first)
    for seed in range(4):
        for step, _ in Reviewer(play(truth.first, "random", seed), judge).steps():
            assert step["residual"] == pytest.approx([0.0, 0.0], abs=1e-6)
            assert step["error"] >= 0


def test_values_are_compared_with_the_truth(truth: Truth) -> None:
    games = [play(truth.first, "careful", seed) for seed in range(2)]
    true = SmallJudge(0, truth.values, truth.first)
    same = compare(games, SmallJudge(0, truth.values, truth.first), true)
    other = compare(games, SmallJudge(0, of_the_planner, truth.first), true)
    assert max(same.errors + same.luck) < 1e-9
    assert 0 < max(other.luck) < 1
    assert len(same.luck) == len(other.luck) > 0
