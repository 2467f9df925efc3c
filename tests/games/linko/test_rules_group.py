"""The rules of a turn, L-1 to L-16, each held by tests that carry its id."""

import random

import pytest

from stolik import CHANCE, Game
from stolik.games.linko import LinkoState
from tests.games.linko.positions import deck, hand, layers, play, pool, position, refused


def start(players: int = 3, **settings: str | int) -> LinkoState:
    state = Game("linko", players, **settings).start()
    assert isinstance(state, LinkoState)
    return state


def deal(state: LinkoState, seed: int = 1) -> LinkoState:
    return state.play(state.draw(random.Random(seed)))


# -- L-1, L-2: what is in the box, the deal, and who begins


def test_L1_eight_of_each_number_and_five_jokers() -> None:
    names = start().draw(random.Random(1)).args
    assert len(names) == 109
    assert [names.count(str(number)) for number in range(1, 14)] == [8] * 13
    assert names.count("j") == 5


def test_L1_a_deal_of_other_cards_is_refused() -> None:
    state = start()
    move = state.draw(random.Random(1))
    assert refused(state, move.removesuffix(f" {move.args[-1]}")) == "wrong_cards"
    assert refused(state, move + " j") == "wrong_cards"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_L2_thirteen_cards_each_six_in_the_pool_the_rest_is_the_deck(players: int) -> None:
    table = deal(start(players)).table
    assert [sum(cards) for cards in table.hands] == [13] * players
    assert len(table.pool) == 6
    assert len(table.deck) == 109 - 13 * players - 6
    assert not any(table.discard)


def test_L2_the_deal_is_read_in_dealing_order() -> None:
    state = start()
    move = state.draw(random.Random(4))
    names, after = list(move.args), state.play(move)
    for seat in range(3):
        assert hand(after, seat).split() == names[13 * seat : 13 * seat + 13]
    assert pool(after).split() == names[39:45]
    assert deck(after).split() == names[45:]


def test_L2_seat_0_starts_and_play_goes_clockwise() -> None:
    state = deal(start(4, mode="advanced"))
    for seat in (0, 1, 2, 3, 0):
        assert state.actor == state.seat == seat
        state = state.play(state.moves()[0])
        while state.phase != "play":
            state = state.play(state.moves()[-1])


def test_L2_lots_decide_who_starts_where_the_table_wants_it() -> None:
    state = start(3, first="lots")
    assert state.actor == CHANCE
    assert state.outcomes() == [("first 0", 1 / 3), ("first 1", 1 / 3), ("first 2", 1 / 3)]
    assert refused(state, "first 3") == "out_of_turn"
    assert deal(state.play("first 2")).actor == 2


def test_L2_discarded_cards_are_public_and_never_come_back() -> None:
    state = position("9 9 1 / ", "2 / 1x3", "2", pool="5 6", deck="")
    before = state.view(None)["discard"]
    state = play(state, "play 1x9", "leave", "discard", "draw 5")
    assert state.view(None)["discard"] == {**before, "3": before["3"] + 1}
    assert (pool(state), deck(state)) == ("6", "")


# -- L-3, L-4: playing cards


def test_L3_as_many_cards_of_one_value_as_wanted() -> None:
    assert position("3 7 7 7", "1", "1").moves() == ("play 1x3", "play 1x7", "play 2x7", "play 3x7")


def test_L3_cards_must_be_played() -> None:
    state = position("3 7", "1", "1")
    assert refused(state, "pass") == "play_first"
    assert refused(state, "draw deck") == "no_draw"
    assert refused(state, "play 1x4") == "not_in_hand"
    assert refused(state, "play 2x7") == "not_in_hand"


def test_L3_cards_are_played_as_a_new_layer_on_top() -> None:
    state = position("7 7 2 / 1x9 2x3", "1", "1").play("play 2x7")
    assert layers(state, 0) == "1x9 2x3 2x7"
    assert hand(state, 0) == "2"


def test_L4_three_fours_and_a_joker_are_four_fours() -> None:
    """Worked example 4."""
    state = position("4 4 4 j 1", "1 / 4x3", "1 / 3x3").play("play 3x4+1j")
    assert state.view(None)["seats"][0]["layers"] == [{"value": 4, "cards": ["4", "4", "4", "j"]}]
    assert (state.phase, state.turn.victim) == ("theft", 1)


def test_L4_jokers_go_with_any_value_or_alone() -> None:
    assert position("4 5 j j", "1", "1").moves() == (
        "play 1x4",
        "play 1x4+1j",
        "play 1x4+2j",
        "play 1x5",
        "play 1x5+1j",
        "play 1x5+2j",
        "play 1j",
        "play 2j",
    )


def test_L4_jokers_alone_rank_above_every_number() -> None:
    state = position("j j 1", "1 / 2x13", "1").play("play 2j")
    assert (state.phase, state.turn.victim) == ("theft", 1)


# -- L-5: the last card


def test_L5_the_last_card_ends_the_game_before_any_theft() -> None:
    state = position("9 9", "1 / 2x3", "1 / 2x4").play("play 2x9")
    assert state.actor is None
    assert state.result().reason == "hand_empty"
    assert layers(state, 1) == "2x3"
    assert state.result().scores == (2, 1, 1)


# -- L-6 to L-11: stealing


def test_L6_the_same_number_of_cards_and_a_higher_value_must_be_stolen() -> None:
    state = position("7 7 1", "1 / 2x6", "1").play("play 2x7")
    assert (state.phase, state.actor, state.turn.victim) == ("theft", 0, 1)
    assert refused(state, "pass") == "theft_first"


@pytest.mark.parametrize("theirs", ["2x7", "2x8", "1x6", "3x6", "1x6+2j"])
def test_L6_an_equal_or_higher_layer_and_one_of_another_size_are_safe(theirs: str) -> None:
    assert position("7 7 1", f"1 / {theirs}", "1").play("play 2x7").phase == "may_draw"


def test_L6_only_the_top_layer_and_only_of_the_layer_just_played_counts() -> None:
    assert position("7 7 1 / 1x9", "1 / 2x3 1x4", "1").play("play 2x7").phase == "may_draw"


def test_L6_comparing_starts_at_the_left_and_goes_round() -> None:
    state = position("1 / 1x3", "1 / 1x4", "9 1", "1 / 1x5", seat=2).play("play 1x9")
    victims = []
    while state.phase == "theft":
        victims.append(state.turn.victim)
        state = play(state, "leave", "recall")
    assert victims == [3, 0, 1]


def test_L7_the_thief_takes_the_layer_or_not() -> None:
    state = position("9 1", "1 / 1x4", "1").play("play 1x9")
    assert (state.actor, state.moves()) == (0, ("grab", "leave"))
    assert hand(state.play("grab"), 0) == "1 4"
    assert hand(state.play("leave"), 0) == "1"


def test_L8_after_a_grab_the_robbed_player_draws_as_many_cards() -> None:
    state = play(position("9 9 9 1", "1 / 2x4+1j", "1"), "play 3x9", "grab")
    for owed in (3, 2, 1):
        assert (state.phase, state.actor, state.turn.owed) == ("draw", 1, owed)
        assert refused(state, "pass") == "must_draw"
        state = state.play("draw deck")
    assert (state.phase, state.actor) == ("play", 1)
    assert hand(state, 1) == "1 7 8 9"


def test_L9_a_layer_the_thief_leaves_is_for_its_owner_to_decide() -> None:
    state = play(position("9 9 1", "1 / 2x4", "1"), "play 2x9", "leave")
    assert (state.phase, state.actor, state.moves()) == ("recall", 1, ("recall", "discard"))
    back = state.play("recall")
    assert (hand(back, 1), back.phase, back.actor) == ("1 4 4", "play", 1)
    gone = state.play("discard")
    assert (gone.phase, gone.actor, gone.turn.owed) == ("draw", 1, 2)
    gone = play(gone, "draw deck", "draw 6")
    assert (hand(gone, 1), gone.phase) == ("1 6 7", "play")
    assert gone.view(None)["discard"]["4"] == state.view(None)["discard"]["4"] + 2


@pytest.mark.parametrize(
    "decisions", [("grab", "draw deck"), ("leave", "recall"), ("leave", "discard", "draw 1")]
)
def test_L10_whatever_they_decide_the_layer_leaves_the_table(decisions: tuple[str, ...]) -> None:
    state = play(position("9 1", "1 1 / 1x3 1x4", "1"), "play 1x9", *decisions)
    assert (state.phase, state.actor) == ("play", 1)
    assert layers(state, 1) == "1x3"


def test_L10_the_uncovered_layer_can_be_stolen_before_its_owners_next_turn() -> None:
    state = position("9 1 / 1x12", "8 1 / 1x12", "1 / 1x3 1x4", "2 2")
    state = play(state, "play 1x9", "leave", "recall", "play 1x8")
    assert (state.phase, state.seat, state.turn.victim) == ("theft", 1, 2)
    assert layers(state, 2) == "1x3"


def test_L11_an_opponent_is_robbed_once_a_turn() -> None:
    state = play(position("9 1", "1 / 1x3 1x4", "1"), "play 1x9", "leave", "recall")
    assert (state.phase, state.seat) == ("play", 1)
    assert layers(state, 1) == "1x3"


def test_L11_each_robbery_is_settled_before_the_next_comparison() -> None:
    state = position("9 9 1", "1 / 2x4", "1 / 2x5", pool="1 2 3 4 5 6", deck="7 8 9 10")
    state = play(state, "play 2x9", "grab", "draw 1")
    assert (state.phase, state.actor) == ("draw", 1)
    state = state.play("draw 2")
    assert (state.phase, state.actor, state.turn.victim) == ("theft", 0, 2)
    assert (pool(state), deck(state)) == ("3 4 5 6 7 8", "9 10")


def test_L11_a_turn_with_two_thefts() -> None:
    """Worked example 5: Nikodem is seat 0, Karolina 1, Michał 2, Ela 3."""
    state = position(
        "7 7 7 3 3 j", "1 / 2x5", "1 / 1x9 3x3", "1 / 3x6", pool="2 4 8 8 11 13", deck="10 12 1 1"
    ).play("play 3x7")
    assert (state.phase, state.actor, state.turn.victim) == ("theft", 0, 2)
    state = state.play("grab")
    assert hand(state, 0) == "3 3 3 3 3 j"
    state = play(state, "draw 13", "draw 8", "draw deck")
    assert hand(state, 2) == "1 8 10 13"
    assert (pool(state), deck(state)) == ("2 4 8 11 12 1", "1")
    assert (state.phase, state.actor, state.turn.victim) == ("theft", 0, 3)
    state = state.play("leave")
    assert state.actor == 3
    state = state.play("recall")
    assert hand(state, 3) == "1 6 6 6"
    assert [layers(state, seat) for seat in range(4)] == ["3x7", "2x5", "1x9", ""]
    assert (state.phase, state.actor) == ("play", 1)


# -- L-12, L-13: drawing


def test_L12_each_card_comes_from_the_deck_or_from_the_pool_as_the_drawer_chooses() -> None:
    state = position("9 9 1", "1 / 2x4", "1", pool="5 3 5 j 2 3", deck="8 7")
    state = play(state, "play 2x9", "grab")
    assert state.moves() == ("draw 5", "draw 3", "draw j", "draw 2", "draw deck")
    state = state.play("draw j")
    assert state.moves() == ("draw 5", "draw 3", "draw 2", "draw deck")
    assert hand(state.play("draw deck"), 1) == "1 8 j"


def test_L12_the_pool_is_refilled_to_six_only_when_the_drawer_has_finished() -> None:
    state = play(position("9 9 9 1", "1 / 3x4", "1"), "play 3x9", "grab")
    sizes = []
    for move in ("draw 2", "draw deck", "draw 4"):
        state = state.play(move)
        sizes.append(pool(state))
    assert sizes == ["1 3 4 5 6", "1 3 4 5 6", "1 3 5 6 8 9"]


def test_L13_an_empty_deck_is_not_rebuilt_and_play_goes_on_with_the_pool() -> None:
    state = play(position("9 9 1", "1 / 2x4", "1", pool="2 3 5", deck=""), "play 2x9", "grab")
    assert state.moves() == ("draw 2", "draw 3", "draw 5")
    assert refused(state, "draw deck") == "deck_empty"
    state = play(state, "draw 2", "draw 3")
    assert (state.phase, pool(state), deck(state)) == ("play", "5", "")


def test_L13_an_empty_pool_in_the_middle_of_a_draw_leaves_the_deck() -> None:
    state = position("9 9 9 1", "1 / 3x4", "1", pool="2 3", deck="7 8 10")
    state = play(state, "play 3x9", "grab", "draw 2", "draw 3")
    assert state.moves() == ("draw deck",)
    state = state.play("draw deck")
    assert (hand(state, 1), pool(state), deck(state)) == ("1 2 3 7", "8 10", "")


def test_L13_a_refill_takes_what_there_is() -> None:
    state = position("9 9 9 1", "1 / 3x4", "1", deck="7")
    state = play(state, "play 3x9", "grab", "draw 1", "draw 2", "draw 3")
    assert (state.phase, pool(state), deck(state)) == ("play", "4 5 6 7", "")


# -- L-14, L-15: jokers


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("mine", ["2j", "2x13", "2x1", "1x1+1j"])
def test_L14_jokers_alone_cannot_be_stolen(mode: str, mine: str) -> None:
    state = position("1 1 13 13 j j 3", "2 / 2j", "2", mode=mode).play(f"play {mine}")
    assert state.turn.stole is False
    assert state.phase == ("may_draw" if mode == "basic" else "play")


def test_L15_jokers_in_a_stolen_layer_are_wild_again() -> None:
    state = play(position("9 9 9 1", "1 1 / 1x4+2j", "1 / 1x5+2j"), "play 3x9", "grab")
    assert hand(state, 0) == "1 4 j j"
    state = play(state, "draw deck", "draw deck", "draw deck", "leave", "recall")
    assert hand(state, 2) == "1 5 j j"
    state = play(state, "play 1x1", "pass")
    assert {"play 1x1+2j", "play 1x5+2j", "play 2j"} <= set(state.moves())


# -- L-16: no theft


def test_L16_a_player_who_can_steal_from_nobody_may_draw_one_card() -> None:
    state = position("9 1", "1 / 2x4", "1").play("play 1x9")
    assert (state.phase, state.actor) == ("may_draw", 0)
    assert state.moves() == ("draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "draw 6", "draw deck", "pass")
    drawn = state.play("draw 3")
    assert (drawn.phase, drawn.actor) == ("play", 1)
    assert (hand(drawn, 0), pool(drawn), deck(drawn)) == ("1 3", "1 2 4 5 6 7", "8 9 10 11 12")
    passed = state.play("pass")
    assert (passed.actor, hand(passed, 0), pool(passed)) == (1, "1", "1 2 3 4 5 6")


def test_L16_a_thief_does_not_draw() -> None:
    state = play(position("9 1", "1 / 1x4", "1"), "play 1x9", "leave", "recall")
    assert (state.phase, state.actor) == ("play", 1)


def test_L16_a_turn_without_theft() -> None:
    """Worked example 6: Karolina is seat 1, Michał 2, Ela 3, Nikodem 0."""
    state = position(
        "1 / 3x7", "13 1", "1 / 1x9 1x13", "1 / 2x6", pool="2 4 8 j 11 12", deck="10", seat=1
    ).play("play 1x13")
    assert (state.phase, state.actor) == ("may_draw", 1)
    state = state.play("draw j")
    assert (hand(state, 1), pool(state)) == ("1 j", "2 4 8 11 12 10")
    assert (state.phase, state.actor) == ("play", 2)
