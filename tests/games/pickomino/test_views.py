"""What the dice game tells: views, events and the reasons of refusals."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from stolik import Game, IllegalMove
from stolik.core import Event
from stolik.games.pickomino import PickominoState
from tests.games.pickomino.positions import aside, base, dice, play, position


def last_events(state: PickominoState, *moves: str) -> Sequence[Event]:
    """Return what the last of some moves made happen."""
    *before, last = moves
    return play(state, *before).events(last)


# -- Views


def test_a_view_shows_the_whole_table() -> None:
    state = aside(position("13 21:hen 22", "24 31", "27:apple", worms=(1, 0)), "4 4 4", "w").play("roll")
    state = state.play("dice 1 3 3 4")
    assert state.view(0) == {
        "game": "pickomino",
        "variant": "deluxe",
        "golden_die": "standard",
        "hen_burn": "nothing",
        "first": "seat0",
        "seat": 0,
        "actor": 0,
        "phase": "rolled",
        "over": False,
        "grill": [
            {"tile": 11, "worms": 1, "up": False, "specialist": None, "exact": True},
            {"tile": 13, "worms": 1, "up": True, "specialist": None, "exact": True},
            {"tile": 21, "worms": 1, "up": True, "specialist": "hen", "exact": False},
            {"tile": 22, "worms": 1, "up": True, "specialist": None, "exact": False},
            *(
                {"tile": tile, "worms": worms, "up": False, "specialist": None, "exact": False}
                for tile, worms in [
                    (23, 1), (25, 2), (26, 2), (28, 2), (29, 3), (30, 3), (32, 3), (33, 4), (34, 4), (35, 4),
                    (36, 4),
                ]
            ),
        ],
        "seats": [
            {"stack": [24, 31], "worms": 4, "top_worms": 3, "top_exact": False, "round_worms": 1,
             "specialist": None, "score": 5},
            {"stack": [27], "worms": 2, "top_worms": 2, "top_exact": False, "round_worms": 0,
             "specialist": "apple", "score": 5},
        ],
        "supply": 6,
        "turn": {
            "seat": 0,
            "aside": {"4": 3, "w": 1},
            "sum": 17,
            "worm": True,
            "dice": 4,
            "roll": {"1": 1, "3": 2, "4": 1},
            "gold": False,
            "odd_die": False,
            "odd_face": None,
            "weasel_used": False,
            "lacks_worm": False,
        },
        "choice": [],
        "parts": None,
        "result": None,
        "moves": ["keep 1", "keep 3"],
    }  # fmt: skip


def test_others_see_the_same_without_the_moves() -> None:
    state = Game("pickomino", 2).start()
    mine = state.view(0)
    assert mine.pop("moves") == ["roll"]
    assert state.view(1) == {**mine, "seat": 1}
    assert state.view(None) == {**mine, "seat": None}


def test_a_view_of_the_end_has_the_result_and_no_turn() -> None:
    state = aside(base("26", "36", "33 34"), "4 4 4", "w w w").play("take 26")
    view = state.view(0)
    assert (view["over"], view["actor"], view["turn"]) == (True, None, None)
    assert view["result"] == {"scores": [6, 8], "places": [2, 1], "reason": "grill_empty"}
    assert view["parts"] == [{"worms": worms, "round_worms": 0, "apple": 0} for worms in (6, 8)]


@pytest.mark.parametrize(
    ("dice", "lacks"), [("5 5 5 5", False), ("5 5 5 5 / 1", True), ("5 5 5 / 1 / w w", False)]
)
def test_a_turn_says_whether_only_a_worm_is_missing_for_a_tile(dice: str, lacks: bool) -> None:
    turn = aside(base("21 24", "", ""), *dice.split(" / ")).view(0)["turn"]
    assert turn is not None
    assert turn["lacks_worm"] is lacks


def test_a_choice_of_specialists_is_in_the_view() -> None:
    state = aside(position("21 26:apple", "30:hen", "36"), "4 4 4", "w w w").play("take 26")
    assert state.view(1)["choice"] == ["hen", "apple"]


@pytest.mark.parametrize("seat", [-1, 2, True, 1.0])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"seat must be 0 to 1, not {seat}"):
        Game("pickomino", 2).start().view(seat)


# -- Events


def test_rolling_and_setting_aside_are_told() -> None:
    state = position("21", "30:golden_die", "35", golden_die="ones_and_worms")
    roll = "dice 1 1 2 4 4 4 5 5 gold w"
    assert last_events(state, "roll gold") == [{"kind": "roll", "seat": 0, "dice": 9, "gold": True}]
    assert last_events(state, "roll gold", roll) == [
        {"kind": "dice", "seat": 0, "dice": ["1", "1", "2", "4", "4", "4", "5", "5", "w"], "odd_face": "w"}
    ]
    assert last_events(state, "roll gold", roll, "keep 4") == [
        {"kind": "keep", "seat": 0, "face": "4", "dice": 3, "sum": 12, "worm": False}
    ]
    assert last_events(state, "roll gold", roll, "keep 1") == [
        {"kind": "keep", "seat": 0, "face": "1", "dice": 2, "sum": 2, "worm": False},
        {"kind": "round_worm", "seat": 0, "worms": 1, "from": None, "scores": [4, 4]},
    ]


def test_a_golden_die_of_ones_and_worms_is_shown() -> None:
    state = position("21", "30:golden_die", "35", golden_die="ones_and_worms").play("roll gold")
    turn = state.play("dice 1 1 2 4 4 4 5 5 gold w").view(1)["turn"]
    assert turn is not None
    assert (turn["gold"], turn["odd_die"], turn["odd_face"]) == (True, True, "w")


def test_taking_is_told_with_what_comes_along() -> None:
    state = aside(position("21 26:apple", "", "36"), "4 4 4", "w w w")
    assert state.events("take 26") == [
        {"kind": "take", "seat": 0, "tile": 26, "worms": 2, "scores": [2, 4]},
        {"kind": "specialist", "specialist": "apple", "to": "seat", "seat": 0, "scores": [5, 4]},
    ]
    state = aside(position("21 26:raven", "", "36"), "4 4 4", "w w w")
    assert state.events("take 26") == [
        {"kind": "take", "seat": 0, "tile": 26, "worms": 2, "scores": [2, 4]},
        {"kind": "round_worm", "seat": 0, "worms": 1, "from": None, "scores": [3, 4]},
        {"kind": "specialist", "specialist": "raven", "to": "tile", "tile": 21, "scores": [3, 4]},
    ]


UNDER = {"tile": 36, "worms": 4, "exact": False}
"""Tile 36, as it looks when it lies on top."""


def test_stealing_is_told() -> None:
    state = aside(position("21", "", "36 27:apple"), "4 4 4", "w w w")
    assert state.events("steal 27") == [
        {
            "kind": "steal",
            "seat": 0,
            "tile": 27,
            "worms": 2,
            "from": 1,
            "under": UNDER,
            "scores": [2, 7],
        },
        {"kind": "specialist", "specialist": "apple", "to": "seat", "seat": 0, "scores": [5, 4]},
    ]
    state = aside(position("21", "", "36 27:hen"), "4 4 4", "w w w")
    assert state.events("steal 27") == [
        {
            "kind": "steal_hen",
            "seat": 0,
            "tile": 27,
            "worms": 2,
            "from": 1,
            "under": UNDER,
            "scores": [0, 6],
        },
        {"kind": "specialist", "specialist": "hen", "to": "seat", "seat": 0, "scores": [0, 6]},
    ]


def test_choosing_a_specialist_is_told() -> None:
    state = aside(position("21 26:apple", "30:hen", "36"), "4 4 4", "w w w")
    assert state.events("take 26") == [
        {"kind": "take", "seat": 0, "tile": 26, "worms": 2, "scores": [5, 4]},
        {"kind": "specialist", "specialist": "apple", "to": "seat", "seat": 0, "scores": [5, 4]},
    ]
    state = state.play("take 26")
    assert state.events("hold apple") == [
        {"kind": "specialist", "specialist": "hen", "to": "tile", "tile": 21, "scores": [8, 4]}
    ]


def test_burning_is_told_in_the_order_in_which_it_happens() -> None:
    state = aside(position("21:hen 22 36:raven", "33 30:apple", "35"), "w").play("roll")
    assert state.events(dice(*"wwwwwww")) == [
        {"kind": "dice", "seat": 0, "dice": ["w"] * 7, "odd_face": None},
        {"kind": "burn", "seat": 0},
        {
            "kind": "return",
            "seat": 0,
            "tile": 30,
            "worms": 3,
            "under": {"tile": 33, "worms": 4, "exact": False},
            "scores": [7, 4],
        },
        {"kind": "specialist", "specialist": "apple", "to": "tile", "tile": 22, "scores": [4, 4]},
        {"kind": "turn_down", "tile": 36},
        {"kind": "specialist", "specialist": "raven", "to": "tile", "tile": 30, "scores": [4, 4]},
    ]


def test_a_specialist_that_leaves_the_game_is_told() -> None:
    state = aside(position("26:apple", "30:weasel", "36"), "4 4 4", "w w w").play("take 26")
    assert state.events("hold apple") == [
        {"kind": "specialist", "specialist": "weasel", "to": "box", "scores": [8, 4]},
        {"kind": "over", "scores": [8, 4], "places": [1, 2], "reason": "grill_empty"},
    ]


def test_burning_by_setting_aside_the_last_dice_is_told() -> None:
    state = play(base("21 36", "33", "35"), "roll", dice(*"44445555"), "keep 5", "roll", "dice 4 4 4 4")
    assert [event["kind"] for event in state.events("keep 4")] == ["keep", "burn", "return", "turn_down"]


def test_the_weasel_the_hen_and_a_round_worm_are_told() -> None:
    state = play(aside(position("21", "30:weasel", "36"), "w"), "roll", dice(*"wwwwwww"))
    assert state.events("weasel") == [{"kind": "weasel", "seat": 0, "dice": 7}]
    assert [event["kind"] for event in state.events("burn")] == ["burn", "return", "specialist"]
    state = aside(position("21", "", "36", worms=(0, 7)), "1 1")
    assert state.events("worm from 1") == [
        {"kind": "round_worm", "seat": 0, "worms": 1, "from": 1, "scores": [1, 10]}
    ]
    state = play(position("21", "30", "36", worms=(0, 7)), "roll", dice(*"11111111"), "keep 1")
    assert [event["kind"] for event in state.events("worm from 1")] == ["round_worm", "burn", "return"]


def test_a_theft_does_not_look_like_a_return() -> None:
    state = aside(base("21", "30", "36 27"), "4 4 4", "w w w")
    assert state.events("steal 27") == [
        {
            "kind": "steal",
            "seat": 0,
            "tile": 27,
            "worms": 2,
            "from": 1,
            "under": UNDER,
            "scores": [5, 4],
        }
    ]


def test_what_lies_under_a_tile_that_leaves_its_stack_is_told() -> None:
    """The page shows it at once, before the server's own view comes."""
    alone = aside(base("21", "30", "27"), "4 4 4", "w w w")
    assert alone.events("steal 27")[0]["under"] is None
    low = aside(position("21", "", "13 27"), "4 4 4", "w w w")
    assert low.events("steal 27")[0]["under"] == {"tile": 13, "worms": 1, "exact": True}
    burnt = aside(base("21 36", "30", "35"), "w").play("roll")
    (back,) = (event for event in burnt.events(dice(*"wwwwwww")) if event["kind"] == "return")
    assert back["under"] is None


def test_lots_are_told() -> None:
    assert Game("pickomino", 3, first="lots").start().events("first 2") == [{"kind": "first", "seat": 2}]


# -- Reasons


START = base("21 30", "", "24")
ROLLED = play(START, "roll", "dice 1 2 4 4 4 5 w w")
KEPT = ROLLED.play("keep 4")
LOTS = Game("pickomino", 2, first="lots").start()


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (START, "dance", "unknown_move"),
        (START, "", "unknown_move"),
        (START, "roll  gold", "unknown_move"),
        (START, "keep 6", "unknown_move"),
        (START, "take 20", "unknown_move"),
        (START, "worm from 7", "unknown_move"),
        (START, 27, "unknown_move"),
        (START, "keep 4", "roll_first"),
        (START, "take 21", "roll_first"),
        (START, "steal 24", "roll_first"),
        (START, "roll gold", "no_golden_die"),
        (START, "weasel", "no_weasel"),
        (START, "burn", "not_burnt"),
        (START, "hold hen", "no_choice"),
        (START, "worm from 1", "no_round_worm_due"),
        (START, "dice 1 1 1 1 1 1 1 1", "out_of_turn"),
        (START, "first 0", "out_of_turn"),
        (START.play("roll"), "roll", "out_of_turn"),
        (START.play("roll"), "dice 1 1 1 1 1 1 1", "wrong_dice"),
        (START.play("roll"), "dice w 1 1 1 1 1 1 1", "wrong_dice"),
        (START.play("roll"), "dice 1 1 1 1 1 1 1 6", "wrong_dice"),
        (START.play("roll"), "dice", "wrong_dice"),
        (LOTS, "roll", "out_of_turn"),
        (LOTS, "first 2", "out_of_turn"),
        (ROLLED, "roll", "set_aside_first"),
        (ROLLED, "take 21", "set_aside_first"),
        (ROLLED, "steal 24", "set_aside_first"),
        (ROLLED, "keep 3", "face_not_rolled"),
        (KEPT, "keep 4", "roll_first"),
        (KEPT, "take 21", "no_worm"),
        (KEPT, "roll gold", "too_late"),
    ],
)  # fmt: skip
def test_a_refusal_has_a_reason_and_changes_nothing(state: PickominoState, move: Any, reason: str) -> None:
    before = hash(state)
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert error.value.reason == reason
    assert error.value.allowed == state.moves()
    assert hash(state) == before


@pytest.mark.parametrize("ask", ["draw", "outcomes"])
def test_nothing_is_drawn_where_a_seat_decides(ask: str) -> None:
    with pytest.raises(ValueError, match="nothing is left to chance now"):
        START.draw(random.Random(1)) if ask == "draw" else START.outcomes()


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nothing_is_hidden_so_a_sample_is_the_state_itself(seat: int | None) -> None:
    state = base("21 22", "24", "25")
    assert state.sample(seat, random.Random(1)) is state
