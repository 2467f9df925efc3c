from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from stolik.core import CHANCE, Game
from stolik.encoding import encoding_of
from stolik.lab import linko, pickomino
from stolik.lab.sim import POLICIES, Simulation

GAMES: list[tuple[Any, str, int, dict[str, str | int]]] = [
    (pickomino, "pickomino", 2, {}),
    (pickomino, "pickomino", 3, {"variant": "deluxe"}),
    (linko, "linko", 3, {"mode": "advanced"}),
    (linko, "linko", 2, {"mode": "duel"}),
]
ENGINE_GAMES = 150


def simulated(module: Any, players: int, settings: dict[str, str | int], games: int) -> Simulation:
    simulation = Simulation(module.make(players, **settings), "random", 256, games // 256, seed=3)
    while not simulation.finished:
        simulation.run(128)
    return simulation


@pytest.mark.parametrize(("module", "name", "players", "settings"), GAMES)
def test_its_means_are_those_of_the_engine(
    module: Any, name: str, players: int, settings: dict[str, str | int]
) -> None:
    tally = simulated(module, players, settings, 1024).tally
    lengths, scores = engine(name, players, settings)
    for (mean, error), values in [
        (tally.mean_length(), lengths),
        *((tally.mean_score(seat), scores[:, seat]) for seat in range(players)),
    ]:
        spread = np.hypot(error, values.std() / np.sqrt(len(values)))
        assert abs(mean - values.mean()) < 4.5 * spread


def engine(name: str, players: int, settings: dict[str, str | int]) -> tuple[Any, Any]:
    """Return lengths and scores of random games of the engine, driven by the same actions."""
    game = Game(name, players, **settings)
    encoding = encoding_of(game)
    rng = random.Random(7)
    lengths, scores = [], []
    for _ in range(ENGINE_GAMES):
        state, length = game.start(), 0
        while state.actor is not None:
            if state.actor == CHANCE:
                state = state.play(state.draw(rng))
            elif forced := encoding.forced(state):
                state = state.play(forced)
            else:
                length += 1
                for move in encoding.texts(rng.choice(encoding.legal(state)), state):
                    state = state.play(move)
        lengths.append(length)
        scores.append(state.result().scores)
    return np.array(lengths), np.array(scores)


def test_every_game_that_begins_is_counted_once() -> None:
    simulation = simulated(pickomino, 2, {}, 512)
    tally = simulation.tally
    assert tally.games == simulation.games == 512
    assert tally.wins.sum() == pytest.approx(512)
    assert tally.scores.sum() == 2 * 512
    assert tally.decisions == (tally.lengths * np.arange(len(tally.lengths))).sum()


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match=f"the policies are: {', '.join(POLICIES)}"):
        Simulation(pickomino.make(), "wise", 8, 1, seed=1)
