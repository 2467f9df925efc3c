"""The best response to the mind of the card game is sought among minds, and begins as one."""

from __future__ import annotations

import jax
import numpy as np

from benchmarks.best_response_cards import among_minds
from stolik import lab
from stolik.core import Game
from stolik.games.linko.lab.recipe import RECIPE
from stolik.games.linko.mind import SHIPPED
from stolik.train import files, net
from stolik.train.ppo import Settings
from stolik.train.training import Training
from tests.lab.linko_games import quick_jit

DUEL = Game("linko", 2, mode="duel")


def test_the_others_play_as_the_mind_and_so_does_the_answer_at_first() -> None:
    table, mind = among_minds(DUEL), lab.baseline("linko", players=2, mode="duel")
    training = Training.new(RECIPE, [DUEL], Settings(games=4, minibatch=8, width=512), seed=1)
    files.begin_with(training, SHIPPED)

    def chosen(key: jax.Array) -> list[jax.Array]:
        state = table.init(key, 64)
        view = table.view(state)
        return [table.guest(view).argmax(1), net.play(training.network, view)[0].argmax(1), mind(state)]

    others, answer, usual = quick_jit(chosen)(jax.random.key(1))
    assert np.array_equal(others, usual)
    assert np.array_equal(answer, usual)
