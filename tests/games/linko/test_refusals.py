"""Bad input: what is wrong is said, with a code, and nothing changes."""

import pickle
import random

import pytest

from stolik import Game, IllegalMove, options
from tests.games.linko.playing import start
from tests.games.linko.positions import play, position, refused

DEAL = start("basic", 3).draw(random.Random(1))


# -- Options


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(ValueError, match="players must be 2 to 5"):
        Game("linko", players)


@pytest.mark.parametrize("mode", ["basic", "advanced", "expert"])
def test_two_play_the_duel_only(mode: str) -> None:
    with pytest.raises(ValueError, match=f"players=2 needs mode=duel, not mode={mode}"):
        Game("linko", 2, mode=mode)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_duel_is_for_two_only(players: int) -> None:
    with pytest.raises(ValueError, match=f"players={players} needs mode=basic or advanced or expert"):
        Game("linko", players, mode="duel")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mode": "easy"}, "mode must be basic, advanced, expert or duel, not 'easy'"),
        ({"stall": 101}, "stall must be 0 to 100, not 101"),
        ({"stall": "20"}, "stall must be 0 to 100, not '20'"),
        ({"first": "seat1"}, "first must be seat0 or lots"),
        (
            {"variant": "deluxe"},
            "unknown option 'variant'; the options are: players, mode, row, first, stall",
        ),
    ],
)
def test_options_say_what_is_allowed(settings: dict[str, str | int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game("linko", 4, **settings)


def test_options_describe_themselves() -> None:
    described = {option.name: (option.default, option.allowed()) for option in options("linko")}
    assert described == {
        "players": (4, "2 to 5"),
        "mode": ("basic", "basic, advanced, expert or duel"),
        "row": ("full", "full or dealt"),
        "first": ("seat0", "seat0 or lots"),
        "stall": (20, "0 to 100"),
    }


# -- Chance


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play 1x7", "out_of_turn"),
        ("first 0", "out_of_turn"),
        ("deal", "wrong_cards"),
        ("deal ", "wrong_cards"),
        (DEAL + " ", "wrong_cards"),
        (DEAL.replace(" ", "  ", 1), "wrong_cards"),
        (DEAL.upper(), "out_of_turn"),
        (DEAL.replace("13", "14", 1), "wrong_cards"),
        (DEAL.replace(" 1 ", " 01 ", 1), "wrong_cards"),
        (" ".join(["deal", *reversed(DEAL.args)]), "unsorted_hand"),
    ],
)
def test_a_deal_has_exactly_one_text(move: str, reason: str) -> None:
    assert refused(start("basic", 3), move) == reason


def test_each_unsorted_hand_is_found() -> None:
    for seat in range(3):
        names = list(DEAL.args)
        names[13 * seat : 13 * seat + 13] = reversed(names[13 * seat : 13 * seat + 13])
        with pytest.raises(IllegalMove, match=f"seat {seat}'s is not") as error:
            start("basic", 3).play(" ".join(["deal", *names]))
        assert error.value.reason == "unsorted_hand"


def test_deals_cannot_be_listed_and_lots_can() -> None:
    with pytest.raises(ValueError, match="too many deals"):
        start("basic", 3).outcomes()
    assert len(start("basic", 5, first="lots").outcomes()) == 5


def test_nothing_is_left_to_chance_in_a_turn() -> None:
    state = position("9 1", "1", "1")
    with pytest.raises(ValueError, match="nothing is left to chance"):
        state.draw(random.Random(1))
    with pytest.raises(ValueError, match="nothing is left to chance"):
        state.outcomes()
    assert refused(state, DEAL) == "out_of_turn"
    assert refused(state, "first 0") == "out_of_turn"


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        position("9 1", "1", "1").result()


# -- Decisions

PLAYING = position("9 9 1", "1 / 2x4", "1", deck="")
ROBBING = PLAYING.play("play 2x9")
ROBBED = ROBBING.play("leave")
DRAWING = ROBBING.play("grab")
FREE = position("9 1", "1", "1").play("play 1x9")
RAIDING = position("8 8 1", "1", row="2 2 9 9 4 4 4").play("play 2x8")
OVER = position("9", "1", "1").play("play 1x9")


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (PLAYING, "play 3x9", "not_in_hand"),
        (PLAYING, "play 1j", "not_in_hand"),
        (PLAYING, "play 2x9+1j", "not_in_hand"),
        (PLAYING, "pass", "play_first"),
        (PLAYING, "grab", "play_first"),
        (PLAYING, "recall", "not_robbed"),
        (PLAYING, "draw deck", "no_draw"),
        (PLAYING, "raid 1x3", "no_virtual_player"),
        (ROBBING, "play 1x1", "theft_first"),
        (ROBBING, "recall", "theft_first"),
        (ROBBING, "pass", "theft_first"),
        (ROBBING, "draw 1", "no_draw"),
        (ROBBED, "grab", "no_theft"),
        (ROBBED, "play 1x1", "recall_first"),
        (ROBBED, "pass", "recall_first"),
        (DRAWING, "play 1x1", "draw_first"),
        (DRAWING, "discard", "not_robbed"),
        (DRAWING, "pass", "must_draw"),
        (DRAWING, "draw deck", "deck_empty"),
        (DRAWING, "draw 9", "not_in_pool"),
        (DRAWING, "draw 5+13", "not_in_pool"),
        (FREE, "play 1x1", "draw_or_pass_first"),
        (FREE, "leave", "no_theft"),
        (RAIDING, "raid 3x4", "not_in_row"),
        (RAIDING, "raid 2x9", "not_in_row"),
        (RAIDING, "raid 2x3", "not_in_row"),
        (RAIDING, "play 1x1", "raid_first"),
        (RAIDING.play("raid 2x2"), "raid 2x2", "no_raid"),
        (OVER, "play 1x9", "game_over"),
        (OVER, "nonsense", "game_over"),
        (start("basic", 3, first="lots"), "first 3", "out_of_turn"),
        (start("basic", 3, first="lots"), "pass", "out_of_turn"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_a_reason(state: object, move: str, reason: str) -> None:
    before = pickle.dumps(state)
    assert refused(state, move) == reason  # type: ignore[arg-type]
    assert pickle.dumps(state) == before


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "play",
            "play ",
            "Play 1x9",
            "play 1x9 ",
            " play 1x9",
            "play  1x9",
            "play 01x9",
            "play 1x09",
        ),
        *("play 9", "play 1x9+0j", "play 0x9+1j", "play 1j+1x9", "play 1x9\n", "play １x9", "play 1x14"),
        *("play 9x9", "play 6j", "draw", "draw 14", "draw 13+5", "draw 5+j+13", "draw deck ", "raid 1x13"),
        *("raid 1j", "raid 0x4", "grab 1", "keep 4", "play 1x9;pass", "\x00", "play 1x" + "9" * 5000),
    ],
)
def test_any_other_text_is_no_move(text: str) -> None:
    assert refused(PLAYING, text) == "unknown_move"


def test_the_error_says_what_is_allowed() -> None:
    with pytest.raises(IllegalMove) as error:
        play(position("9 9 1", "1 / 2x4", "1"), "play 2x9", "pass")
    assert (
        str(error.value) == "'pass': the thief must grab or leave the layer first (L-7); allowed: grab, leave"
    )
