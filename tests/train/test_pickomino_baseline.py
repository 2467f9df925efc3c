"""The opponent of the dice game in the lab plays what the planner plays without looking ahead."""

from __future__ import annotations

import random
from dataclasses import replace

import jax
import pytest

from stolik import Game, lab
from stolik.games.pickomino import PLUGIN
from stolik.games.pickomino.bots.planner import Planner
from stolik.games.pickomino.encoding import Encoding
from stolik.games.pickomino.lab import bridge
from tests.train.test_pickomino_recipe import quick_jit

BATCH, STEPS = 8, 24
SAME = 1e-4
"""Two moves that differ by less in single precision may each be called the best."""


def test_it_plays_what_the_planner_would_without_looking_ahead() -> None:
    game = Game("pickomino", 3)
    env, encoding, planner = lab.make("pickomino", 3), Encoding(game), Planner(ahead=0)
    choose, step = quick_jit(lab.baseline("pickomino", players=3)), quick_jit(env.step)
    rng, then = random.Random(1), set()
    state = quick_jit(env.init, static_argnums=1)(jax.random.key(1), BATCH)
    for number in range(STEPS):
        actions = choose(state)
        for now, action in zip(bridge.to_states(game, state), actions.tolist(), strict=True):
            assert action in encoding.legal(now)
            for move in encoding.texts(action, now):
                assert now.actor is not None
                values = planner.values(now.view(now.actor))
                assert values[move] > max(values.values()) - SAME
                then.add(move.split()[0])
                now = now.play(move)
        wander = env.random(state, jax.random.key(number))
        often = jax.random.uniform(jax.random.key(number), actions.shape) < 0.3
        state = step(state, jax.numpy.where(often, wander, actions), jax.random.key(rng.getrandbits(31)))
    assert then >= {"keep", "roll", "take", "steal"}


def test_deluxe_has_no_such_opponent_yet() -> None:
    with pytest.raises(ValueError, match="in the lab only the base game has a player that has learned"):
        lab.baseline("pickomino", players=2, variant="deluxe")


def test_a_game_without_a_mind_has_no_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(PLUGIN, baseline="")
    monkeypatch.setattr("stolik.core.game.plugin", lambda _: without)
    with pytest.raises(ValueError, match="pickomino has no player that has learned"):
        lab.baseline("pickomino", players=2)
