"""The bot ``beginner``, the level ``easy`` of the dice game: it errs as people do, and never at random."""

import pytest

from stolik import Game, bots
from stolik.games.pickomino.bots.simple import Beginner, Careful
from stolik.games.pickomino.rules import PickominoState
from tests.bots.test_odds_greedy import winners
from tests.games.pickomino.positions import FULL_GRILL, aside, base, dice, play, position

START = base(FULL_GRILL, "", "")


@pytest.mark.parametrize(
    ("state", "beginner", "careful"),
    [
        (play(START, "roll", dice(*"11124w5w")), "keep 1", "keep w"),
        (play(START, "roll", dice(*"11555ww4")), "keep 5", "keep 5"),
        (play(START, "roll", dice(*"11224455")), "keep 5", "keep 5"),
        (play(aside(START, "2 2 2"), "roll", dice(*"1135w")), "keep 1", "keep w"),
        (play(aside(START, "2 2 2 2"), "roll", dice(*"113w")), "keep w", "keep w"),
        (play(aside(START, "w", "2 2 2"), "roll", dice(*"1134")), "keep 1", "keep 4"),
    ],
    ids=["most dice", "the better of as many", "the best of as many", "five dice", "four dice", "has a worm"],
)
def test_what_a_beginner_sets_aside(state: PickominoState, beginner: str, careful: str) -> None:
    assert Beginner().choose(state.view(0)) == beginner
    assert Careful().choose(state.view(0)) == careful


@pytest.mark.parametrize(
    ("face", "roll", "beginner", "careful"),
    [
        ("w", "1122244", "keep 4", "keep 4"),
        ("w", "1112233", "keep 1", "keep 3"),
        ("3", "1144455", "keep 5", "keep 1"),
    ],
    ids=["5 and 8 are 13", "most dice where nothing gives 13", "3 and 10 are 13, without a worm"],
)
def test_a_beginner_takes_the_sum_of_a_low_tile_if_it_comes_at_once(
    face: str, roll: str, beginner: str, careful: str
) -> None:
    state = play(aside(position("13", "", ""), face), "roll", dice(*roll))
    assert Beginner().choose(state.view(0)) == beginner
    assert Careful().choose(state.view(0)) == careful


def test_a_beginner_rolls_on_with_three_dice_left_and_stops_with_two() -> None:
    many, few = aside(START, "5 5 5 5", "w"), aside(START, "5 5 5 5", "w w")
    assert Beginner().choose(many.view(0)) == "roll"
    assert Careful().choose(many.view(0)) == "take 25"
    assert Beginner().choose(few.view(0)) == "take 30"


def test_a_beginner_takes_a_low_tile_where_no_other_is_left() -> None:
    state = aside(position("11", "", ""), "w", "3 3")
    assert Beginner().choose(state.view(0)) == "take 11"


def test_easy_errs_alike_for_every_seed() -> None:
    view = play(START, "roll", dice(*"11124w5w")).view(0)
    assert {bots.make("pickomino", "easy", seed).choose(view) for seed in range(50)} == {"keep 1"}


@pytest.mark.parametrize(("players", "variant"), [(2, "deluxe"), (7, "base")])
def test_a_beginner_loses_to_a_careful_player(players: int, variant: str) -> None:
    """Over 105 or 106 games, at each seat as often: the careful one wins more than its share."""
    game, rounds = Game("pickomino", players, variant=variant), 105 // players + 1
    wins = 0.0
    for seed in range(rounds):
        for seat in range(players):
            names = ["careful" if other == seat else "beginner" for other in range(players)]
            first = winners(game, names, seed)
            wins += (seat in first) / len(first)
    assert wins / (rounds * players) > 1.2 / players
