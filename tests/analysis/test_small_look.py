"""A small dice game that is solved: by the true values a review tells true errors and true luck."""

from __future__ import annotations

from itertools import islice, pairwise
from statistics import mean

import pytest

from benchmarks.small_look import (
    GOAL,
    PLAYERS,
    VALUES,
    Place,
    SmallJudge,
    Truth,
    begin,
    compare,
    learned,
    place_of,
    play,
)
from stolik.analysis.review import DEPTH, Reviewer
from stolik.analysis.verdicts import SAME
from stolik.core import CHANCE
from stolik.games.pickomino import odds
from stolik.games.pickomino.bots.planner.lookahead import Prospect
from stolik.games.pickomino.judge import of_the_planner
from stolik.games.pickomino.rules import PickominoState
from tests.effort import effort

TILES = (21, 25)
TURNS = effort(3, 40)


class TurnByRules:
    """What moments of one turn are worth to the player who has it: every move and every roll is played."""

    def __init__(self, truth: Truth, seat: int) -> None:
        self._truth = truth
        self._seat = seat
        self._known: dict[object, float] = {}

    def worth(self, state: PickominoState) -> float:
        if state.phase == "over" or state.seat != self._seat:
            return float(self._truth.values([state], 0)[0, -1])  # the turn has ended
        moment = state.turn, state.phase, state.roll
        if moment not in self._known:
            self._known[moment] = self._found(state)
        return self._known[moment]

    def _found(self, state: PickominoState) -> float:
        if state.actor == CHANCE:
            return sum(chance * self.worth(state.play(roll)) for roll, chance in state.outcomes())
        return max(self.worth(state.play(move)) for move in state.moves())


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth(begin(TILES))


def test_the_last_tile_is_worth_what_the_odds_say(truth: Truth) -> None:
    """Who has the turn takes it, or passes it on: v = p + (1 - p) (1 - v)."""
    taken = odds.fresh_turn(odds.Board((21,)), {"take 21": 1.0}).value
    alone = Truth(begin((21,)))
    assert alone.worth[0] == pytest.approx(1 / (2 - taken), abs=1e-6)
    assert truth.worth[0] > 0.5


def test_what_every_place_is_worth_follows_from_the_rules_alone(truth: Truth) -> None:
    """A turn of which every roll and every move is played, from every place: nothing else can be worth so."""
    for state, worth in zip(truth.states, truth.worth, strict=True):
        assert TurnByRules(truth, state.seat).worth(state) == pytest.approx(worth, abs=1e-8)


def test_the_six_tiles_have_the_states_that_are_known() -> None:
    """12,944 at which a turn begins, and 8,481 at which the game is over: 21,425 in all."""
    going, over = {place_of(begin())}, set[Place]()
    found = [begin()]
    for state in found:  # it grows meanwhile
        for end in Prospect.of(state).ends:
            places = over if end.phase == "over" else going
            if place_of(end) not in places and end.phase != "over":
                found.append(end)
            places.add(place_of(end))
    assert (len(going), len(over)) == (12_944, 8_481)


def test_who_knows_the_truth_has_no_second_thoughts(truth: Truth) -> None:
    """The last burnt tile may give a victory away: all that changes is luck and errors."""
    judge = SmallJudge(0, truth.values, truth.first)
    for seed in range(4):
        for step, _ in Reviewer(play(truth.first, "random", seed), judge).steps():
            assert step["residual"] == pytest.approx([0.0, 0.0], abs=1e-6)
            assert step["error"] >= 0


@pytest.mark.parametrize("name", ["careful", "random"])
def test_errors_and_luck_are_the_true_ones(truth: Truth, name: str) -> None:
    """Nothing of the judge is used to know them: only the rules, and what is true after the turn."""
    record = play(truth.first, name, seed=1)
    steps = [step for step, _ in Reviewer(record, SmallJudge(0, truth.values, truth.first)).steps()]
    turn, turns, errors = TurnByRules(truth, -1), 0, 0.0
    for step, (before, after) in zip(steps, pairwise(record.states()), strict=True):
        assert isinstance(before, PickominoState)
        assert isinstance(after, PickominoState)
        seat = before.seat
        if before.phase == "start":
            if turns == TURNS:
                break
            turns += 1
            turn = TurnByRules(truth, seat)
            assert turn.worth(before) == pytest.approx(truth.values([before], 0)[0, 0], abs=1e-6)
        changed = turn.worth(after) - turn.worth(before)
        if before.actor == CHANCE:
            assert step["luck"][seat] == pytest.approx(changed, abs=1e-6)
        else:
            assert step["error"] == pytest.approx(-changed, abs=1e-6 if step["counted"] else SAME)
            errors += step["error"]
    assert turns > 1
    assert errors > 0.01


def test_values_are_compared_with_the_truth(truth: Truth) -> None:
    games = [play(truth.first, "careful", seed) for seed in range(2)]
    true = SmallJudge(0, truth.values, truth.first)
    same = compare(games, SmallJudge(0, truth.values, truth.first), true)
    other = compare(games, SmallJudge(0, of_the_planner, truth.first), true)
    assert max(same.errors + same.luck) < 1e-9
    assert 0 < max(other.luck) < 1
    assert len(same.luck) == len(other.luck) > 0


def test_values_that_have_learned_the_game_tell_nearly_true_errors_and_luck() -> None:
    """With all six tiles, from the ninth turn of a game on: from there on few places can be reached."""
    turns = (
        state for state in play(begin(), "careful", seed=1).states() if state.view(None)["phase"] == "start"
    )
    first = next(islice(turns, effort(8, 0), None))
    assert isinstance(first, PickominoState)
    truth = Truth(first)
    true, judge = SmallJudge(0, truth.values, first), SmallJudge(DEPTH, learned(VALUES), first)
    for name in PLAYERS:
        off = compare([play(first, name, seed) for seed in range(8)], judge, true)
        assert mean(off.errors) < GOAL, name
        assert mean(off.luck) < GOAL, name
        assert max(off.luck) > 0, "they are learned, not known"
