"""Guesses of the hidden cards: a seat cannot tell them from the truth, and they differ."""

import numpy as np
import pytest

from stolik.core import Game
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.guess import Guesses, guess
from stolik.games.linko.pieces import IN_BOX
from stolik.games.linko.rules import LinkoState
from tests.games.linko.positions import on_table, position
from tests.games.linko.test_from_view import TABLES, decisions


def world(state: LinkoState, guesses: Guesses, number: int) -> LinkoState:
    """Return the state as one of the guesses has it."""
    hands, deck = guesses.hands[number].tolist(), guesses.decks[number].tolist()
    return state._replace(table=state.table._replace(hands=tuple(map(tuple, hands)), deck=tuple(deck)))


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_a_guess_looks_like_the_view(game: Game) -> None:
    rng = np.random.default_rng(1)
    for _, view in decisions(game, seed=8, well_played=True):
        state, seat = state_from_view(view), view["seat"]
        assert seat is not None
        guesses = guess(state, seat, 3, rng)
        assert (guesses.hands >= np.array(state.table.known)).all()
        for number in range(3):
            guessed = world(state, guesses, number)
            assert guessed.view(seat) == view
            assert on_table(guessed.table) == IN_BOX


def test_guesses_differ_where_something_is_hidden() -> None:
    state = position("7 7 3", "9 2 4", "1 1 5", deck="8 8 12 6 10", known=("", "9", ""))
    hands = guess(state, 0, 40, np.random.default_rng(1)).hands
    assert len(np.unique(hands[:, 1:], axis=0)) > 10
    assert (hands[:, 1, 8] >= 1).all(), "the 9 that all know of"


def test_a_hand_that_good_play_leaves_is_likelier() -> None:
    """Sets of high cards are kept, single low ones played: a guess has fewer of the latter than chance."""
    state = position("7 7 3", "12 12 12", "1 2 3", deck="1 2 3 4 12 12 12 5 6", pool="7 8")
    low = guess(state, 0, 200, np.random.default_rng(1)).hands[:, 1:, :3].sum((1, 2)).mean()
    assert low < 6 * 6 / 15 * 0.8, "six of fifteen hidden cards are held, and six are low"
