"""The bot ``greedy``: what it counts, and that it is worth playing against."""

import random

import pytest

from stolik import CHANCE, Game, bots
from stolik.games.pickomino.bots.simple import Greedy
from stolik.games.pickomino.rules import PickominoState
from tests.games.pickomino.positions import FULL_GRILL, aside, base, dice, play, position


def winners(game: Game, names: list[str], seed: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    players = [bots.make("pickomino", name, seed) for name in names]
    state = game.start()
    while (actor := state.actor) is not None:
        move = state.draw(rng) if actor == CHANCE else players[actor].choose(state.view(actor))
        state = state.play(move)
    return state.result().winners


@pytest.mark.parametrize("variant", ["base", "deluxe"])
def test_greedy_beats_careful(variant: str) -> None:
    """Over 100 games, both seats and the same dice for both, it wins well over half."""
    game = Game("pickomino", 2, variant=variant)
    seats = [(["greedy", "careful"], 0), (["careful", "greedy"], 1)]
    wins = sum(seat in winners(game, names, seed) for seed in range(50) for names, seat in seats)
    assert wins > 100 * 0.6


@pytest.mark.parametrize(
    ("start", "ending", "worth"),
    [
        (base("21 25", "22 33", "30"), "take 25", 2),
        (base("21 25", "22 33", "30"), "burn", -4),
        (base("21 25", "", "30"), "burn", 0),
        (base("21 25", "22 33", "30"), "steal 30", 6),
        (position("21 25:apple", "33", "30"), "take 25", 5),
        (position("21 25:apple", "33:hen", "30"), "take 25", 4),
        (position("21 25:hen", "33:apple", "30"), "take 25", 2),
        (position("21 25:raven", "33", "30"), "take 25", 3),
        (position("21 25:raven", "33", "30", worms=(3, 4)), "take 25", 4),
        (position("21 25", "33:apple", "30"), "burn", -7),
        (position("21 25", "33:hen", "30"), "burn", -1),
        (position("21 25", "33", "30:hen"), "steal 30", 2),
        (position("21 25", "33", "30:apple"), "steal 30", 12),
        (position("21 25", "33", "30"), "round worm", 1),
        (position("21 25", "33", "30", worms=(3, 4)), "round worm", 2),
    ],
)
def test_what_greedy_counts(start: PickominoState, ending: str, worth: float) -> None:
    assert Greedy().worth(start.view(0))[ending] == worth


def test_greedy_prefers_a_theft_to_a_tile_of_as_many_worms() -> None:
    state = aside(base(FULL_GRILL.replace("27 ", ""), "", "27"), "4 4 4", "w", "5 5")
    assert Greedy().choose(state.view(0)) == "steal 27"


def test_greedy_plays_on_with_nothing_to_lose_and_stops_with_much() -> None:
    poor = aside(base("21 22 33 34 35 36", "", ""), "4 4 4 4", "w")
    rich = aside(base("21 22 33 34 35 36", "32", ""), "4 4 4 4", "w")
    assert Greedy().choose(poor.view(0)) == "roll"
    assert Greedy().choose(rich.view(0)) == "take 21"


def test_greedy_holds_the_better_specialist() -> None:
    state = aside(position("21:hen 24:apple", "30:weasel", ""), "4 4 4 4", "w", "3")
    assert Greedy().choose(state.play("take 24").view(0)) == "hold apple"


def test_greedy_takes_a_round_worm_from_the_leader() -> None:
    start = position("22 23 24 25", "", "21", "36", worms=(3, 2, 2))
    state = play(start, "roll", dice(*"11234555"), "keep 1")
    assert Greedy().choose(state.view(0)) == "worm from 2"
