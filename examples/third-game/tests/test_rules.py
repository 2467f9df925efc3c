"""Every rule of ``words/rules.en.md`` has a test that carries its id."""

import pytest

from stolik import CHANCE, Game, IllegalMove
from stolik_pig import PigState, start


def table(*moves: str, players: int = 2, scores: tuple[int, ...] = ()) -> PigState:
    """Return the state after some moves, from a table with these scores."""
    state = start(Game("pig", players, goal=50))
    state = state._replace(scores=scores or state.scores)
    for move in moves:
        state = state.play(move)
    return state


def test_r1_turns_go_round_the_table() -> None:
    state = table(players=3)
    seats = []
    for _ in range(4):
        seats.append(state.actor)
        state = state.play("roll").play("die 1")
    assert seats == [0, 1, 2, 0]


def test_r1_the_die_has_six_equally_likely_faces() -> None:
    state = table("roll")
    assert state.actor == CHANCE
    assert dict(state.outcomes()) == {f"die {face}": 1 / 6 for face in range(1, 7)}


def test_r2_a_turn_begins_with_a_roll() -> None:
    assert table().moves() == ("roll",)
    with pytest.raises(IllegalMove) as refused:
        table().play("hold")
    assert refused.value.reason == "roll_first"


def test_r3_rolls_add_up_and_the_player_chooses() -> None:
    state = table("roll", "die 6", "roll", "die 2")
    assert state.view(0)["turn"] == {"seat": 0, "total": 8}
    assert state.moves() == ("roll", "hold")


def test_r4_a_1_loses_the_points_of_the_turn_only() -> None:
    state = table("roll", "die 6", "roll", "die 1", scores=(7, 9))
    assert state.scores == (7, 9)
    assert state.actor == 1
    assert table("roll", "die 6", "roll").events("die 1") == [
        {"kind": "die", "seat": 0, "face": 1},
        {"kind": "bust", "seat": 0, "lost": 6},
    ]


def test_r5_holding_keeps_the_points_and_ends_the_turn() -> None:
    state = table("roll", "die 4", "hold", scores=(7, 9))
    assert state.scores == (11, 9)
    assert (state.actor, state.phase, state.total) == (1, "start", 0)


def test_r6_the_goal_wins_when_it_is_held_and_not_before() -> None:
    state = table("roll", "die 6", scores=(44, 49))
    assert state.actor == 0
    result = state.play("hold").result()
    assert (result.scores, result.winners, result.reason) == ((50, 49), (0,), "goal_reached")


def test_r6_equal_points_share_a_place() -> None:
    state = table("roll", "die 5", "hold", players=4, scores=(45, 30, 30, 2))
    assert state.result().places == (1, 2, 2, 4)


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (table(), "die 3", "out_of_turn"),
        (table(), "fold", "unknown_move"),
        (table("roll"), "hold", "out_of_turn"),
        (table("roll"), "die 7", "wrong_die"),
        (table("roll", "die 6", "hold", scores=(44, 0)), "roll", "game_over"),
    ],
)
def test_a_refusal_says_why(state: PigState, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert refused.value.reason == reason
