"""A review: its parts sum up, luck is fair, errors are those of what a seat knew."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from itertools import pairwise

import pytest

from stolik.analysis import Review, glance, judge_for, review
from stolik.core import CHANCE, Game, Record, RecordError
from stolik.games.linko.judge import STARTS
from stolik.games.linko.mind import SHIPPED
from stolik.games.linko.rules import LinkoState
from stolik.games.pickomino import judge as dice_judge
from stolik.games.pickomino.bots.planner import bot as planner_bot
from tests.analysis.played import played
from tests.effort import effort

DICE = [
    *(Game("pickomino", players) for players in effort((2, 5), range(2, 8))),
    *(Game("pickomino", players, variant="deluxe") for players in effort((3,), range(2, 8))),
    Game("pickomino", 2, variant="deluxe", golden_die="ones_and_worms", first="lots"),
]
CARDS = [
    *(
        Game("linko", players, mode=mode)
        for mode, some in (("basic", (3,)), ("advanced", (4,)), ("expert", (5,)))
        for players in effort(some, (3, 4, 5))
    ),
    Game("linko", 2, mode="duel", row="dealt", first="lots"),
    *effort((), (Game("linko", 2, mode="duel"),)),
]
SAMPLE = effort(1, 200)
PLAYERS = {"pickomino": ("beginner",), "linko": ("grabber",)}


def parts(found: Review, seat: int) -> float:
    one = found["seats"][seat]
    luck = one["own_luck"] + one["other_luck"]
    return one["start"] + luck - one["errors"] + one["gifts"] + one["information"] + one["residual"]


@pytest.mark.parametrize("game", [*DICE, *CARDS], ids=str)
def test_luck_sums_to_nothing_and_the_parts_to_what_was_won(game: Game) -> None:
    for seed in range(SAMPLE):
        found = review(played(game, PLAYERS[game.name], seed), depth=0)
        assert found["over"]
        for step in found["steps"]:
            for part in ("luck", "gift", "information", "residual"):
                assert abs(sum(step[part])) < 1e-6
            assert abs(sum(step["chances"]) - 1) < 1e-6
            assert all(-1e-6 < chance < 1 + 1e-6 for chance in step["chances"])
            assert step["error"] >= 0
        for seat, one in enumerate(found["seats"]):
            assert one["won"] is not None
            assert one["adjusted"] is not None
            assert parts(found, seat) == pytest.approx(one["won"], abs=1e-6)
            assert one["adjusted"] == pytest.approx(one["won"] - one["own_luck"] - one["other_luck"])
        assert json.loads(json.dumps(found)) == found


def test_the_look_back_of_one_seat_leaves_out_the_decisions_of_others() -> None:
    record = played(Game("pickomino", 3), ("random",), 4)
    whole, mine = review(record, depth=0), review(record, seat=1, depth=0)
    assert [step["luck"] for step in mine["steps"]] == [step["luck"] for step in whole["steps"]]
    assert {step["seat"] for step in mine["steps"] if step["counted"]} == {1}
    assert mine["seats"][1]["errors"] == whole["seats"][1]["errors"] > 0
    assert mine["seats"][0]["error_rate"] is None
    assert parts(mine, 1) == pytest.approx(parts(whole, 1))
    with pytest.raises(ValueError, match="seat must be 0 to 2, not 3"):
        review(record, seat=3)


# -- luck -------------------------------------------------------------------------------------------------


def test_the_dice_are_the_luck_of_who_threw_them() -> None:
    found = review(played(Game("pickomino", 2), ("greedy",), 1), depth=0)
    for before, after in pairwise(found["steps"]):
        if after["seat"] == CHANCE:
            assert before["move"] == "roll"
            assert after["owner"] == before["seat"]
        else:
            assert not any(after["luck"])


# -- errors -----------------------------------------------------------------------------------------------


def test_who_looks_as_far_ahead_as_the_judge_or_further_errs_little() -> None:
    games = [review(played(Game("pickomino", 2), ("planner", "beginner"), seed)) for seed in (1, 2, 3)]
    planner, beginner = (sum(found["seats"][seat]["errors"] for found in games) for seat in (0, 1))
    assert planner < beginner / 10
    assert {found["seats"][0]["grade"] for found in games} == {"engine"}


def test_who_plays_like_the_judge_makes_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look a turn ahead, wherever they are."""
    for module in (dice_judge, planner_bot):
        monkeypatch.setattr(module, "depth_within", lambda *_: 1)
    record = played.__wrapped__(Game("pickomino", 2), ("planner", "beginner"), 3)  # not one that is kept
    planner, beginner = review(record)["seats"]
    assert planner["errors"] < 1e-6
    assert planner["accuracy"] == pytest.approx(100)
    assert planner["grade"] == "engine"
    assert beginner["errors"] > 0.05
    assert beginner["gifts"] == pytest.approx(planner["errors"])
    assert planner["gifts"] == pytest.approx(beginner["errors"])


def test_a_decision_is_judged_by_what_its_seat_knew() -> None:
    """L-2: two deals that look alike to a seat give it the same chances, errors and doubts."""
    judge, rng, looked_at = judge_for("linko", 0), random.Random(7), 0
    for state in played(Game("linko", 4, mode="advanced"), ("weigher",), 5).states():
        assert isinstance(state, LinkoState)
        if state.actor in (None, CHANCE) or len(state.moves()) < 2 or rng.random() < 0.7:
            continue
        assert state.actor is not None
        other = state.sample(state.actor, rng)
        assert other.table != state.table
        assert judge.choice(other) == judge.choice(state)
        looked_at += 1
    assert looked_at > 10


def test_the_learned_player_errs_less_than_the_rule_of_thumb() -> None:
    rates = {"mind": 0.0, "weigher": 0.0}
    for seed in range(3):
        found = review(played(Game("linko", 3), ("mind", "mind", "weigher"), seed), depth=0)
        rates["mind"] += sum(found["seats"][seat]["errors"] for seat in (0, 1)) / 2
        rates["weigher"] += found["seats"][2]["errors"]
    assert rates["mind"] < rates["weigher"] / 2


def test_what_seats_can_expect_before_the_deal_is_of_the_mind_that_is_shipped() -> None:
    told = json.loads(SHIPPED.with_name(STARTS).read_text(encoding="utf-8"))
    assert told["mind"] == sha256(SHIPPED.read_bytes()).hexdigest(), "run python -m tools.starts"
    assert all(sum(chances) == pytest.approx(1, abs=1e-4) for chances in told["chances"].values())


# -- what is asked for ------------------------------------------------------------------------------------


def test_moments_are_where_most_changed_and_progress_is_told() -> None:
    record = played(Game("pickomino", 2), ("greedy", "random"), 8)
    told: list[tuple[int, int]] = []

    def heard(done: int, number: int) -> bool:
        told.append((done, number))
        return done == 60

    found = review(record, depth=0, progress=heard)
    assert told[-1] == (60, len(record.moves))
    assert len(found["steps"]) == 60
    assert not found["over"]
    assert found["seats"][0]["won"] is None
    assert len(found["moments"]) == 3
    assert found["moments"] == sorted(found["moments"])
    weight = [max(step["error"], *map(abs, step["luck"])) for step in found["steps"]]
    least = min(weight[ply] for ply in found["moments"])
    assert all(other <= least for ply, other in enumerate(weight) if ply not in found["moments"])


@pytest.mark.parametrize("game", [Game("pickomino", players=3), Game("linko", players=3)])
def test_a_glance_is_the_curve_of_a_quick_look_back(game: Game) -> None:
    record = played(game, ("medium",), 4)
    judge = judge_for(game.name, depth=0)
    fine, coarse = glance(record, judge, looks=10_000), glance(record, judge, looks=8)
    whole = [judge.start(game), *(step["chances"] for step in review(record, depth=0)["steps"])]
    assert len(fine) == len(coarse) == len(whole)
    for row in [*fine, *coarse]:
        assert sum(row) == pytest.approx(1)
    decided = [state.actor not in (None, CHANCE) for state in record.states()]
    second_thoughts = [
        abs(seen[0] - exact[0])
        for seen, exact, here in zip(fine[1:], whole[1:], decided[1:], strict=True)
        if here
    ]
    assert sum(second_thoughts) / len(second_thoughts) < 0.01
    assert coarse[0] == fine[0]
    assert coarse[-1] == fine[-1] == whole[-1]
    apart = [abs(one[0] - other[0]) for one, other in zip(fine, coarse, strict=True)]
    assert 0 < sum(apart) / len(apart) < 0.2


def test_what_cannot_be_looked_back_at_is_named() -> None:
    record = played(Game("pickomino", 2), ("greedy", "random"), 8)
    broken = Record(record.game, (*record.moves[:5], record.moves[4], *record.moves[5:]))
    with pytest.raises(RecordError, match=r"line \d+: "):
        review(broken, depth=0)
    unfinished = review(Record(record.game, record.moves[:9]), depth=0)
    assert not unfinished["over"]
    assert len(unfinished["steps"]) == 9
    assert review(Record(record.game, ()), depth=0)["steps"] == []
