"""The rules of the end and of the harder modes, L-17 to L-21, each held by tests that carry its id."""

import pytest

from stolik.games.linko import LinkoState
from tests.games.linko.positions import hand, layers, play, position

# -- L-17: the cards run out


def test_L17_the_last_pool_card_ends_the_game_when_the_deck_is_empty() -> None:
    state = position("9 1", "1", "1", pool="5", deck="").play("play 1x9")
    over = state.play("draw 5")
    assert (over.actor, over.result().reason) == (None, "cards_out")
    assert hand(over, 0) == "1 5"
    assert state.play("pass").actor == 1


def test_L17_the_last_deck_card_ends_the_game_when_the_pool_is_empty() -> None:
    state = position("9 9 9 1", "1 / 3x4", "1", pool="2", deck="7 8")
    state = play(state, "play 3x9", "grab", "draw 2", "draw deck", "draw deck")
    assert (state.actor, state.result().reason) == (None, "cards_out")


def test_L17_draws_still_owed_are_dropped() -> None:
    state = position("9 9 9 1", "1 / 1x12 3x4", "1", pool="2 3", deck="")
    state = play(state, "play 3x9", "leave", "discard", "draw 2", "draw 3")
    assert (state.actor, state.result().reason) == (None, "cards_out")
    assert (hand(state, 1), layers(state, 1)) == ("1 2 3", "1x12")
    assert state.result().scores == (2, -2, -1)


def test_L17_thefts_still_owed_are_dropped() -> None:
    state = position("9 9 1", "1 / 2x4", "1 / 2x5", pool="2 3", deck="")
    state = play(state, "play 2x9", "grab", "draw 2", "draw 3")
    assert state.actor is None
    assert layers(state, 2) == "2x5"


# -- L-18: the score


def test_L18_a_point_for_each_card_on_the_table_and_minus_one_for_each_in_hand() -> None:
    state = position("9", "1 2 j / 3x4+1j 1x5", "1 1").play("play 1x9")
    assert state.result().scores == (1, 2, -2)
    assert state.result().places == (2, 1, 3)
    assert state.result().winners == (1,)


def test_L18_a_tie_goes_to_fewer_cards_in_hand() -> None:
    state = position("9", "1 2 / 3x4", "1 / 2x4", "1 1 1 / 3x5").play("play 1x9")
    assert state.result().scores == (1, 1, 1, 0)
    assert state.result().places == (1, 3, 2, 4)


def test_L18_then_the_place_is_shared() -> None:
    state = position("9", "2 / 3x4", "1 / 2x4 1x1").play("play 1x9")
    assert state.result().scores == (1, 2, 2)
    assert state.result().places == (3, 1, 1)
    assert state.result().winners == (1, 2)


# -- L-19, L-20: advanced and expert


@pytest.mark.parametrize("mode", ["advanced", "expert"])
def test_L19_no_draw_when_one_cannot_steal(mode: str) -> None:
    state = position("9 1", "1", "1", mode=mode).play("play 1x9")
    assert (state.phase, state.actor, hand(state, 0)) == ("play", 1, "1")


@pytest.mark.parametrize("theirs", ["2x13", "1x13+1j", "2j"])
@pytest.mark.parametrize("mine", ["2x1", "1x1+1j"])
def test_L20_ones_steal_thirteens_and_jokers_alone(mine: str, theirs: str) -> None:
    state = position("1 1 j 3", f"2 / {theirs}", "2", mode="expert").play(f"play {mine}")
    assert (state.phase, state.turn.victim) == ("theft", 1)


@pytest.mark.parametrize(
    ("mine", "theirs"), [("1x1", "2x13"), ("2x1", "2x12"), ("2x2", "2j"), ("2x13", "2j")]
)
def test_L20_other_numbers_and_other_sizes_steal_as_usual(mine: str, theirs: str) -> None:
    state = position("1 1 2 2 13 13 3", f"2 / {theirs}", "2", mode="expert").play(f"play {mine}")
    assert (state.phase, state.actor) == ("play", 1)


@pytest.mark.parametrize(("mine", "theirs"), [("2x2", "2x1"), ("2x13", "2x1"), ("2j", "2x1"), ("2j", "2x13")])
def test_L20_ones_are_stolen_by_every_higher_value_and_jokers_beat_thirteens(mine: str, theirs: str) -> None:
    state = position("2 2 13 13 j j 3", f"2 / {theirs}", "2", mode="expert").play(f"play {mine}")
    assert (state.phase, state.turn.victim) == ("theft", 1)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_L20_is_for_experts_only(mode: str) -> None:
    assert not position("1 3", "2 / 1x13", "2", mode=mode).play("play 1x1").turn.stole


# -- L-21: endless play

FALLING = " ".join(f"{value} {value}" for value in range(4, 14))
"""Twenty cards that three players can play one by one, in step, from the highest down: nobody steals."""


def in_step(state: LinkoState) -> tuple[int, LinkoState]:
    """Play the highest card of every hand, singly; return how many turns it took, and the end."""
    turns = 0
    while state.actor is not None and turns < 63:
        state = state.play([move for move in state.moves() if move.startswith("play 1x")][-1])
        turns += 1
    return turns, state


def test_L21_twenty_full_rounds_in_which_no_card_leaves_deck_or_pool_end_the_game() -> None:
    hands = [f"1 2 {FALLING}"] * 3
    turns, state = in_step(position(*hands, mode="advanced"))
    assert (turns, state.result().reason) == (60, "stall")
    assert state.result().scores == (18, 18, 18)


def test_L21_the_number_of_rounds_is_an_option() -> None:
    hands = [f"1 2 {FALLING}"] * 3
    assert in_step(position(*hands, mode="advanced", stall=7))[0] == 21
    turns, state = in_step(position(*hands, mode="advanced", stall=0))
    assert (turns, state.actor) == (63, 0)


@pytest.mark.parametrize(
    ("moves", "ends"),
    [(("pass",), True), (("draw 3",), False), (("draw deck",), False)],
)
def test_L21_a_drawn_card_restarts_the_count(moves: tuple[str, ...], ends: bool) -> None:
    state = play(position("9 1", "1", "1", quiet=60), "play 1x9", *moves)
    assert (state.actor, state.turn.quiet) == (None if ends else 1, 1)


def test_L21_cards_that_only_circle_between_hands_and_table_do_not_count() -> None:
    state = play(position("9 1", "1 / 1x4", "1", quiet=60), "play 1x9", "leave", "recall")
    assert state.result().reason == "stall"
    state = play(position("9 1", "1 / 1x4", "1", quiet=60), "play 1x9", "grab", "draw 1")
    assert (state.actor, state.turn.quiet) == (1, 1)
