"""What is random in a training run: nothing is drawn twice from the same key."""

from __future__ import annotations

from itertools import product
from typing import Any

import jax
import pytest
from jax import Array

from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.train.recipe import Recipe
from stolik.train.training import Stream, Training, TrainingLoop

UPDATES, CHILDREN = 4, 16


def numbers(keys: Array) -> list[tuple[int, ...]]:
    """Return keys as numbers."""
    return [tuple(map(int, words)) for words in jax.random.key_data(keys).reshape(-1, 2)]


@pytest.mark.parametrize("recipe", [CARDS, DICE])
def test_no_two_streams_and_updates_have_a_key_in_common(recipe: Recipe) -> None:
    training = Training.new(recipe, recipe.tables[:1], recipe.usual(large=False, games=8, width=4), seed=1)
    found = numbers(jax.random.key(training.seed))
    for stream, training.rounds in product(Stream, range(UPDATES)):
        key = training.key(stream)
        found += numbers(key) + numbers(jax.random.split(key, CHILDREN))
    assert len(found) == len(set(found)) == 1 + len(Stream) * UPDATES * (1 + CHILDREN)


def test_weights_and_measuring_have_streams_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Array] = []

    class Quick:
        """A learner that only measures."""

        def measure(self, key: Array) -> list[Any]:
            """Keep the key."""
            used.append(key)
            return []

    def network(_: Recipe, key: Array, *_others: object) -> Array:
        used.append(key)
        return key

    monkeypatch.setattr(type(DICE), "network", network)
    monkeypatch.setattr(type(DICE), "learner", lambda *_: Quick())
    monkeypatch.setattr("stolik.train.training.no_steps", lambda _: None)
    training = Training.new(DICE, [], DICE.usual(large=False), seed=1)
    TrainingLoop(training).measure()
    due = [training.key(stream) for stream in (Stream.WEIGHTS, Stream.MEASURING)]
    assert list(map(numbers, used)) == list(map(numbers, due))
