"""The best response to players who want worms, in a dice game with two tiles: learned, and solved exactly."""

from __future__ import annotations

from dataclasses import replace

import jax
import jax.numpy as jnp
import pytest

from benchmarks.best_response_dice import answer, begun, said, won
from benchmarks.small_graph import GAME, decode, graph, ways
from benchmarks.small_solve import beaten
from stolik.games.pickomino.lab import endings, lookahead
from stolik.games.pickomino.lab.recipe import RECIPE, Settings, worms

SMALL = replace(RECIPE, tiles=(21, 25), tables=(GAME,))
WIDTH, STEPS, GAMES = 32, 150, 32
CLOSE = 0.02


def test_what_is_learned_is_the_best_answer() -> None:
    game = graph(SMALL)
    table = decode(SMALL.tiles, game.positions)
    one = lookahead.Prospect(table, endings.all_ends(table), jnp.zeros(()))
    (flow,) = lookahead.run([one], [worms(one)])
    first, second = beaten(game, flow.plain[ways(SMALL.tiles)], tell=lambda _: None)
    assert first + second > 1.1, "those who want worms lose"
    settings = Settings(games=16, width=WIDTH, rate=1e-2)
    found = answer(GAME, worms, settings, begun(None, WIDTH, 1), 1, 0.0, SMALL, STEPS)
    start = SMALL.begin(GAME)
    mine, others = (jax.nn.softmax(said(found.layers, start, jnp.array([place])))[0] for place in (0, 1))
    assert float(mine[0]) == pytest.approx(first, abs=CLOSE)
    assert float(others[1]) == pytest.approx(second, abs=CLOSE)
    shares = won(GAME, worms, found.layers, 0, GAMES, 1, SMALL)
    half = 3 * float(shares.std()) / GAMES**0.5
    assert float(shares.mean()) == pytest.approx((first + second) / 2, abs=half + CLOSE)
