"""What the dice game's network learns from is what the planner foresees, and it learns."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stolik.core import CHANCE, Game
from stolik.games.pickomino.bots.planner import lookahead as planner_lookahead
from stolik.games.pickomino.bots.planner.features import FEATURES, features, positions
from stolik.games.pickomino.bots.planner.value_network import Layer, kind
from stolik.games.pickomino.lab import bridge, endings, lookahead, table
from stolik.games.pickomino.lab.recipe import RECIPE, Settings
from stolik.games.pickomino.lab.table import TableBits
from stolik.games.pickomino.rules import PickominoState, start
from stolik.train.training import Training, TrainingLoop
from tests.effort import effort

quick_jit = partial(jax.jit, compiler_options={"xla_backend_optimization_level": 0})
"""Compiles in less time what runs only for a moment."""


def turn_beginnings(game: Game, number: int) -> list[PickominoState]:
    """Return states at which turns begin, in games of players who take what they can get."""
    rng = random.Random(5)
    states: list[PickominoState] = []
    while len(states) < number:
        state = start(game)
        while state.actor is not None:
            if state.phase == "start" and rng.random() < 0.2:
                states.append(state)
            if state.actor == CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            wanted = [move for move in moves if move.startswith(("take", "steal"))]
            state = state.play(rng.choice(wanted or moves))
    return states[:number]


def as_tables(states: list[PickominoState]) -> TableBits:
    """Return states as the lab has them; where a turn begins does not matter to a table."""
    at_decisions = [state._replace(phase="worm_for_ones", legal=()) for state in states]
    return table.unpack(bridge.from_states(at_decisions))[0]


@pytest.mark.parametrize(
    ("variant", "players"), [("base", 2), ("deluxe", 3), *effort([], [("base", 5), ("deluxe", 2)])]
)
def test_what_a_seat_can_expect_is_what_the_planner_foresees(variant: str, players: int) -> None:
    states = turn_beginnings(Game("pickomino", players, variant=variant), 16)
    table = as_tables(states)
    for one, other in zip(endings.positions(table), positions(states), strict=True):
        assert np.array_equal(one, other)
    seen = positions(states).part(slice(None))
    assert features(seen).shape == (16, players, FEATURES)
    rng = np.random.default_rng(1)
    shapes = (FEATURES, 8), (8, 1)
    network = tuple(Layer(rng.normal(size=s) / s[0] ** 0.5, rng.normal(size=s[1])) for s in shapes)
    layers = tuple((jnp.float32(weights), jnp.float32(bias)) for weights, bias in network)

    def look(table: TableBits) -> Any:
        one = lookahead.prospect(layers, table)
        (flow,) = lookahead.run([one], [one.chances[..., -1]])
        slot, rich = lookahead.play(one, flow, jnp.full(16, 0.5), jax.random.key(1))
        return flow, flow.expected(one.chances), lookahead.after(one, flow, slot, rich)

    flow, expected, after = quick_jit(look)(table)
    assert np.allclose(expected, planner_lookahead.chances(network, states, ahead=1), atol=2e-5)
    both = np.asarray(flow.plain + flow.rich)
    assert np.allclose(both.sum(axis=0), 1, atol=1e-5)
    assert both.min() >= 0
    assert after.there.all(), "what is played is possible"
    assert (flow.rich.sum() > 0) == (variant == "deluxe")


def test_a_tiny_course_learns_who_is_winning() -> None:
    game = Game("pickomino", 2)
    training = Training.new(RECIPE, [game], Settings(games=8, width=16, steps=8, rate=0.01), seed=1)
    on_update = 0

    def enough(_: object) -> bool:
        nonlocal on_update
        on_update += 1
        return on_update == 12

    TrainingLoop(training).run(1e6, enough)
    assert training.decisions == 12 * 8 * 8
    ahead, behind = (as_tables([state]) for state in ends_of_a_game(game))
    calm = training.network.calm[kind(game)]
    assert float(lookahead.chances(calm, ahead)[0, 0]) > float(lookahead.chances(calm, behind)[0, 0]) + 0.1


def ends_of_a_game(game: Game) -> list[PickominoState]:
    """Return a state in which the seat in turn is far ahead shortly before the end, and one far behind."""
    begun = start(game)
    table = begun.table._replace(grill=(21, 22), stacks=((36, 35, 34), (23,)))
    return [begun._replace(table=table), begun._replace(table=table._replace(stacks=((23,), (36, 35, 34))))]
