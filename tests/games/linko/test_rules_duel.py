"""The duel's rules, V-1 to V-8, each held by tests that carry its id."""

import random

import pytest

from stolik import Game
from stolik.games.linko import LinkoState
from stolik.games.linko.pieces import CARDS, IN_BOX, NO_CARDS
from tests.games.linko.positions import counts, deck, hand, layers, play, pool, position, refused

ROW = "2 2 4 4 5 5 5 9 9 10 10 10 11"


def start(**settings: str | int) -> LinkoState:
    state = Game("linko", 2, mode="duel", **settings).start()
    assert isinstance(state, LinkoState)
    return state


def dealt(pool: str, deck: str, **settings: str | int) -> LinkoState:
    """Deal a duel with this pool and this top of the deck."""
    used = counts(f"{pool} {deck} j j j j")
    left = [
        name for name, all_of, gone in zip(CARDS, IN_BOX, used, strict=True) for _ in range(all_of - gone)
    ]
    hands = [*left[:11], "j", "j", *left[11:22], "j", "j"]
    return start(**settings).play(" ".join(["deal", *hands, pool, deck, *left[22:]]))


def row(state: LinkoState) -> str:
    """Return the virtual player's row as it is written in ``position``."""
    held = state.table.row or NO_CARDS
    return " ".join(name for name, number in zip(CARDS, held, strict=True) for _ in range(number))


# -- V-1, V-2: setup


@pytest.mark.parametrize("seed", range(20))
def test_V1_each_player_has_two_jokers_and_eleven_more_cards(seed: int) -> None:
    state = start()
    state = state.play(state.draw(random.Random(seed)))
    for cards in state.table.hands:
        assert sum(cards) == 13
        assert cards[-1] in (2, 3)
    assert [seat["known"] for seat in state.view(None)["seats"]] == [{"j": 2}, {"j": 2}]


def test_V1_the_fifth_joker_is_shuffled_in_with_the_others() -> None:
    rng = random.Random(1)
    jokers = [start().play(start().draw(rng)).table.hands[0][-1] for _ in range(300)]
    assert 300 * 11 / 105 * 0.5 < jokers.count(3) < 300 * 11 / 105 * 1.5


@pytest.mark.parametrize("jokers", [(1, 2), (2, 1), (0, 5), (1, 1)])
def test_V1_a_deal_without_the_jokers_is_refused(jokers: tuple[int, int]) -> None:
    numbers = [str(value) for value in range(1, 14) for _ in range(8)]
    names: list[str] = []
    for number in jokers:
        names += numbers[: 13 - number] + ["j"] * number
        numbers = numbers[13 - number :]
    assert refused(start(), " ".join(["deal", *names, *numbers, *["j"] * (5 - sum(jokers))])) == "no_jokers"


def test_V1_the_pool_comes_before_the_virtual_players_row() -> None:
    state = dealt("6 7 8 9 10 11", "1 1 2 2 3 3 4 4 5 5 6 6 7 12 12 13")
    assert pool(state) == "6 7 8 9 10 11"
    assert row(state) == "1 1 2 2 3 3 4 4 5 5 6 6 7"
    assert deck(state).startswith("12 12 13")
    assert len(state.table.deck) == 109 - 26 - 6 - 13


def test_V2_the_virtual_player_has_thirteen_open_cards_by_value() -> None:
    view = dealt("6 7 8 9 10 11", "12 1 4 4 1 5 5 6 6 7 12 12 1 2").view(None)
    assert view["virtual"] == {"1": 3, "4": 2, "5": 2, "6": 2, "7": 1, "12": 3}


def test_V2_thirteens_and_jokers_go_onto_the_lowest_single_pool_card_instead() -> None:
    state = dealt("5 3 9 4 12 11", "13 1 1 1 1 1 1 1 1 j 2 2 2 2 2 8 8")
    assert pool(state) == "5 3+13 9 4+j 12 11"
    assert row(state) == "1 1 1 1 1 1 1 1 2 2 2 2 2"
    assert deck(state).startswith("8 8")


@pytest.mark.parametrize(
    ("thirteens", "expected"),
    [
        (1, "5 3+13 9 3 11 j"),
        (2, "5 3+13 9 3+13 11 j"),
        (5, "5+13 3+13 9+13 3+13 11+13 j"),
        (6, "5+13 3+13 9+13 3+13 11+13 j+13"),
        (7, "5+13 3+13+13 9+13 3+13 11+13 j+13"),
        (8, "5+13 3+13+13 9+13 3+13+13 11+13 j+13"),
    ],
)
def test_V2_lowest_single_then_lone_joker_then_lowest_smallest_leftmost_group(
    thirteens: int, expected: str
) -> None:
    state = dealt("5 3 9 3 11 j", " ".join(["13"] * thirteens) + " 1 1 1 1 1 1 1 1 2 2 2 2 2 8")
    assert pool(state) == expected
    assert sum(state.table.row or ()) == 13


def test_V2_with_the_option_dealt_thirteen_cards_are_turned_up_once() -> None:
    state = dealt("5 3 9 4 12 11", "13 1 1 1 1 1 1 1 1 j 2 2 2 2 2 8 8", row="dealt")
    assert pool(state) == "5 3+13 9 4+j 12 11"
    assert row(state) == "1 1 1 1 1 1 1 1 2 2 2"
    assert deck(state).startswith("2 2 8 8")


def test_V2_with_the_option_dealt_a_row_of_thirteen_numbers_is_full_as_well() -> None:
    cards = "12 1 4 4 1 5 5 6 6 7 12 12 1 2"
    ours, theirs = (dealt("6 7 8 9 10 11", cards, row=choice) for choice in ("full", "dealt"))
    assert ours.table == theirs.table


def test_V2_with_the_option_dealt_refills_in_play_go_to_thirteen() -> None:
    state = dealt("5 3 9 4 12 11", "13 1 1 3 3 3 3 4 4 j 2 2 2 8 8 9 9 9 12", row="dealt")
    assert row(state) == "1 1 2 2 2 3 3 3 3 4 4"
    state = play(state, "play 2j", "raid 2x1")
    assert row(state) == "2 2 2 3 3 3 3 4 4 8 8 9 9"


def test_V2_the_events_tell_every_card_that_is_turned_up() -> None:
    before = start(row="dealt")
    deal = before.draw(random.Random(4))
    told = [event for event in before.events(deal) if event["kind"] == "virtual"]
    assert len(told) == 13
    assert [event["to"] for event in told].count("row") == sum(before.play(deal).table.row or ())


def test_V2_a_group_lies_in_order_above_its_bottom_card() -> None:
    """Groups of the same cards on the same bottom card are one move."""
    state = position("7 1", "1", row=ROW, pool="5+13+j 5+13+j 8 8 8 8", deck="")
    assert state.play("play 1x7").moves() == ("draw 5+13+j", "draw 8", "pass")


# -- V-3, V-4: the pool


def test_V3_refilling_the_row_during_play_puts_thirteens_and_jokers_onto_the_pool() -> None:
    state = position("7 7 1", "1", row=ROW, pool="3 4 6 6 8 8", deck="13 j 12 3 5")
    state = play(state, "play 2x7", "raid 2x4")
    assert pool(state) == "3+13 4+j 6 6 8 8"
    assert row(state) == "2 2 3 5 5 5 9 9 10 10 10 11 12"
    assert deck(state) == "5"


def test_V3_a_thirteen_or_joker_in_a_pool_refill_is_an_ordinary_pool_card() -> None:
    state = position("7 1", "1", row="2 2 2 2 4 4 4 4 5 5 5 5 9", pool="3 3 3 6 6", deck="13 j 8")
    state = play(state, "play 1x7", "draw 6")
    assert pool(state) == "3 3 3 6 13 j"
    assert deck(state) == "8"


def test_V4_a_group_counts_as_one_card_drawn_and_gives_all_its_cards() -> None:
    state = position(
        "8 8 2", "1 / 2x4", row="3 3 3 3 5 5 5 5 6 6 6 6 9", pool="1 5+13+j 3 4 6 7", deck="10 11 12"
    )
    state = play(state, "play 2x8", "grab")
    assert state.turn.owed == 2
    state = state.play("draw 5+13+j")
    assert (hand(state, 1), state.turn.owed) == ("1 5 13 j", 1)
    state = state.play("draw deck")
    assert (hand(state, 1), state.phase) == ("1 5 10 13 j", "play")


def test_V4_a_group_is_one_of_the_six_places() -> None:
    state = position("7 1", "1", row="4 4", pool="1 5+13+j 3 4 6 7", deck="10 11 12").play("play 1x7")
    assert pool(state.play("draw 5+13+j")) == "1 3 4 6 7 10"
    assert pool(state.play("draw 1")) == "5+13+j 3 4 6 7 10"
    assert pool(state.play("draw deck")) == "1 5+13+j 3 4 6 7"


# -- V-5 to V-7: robbing the virtual player


def test_V5_any_set_of_the_size_just_played_and_of_a_lower_value_can_be_stolen() -> None:
    state = position("8 8 1", "1", row=ROW).play("play 2x8")
    assert (state.phase, state.actor) == ("raid", 0)
    assert state.moves() == ("raid 2x2", "raid 2x4")
    assert refused(state, "raid 2x9") == "not_in_row"
    assert refused(state, "raid 3x5") == "not_in_row"


def test_V5_a_set_is_all_cards_of_its_value() -> None:
    assert position("8 1", "1", row="2 2 4 4 4 9").play("play 1x8").phase == "may_draw"


def test_V5_a_set_of_equal_value_is_safe_and_jokers_take_their_value() -> None:
    assert position("4 4 1", "1", row="4 4 5 5").play("play 2x4").phase == "may_draw"
    assert position("4 j 1", "1", row="3 3 4 4").play("play 1x4+1j").moves() == ("raid 2x3",)
    assert position("j j 1", "1", row="3 3 12 12").play("play 2j").moves() == ("raid 2x3", "raid 2x12")


def test_V5_stealing_is_forced_even_with_a_single_choice() -> None:
    state = position("8 8 8 1", "1", row=ROW).play("play 3x8")
    assert state.moves() == ("raid 3x5",)
    assert refused(state, "pass") == "raid_first"


def test_V6_the_set_goes_to_the_hand_and_the_row_is_refilled_at_once() -> None:
    state = play(position("8 8 8 1", "1", row=ROW, deck="6 6 12 1"), "play 3x8", "raid 3x5")
    assert hand(state, 0) == "1 5 5 5"
    assert row(state) == "2 2 4 4 6 6 9 9 10 10 10 11 12"
    assert deck(state) == "1"


def test_V6_an_empty_deck_does_not_end_the_game() -> None:
    state = play(position("8 8 8 1", "1", row=ROW, pool="3", deck="6 13"), "play 3x8", "raid 3x5")
    assert (state.phase, state.actor) == ("play", 1)
    assert row(state) == "2 2 4 4 6 9 9 10 10 10 11"
    assert (pool(state), deck(state)) == ("3+13", "")


def test_V6_a_refill_of_the_row_restarts_the_count_of_quiet_rounds() -> None:
    state = position("8 8 8 1", "1", row=ROW, quiet=40, deck="6")
    after = play(state, "play 3x8", "raid 3x5")
    assert (after.actor, after.turn.quiet) == (1, 1)
    state = position("8 8 8 1", "1", row=ROW, quiet=40, deck="")
    assert play(state, "play 3x8", "raid 3x5").result().reason == "stall"


def test_V7_the_virtual_player_is_robbed_first_then_the_opponent_each_once() -> None:
    state = position("8 8 1", "1 / 2x3 2x6", row=ROW, deck="2 2 3 3").play("play 2x8")
    assert state.phase == "raid"
    state = state.play("raid 2x4")
    assert (state.phase, state.turn.victim) == ("theft", 1)
    state = play(state, "leave", "recall")
    assert (state.phase, state.actor) == ("play", 1)
    assert layers(state, 1) == "2x3"


def test_V7_robbing_only_the_virtual_player_rules_out_the_draw() -> None:
    state = play(position("8 8 1", "1", row=ROW), "play 2x8", "raid 2x2")
    assert (state.phase, state.actor) == ("play", 1)


def test_V7_robbing_only_the_opponent_rules_it_out_too() -> None:
    state = play(position("8 8 1", "1 / 2x6", row="9 9"), "play 2x8", "leave", "recall")
    assert (state.phase, state.actor) == ("play", 1)


def test_V7_as_in_the_basic_mode_a_player_who_steals_nothing_may_draw() -> None:
    assert position("8 1", "1 / 2x6", row="9 9").play("play 1x8").phase == "may_draw"


# -- V-8: the virtual player


def test_V8_the_virtual_player_never_plays() -> None:
    state = position("8 7 1", "8 7 1", row=ROW)
    turns = []
    for move in ("play 1x8", "play 1x8", "play 1x7", "play 1x7"):
        turns.append(state.actor)
        state = play(state, move, "pass")
    assert turns == [0, 1, 0, 1]


def test_V8_the_virtual_player_never_scores_and_never_wins() -> None:
    state = position("8 8", "1 1 1", row=ROW).play("play 2x8")
    assert state.result().scores == (2, -3)
    assert state.result().places == (1, 2)
    assert len(state.view(0)["seats"]) == 2
