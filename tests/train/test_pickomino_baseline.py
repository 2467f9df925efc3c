"""The opponent of the dice game in the lab plays what the planner plays without looking ahead."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import jax
import pytest

from stolik import CHANCE, Game, lab
from stolik.games.pickomino import PLUGIN
from stolik.games.pickomino.bots.planner import Planner
from stolik.games.pickomino.encoding import Encoding
from stolik.games.pickomino.lab import bridge
from stolik.games.pickomino.lab.env import make
from tests.effort import effort
from tests.train.test_pickomino_recipe import quick_jit

BATCH, STEPS = 8, 24
SAME = 1e-4
"""Two moves that differ by less in single precision may each be called the best."""
NEARLY = 0.02
"""Who gives a round worm is chosen as if the turn were burnt then: that may cost so much."""


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


DELUXE: list[dict[str, Any]] = [
    {"players": 3, "golden_die": "ones_and_worms"},
    {"players": 2},
    {"players": 4, "hen_burn": "highest"},
]


@pytest.mark.parametrize("options", DELUXE[: effort(1, 3)])
def test_so_it_does_in_deluxe(options: dict[str, Any]) -> None:
    game = Game("pickomino", variant="deluxe", **options)
    env, encoding, planner = make(game), Encoding(game), Planner(ahead=0)
    choose = quick_jit(lab.baseline("pickomino", variant="deluxe", **options))
    step = quick_jit(env.step)
    phases: Counter[str] = Counter()
    moves: set[str] = set()
    state = quick_jit(env.init, static_argnums=1)(jax.random.key(1), BATCH)
    for number in range(effort(60, 200)):
        actions = choose(state)
        for now, action in zip(bridge.to_states(game, state), actions.tolist(), strict=True):
            assert now.actor is not None
            assert action in encoding.legal(now)
            phases[now.phase] += 1
            giving, supply = now.phase == "worm_for_ones", now.table.supply
            for move in encoding.texts(action, now):
                if now.actor in (None, CHANCE) or now.table.supply != supply:
                    break  # what a round worm adds is known exactly only when it is there
                assert now.actor is not None
                values = planner.values(now.view(now.actor))
                close = NEARLY if giving else SAME
                assert values[move] > max(values.values()) - close, (now.phase, move, values)
                moves.add(move.split()[0])
                now = now.play(move)
        wander = env.random(state, jax.random.key(number))
        often = jax.random.uniform(jax.random.key(number), actions.shape) < 0.3
        state = step(state, jax.numpy.where(often, wander, actions), jax.random.key(number))
    assert phases.keys() >= {"rolled", "start", "hold", "worm_for_ones"}
    assert moves >= {"keep", "roll", "take", "steal", "weasel", "hold", "worm"}


def test_a_game_without_a_mind_has_no_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(PLUGIN, baseline="")
    monkeypatch.setattr("stolik.core.game.plugin", lambda _: without)
    with pytest.raises(ValueError, match="pickomino has no player that has learned"):
        lab.baseline("pickomino", players=2)
