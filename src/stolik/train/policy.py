"""Learning a policy by playing against itself: the way of games in which much is hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import jax
import jax.numpy as jnp
from jax import Array

from stolik.core import Game
from stolik.train import net
from stolik.train.measure import measurer
from stolik.train.net import Net
from stolik.train.ppo import Settings, Update, learn, self_play
from stolik.train.recipe import Learner, Recipe, Share
from stolik.train.table import Sizes, TrainingTable
from stolik.train.training import Training

MEASURED_GAMES: Final = (600, 8192)
"""In how many games a network is measured at least, and at most; in between in all that it plays at once."""
SLOWEST: Final = 0.05
"""At the end of a training run the rate of learning is this part of what it was."""
MINIBATCHES: Final = 8
"""In how many minibatches what was played is learned from."""

SMALL: dict[str, Any] = {"games": 1024, "width": 128}
LARGE: dict[str, Any] = {
    "games": 24_576,
    "width": 512,
    "epochs": 2,
    "anchor": 0.02,
    "rate": 3e-4,
    "listening": 0.05,
}
"""How it learns on a processor, and on a graphics card: there luck evens out over so many games that the
policy need hardly be held to the rule of thumb, and may take larger steps."""


@dataclass(frozen=True)
class PolicyRecipe(Recipe):
    """All of a game that one network can learn: to play, and who is winning."""

    sizes: Sizes
    training_table: Callable[[Game], TrainingTable]

    def name(self, game: Game) -> str:
        """Return what a table is called."""
        return self.training_table(game).name

    def usual(self, *, large: bool, **asked: int) -> Settings:
        """Return settings for a graphics card or a processor."""
        chosen = (LARGE if large else SMALL) | asked
        decisions = chosen["games"] * Settings._field_defaults["steps"]
        return Settings(minibatch=max(1, decisions // MINIBATCHES), **chosen)

    def settings(self, told: Mapping[str, Any]) -> Settings:
        """Return the settings that a checkpoint has."""
        return Settings(**told)

    def network(self, key: Array, settings: Any, tables: Sequence[Game]) -> Net:
        """Return a network that knows nothing."""
        return net.initial(key, self.sizes, settings.width)

    def learner(self, training: Training) -> Learner:
        """Return what goes on with a training run."""
        return PolicyLearner(training, [self.training_table(game) for game in training.tables])


class PolicyLearner:
    """Plays at all tables at once, and learns from it."""

    def __init__(self, training: Training, tables: list[TrainingTable]) -> None:
        self._training = training
        with ThreadPoolExecutor(len(tables)) as pool:
            ready = list(pool.map(self._prepared, range(len(tables)), tables))
        self._states, self._play, self._measure = map(list, zip(*ready, strict=True))

    def _prepared(self, number: int, room: TrainingTable) -> tuple[Any, Any, Any]:
        """Return a table's games at their first decision, and what plays and measures there, compiled."""
        training = self._training
        settings: Any = training.settings
        key = jax.random.fold_in(training.key(), number)
        state = jax.jit(room.init, static_argnums=1)(key, settings.games)
        play = jax.jit(partial(self_play, room, settings)).lower(training.network, state, key).compile()
        fewest, most = MEASURED_GAMES
        measure = measurer(room, max(fewest, min(settings.games, most)))
        return state, play, jax.jit(measure).lower(training.network, key).compile()

    def learn(self, so_far: float) -> Update:
        """Play on at all tables, and learn from it."""
        training = self._training
        settings: Any = training.settings
        playing, learning = jax.random.split(training.key())
        told, ended = [], []
        for number, play in enumerate(self._play):
            key = jax.random.fold_in(playing, number)
            self._states[number], decisions, over = play(training.network, self._states[number], key)
            told.append(decisions)
            ended.append(over)
        left = max(SLOWEST, 1 - so_far)
        update: Update
        training.network, training.adam, update = learn(
            settings,
            training.network,
            training.adam,
            told,
            learning,
            jnp.float32(settings.rate * left),
            jnp.float32(settings.anchor * left),
            jnp.float32(so_far >= settings.listening),
        )
        training.rounds += 1
        training.games += sum(map(int, ended))
        training.decisions += settings.games * settings.steps * len(told)
        float(update.policy)  # waits for it
        return update

    def measure(self, key: Array) -> list[Share]:
        """Measure the network at all tables."""
        keys = [jax.random.fold_in(key, number) for number in range(len(self._measure))]
        found = [
            measure(self._training.network, one) for measure, one in zip(self._measure, keys, strict=True)
        ]
        return [Share(*map(float, share)) for share in found]
