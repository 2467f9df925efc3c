"""The Deluxe rules, D-1 to D-19, each held by tests that carry its id."""

import pytest

from stolik import Game, IllegalMove
from stolik.games.pickomino import PickominoState
from stolik.games.pickomino.pieces import worms_on
from tests.games.pickomino.positions import aside, burnt, dice, play, position

HEN_BURN = ("nothing", "highest")


def refused(state: PickominoState, move: str) -> str:
    """Return the reason why a move is refused."""
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    return error.value.reason


# -- D-1, D-2: what is in the box, and the two low tiles


def test_D1_two_low_tiles_seven_round_worms_and_six_specialists() -> None:
    state = Game("pickomino", 2, variant="deluxe").start()
    assert isinstance(state, PickominoState)
    table = state.table
    assert table.grill == (11, 13, *range(21, 37))
    assert (worms_on(11), worms_on(13), table.supply) == (1, 1, 7)
    assert table.perched == (
        (11, "red_worm"), (21, "hen"), (23, "raven"), (25, "weasel"), (27, "golden_die"), (29, "apple"),
    )  # fmt: skip


def test_D1_the_base_game_has_none_of_them() -> None:
    state = Game("pickomino", 2).start()
    assert isinstance(state, PickominoState)
    assert (state.table.perched, state.view(0)["supply"]) == ((), 0)


@pytest.mark.parametrize(("groups", "tile"), [(("w", "3 3"), 11), (("w", "4 4"), 13)])
def test_D2_a_low_tile_is_taken_with_exactly_that_sum(groups: tuple[str, ...], tile: int) -> None:
    state = aside(position("11 13 21", "", "22"), *groups)
    assert state.moves() == (f"take {tile}", "roll")


def test_D2_a_low_tile_is_not_the_next_lower_one() -> None:
    state = aside(position("11 13 21", "", "22"), "w", "3 3 3")
    assert state.so_far() == (14, True)
    assert state.moves() == ("roll",)
    assert refused(state, "take 13") == "not_exact"


def test_D2_a_low_tile_needs_a_worm() -> None:
    assert aside(position("11 13 21", "", "22"), "5", "3 3").moves() == ("roll",)


def test_D2_a_low_tile_cannot_be_stolen() -> None:
    state = aside(position("21", "", "22 11"), "w", "3 3")
    assert state.moves() == ("roll",)
    with pytest.raises(IllegalMove, match=r"tile 11 cannot be stolen \(D-2\)") as error:
        state.play("steal 11")
    assert error.value.reason == "low_tile"


def test_D2_a_low_tile_is_returned_like_any_other() -> None:
    assert burnt(position("21 22", "11", "36")).table.grill == (11, 21)


def test_D2_a_low_tile_is_turned_down_like_any_other() -> None:
    assert burnt(position("13", "11", "36")).table.grill == (11,)


def test_D2_a_low_tile_keeps_the_game_going() -> None:
    state = aside(position("11 26", "", "36"), "4 4 4", "w w w").play("take 26")
    assert state.actor == 1


# -- D-3 to D-6: gaining, choosing and putting back specialists


def test_D3_a_tile_from_the_grill_brings_its_specialist() -> None:
    state = aside(position("21 26:apple", "", "36"), "4 4 4", "w w w").play("take 26")
    assert state.table.held == ("apple", None)
    assert state.table.perched == ()


def test_D3_a_player_holds_at_most_one_specialist() -> None:
    state = aside(position("21 26:apple", "22:hen", "36"), "4 4 4", "w w w").play("take 26")
    assert (state.actor, state.phase) == (0, "hold")
    assert state.table.held[0] == "hen"


def test_D4_a_stolen_tile_brings_the_robbed_players_specialist() -> None:
    state = aside(position("21", "", "36 27:apple"), "4 4 4", "w w w").play("steal 27")
    assert state.table.stacks == ((27,), (36,))
    assert state.table.held == ("apple", None)


def test_D4_it_can_be_used_at_once_on_the_next_turn() -> None:
    state = aside(position("21", "", "27:golden_die"), "4 4 4", "w w w").play("steal 27")
    assert burnt(state).moves() == ("roll", "roll gold")


def test_D5_with_two_specialists_the_player_chooses_which_to_keep() -> None:
    state = aside(position("21 22 26:apple", "30:hen", "36"), "4 4 4", "w w w").play("take 26")
    assert state.moves() == ("hold hen", "hold apple")
    assert refused(state, "hold weasel") == "not_in_choice"
    assert refused(state, "roll") == "choice_first"
    kept = state.play("hold apple")
    assert kept.table.held == ("apple", None)
    assert kept.table.perched == ((21, "hen"),)
    assert kept.actor == 1
    other = state.play("hold hen")
    assert other.table.held == ("hen", None)
    assert other.table.perched == ((21, "apple"),)


def test_D5_the_other_never_goes_to_the_robbed_player() -> None:
    state = aside(position("21 22", "30:weasel", "27:apple"), "4 4 4", "w w w").play("steal 27")
    assert state.moves() == ("hold weasel", "hold apple")
    state = state.play("hold apple")
    assert state.table.held == ("apple", None)
    assert state.table.perched == ((21, "weasel"),)


def test_D6_a_specialist_goes_on_the_lowest_free_tile() -> None:
    state = burnt(position("11:raven 13:apple 21:weasel 22 30 36", "28:golden_die", "35"))
    assert (22, "golden_die") in state.table.perched


def test_D6_the_low_tiles_count_as_tiles() -> None:
    state = burnt(position("11 13 36", "28:golden_die", "35"))
    assert state.table.perched == ((11, "golden_die"),)


def test_D6_with_no_free_tile_it_leaves_the_game() -> None:
    state = aside(position("21:raven 26:apple", "30:hen", "36"), "4 4 4", "w w w")
    state = play(state, "take 26", "hold hen")
    assert state.table.perched == ((21, "raven"),)
    assert "apple" not in state.table.held


# -- D-7, D-8: burning with a specialist


def test_D7_first_the_tile_goes_back_then_the_specialist_then_the_highest_is_turned_down() -> None:
    # The returned 22 is the lowest free tile: so it was back before the specialist.
    state = burnt(position("21:raven 30 36", "33 22:apple", "35"))
    assert state.table.stacks[0] == (33,)
    assert state.table.held[0] is None
    assert state.table.perched == ((21, "raven"), (22, "apple"))
    assert state.table.grill == (21, 22, 30)


def test_D7_the_specialist_is_back_before_the_highest_tile_is_turned_down() -> None:
    # The apple gets the lowest free tile, and the raven, displaced from 36 (D-8), the one after it.
    state = burnt(position("21:hen 22 36:raven", "30:apple", "35"))
    assert state.table.perched == ((21, "hen"), (22, "apple"), (30, "raven"))


def test_D7_nothing_is_turned_down_if_the_returned_tile_is_the_highest() -> None:
    state = burnt(position("21", "36:apple", "35"))
    assert state.table.grill == (21, 36)
    assert state.table.perched == ((21, "apple"),)


def test_D8_the_specialist_of_a_tile_turned_down_moves_to_the_lowest_free_tile() -> None:
    state = burnt(position("21:hen 22 36:raven", "30", "35"))
    assert state.table.down[-1] == 36
    assert state.table.perched == ((21, "hen"), (22, "raven"))


def test_D8_or_leaves_the_game_if_no_tile_is_free() -> None:
    state = burnt(position("21:hen 36:raven", "30:apple", "35"))
    assert state.table.grill == (21, 30)
    assert state.table.perched == ((21, "hen"), (30, "apple"))


# -- D-9 to D-11: apple, golden die, red worm


def test_D9_the_apple_counts_three_worms_at_the_end() -> None:
    state = aside(position("26", "", "36:apple"), "4 4 4", "w w w").play("take 26")
    assert state.result().scores == (2, 7)


def test_D9_the_apple_is_not_in_the_tie_break() -> None:
    state = aside(position("26", "29", "21 22:apple"), "4 4 4", "w w w").play("take 26")
    assert state.result().scores == (5, 5)
    assert state.result().winners == (0,)


def test_D10_the_golden_die_is_a_ninth_die_if_its_holder_wants() -> None:
    state = position("21 36", "30:golden_die", "35")
    assert state.moves() == ("roll", "roll gold")
    assert state.play("roll").turn.dice == 8
    assert len(state.play("roll gold").outcomes()) == 2002
    assert refused(position("21 36", "30", "35:golden_die"), "roll gold") == "no_golden_die"


def test_D10_it_is_decided_before_the_first_roll() -> None:
    state = aside(position("21 36", "30:golden_die", "35"), "4 4")
    assert state.moves() == ("roll",)
    assert refused(state, "roll gold") == "too_late"


def test_D10_from_then_on_it_is_a_die_like_the_others() -> None:
    state = aside(position("21 36", "30:golden_die", "35"), "4 4", gold=True)
    assert state.turn.dice == 7
    assert aside(state, "w w w w", "5 5 5").so_far() == (43, True)


def test_D10_with_ones_and_worms_it_shows_nothing_else() -> None:
    state = position("21 36", "30:golden_die", "35", golden_die="ones_and_worms").play("roll gold")
    rolls = dict(state.outcomes())
    assert len(rolls) == 2 * 1287
    assert {roll.partition("gold ")[2] for roll in rolls} == {"1", "w"}
    all_ones = "dice 1 1 1 1 1 1 1 1 gold 1"
    assert rolls[all_ones] == pytest.approx(6**-8 / 2)  # type: ignore[index]
    assert refused(state, "dice 1 1 1 1 1 1 1 1 gold 2") == "wrong_dice"


def test_D10_with_ones_and_worms_it_is_set_aside_with_its_face_only() -> None:
    state = position("21 36", "30:golden_die", "35", golden_die="ones_and_worms").play("roll gold")
    state = state.play("dice 1 2 2 2 3 4 5 5 gold w")
    fives = play(state, "keep 5", "roll")
    assert {roll.partition("gold ")[2] for roll, _ in fives.outcomes()} == {"1", "w"}
    worms = play(state, "keep w", "roll")
    assert worms.turn.dice == 8
    assert len(worms.outcomes()) == 1287


def test_D11_the_red_worm_counts_five_and_as_the_worm() -> None:
    state = aside(position("21 26", "30:red_worm", "35"), "4 4 4 4")
    assert state.so_far() == (21, True)
    assert state.moves() == ("take 21", "roll")


def test_D11_it_stops_counting_with_a_worm_die() -> None:
    state = aside(position("21 26", "30:red_worm", "35"), "4 4 4 4", "w")
    assert state.so_far() == (21, True)


def test_D11_it_counts_towards_the_low_tiles_and_thefts() -> None:
    assert aside(position("11 36", "30:red_worm", "35"), "3 3").moves() == ("take 11", "roll")
    assert aside(position("36", "30:red_worm", "21"), "4 4 4 4").moves() == ("steal 21", "roll")


def test_D11_it_counts_for_its_holder_only() -> None:
    assert aside(position("21 26", "30", "35:red_worm"), "4 4 4 4").moves() == ("roll",)


# -- D-12 to D-14: the hen


def test_D12_a_thief_takes_the_hen_instead_of_the_tile() -> None:
    state = aside(position("21", "30", "36 27:hen"), "4 4 4", "w w w").play("steal 27")
    assert state.table.stacks == ((30,), (36, 27))
    assert state.table.held == ("hen", None)
    assert state.actor == 1


def test_D12_the_hen_may_sit_before_a_player_without_tiles() -> None:
    state = aside(position("21", "", "36 27:hen"), "4 4 4", "w w w").play("steal 27")
    assert state.table.stacks[0] == ()
    assert state.table.held == ("hen", None)


def test_D12_the_thief_of_a_hen_may_have_to_choose() -> None:
    state = aside(position("21", "30:apple", "27:hen"), "4 4 4", "w w w").play("steal 27")
    assert state.moves() == ("hold apple", "hold hen")
    state = state.play("hold apple")
    assert state.table.perched == ((21, "hen"),)


def test_D12_the_hen_is_safe_on_a_low_tile() -> None:
    assert aside(position("21", "", "36 13:hen"), "w", "4 4").moves() == ("roll",)


def test_D13_only_the_hen_goes_back_and_nothing_is_turned_down() -> None:
    state = burnt(position("21:raven 22 36", "33 28:hen", "35"))
    assert state.table.stacks[0] == (33, 28)
    assert state.table.held[0] is None
    assert state.table.grill == (21, 22, 36)
    assert state.table.perched == ((21, "raven"), (22, "hen"))


def test_D13_with_the_option_highest_the_highest_tile_is_turned_down_all_the_same() -> None:
    state = burnt(position("21:raven 22 36", "33 28:hen", "35", hen_burn="highest"))
    assert state.table.stacks[0] == (33, 28)
    assert state.table.grill == (21, 22)
    assert state.table.down[-1] == 36
    assert state.table.perched == ((21, "raven"), (22, "hen"))


def test_D13_with_the_option_highest_the_hen_goes_back_before_the_tile_is_turned_down() -> None:
    state = burnt(position("21 36:apple", "33 28:hen", "35", hen_burn="highest"))
    assert state.table.perched == ((21, "hen"),)  # so no tile is free for the apple (D-8)


def test_D13_with_the_option_highest_the_hen_may_stand_on_the_tile_that_is_turned_down() -> None:
    state = burnt(position("21:raven 36", "33 28:hen", "35", hen_burn="highest"))
    assert state.table.perched == ((21, "raven"),)
    assert state.table.held == (None, None)


def test_D13_with_the_option_highest_other_burnt_rolls_are_as_ever() -> None:
    table = position("21 36", "33 28:apple", "35").table
    ours, theirs = (burnt(position("21 36", "33 28:apple", "35", hen_burn=burn)) for burn in HEN_BURN)
    assert ours.table == theirs.table != table


@pytest.mark.parametrize("hen_burn", HEN_BURN)
def test_D13_a_hen_holder_without_a_tile_loses_nothing(hen_burn: str) -> None:
    state = burnt(position("21 22 36", ":hen", "35", hen_burn=hen_burn))
    assert state.table.held[0] == "hen"
    assert state.table.perched == ()
    assert state.table.grill == (21, 22, 36)


def test_D14_nobody_takes_a_round_worm_from_the_hens_holder() -> None:
    state = aside(position("21", "30", "35:hen", "36", worms=(0, 4, 3)), "1 1")
    assert state.moves() == ("worm from 2",)
    assert refused(state, "worm from 1") == "hen_guards"


# -- D-15: the weasel


def test_D15_the_weasel_repeats_the_roll_just_made() -> None:
    state = aside(position("21", "30:weasel", "36"), "4 4").play("roll")
    state = state.play("dice 1 1 2 2 3 3")
    assert state.moves() == ("keep 1", "keep 2", "keep 3", "weasel")
    state = state.play("weasel")
    assert state.turn.dice == 6
    assert state.play("dice 5 5 5 w w w").moves() == ("keep 5", "keep w")


def test_D15_once_a_turn() -> None:
    state = play(position("21", "30:weasel", "36"), "roll", dice(*"12345w12"), "weasel", dice(*"12345w12"))
    assert refused(state, "weasel") == "weasel_used"
    later = play(state, "keep 2", "roll", "dice 1 1 3 3 w w")
    assert "weasel" not in later.moves()


def test_D15_also_a_roll_that_would_burn() -> None:
    state = play(aside(position("21", "30:weasel", "36"), "w"), "roll", dice(*"wwwwwww"))
    assert state.moves() == ("weasel", "burn")
    assert play(state, "weasel", dice(*"2222222")).moves() == ("keep 2",)
    assert state.play("burn").table.held[0] is None


def test_D15_the_new_result_stands() -> None:
    state = play(aside(position("21", "30:weasel", "36"), "w"), "roll", dice(*"wwwwwww"), "weasel")
    assert state.play(dice(*"wwwwwww")).actor == 1


def test_D15_only_before_dice_are_set_aside() -> None:
    state = aside(position("21", "30:weasel", "36"), "w")
    assert refused(state, "weasel") == "no_roll"


def test_D15_only_its_holder() -> None:
    state = play(position("21", "30", "36:weasel"), "roll", dice(*"12345w12"))
    assert refused(state, "weasel") == "no_weasel"


# -- D-16 to D-18: the raven and round worms


def test_D16_the_tile_under_the_raven_earns_a_round_worm() -> None:
    state = aside(position("21 22 26:raven", "", "36"), "4 4 4", "w w w").play("take 26")
    assert state.table.round_worms == (1, 0)
    assert state.table.stacks[0] == (26,)


def test_D16_the_raven_is_never_held_and_moves_to_the_lowest_free_tile() -> None:
    state = aside(position("21:hen 22 26:raven", "", "36"), "4 4 4", "w w w").play("take 26")
    assert state.table.held == (None, None)
    assert state.table.perched == ((21, "hen"), (22, "raven"))


def test_D16_the_raven_does_not_touch_ones_own_specialist() -> None:
    state = aside(position("21 26:raven", "30:apple", "36"), "4 4 4", "w w w").play("take 26")
    assert (state.actor, state.table.held[0]) == (1, "apple")


def test_D16_a_stolen_tile_earns_no_round_worm() -> None:
    state = aside(position("21:raven", "", "36 27"), "4 4 4", "w w w").play("steal 27")
    assert state.table.round_worms == (0, 0)


def test_D17_two_ones_earn_a_round_worm_at_once() -> None:
    state = aside(position("21", "", "36"), "1 1")
    assert state.table.round_worms == (1, 0)
    assert aside(state, "w").table.round_worms == (1, 0)


def test_D17_a_single_one_earns_none() -> None:
    assert aside(position("21", "", "36"), "1").table.round_worms == (0, 0)


def test_D17_whatever_becomes_of_the_turn() -> None:
    state = play(position("21", "", "36"), "roll", dice(*"11111111"), "keep 1")
    assert (state.actor, state.table.round_worms) == (1, (1, 0))


def test_D17_a_round_worm_is_a_worm_at_the_end_and_not_in_the_tie_break() -> None:
    state = aside(position("26", "", "21", worms=(0, 1)), "4 4 4", "w w w").play("take 26")
    assert state.result().scores == (2, 2)
    assert state.result().winners == (0,)


def test_D17_not_in_the_base_game() -> None:
    assert aside(position("21", "", "36", variant="base"), "1 1").table.round_worms == (0, 0)


def test_D18_with_an_empty_supply_it_comes_from_an_opponent_of_ones_choice() -> None:
    state = aside(position("21", "", "36", "35", "34", worms=(1, 4, 2, 0)), "1 1")
    assert (state.actor, state.moves()) == (0, ("worm from 1", "worm from 2"))
    assert refused(state, "worm from 3") == "no_round_worm"
    assert refused(state, "worm from 0") == "no_such_opponent"
    assert refused(state, "roll") == "round_worm_first"
    state = state.play("worm from 2")
    assert state.table.round_worms == (2, 4, 1, 0)
    assert (state.actor, state.moves()) == (0, ("roll",))


def test_D18_nothing_happens_if_nobody_can_give_one() -> None:
    state = aside(position("21", "", "36:hen", worms=(3, 4)), "1 1")
    assert state.table.round_worms == (3, 4)
    assert state.moves() == ("roll",)


def test_D18_the_turn_may_burn_after_the_worm_is_taken() -> None:
    state = play(position("21", "30", "36", worms=(0, 7)), "roll", dice(*"11111111"), "keep 1")
    assert state.moves() == ("worm from 1",)
    state = state.play("worm from 1")
    assert (state.actor, state.table.round_worms, state.table.stacks[0]) == (1, (1, 6), ())


def test_D18_the_ravens_worm_comes_from_an_opponent_too() -> None:
    state = aside(position("21 26:raven", "", "36", worms=(0, 7)), "4 4 4", "w w w").play("take 26")
    assert (state.actor, state.moves()) == (0, ("worm from 1",))
    state = state.play("worm from 1")
    assert (state.actor, state.table.round_worms) == (1, (1, 6))


# -- D-19: the last tile


def test_D19_the_last_tile_first_settles_its_specialist() -> None:
    state = aside(position("26:apple", "30:weasel", "36"), "4 4 4", "w w w").play("take 26")
    assert state.actor == 0
    state = state.play("hold apple")
    assert state.actor is None
    assert state.result().scores == (3 + 2 + 3, 4)


def test_D19_the_last_tile_first_settles_its_round_worm() -> None:
    state = aside(position("26:raven", "", "36", worms=(0, 7)), "4 4 4", "w w w").play("take 26")
    assert state.actor == 0
    state = state.play("worm from 1")
    assert state.actor is None
    assert state.result().scores == (3, 10)
