"""The base rules, P-1 to P-18, each held by tests that carry its id."""

import pytest

from stolik import CHANCE, Game, IllegalMove
from stolik.games.pickomino import PickominoState
from stolik.games.pickomino.pieces import TILES, worms_on
from tests.games.pickomino.positions import aside, base, burnt, dice, play


def start(players: int = 2, **settings: str | int) -> PickominoState:
    state = Game("pickomino", players, **settings).start()
    assert isinstance(state, PickominoState)
    return state


def refused(state: PickominoState, move: str) -> str:
    """Return the reason why a move is refused."""
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    return error.value.reason


# -- P-1 to P-3: what is in the box, and who begins


@pytest.mark.parametrize("players", [0, 1, 8])
def test_P1_two_to_seven_play(players: int) -> None:
    with pytest.raises(ValueError, match="players must be 2 to 7"):
        Game("pickomino", players)


def test_P1_up_to_seven_can_play() -> None:
    assert [len(start(players).table.stacks) for players in (2, 7)] == [2, 7]


def test_P1_eight_dice_with_six_faces_are_rolled() -> None:
    rolls = dict(start().play("roll").outcomes())
    assert len(rolls) == 1287
    assert rolls[dice(*"wwwwwwww")] == pytest.approx(6**-8)  # type: ignore[index]


def test_P1_a_worm_counts_five_but_is_another_face_than_five() -> None:
    state = aside(start(), "5 5", "w w")
    assert state.so_far() == (20, True)
    assert refused(play(state, "roll", "dice 1 5 5 w"), "keep 5") == "face_used"


def test_P2_sixteen_tiles_in_order_with_forty_worms() -> None:
    assert start().table.grill == tuple(range(21, 37))
    assert [worms_on(tile) for tile in TILES] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


def test_P3_seat_0_starts_and_play_goes_clockwise() -> None:
    state = start(3)
    for seat in (0, 1, 2, 0):
        assert state.actor == seat
        state = burnt(state)


def test_P3_lots_decide_who_starts_where_the_table_wants_it() -> None:
    state = start(3, first="lots")
    assert state.actor == CHANCE
    assert state.outcomes() == [("first 0", 1 / 3), ("first 1", 1 / 3), ("first 2", 1 / 3)]
    assert state.play("first 2").actor == 2
    assert refused(state, "first 3") == "out_of_turn"


# -- P-4, P-5: rolling and setting aside


def test_P4_all_dice_not_set_aside_are_rolled() -> None:
    state = play(start(), "roll", "dice 1 2 4 4 4 5 w w", "keep 4", "roll")
    assert state.turn.dice == 5
    assert refused(state, "dice 1 2 3 4") == "wrong_dice"
    assert state.play("dice 1 2 3 4 w").roll is not None


def test_P4_all_dice_of_exactly_one_face_are_set_aside() -> None:
    state = play(start(), "roll", "dice 1 2 4 4 4 5 w w")
    assert state.moves() == ("keep 1", "keep 2", "keep 4", "keep 5", "keep w")
    assert refused(state, "roll") == "set_aside_first"
    assert refused(state, "keep 3") == "face_not_rolled"
    assert state.play("keep 4").turn.aside.counts == (0, 0, 0, 3, 0, 0)


def test_P4_a_face_is_set_aside_once_a_turn() -> None:
    state = play(start(), "roll", "dice 1 2 4 4 4 5 w w", "keep 4", "roll", "dice 1 4 4 5 w")
    assert state.moves() == ("keep 1", "keep 5", "keep w")
    assert refused(state, "keep 4") == "face_used"


def test_P5_after_setting_aside_one_rolls_again_or_takes_a_tile() -> None:
    assert aside(start(), "5 5 5 5", "w").moves() == ("take 25", "roll")


# -- P-6 to P-12: taking and stealing


def test_P6_a_tile_needs_a_worm() -> None:
    state = aside(start(), "5 5 5 5 5")
    assert state.so_far() == (25, False)
    assert state.moves() == ("roll",)
    assert refused(state, "take 25") == "no_worm"


def test_P6_a_theft_needs_a_worm() -> None:
    state = aside(base("21 22 23 24 26", "", "25"), "5 5 5 5 5")
    assert refused(state, "steal 25") == "no_worm"


def test_P7_the_tile_of_the_sum_may_be_taken() -> None:
    state = aside(start(), "4 4 4", "w", "5 5")
    assert state.moves() == ("take 27", "roll")
    state = state.play("take 27")
    assert state.table.stacks[0] == (27,)
    assert 27 not in state.table.grill


def test_P8_the_top_tile_of_an_opponent_is_stolen_with_the_exact_sum() -> None:
    state = aside(base("21 22", "", "24 26", "28"), "4 4 4", "w", "5 5")
    assert state.moves() == ("take 22", "roll")
    assert refused(state, "steal 26") == "not_exact"
    state = aside(base("21 22", "", "24 26", "28"), "3 3", "5 5 5", "w")
    assert state.moves() == ("take 22", "steal 26", "roll")
    state = state.play("steal 26")
    assert state.table.stacks == ((26,), (24,), (28,))


def test_P8_only_the_top_tile_can_be_stolen() -> None:
    state = aside(base("21 22", "", "24 26"), "4 4 4 4", "w", "3")
    assert state.so_far() == (24, True)
    assert refused(state, "steal 24") == "not_on_top"


def test_P9_else_the_next_lower_tile_may_be_taken_and_no_other() -> None:
    state = aside(base("21 24 26 30", "", ""), "4 4 4", "w w w")
    assert state.so_far() == (27, True)
    assert state.moves() == ("take 26", "roll")
    assert refused(state, "take 24") == "not_next_lower"
    assert refused(state, "take 30") == "sum_too_low"


def test_P9_a_sum_over_36_is_the_same_case() -> None:
    assert aside(start(), "w w w w w w", "5 5").moves() == ("take 36",)


def test_P9_there_may_be_no_lower_tile() -> None:
    assert aside(base("30 31", "", ""), "4 4 4", "w w w").moves() == ("roll",)


def test_P10_stealing_is_free_to_choose() -> None:
    state = aside(base("21 26", "", "27"), "4 4 4", "w w w")
    assert state.moves() == ("take 26", "steal 27", "roll")


def test_P11_the_own_top_tile_cannot_be_taken_again() -> None:
    state = aside(base("21 26", "27", "30"), "4 4 4", "w w w")
    assert state.moves() == ("take 26", "roll")
    assert refused(state, "steal 27") == "own_tile"


def test_P12_the_tile_goes_on_top_and_the_turn_ends() -> None:
    state = aside(base("21 26", "30", "31"), "4 4 4", "w w w").play("take 26")
    assert state.table.stacks[0] == (30, 26)
    assert (state.actor, state.moves()) == (1, ("roll",))


def test_P12_a_stolen_tile_goes_on_top_and_the_turn_ends() -> None:
    state = aside(base("21", "30", "31 27"), "4 4 4", "w w w").play("steal 27")
    assert state.table.stacks == ((30, 27), (31,))
    assert state.actor == 1


# -- P-13 to P-17: forced choices and burnt rolls


def test_P13_stopping_without_a_tile_is_not_offered() -> None:
    assert aside(start(), "w").moves() == ("roll",)


def test_P13_with_no_dice_left_one_of_the_offers_must_be_taken() -> None:
    state = aside(base("21 26", "", "36"), "4 4 4 4", "w w w w")
    assert state.so_far() == (36, True)
    assert state.moves() == ("take 26", "steal 36")
    assert refused(state, "roll") == "no_roll_left"


def test_P13_with_all_six_faces_used_one_of_the_offers_must_be_taken() -> None:
    state = aside(start(), "w", "5", "4", "3", "2 2", "1")
    assert state.turn.dice == 1
    assert state.so_far() == (22, True)
    assert state.moves() == ("take 22",)
    assert refused(state, "roll") == "no_roll_left"


def test_P14_burnt_when_no_rolled_face_may_be_set_aside() -> None:
    state = play(aside(start(), "4 4 4", "w"), "roll", "dice 4 4 w w")
    assert (state.actor, state.phase) == (1, "start")


def test_P14_burnt_when_all_dice_are_aside_and_no_tile_can_be_had() -> None:
    state = aside(base("30 35", "33", "36"), "w w", "2 2 2 2 2 2")
    assert state.actor == 1
    assert state.table.stacks[0] == ()


def test_P14_burnt_when_all_six_faces_are_used_and_no_tile_can_be_had() -> None:
    state = aside(base("30 36", "33", "21"), "w", "5", "4", "3", "2 2", "1")
    assert state.actor == 1
    assert state.table.stacks[0] == ()


def test_P14_burnt_when_all_dice_are_aside_without_a_worm() -> None:
    state = aside(base("21 36", "33", "35"), "5 5 5 5", "4 4 4 4")
    assert state.actor == 1
    assert state.table.stacks[0] == ()


def test_P15_the_top_tile_goes_back_and_the_highest_is_turned_down() -> None:
    state = burnt(base("21 30 36", "33 28", "35"))
    assert state.table.stacks[0] == (33,)
    assert state.table.grill == (21, 28, 30)
    assert state.table.down[-1] == 36


def test_P16_an_empty_handed_player_turns_nothing_down() -> None:
    state = burnt(base("21 30 36", "", "35"))
    assert state.table.grill == (21, 30, 36)


def test_P16_a_returned_tile_that_is_the_highest_stays_up() -> None:
    state = burnt(base("21 30", "33", "35"))
    assert state.table.grill == (21, 30, 33)


def test_P17_face_down_tiles_take_no_part() -> None:
    state = aside(base("21 26", "30", ""), "4 4 4", "w w w")
    assert 27 in state.table.down
    assert state.moves() == ("take 26", "roll")
    assert refused(state, "take 27") == "tile_not_on_grill"


def test_P17_a_tile_turned_down_is_gone_for_good() -> None:
    state = burnt(base("21 30 36", "33", "24"))
    assert 36 not in state.table.grill
    assert refused(aside(state, "w w w w w w", "5 5"), "take 36") == "tile_not_on_grill"


def test_P17_a_face_down_tile_is_not_compared_with_a_returned_one() -> None:
    state = burnt(base("21 30", "33", ""))
    assert 36 in state.table.down
    assert 33 in state.table.grill


# -- P-18: the end


def test_P18_the_game_ends_as_soon_as_no_face_up_tile_is_on_the_grill() -> None:
    state = aside(base("26", "36", "25 27"), "4 4 4", "w w w").play("take 26")
    assert state.actor is None
    assert state.moves() == ()
    assert refused(state, "roll") == "game_over"


def test_P18_most_worms_win() -> None:
    state = aside(base("26", "36", "33 34"), "4 4 4", "w w w").play("take 26")
    result = state.result()
    assert (result.scores, result.places, result.winners) == ((6, 8), (2, 1), (1,))


def test_P18_a_tie_goes_to_the_highest_tile_anywhere_in_the_stack() -> None:
    state = aside(base("26", "33", "36 25", "34 27"), "4 4 4", "w w w").play("take 26")
    assert state.result().scores == (6, 6, 6)
    assert state.result().places == (3, 1, 2)


def test_P18_tied_players_without_a_tile_share_the_place() -> None:
    state = aside(base("26", "", "", "", "36"), "4 4 4", "w w w").play("take 26")
    assert state.result().places == (2, 3, 3, 1)


def test_P18_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        start().result()


# -- The books' examples


def test_example_1_three_fours_a_worm_and_two_fives_make_27() -> None:
    state = play(start(), "roll", "dice 1 2 2 4 4 4 5 w", "keep 4", "roll", "dice 1 4 4 5 w", "keep w")
    assert state.so_far() == (17, True)
    state = play(state, "roll", "dice 5 5 w w")
    assert state.moves() == ("keep 5",)
    assert state.play("keep 5").moves() == ("take 27", "roll")


def test_example_2_rolling_on_with_26_burns_the_turn() -> None:
    state = base("21 22 25 26 30 35", "24 28", "36")
    state = play(state, "roll", "dice 1 1 2 2 3 3 4 4", "keep 3", "roll", "dice 1 4 4 5 5 5", "keep 5")
    assert state.so_far() == (21, False)
    state = play(state, "roll", "dice 2 2 w", "keep w")
    assert state.moves() == ("take 26", "roll")
    state = play(state, "roll", "dice 3 w")
    assert state.table.stacks[0] == (24,)
    assert state.table.grill == (21, 22, 25, 26, 28, 30)
    assert state.table.down[-1] == 35


def test_example_3_with_27_on_an_opponents_stack_one_steals_takes_lower_or_rolls_on() -> None:
    state = aside(base("21 25 30", "24", "31 27"), "4 4 4", "w", "5 5")
    assert state.moves() == ("take 25", "steal 27", "roll")
    assert state.play("steal 27").table.stacks == ((24, 27), (31,))
    assert state.play("take 25").table.stacks == ((24, 25), (31, 27))
    assert state.play("roll").actor == CHANCE
