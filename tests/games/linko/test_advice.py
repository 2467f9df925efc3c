"""The trainer of the card game: what each move is worth, as far as the seat can know."""

from __future__ import annotations

import random
from typing import cast

import pytest

import stolik
from stolik.games.linko.advice import advise, can_advise
from stolik.games.linko.judge import Judge
from stolik.games.linko.reasons import reasons
from stolik.games.linko.rules import LinkoState
from tools.thefts import thefts


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
    assert moves[best]["chance"] == max(told["chance"] for told in moves.values())
    best_three = sorted((told["place"], move) for move, told in moves.items() if "place" in told)
    assert [place for place, _ in best_three] == [1, 2, 3]
    assert best_three[0][1] == best
    assert moves[best]["why"] == [{"code": "ends_ahead"}]
    assert "stolen" not in moves[best]
    assert all(0 <= moves[move]["stolen"] <= 1 for _, move in best_three[1:])


TABLE = (
    "linko players=3 hands={hand}/9,12,2,4,5/2x1,3,6,8 layers=1x3/2x5,3x4/1x9,3x9,2x2 pool=2,7,13,j deck=8,8"
)


@pytest.mark.parametrize(
    ("hand", "move", "told"),
    [
        ("3x7,11", "play 2x7", [{"code": "robs", "n": 2, "seats": [2]}]),
        ("3x7,11", "play 3x7", [{"code": "robs", "n": 3, "seats": [1]}, {"code": "most", "n": 3}]),
        ("3x7,11", "play 1x11", [{"code": "alone", "card": "11"}]),
        ("3x7,2x6", "play 1x6", [{"code": "keeps", "n": 3, "card": "7"}]),
        ("3x7", "play 1x7", [{"code": "left", "n": 2}]),
        ("3x6", "play 3x6", [{"code": "ends_ahead"}]),
    ],
)
def test_a_play_is_praised_for_what_it_does(hand: str, move: str, told: list[object]) -> None:
    assert reasons(position(TABLE.format(hand=hand)), move) == told


def test_a_last_card_that_does_not_win_is_only_the_last() -> None:
    state = position("linko players=3 hands=6/9/2x1,3 layers=-/2x5,3x4/1x9 pool=2 deck=8,8")
    assert reasons(state, "play 1x6") == [{"code": "ends"}]


def test_cards_that_come_into_the_hand_are_praised_for_what_they_join() -> None:
    drawing = position(TABLE.format(hand="3x7,11,12,12,12,12")).play("play 1x11")
    assert drawing.phase == "may_draw"
    assert {str(move): reasons(drawing, move) for move in drawing.moves()} == {
        "draw 2": [],
        "draw 7": [{"code": "together", "n": 4, "card": "7"}],
        "draw 13": [{"code": "high", "card": "13"}],
        "draw j": [{"code": "jokers", "n": 1}],
        "draw deck": [{"code": "unseen"}],
        "pass": [{"code": "lean", "n": 7}],
    }
    theft = position(TABLE.format(hand="3x7,11")).play("play 2x7")
    assert reasons(theft, "leave") == [{"code": "lean", "n": 2}]
    assert reasons(theft, "grab") == [{"code": "together", "n": 2, "card": "2"}]
    robbed = theft.play("leave")
    assert reasons(robbed, "discard") == [{"code": "fresh", "n": 2}]


@pytest.mark.parametrize(
    ("move", "least", "most"), [("play 1x3", 0.3, 1), ("play 4j", 0, 0), ("play 1x13", 0, 0.2)]
)
def test_what_is_easily_beaten_is_easily_stolen(move: str, least: float, most: float) -> None:
    state = position(
        "linko players=3 hands=3,13,4j,5/9,12,2x10,5/2x1,3,6,8 layers=1x4/2x5,3x4/3x9,2x2 pool=2,7 deck=8,8"
    )
    assert least <= Judge(0).theft_chance(state, move) <= most


def test_thefts_happen_as_often_as_is_said() -> None:
    """On average, and hardly ever where it is said that they do not."""
    found = thefts(seed=1)
    safe = [told.stolen for told in found if told.said < 0.1]
    assert sum(safe) <= 1 < len(safe)
    said, stolen = (sum(column) / len(found) for column in zip(*found, strict=True))
    assert said == pytest.approx(stolen, abs=0.2)


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
