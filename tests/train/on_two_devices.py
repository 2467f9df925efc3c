"""Training runs on two devices, in a process of its own: see ``test_devices.py``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import jax
import numpy as np

from stolik.core import Game
from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.games.pickomino.lab.recipe import Settings as DiceSettings
from stolik.train import files, measure
from stolik.train.ppo import Settings
from stolik.train.recipe import Recipe
from stolik.train.training import Training, TrainingLoop
from tests.effort import LONG
from tests.train import test_learning, test_pickomino_recipe

UPDATES = 2


def train(recipe: Recipe, settings: Any, table: Game, folder: Path) -> tuple[Training, Any]:
    """Train a little, keep it, and return it and the games that are being played."""
    training = Training.new(recipe, [table], settings, seed=1)
    loop = TrainingLoop(training)
    loop.run(1e6, lambda _: training.rounds == UPDATES)
    loop.measure()
    files.save(training, folder / f"{recipe.game}.npz")
    files.save_mind(training, folder / f"{recipe.game}-mind.npz")
    learner: Any = loop._learner
    return training, learner


def each_device_has_its_part(games: Any, number: int) -> None:
    """Check where games are: each device has as many, and they are not the same ones."""
    for leaf in jax.tree.leaves(games):
        parts = leaf.addressable_shards
        assert [part.device for part in parts] == jax.devices()
        assert [part.data.shape[0] for part in parts] == [number, number]
    assert any(
        not np.array_equal(*(part.data for part in leaf.addressable_shards))
        for leaf in jax.tree.leaves(games)
    )


def each_device_has_the_same(network: Any) -> None:
    for leaf in jax.tree.leaves(network):
        one, other = (np.asarray(part.data) for part in leaf.addressable_shards)
        assert np.array_equal(one, other)
        assert np.isfinite(one).all()


def main(folder: Path) -> None:
    assert jax.local_device_count() == 2
    measure.MEASURED_GAMES = 6, 6  # type: ignore[misc]  # to measure in more games takes most of the time
    settings = Settings(games=33, minibatch=256, width=8, warm_up=1e-9)
    training, learner = train(CARDS, settings, CARDS.tables[0], folder)
    assert training.devices == ["2 × cpu"]
    assert training.decisions == UPDATES * 32 * settings.steps, "of 33 games 32 can be divided"
    assert learner.played == [32]
    each_device_has_its_part(learner._states[0], 16)
    each_device_has_the_same((training.network, training.adam))

    training, learner = train(DICE, DiceSettings(games=9, width=8, steps=4), DICE.tables[0], folder)
    assert training.decisions == UPDATES * 8 * 4
    assert learner.played == [8]
    each_device_has_its_part(learner._tables[0], 4)
    each_device_has_the_same((training.network, training.adam))

    if LONG:  # it takes as long again as on one device, which is tested anyway
        test_learning.test_a_network_learns_to_bid_more_and_who_wins_and_still_tries_all_bids()
        test_pickomino_recipe.test_a_tiny_course_learns_who_is_winning()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
