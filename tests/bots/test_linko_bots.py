"""The heuristic of the card game, by which games are played out."""

import random

import pytest

from stolik.core import CHANCE, Game
from stolik.games.linko import LinkoState
from stolik.games.linko.bots import heuristic
from stolik.games.linko.bots.simple import Grabber, Weigher
from tests.games.linko.positions import counts, play, position


def liking(state: LinkoState, move: str) -> float:
    return heuristic.values(state)[state.moves().index(move)]


def test_a_set_weighs_less_than_strays_and_high_cards_less_than_low_ones() -> None:
    assert heuristic.weight(counts("4 4 4")) < heuristic.weight(counts("3 4 5"))
    assert heuristic.weight(counts("12 12")) < heuristic.weight(counts("2 2"))
    assert heuristic.weight(counts("7 j")) < heuristic.weight(counts("7"))


def test_it_lays_all_cards_of_a_value_at_once() -> None:
    state = position("6 6 6 11 12", "9 2 4", "1 1 5")
    assert liking(state, "play 3x6") > liking(state, "play 2x6")
    assert liking(state, "play 3x6") > liking(state, "play 1x6")


def test_it_ends_the_game_only_if_that_wins() -> None:
    assert heuristic.best(position("7 7 j", "9 2 4", "1 1 5")) == "play 2x7+1j"
    assert heuristic.best(position("7 7", "9 2 / 4x13 4x12", "1 1 5")) == "play 1x7"


@pytest.mark.parametrize(
    ("mode", "top", "move", "robs"),
    [
        ("basic", "2x4", "play 2x7", True),
        ("basic", "3x4", "play 2x7", False),
        ("basic", "2x9", "play 2x7", False),
        ("basic", "2x13", "play 2x1", False),
        ("expert", "2x13", "play 2x1", True),
    ],
)
def test_a_play_that_robs_is_worth_more(mode: str, top: str, move: str, robs: bool) -> None:
    alone = position("7 7 1 1 12", "9 2 4", "1 1 5", mode=mode)
    beside = position("7 7 1 1 12", f"9 2 4 / {top}", "1 1 5", mode=mode)
    assert (liking(beside, move) > liking(alone, move)) is robs


def test_a_raid_is_worth_what_it_brings() -> None:
    alone, beside = (position("9 9 4 4 4 1", "9 2 4", row=row) for row in ("3", "3 4 4"))
    assert liking(beside, "play 2x9") > liking(alone, "play 2x9")
    choice = position("9 9 4 4 4 1", "9 2 4", row="3 3 4 4").play("play 2x9")
    assert heuristic.best(choice) == "raid 2x4"


def test_it_takes_what_goes_with_its_hand() -> None:
    stolen = position("9 9 4 4 4 1", "9 2 4 / 2x4", "1 1 5").play("play 2x9")
    assert heuristic.best(stolen) == "grab"
    unwanted = position("9 9 5 5 5 7", "9 2 4 / 2x1", "1 1 5").play("play 2x9")
    assert heuristic.best(unwanted) == "leave"


def test_a_robbed_player_takes_back_what_is_better_than_a_draw() -> None:
    robbed = play(position("9 5 7", "9 9 4 / 1x8", "1 1 5", pool="j 1"), "play 1x9", "leave")
    assert heuristic.best(robbed) == "discard"
    robbed = play(position("9 9 7", "8 8 8 4 / 1x8+1j", "1 1 5", pool="1 2"), "play 2x9", "leave")
    assert heuristic.best(robbed) == "recall"


def test_it_draws_only_what_helps_unless_it_must() -> None:
    assert heuristic.best(position("9 5 5 7", "9 2", "1 1", pool="1 2").play("play 1x9")) == "pass"
    assert heuristic.best(position("9 5 5 7", "9 2", "1 1", pool="1 j").play("play 1x9")) == "draw j"


def test_it_beats_the_grabber() -> None:
    wins = 0
    for seed in range(60):
        rng = random.Random(seed)
        seat = seed % 3
        state = Game("linko", 3).start()
        while (actor := state.actor) is not None:
            assert isinstance(state, LinkoState)
            if actor == CHANCE:
                state = state.play(state.draw(rng))
            else:
                player = Weigher() if actor == seat else Grabber()
                state = state.play(player.choose(state.view(actor)))
        wins += seat in state.result().winners
    assert wins > 60 * 0.55
