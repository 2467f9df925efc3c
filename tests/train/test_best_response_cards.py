"""The best response to the mind of the card game is sought among minds, and begins as one."""

from __future__ import annotations

import json

import jax
import numpy as np
import pytest

from benchmarks import best_response_cards
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


def test_the_program_learns_and_measures_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    best_response_cards.main(["1e-9", "--mode", "duel", "--players", "2", "--games", "4"])
    before, after = map(json.loads, capsys.readouterr().out.splitlines())
    assert (before["table"], before["minutes"], before["games"]) == ("duel 2", 0, 0)
    assert after["minutes"] > 0, "it has learned twice: the first time takes none"
    for told in (before, after):
        assert 0 <= told["wins"] <= 1
        assert told["gain"] == told["wins"] - 0.5
