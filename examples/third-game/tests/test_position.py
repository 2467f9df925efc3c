"""Positions have a text, and the text is all there is of them."""

import random

import pytest

import stolik
from stolik import CHANCE, Game


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("goal", [50, 100])
def test_every_position_of_a_game_reads_back_the_same(players: int, goal: int) -> None:
    rng, state = random.Random(1), Game("pig", players, goal=goal).start()
    while True:
        assert stolik.position(state.position()) == state
        if state.actor is None:
            return
        state = state.play(state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves()))


def test_a_text_has_only_what_differs_from_the_start() -> None:
    start = Game("pig", 2).start()
    assert start.position() == "pig players=2"
    assert start.play("roll").position() == "pig players=2 phase=rolling"
    assert start.play("roll").play("die 4").position() == "pig players=2 total=4"
    assert start.play("roll").play("die 4").play("hold").position() == "pig players=2 scores=4/0 turn=1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pig players=2 scores=4", "scores must be 2 values"),
        ("pig players=2 scores=4/x", "scores must be at least 0, not 'x'"),
        ("pig players=2 turn=2", "turn must be 0 to 1, not '2'"),
        ("pig players=2 scores=0/100", "the game is over when a seat has 100 points"),
        ("pig players=2 scores=0/100 phase=over", "with the turn of the winner"),
        ("pig players=2 dice=3", "unknown field 'dice'"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        stolik.position(text)
