"""What a network of the card game sees and prefers is the same in the lab and at the table."""

from __future__ import annotations

import operator
import random
from pathlib import Path

import jax
import numpy as np
import pytest

from stolik import lab
from stolik.core import Game
from stolik.games.linko import layout
from stolik.games.linko.bots import heuristic
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.lab import State, bridge, make
from stolik.games.linko.lab import heuristic as on_arrays
from stolik.games.linko.lab.baseline import network
from stolik.games.linko.lab.recipe import RECIPE
from stolik.games.linko.mind import Mind
from stolik.train import files, net
from stolik.train.ppo import Settings
from stolik.train.table import View
from stolik.train.training import Training
from tests.effort import effort
from tests.lab.linko_games import quick_jit

BATCH, STEPS, EVERY = 48, 40, 8


@pytest.fixture(scope="module")
def training() -> Training:
    """The training of the mind that is shipped, as if it had just come to its end."""
    learned = network()
    width = learned.policy.weight.shape[0]
    training = Training.new(RECIPE, RECIPE.tables, Settings(games=8, minibatch=32, width=width), seed=2)
    training.network = learned
    return training


def test_there_is_a_table_for_every_mode_and_number_of_players() -> None:
    names = [RECIPE.training_table(game).name for game in RECIPE.tables]
    assert len(names) == len(set(names)) == 10
    assert {"basic 3", "advanced 4", "expert 5", "duel 2"} < set(names)


@pytest.mark.parametrize(("mode", "players"), [("basic", 3), ("duel", 2), *effort([], [("expert", 5)])])
def test_a_mind_sees_and_prefers_at_the_table_what_it_did_in_the_lab(
    mode: str, players: int, training: Training, tmp_path: Path
) -> None:
    game = Game("linko", players, mode=mode)
    env, encoding = make(game), Encoding(game)
    files.save_mind(training, tmp_path / "mind.npz")
    mind = Mind(tmp_path / "mind.npz")

    opponent = lab.baseline("linko", players, mode=mode)
    step = quick_jit(env.random_step)

    def look(state: State) -> object:
        view = RECIPE.training_table(game).view(state)
        return (
            view.seen,
            view.hidden,
            on_arrays.values(game, state),
            net.play(training.network, view),
            net.judge(training.network, view),
            opponent(state),
        )

    tell = quick_jit(look)
    state = quick_jit(env.init, static_argnums=1)(jax.random.key(1), BATCH)
    agreed = 0
    for number in range(STEPS):
        state = step(state, jax.random.key(number))
        if number % EVERY:
            continue
        told = jax.tree.map(np.asarray, tell(state))
        for place, now in enumerate(bridge.to_states(game, state, random.Random(1))):
            one = jax.tree.map(operator.itemgetter(place), told)
            known, unknown, values, (logits, chances), truth, played = one
            assert now.actor is not None
            view = now.view(now.actor)
            expected = layout.table(game)
            expected[layout.places(game)] = encoding.observation(view)
            assert np.array_equal(known, expected)
            assert np.array_equal(unknown, layout.hidden(now, now.actor))
            actions = list(encoding.moves(view))
            assert np.allclose(values[actions], heuristic.values(now), atol=1e-4)
            choice = mind.choose(view)
            assert logits[played] == logits[actions].max()
            assert logits[actions].max() - logits[actions][now.legal.index(choice)] < 1e-3
            agreed += choice == heuristic.best(now)
            assert np.allclose(mind.chances(view), by_seat(chances, players, now.actor), atol=1e-4)
            assert np.allclose(mind.true_chances(now), by_seat(truth, players, now.actor), atol=1e-4)
    assert 0 < agreed < BATCH * STEPS // EVERY


def test_a_graphics_card_keeps_the_same_in_short_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    def view() -> View:
        found: View = quick_jit(lambda state: RECIPE.training_table(Game("linko", 3)).view(state))(state)
        return found

    env = make(Game("linko", 3))
    state = quick_jit(env.init, static_argnums=1)(jax.random.key(1), BATCH)
    state, _ = quick_jit(env.random_play, static_argnums=2)(state, jax.random.key(2), STEPS)
    usual = view()
    monkeypatch.setattr("stolik.lab.stages.on_gpu", lambda: True)
    short = view()
    assert [str(one.dtype) for one in short[:3]] == ["bfloat16", "bfloat16", "float16"]
    assert np.array_equal(short.seen.astype(np.float32), usual.seen)
    assert np.array_equal(short.hidden.astype(np.float32), usual.hidden)
    assert np.array_equal(short.legal, usual.legal)
    legal = np.asarray(usual.legal)
    assert np.allclose(short.prior[legal], usual.prior[legal], atol=0.02)


def by_seat(logits: np.ndarray[tuple[int], np.dtype[np.float32]], players: int, actor: int) -> list[float]:
    odds = np.exp(logits[:players] - logits[:players].max())
    return [float(odds[(seat - actor) % players] / odds.sum()) for seat in range(players)]
