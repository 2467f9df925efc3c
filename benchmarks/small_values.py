"""The values of the small dice game, learned on one CPU core in some minutes.

``python -m benchmarks.small_values [FILE]`` writes the network that ``small_look`` uses. Its shape, features
and targets are those of ``stolik train``: its own values one turn later. But instead of playing many games at
once, every sweep solves all positions: NumPy does that ten times as fast on a CPU. It needs the extra
``train``.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from rich.progress import track

from benchmarks.small_dice import SMALL
from benchmarks.small_graph import GAME
from benchmarks.small_look import VALUES, Truth, begin
from stolik.games.pickomino.bots.planner.features import features, positions
from stolik.games.pickomino.bots.planner.value_network import kind
from stolik.games.pickomino.lab.lookahead import Layers, strengths
from stolik.games.pickomino.lab.recipe import SLOWEST, Net
from stolik.games.pickomino.odds.graph import Floats
from stolik.train.adam import Adam, no_steps, step
from stolik.train.files import save_mind
from stolik.train.training import Training

SEED: Final = 1
WIDTH: Final = 128
SWEEPS: Final = 350
STEPS: Final = 200
"""How often the network is mended in each sweep."""
PLACES: Final = 512
"""How many places it is mended by."""
RATE: Final = 2e-3
LONGEST: Final = 60
"""Turns after which a game of any moves is left."""


def weights(truth: Truth) -> Floats:
    """Return how often each place is learned from.

    Half of the time it is any place, half of the time one of a game whose turns end in any way.
    """
    number = len(truth.ends)
    leads = [(place, end.next) for place, ends in enumerate(truth.ends) for end in ends]
    here, there = np.array([(place, then) for place, then in leads if then is not None]).T
    ways = np.array([len(ends) for ends in truth.ends])
    seen, now = np.zeros(number), np.eye(1, number)[0]
    for _ in range(LONGEST):
        seen += now
        now = np.bincount(there, now[here] / ways[here], number).astype(np.float64)
    found: Floats = 0.5 / number + 0.5 * seen / seen.sum()
    return found


@partial(jax.jit, donate_argnums=(0, 1))
def agree(
    layers: Layers, adam: Adam, seen: Array, target: Array, batches: Array, rate: Array
) -> tuple[Layers, Adam]:
    """Take a gradient step for each batch of places, towards the values of their turns."""

    def loss(layers: Layers, places: Array) -> Array:
        predicted = jax.nn.log_softmax(strengths(layers, seen[places]))
        mine = target[places]
        return -(mine * predicted[:, 0] + (1 - mine) * predicted[:, 1]).mean()

    def learn(before: tuple[Layers, Adam], places: Array) -> tuple[tuple[Layers, Adam], None]:
        layers, adam = before
        steps, adam = step(adam, jax.grad(loss)(layers, places), rate)
        return (jax.tree.map(lambda weight, by: weight - by, layers, steps), adam), None

    return jax.lax.scan(learn, (layers, adam), batches)[0]


@jax.jit
def worth(layers: Layers, seen: Array) -> Array:
    """Return what the network says of places."""
    return jax.nn.softmax(strengths(layers, seen))[:, 0]


def learn(truth: Truth, sweeps: int = SWEEPS) -> Training:
    """Return a training run at its end. What is true is not learned from, only how turns can end."""
    settings = SMALL.usual(large=False, games=PLACES, width=WIDTH)
    training = Training.new(SMALL, SMALL.tables, settings, SEED)
    layers: Layers = training.network.live[kind(GAME)]
    adam, rng, chosen = no_steps(layers), np.random.default_rng(SEED), weights(truth)
    places = range(len(truth.states))
    seen = jnp.asarray(features(positions(truth.states).part(slice(None))))
    for sweep in track(range(sweeps), "Learning", transient=True):
        target = truth.turn(places, np.asarray(worth(layers, seen), np.float64))
        batches = jnp.asarray(rng.choice(len(places), (STEPS, PLACES), p=chosen))
        rate = jnp.float32(RATE * max(SLOWEST, 1 - sweep / sweeps))
        layers, adam = agree(layers, adam, seen, jnp.asarray(target, jnp.float32), batches, rate)
        training.rounds += 1
        training.decisions += len(places)
    known = {kind(GAME): layers}
    training.network = Net(known, known)
    return training


def main() -> None:
    """Learn, and write the network."""
    truth = Truth(begin())
    training = learn(truth)
    save_mind(training, Path(sys.argv[1]) if sys.argv[1:] else VALUES)
    seen = jnp.asarray(features(positions(truth.states).part(slice(None))))
    off = abs(np.asarray(worth(training.network.calm[kind(GAME)], seen)) - truth.worth)
    print(f"off by {off.mean():.5f} on average over all places, at most {off.max():.5f}")


if __name__ == "__main__":
    main()
