"""Learning a policy by self-play: for games with much hidden information."""

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
from stolik.train import devices, net
from stolik.train.devices import SAME, SPREAD
from stolik.train.measure import measurer
from stolik.train.net import Net
from stolik.train.ppo import Decisions, Settings, Update, learn, self_play
from stolik.train.recipe import Learner, Recipe, Share, TooManyGamesError
from stolik.train.table import Sizes, TrainingTable
from stolik.train.training import Training

MEASURED_GAMES: Final = (600, 8192)
"""The least and the most games in which a network is measured; in between, as many as it plays at once."""
SLOWEST: Final = 0.05
"""The learning rate at the end of a run, as a share of the initial one."""
SAFE: Final = 0.9
"""The share of the games that seem to fit which is sure to."""
MINIBATCHES: Final = 8
"""The number of minibatches of an epoch."""

SMALL: dict[str, Any] = {"games": 1024, "width": 128}
LARGE: dict[str, Any] = {
    "games": 24_576,
    "width": 512,
    "epochs": 2,
    "anchor": 0.02,
    "rate": 3e-4,
    "listening": 0.05,
}
"""Settings for a CPU, and for a GPU: there luck averages out over so many games that the policy needs little
anchoring to the heuristic, and may take larger steps."""

FURTHER: dict[str, Any] = {"anchor": 0.002, "listening": 0.02}
LARGE_FURTHER: dict[str, Any] = {"rate": 2e-4}
"""Settings for a run that starts from a mind: hardly any anchoring to the heuristic, which it already
outplays, and no larger steps than a new network takes."""


@dataclass(frozen=True)
class PolicyRecipe(Recipe):
    """How one network learns a game: a policy and values."""

    sizes: Sizes
    training_table: Callable[[Game], TrainingTable]

    def name(self, game: Game) -> str:
        """Return what a table is called."""
        return self.training_table(game).name

    def usual(self, *, large: bool, further: bool = False, **asked: int) -> Settings:
        """Return settings for a GPU or a CPU."""
        chosen = (LARGE if large else SMALL) | (FURTHER if further else {})
        chosen |= (LARGE_FURTHER if large and further else {}) | asked
        decisions = chosen["games"] * Settings._field_defaults["steps"]
        return Settings(minibatch=max(1, decisions // MINIBATCHES), **chosen)

    def settings(self, told: Mapping[str, Any]) -> Settings:
        """Return the settings that a checkpoint has."""
        return Settings(**told)

    def network(self, key: Array, settings: Any, tables: Sequence[Game]) -> Net:
        """Return an untrained network."""
        return net.initial(key, self.sizes, settings.width)

    def learner(self, training: Training) -> Learner:
        """Return what continues a training run."""
        return PolicyLearner(training, [self.training_table(game) for game in training.tables])


class PolicyLearner:
    """Plays at all tables at once, and learns."""

    def __init__(self, training: Training, tables: list[TrainingTable]) -> None:
        self._training = training
        training.network, training.adam = devices.to_all((training.network, training.adam))
        settings: Any = training.settings
        minibatch = devices.part(settings.minibatch)
        self._settings = settings._replace(games=devices.part(settings.games), minibatch=minibatch)
        """The settings of one device, with its part of the games."""
        with ThreadPoolExecutor(len(tables)) as pool:
            ready = list(pool.map(self._prepared, range(len(tables)), tables))
        self._states, self._play, self._measure = map(list, zip(*ready, strict=True))
        self._learn = self._learning()

    def _prepared(self, number: int, room: TrainingTable) -> tuple[Any, Any, Any]:
        """Return a table's games at their first decision, and what plays and measures there, compiled."""
        training, settings = self._training, self._settings
        key = jax.random.fold_in(training.key(), number)

        def begin(key: Array) -> Any:
            return room.init(devices.own(key), settings.games)

        def play_on(network: Net, state: Any, key: Array) -> tuple[Any, Decisions, Array]:
            state, decisions, over = self_play(room, settings, network, state, devices.own(key))
            return state, decisions, devices.total(over)

        state = jax.jit(devices.on_all(begin, SAME, SPREAD))(key)
        program = devices.on_all(play_on, (SAME, SPREAD, SAME), (SPREAD, SPREAD, SAME))
        play = jax.jit(program).lower(training.network, state, key).compile()
        fewest, most = MEASURED_GAMES
        measure = measurer(room, max(fewest, min(settings.games, most)))
        return state, play, jax.jit(measure).lower(training.network, key).compile()

    def _learning(self) -> Any:
        """Return the compiled update; raise ``TooManyGamesError`` if it does not fit in memory."""
        training = self._training
        takes = (SAME, SAME, SPREAD, SAME, SAME, SAME, SAME, SAME)
        program = devices.on_all(partial(learn, self._settings), takes, SAME)
        told = [jax.tree.map(_array_to_be, play.out_info[1], play.output_shardings[1]) for play in self._play]
        number = jnp.float32(0)
        example = (training.network, training.adam, told, training.key(), *[number] * 4)
        learns = jax.jit(program, donate_argnums=(0, 1)).lower(*example).compile()
        room: Any = learns.memory_analysis()
        plays = [play.memory_analysis() for play in self._play]
        most = max(room.temp_size_in_bytes, *(play.temp_size_in_bytes for play in plays))
        need = most + sum(play.argument_size_in_bytes + play.output_size_in_bytes for play in plays)
        there = devices.memory()
        if there is not None and need > there:
            raise TooManyGamesError(need, there, max(1, int(SAFE * training.settings.games * there / need)))
        return learns

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
        training.network, training.adam, update = self._learn(
            training.network,
            training.adam,
            told,
            learning,
            jnp.float32(settings.rate * left),
            jnp.float32(settings.anchor * left),
            jnp.float32(settings.floor * left),
            jnp.float32(so_far >= settings.listening),
        )
        training.rounds += 1
        training.games += sum(map(int, ended))
        training.decisions += devices.number() * self._settings.games * settings.steps * len(told)
        float(update.policy)  # waits for it
        return update

    def measure(self, key: Array) -> list[Share]:
        """Measure the network at all tables."""
        keys = [jax.random.fold_in(key, number) for number in range(len(self._measure))]
        found = [
            measure(self._training.network, one) for measure, one in zip(self._measure, keys, strict=True)
        ]
        return [Share(*map(float, share)) for share in found]


def _array_to_be(told: Any, where: Any) -> Any:
    """Return the shape to compile for, in place of an array that a program will return."""
    return jax.ShapeDtypeStruct(told.shape, told.dtype, sharding=where)  # type: ignore[no-untyped-call]
