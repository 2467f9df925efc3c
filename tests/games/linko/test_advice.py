"""The trainer of the card game: what each move is worth, as far as the seat can know."""

from __future__ import annotations

import random
from typing import cast

import pytest

import stolik
from stolik.games.linko.advice import advise, can_advise
from stolik.games.linko.rules import LinkoState


def position(text: str) -> LinkoState:
    found = stolik.position(text)
    assert isinstance(found, LinkoState)
    return found


def test_every_move_is_told_and_a_win_at_once_is_the_best() -> None:
    state = position(
        "linko players=3 hands=3x7/9,12,2,4,5/2x1,3,6,8 layers=-/2x5,3x4/1j,3x9,2x2 pool=2,5 deck=-"
    )
    best, moves = advise(state.view(0))
    assert best == "play 3x7"
    assert set(moves) == set(map(str, state.moves()))
    assert moves["play 3x7"]["chance"] > moves["play 1x7"]["chance"]
    assert all(0 <= told["chance"] <= 1 and told["doubt"] >= 0 for told in moves.values())
    assert moves[best]["doubt"] == 0


def test_the_advice_depends_on_nothing_that_the_seat_cannot_see() -> None:
    state = cast(LinkoState, stolik.Game("linko", players=3).start())
    state = state.play(state.draw(random.Random(5)))
    advice = advise(state.view(0))
    for seed in (1, 2):
        other = state.sample(0, random.Random(seed))
        assert other.position() != state.position()
        assert advise(other.view(0)) == advice


@pytest.mark.parametrize(("seat", "there_is"), [(0, True), (1, False)])
def test_there_is_advice_for_the_seat_that_has_a_choice(seat: int, there_is: bool) -> None:
    state = position("linko players=3 hands=3x7,3/9,12/2x1 layers=-/2x5,3x4/1j pool=2,5 deck=8,8")
    assert can_advise(state.view(seat)) == there_is
