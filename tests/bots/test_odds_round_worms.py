"""Round worms may run out within a turn: one for ones can leave none for the raven's tile (D-16 to D-18)."""

import random
from functools import cache

import pytest

from stolik import CHANCE
from stolik.games.pickomino import odds
from stolik.games.pickomino.rules import PickominoState
from tests.bots.test_odds_simulation import last_round_worm, random_position
from tests.games.pickomino.positions import aside, dice, play, position

ROLLS = 250
TURNS = 100
FEW_DICE = 4


def after(state: PickominoState, move: str) -> float:
    """Return what the odds say after a move: the round worm it brings, and the best of what is then to do."""
    then = state.play(move)
    gained = then.table.score(state.seat) - state.table.score(state.seat)
    if then.seat != state.seat or then.phase == "over":
        return gained
    return gained + max(odds.values(then.view(state.seat)).values())


@cache
def score(state: PickominoState, seat: int) -> float:
    """Return what a seat will score after its turn, by the engine alone: every move and every roll played."""
    if state.phase == "over" or state.seat != seat:
        return state.table.score(seat)
    if state.actor == CHANCE:
        return sum(chance * score(state.play(roll), seat) for roll, chance in state.outcomes())
    return max(score(state.play(move), seat) for move in state.moves())


def check(state: PickominoState) -> None:
    """Hold the value of every move against the engine."""
    seat = state.seat
    for move, value in odds.values(state.view(seat)).items():
        gained = score(state.play(move), seat) - state.table.score(seat)
        assert value == pytest.approx(gained, abs=1e-12), move


GRILL = "21 23:raven 24"
TABLES = {
    "the last one in the supply": position(GRILL, "30", "", worms=(6, 0)),
    "the last one in the supply, the hen's holder has some": position(GRILL, "30", "22:hen", worms=(3, 3)),
    "one in the supply, one with an opponent": position(GRILL, "30", "22", worms=(5, 1)),
    "two in the supply": position(GRILL, "30", "", worms=(5, 0)),
    "one with an opponent": position(GRILL, "30", "22", worms=(6, 1)),
    "one with each opponent": position(GRILL, "30", "22", "31", worms=(5, 1, 1)),
    "one with an opponent, one with the hen's holder": position(GRILL, "30", "22", "31:hen", worms=(5, 1, 1)),
    "all with the hen's holder": position(GRILL, "30", "22:hen", worms=(0, 7)),
    "all with the player": position(GRILL, "30", "22", worms=(7, 0)),
    "the last one, red worm": position(GRILL, "30:red_worm", "22", worms=(6, 0)),
    "the last one, weasel": position(GRILL, "30:weasel", "22", worms=(6, 0)),
    "the last one, raven on a low tile": position("11:raven 13 21 24", "30", "22", worms=(6, 0)),
    "the last one, a theft instead": position("23:raven", "30", "24:apple", worms=(6, 0)),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_keep_is_worth_what_the_odds_say_after_it(name: str) -> None:
    rolled = play(aside(TABLES[name], "w w w"), "roll", dice(*"11345"))
    for move, value in odds.values(rolled.view(0)).items():
        if move.startswith("keep"):
            assert value == pytest.approx(after(rolled, move), abs=1e-12), move


def test_the_last_round_worm_is_earned_once() -> None:
    rolled = play(aside(TABLES["the last one in the supply"], "w w w"), "roll", dice(*"11345"))
    assert odds.values(rolled.view(0))["keep 1"] == pytest.approx(1.685, abs=5e-4)  # 1.790 if earned twice


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("groups", [("w w w",), ("w w", "1", "4"), ("4 4 4",), ("w", "2 2")])
def test_every_move_is_worth_what_the_engine_makes_of_it(name: str, groups: tuple[str, ...]) -> None:
    kept = aside(TABLES[name], *groups)
    check(kept)
    check(play(kept, "roll", dice(*"11w35"[: kept.turn.dice])))


def test_a_keep_at_random_positions() -> None:
    rng = random.Random(17)
    rolls = scarce = 0
    while rolls < ROLLS:
        rolled = random_position(rng)
        if rolled.phase != "rolled":
            continue
        view = rolled.view(rolled.seat)
        for move, value in odds.values(view).items():
            if move.startswith("keep"):
                assert value == pytest.approx(after(rolled, move), abs=1e-12), (move, view)
        rolls += 1
        scarce += last_round_worm(view)
    assert scarce >= 10


def test_every_move_at_random_positions_with_few_dice() -> None:
    rng = random.Random(18)
    checked = scarce = 0
    while checked < TURNS or scarce < 10:
        state = random_position(rng)
        if state.turn.dice <= FEW_DICE:
            check(state)
            checked += 1
            scarce += last_round_worm(state.view(state.seat))


@pytest.mark.parametrize(
    ("name", "worms"),
    [
        ("all with the player", 1),
        ("the last one in the supply", 2),
        ("one with an opponent", 2),
        ("one with an opponent, one with the hen's holder", 2),
        ("two in the supply", 3),
        ("one in the supply, one with an opponent", 3),
        ("one with each opponent", 3),
    ],
)
def test_what_ones_and_the_ravens_tile_bring_together(name: str, worms: int) -> None:
    """With 21 points two ones make 23, all dice are set aside: the tile has one worm, the rest is round."""
    rolled = play(aside(TABLES[name], "w w w", "2 2 2"), "roll", dice("1", "1"))
    assert odds.values(rolled.view(0)) == {"keep 1": worms}
    assert odds.worms(rolled.view(0))["take 23 with round worm"] == worms
