"""The thinker of the card game: it judges what comes of a move as the mind does, and knows no more."""

import json
import random
from itertools import islice

import numpy as np
import pytest

from stolik import Game
from stolik.games.linko.bots.thinker import GUESSES, LATER, Thinker
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.guess import guess
from stolik.games.linko.mind import shipped
from tests.bots.test_guess import world
from tests.bots.test_mind import TABLES, game_of
from tests.effort import effort
from tests.games.linko.positions import position


@pytest.mark.parametrize("game", TABLES[::3], ids=repr)
def test_what_comes_of_a_move_is_judged_as_the_mind_does(game: Game) -> None:
    """All guesses at once give what the mind does and says in them one by one."""
    mind, phases = shipped(), set()
    for played, _ in islice(game_of(game, 5, *["weigher"] * game.players), 0, None, 7):
        if played.actor is None or len(played.moves()) == 1:
            continue
        seat = played.actor
        state = state_from_view(played.view(seat))
        moves = list(state.moves()[:3])
        found = Thinker(mind, random.Random(1)).chances(state, moves)
        generator = np.random.default_rng(random.Random(1).getrandbits(64))
        guessed = guess(state, seat, GUESSES, generator)
        for number in range(0, GUESSES, effort(31, 15)):
            for move, chance in zip(moves, found[:, number], strict=True):
                then = world(state, guessed, number).play(move)
                for _ in range(LATER):
                    if then.actor is not None:
                        then = then.play(mind.choose(then.view(then.actor)))
                if then.actor is None:
                    winners = then.result().winners
                    assert chance == (seat in winners) / len(winners)
                else:
                    assert chance == pytest.approx(mind.true_chances(then)[seat], abs=1e-4)
        phases.add(state.phase)
    assert {"play", "draw"} <= phases


def test_it_agrees_with_the_mind_where_that_is_sure_and_the_same_seed_answers_the_same() -> None:
    mind, differs = shipped(), 0
    for state, _ in islice(game_of(TABLES[0], 3, *["mind"] * 3), 0, 40, effort(3, 1)):
        if state.actor is None:
            break
        view = state.view(state.actor)
        choice = Thinker(mind, random.Random(4)).choose(view)
        assert choice in state.moves()
        assert choice == Thinker(mind, random.Random(4)).choose(view)
        sure = len(state.moves()) == 1 or np.exp(np.sort(mind.preferences(view))[-2]) < 0.03
        assert choice == mind.choose(view) or not sure
        differs += choice != mind.choose(view)
    assert differs


def test_hidden_cards_make_no_difference() -> None:
    """Whatever the others hold, the same view and seed make the same answer; the view is left as it was."""
    for number, (state, _) in enumerate(islice(game_of(TABLES[0], 3, *["mind"] * 3), 0, 60, 6)):
        seat = state.actor
        assert seat is not None
        view = state.sample(seat, random.Random(number)).view(seat)
        before = json.dumps(view)
        assert Thinker(shipped(), random.Random(5)).choose(view) == Thinker(
            shipped(), random.Random(5)
        ).choose(state.view(seat))
        assert json.dumps(view) == before


def test_it_ends_the_game_if_that_wins() -> None:
    """L-5, L-18: three points and an empty hand against hands full of cards."""
    view = position("7 7 j", "9 2 4", "1 1 5").view(0)
    assert Thinker(shipped(), random.Random(1)).choose(view) == "play 2x7+1j"
