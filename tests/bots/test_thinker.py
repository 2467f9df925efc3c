"""The thinker of the card game: what it imagines is possible, and judged as the mind judges it."""

import random
from itertools import islice

import numpy as np
import pytest

from stolik import Game
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.mind import shipped
from stolik.games.linko.thinker import GUESSES, Thinker, guess
from tests.bots.test_mind import TABLES, game_of


@pytest.mark.parametrize("game", TABLES[::3], ids=repr)
def test_what_it_imagines_is_possible_and_judged_as_the_mind_does(game: Game) -> None:
    """Every guess looks the same to the actor, and all guesses at once give the mind's chances one by one."""
    mind, phases = shipped(), set()
    for played, _ in islice(game_of(game, 5, *["weigher"] * game.players), 0, None, 5):
        if played.actor is None or len(played.moves()) == 1:
            continue
        seat, view = played.actor, played.view(played.actor)
        state = state_from_view(view)
        moves = list(state.moves()[:3])
        found = Thinker(mind, random.Random(1)).chances(state, moves)
        generator = np.random.default_rng(random.Random(1).getrandbits(64))
        guessed = guess(state, seat, GUESSES, generator)
        for number in range(0, GUESSES, 21):
            hands, deck = (tuple(part[number].tolist()) for part in guessed)
            table = state.table._replace(hands=tuple(map(tuple, hands)), deck=deck)
            world = state._replace(table=table)
            assert world.view(seat) == view
            for move, chance in zip(moves, found[number], strict=True):
                then = world.play(move)
                if then.actor is None:
                    winners = then.result().winners
                    assert chance == (seat in winners) / len(winners)
                else:
                    assert chance == pytest.approx(mind.true_chances(then)[seat], abs=1e-4)
        phases.add(state.phase)
    assert {"play", "draw"} <= phases


def test_it_agrees_with_the_mind_where_that_is_sure_and_the_same_seed_answers_the_same() -> None:
    mind, differs = shipped(), 0
    for state, _ in islice(game_of(TABLES[0], 3, *["mind"] * 3), 60):
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
