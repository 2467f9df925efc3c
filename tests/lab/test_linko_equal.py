"""The lab plays the card game as the engine does: same deals, moves and cards, same everything."""

import random

import numpy as np
import pytest

from stolik.games.linko import LinkoState
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.lab import State, bridge, make
from stolik.games.linko.pieces import JOKER
from tests.effort import effort
from tests.games.linko.positions import position
from tests.lab.linko_games import Disagreement, Lockstep, lab_moves, rewards_of, top_cards

BATCH = effort(16, 40)
STEPS = 200

EVERYWHERE = {"jokers alone", "jokers stolen", "drawn with no deck", "cards_out", "grab", "discard", "recall"}


@pytest.mark.parametrize(
    ("settings", "rare"),
    [
        (
            {"mode": "basic", "players": 3},
            EVERYWHERE | {"several victims", "pass", "hand_empty", "more than 13 layers"},
        ),
        ({"mode": "advanced", "players": 4, "first": "lots"}, EVERYWHERE | {"several victims", "hand_empty"}),
        (
            {"mode": "expert", "players": 5, "stall": 2},
            EVERYWHERE | {"several victims", "ones beat 13s", "stall"},
        ),
        (
            {"mode": "duel", "players": 2},
            EVERYWHERE
            | {"raid", "choice of sets", "group after a raid", "group drawn", "raid with too few cards"}
            | {"hand_empty", "pass", "more than 13 layers"},
        ),
        ({"mode": "duel", "players": 2, "row": "dealt"}, {"raid", "short row filled"}),
    ],
    ids=lambda value: "-".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_engine_and_lab_agree_on_everything_in_whole_games(
    settings: dict[str, str | int], rare: set[str]
) -> None:
    games = Lockstep(BATCH, seed=1, **settings)
    for _ in range(STEPS):
        games.step()
    assert games.decisions == BATCH * STEPS
    assert rare <= games.seen.keys()
    check_way_back(games)


def check_way_back(games: Lockstep) -> None:
    """The bridge makes the engine's states of the lab's arrays, but for the order of the deck."""
    rng = random.Random(3)
    for play, found in zip(games.plays, bridge.to_states(games.env.game, games.lab, rng), strict=True):
        assert sorted_deck(found) == sorted_deck(play.state)


def sorted_deck(state: LinkoState) -> LinkoState:
    return state._replace(table=state.table._replace(deck=tuple(sorted(state.table.deck))))


def test_a_difference_is_shown_with_its_record() -> None:
    games = Lockstep(BATCH, seed=2, mode="basic", players=3)
    games.step()
    games.lab = games.lab._replace(turn=games.lab.turn.at[7].add(1 << 14))
    with pytest.raises(
        Disagreement, match=r"(?s)^turn\nengine: .*option mode basic.*\ndeal .*\nplay .*\nend"
    ):
        games.compare()


# -- Positions that whole games hardly ever have ----------------------------------------------------------


def check(state: LinkoState, *moves: str) -> LinkoState:
    """Play moves in engine and lab, and compare after each."""
    env = make(state.game)
    lab = bridge.from_states([state] * BATCH)
    for move in moves:
        (action,) = (number for number, (text,) in Encoding(state.game).moves(state).items() if text == move)
        cards = np.array([top_cards(state)] * BATCH, np.int32)
        lab = lab_moves(env, lab, np.full(BATCH, action, np.int32), cards)
        after = state.play(move)
        assert isinstance(after, LinkoState)
        state = after
        for name in set(State._fields) - {"rewards"}:
            due, found = getattr(bridge.from_states([state]), name), getattr(lab, name)
            assert np.array_equal(due[0], found[0]), (move, name)
        assert rewards_of(state) == lab.rewards[0].tolist()
    return state


def test_seven_cards_drawn_empty_the_pool_which_is_refilled_in_one_go() -> None:  # L-12
    state = position(
        "9 9 9 9 9 9 9 1", "2 / 7x5", "3", pool="1 1 2 2 3 3", deck="4 4 4 4 6 6 6 6 7 7 7 7", mode="basic"
    )
    draws = ["draw 1", "draw 2", "draw 3", "draw 1", "draw 2", "draw 3", "draw deck"]
    after = check(state, "play 7x9", "grab", *draws)
    assert len(after.table.pool) == 6
    assert len(after.table.deck) == 12 - 7


def test_an_empty_pool_leaves_the_deck_and_a_refill_takes_what_there_is() -> None:  # L-13
    state = position("9 9 9 1", "2 / 3x5", "3", pool="1", deck="4 4 6", mode="basic")
    after = check(state, "play 3x9", "leave", "discard", "draw 1", "draw deck", "draw deck")
    assert len(after.table.pool) == 1
    assert not after.table.deck


def test_the_last_card_of_all_ends_the_game_with_cards_still_owed() -> None:  # L-17
    state = position("9 9 9 1", "2 / 3x5", "3", pool="1", deck="4", mode="basic")
    assert check(state, "play 3x9", "grab", "draw deck", "draw 1").result().reason == "cards_out"


def test_eight_cards_with_all_jokers_are_a_layer_of_thirteen() -> None:  # L-4
    state = position("9 9 9 9 9 9 9 9 j j j j j 1", "2", "3", deck="7", mode="basic")
    after = check(state, "play 8x9+5j", "pass", "play 1x2")
    assert after.result().reason == "hand_empty"


def test_ones_beat_jokers_alone_for_experts() -> None:  # L-20
    state = position("1 1 5", "2 / 1x3 2j", "3", "4", "5", mode="expert", stall=2)
    after = check(state, "play 2x1", "grab", "draw deck", "draw 1")
    assert after.table.hands[0][JOKER] == 2


def test_with_no_single_card_the_lowest_then_the_smaller_group_gets_the_card() -> None:  # V-2
    state = position(
        "9 9 5",
        "2",
        pool="3+13+13 3+13 3+j 4+13 5+13 6+13",
        deck="13 1 13 1 2",
        row="4 4 1 1 2 2 3 3 5 6 7 8 9",
    )
    after = check(state, "play 2x9", "raid 2x4")
    assert [len(place) for place in after.table.pool] == [3, 3, 3, 2, 2, 2]


def test_of_equal_scores_fewer_cards_in_hand_win_and_those_still_equal_share() -> None:  # L-18
    state = position("9", "2 3 / 3x5", "4 4 / 3x6", mode="basic")
    result = check(state, "play 1x9").result()
    assert (result.scores, result.places) == ((1, 1, 1), (1, 2, 2))
