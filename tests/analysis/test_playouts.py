"""The shallow judge: it judges where nobody else can, says so, and what it says adds up."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stolik.analysis import PlayoutJudge, Reviewer, any_judge, judge_for, review
from stolik.bots import BotError, minds
from stolik.core import CHANCE, Game, Plugin, Record
from stolik.games.pickomino import judge as dice_judge
from tests.analysis.played import played
from tests.effort import effort

TABLES = [
    Game("pickomino", 2),
    *effort((), (Game("pickomino", 4, variant="deluxe"),)),
    Game("linko", 3),
    *effort((), (Game("linko", 2, mode="duel"),)),
]
LAST = effort(16, 1000)
"""So many moves of a game are looked at, the last ones: play-outs from there are short."""


def judge(game: Game) -> PlayoutJudge:
    return PlayoutJudge(game.name, depth=0)


@pytest.mark.parametrize("game", TABLES, ids=str)
def test_luck_sums_to_nothing_and_the_parts_to_what_was_won(game: Game) -> None:
    record, shallow = played(game, ("medium",), 3), judge(game)
    reviewer, plies = Reviewer(record, shallow), len(record.moves)
    states = list(record.states())
    first = max(0, plies - LAST)
    before = shallow.chances(states[first])
    last = next(iter(reviewer.steps()))[0]
    steps = [step for step, _ in reviewer.steps({**last, "ply": first - 1, "chances": list(before)})]
    assert [step["ply"] for step in steps] == list(range(first, plies))
    for seat in range(game.players):
        parts = sum(
            step[part][seat] for step in steps for part in ("luck", "gift", "information", "residual")
        )
        assert before[seat] + parts == pytest.approx(steps[-1]["chances"][seat], abs=1e-9)
    for step in steps:
        for part in ("luck", "gift", "information", "residual"):
            assert sum(step[part]) == pytest.approx(0, abs=1e-9)
        if not game.plugin.hidden:
            assert not any(step["information"])


def test_it_is_all_luck_between_players_who_play_as_it_does() -> None:
    """Nothing is hidden in the dice game, and the level always chooses the same: nothing else is left."""
    game = Game("pickomino", 2)
    record, shallow = played(game, ("medium",), 1), judge(game)
    states = list(record.states())[-LAST:]
    for state, move in zip(states, record.moves[-LAST + 1 :], strict=False):
        turnout = shallow.turnout(state, move)
        if state.actor != CHANCE:
            assert turnout.after == turnout.expected == shallow.chances(state)


def test_a_decision_is_judged_by_what_its_seat_knew() -> None:
    game, rng = Game("linko", 3), random.Random(7)
    *_, state = (state for state in played(game, ("grabber",), 5).states() if len(state.moves()) > 1)
    assert state.actor is not None
    others = [state.sample(state.actor, rng) for _ in range(3)]
    assert any(other != state for other in others)
    for other in others:
        assert judge(game).choice(other) == judge(game).choice(state)


def test_its_doubt_is_never_nothing_and_only_what_is_beyond_it_counts() -> None:
    game = Game("pickomino", 2)
    decisions = [state for state in played(game, ("random",), 2).states() if len(state.moves()) > 1][-6:]
    for state in decisions:
        found = judge(game).choice(state)
        assert min(found.doubt.values()) > 0
        assert max(chances[state.actor or 0] for chances in found.moves.values()) == pytest.approx(
            found.moves[found.best][state.actor or 0]
        )


def test_it_judges_where_the_judge_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not isinstance(any_judge("pickomino", 0), PlayoutJudge)
    record = Record(Game("pickomino", 2), played(Game("pickomino", 2), ("medium",), 1).moves[:2])
    monkeypatch.setattr(dice_judge, "networks", lambda: minds.shipped(tmp_path / "lost.npz", Path.read_bytes))
    with pytest.raises(BotError, match=r"lost\.npz is missing"):
        judge_for("pickomino", 0)
    assert review(record, depth=0)["judge"] == "play-outs of medium, depth 0"
    monkeypatch.setattr(Plugin, "judge", "", raising=False)
    with pytest.raises(ValueError, match="has no judge"):
        judge_for("linko", 0)
    assert any_judge("linko", 2).name == "play-outs of medium, depth 2"
