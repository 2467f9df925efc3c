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
from stolik.train import devices, memory, net
from stolik.train.devices import SAME, SPREAD
from stolik.train.measure import measured_games, measurer, share
from stolik.train.net import Net
from stolik.train.ppo import Decisions, Settings, Update, learn, self_play
from stolik.train.recipe import Learner, Measured, Recipe
from stolik.train.table import Sizes, TrainingTable
from stolik.train.training import Stream, Training

SLOWEST: Final = 0.05
"""The learning rate at the end of a run, as a share of the initial one."""
MINIBATCHES: Final = 8
"""The number of minibatches of an epoch."""

SMALL: dict[str, Any] = {"games": 1024, "width": 128}
LARGE: dict[str, Any] = {
    "games": 24_576,
    "width": 512,
    "epochs": 2,
    "anchor": 0.02,
    "rate": 3e-4,
    "warm_up": 0.05,
}
"""Settings for a CPU, and for a GPU: there luck averages out over so many games that the policy needs little
anchoring to the heuristic, and may take larger steps."""

FURTHER: dict[str, Any] = {"anchor": 0.002, "warm_up": 0.0}
LARGE_FURTHER: dict[str, Any] = {"rate": 2e-4}
"""Settings for a run that starts from a mind: hardly any anchoring to the heuristic, which it already
outplays, no warm-up, as its values are learned already, and no larger steps than a new network takes."""


@dataclass(frozen=True)
class PolicyRecipe(Recipe):
    """How one network learns a game: a policy and values."""

    sizes: Sizes
    training_table: Callable[[Game], TrainingTable]

    def name(self, game: Game) -> str:
        """Return what a table is called."""
        return self.training_table(game).name

    def usual(self, *, large: bool, further: bool = False, **asked: float) -> Settings:
        """Return settings for a GPU or a CPU."""
        chosen = (LARGE if large else SMALL) | (FURTHER if further else {})
        chosen |= (LARGE_FURTHER if large and further else {}) | asked
        decisions = chosen["games"] * chosen.get("steps", Settings._field_defaults["steps"])
        return Settings(**{"minibatch": max(1, decisions // MINIBATCHES), **chosen})

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
            ready = list(pool.map(self._compiled, range(len(tables)), tables))
        begins, self._play, self._measures = map(list, zip(*ready, strict=True))
        self._learn = self._learning()
        programs = [*begins, *self._play, self._learn]
        network, adam = training.network, training.adam
        memory.check(settings.games, devices.number(), network, adam, programs, held=0)
        self._states = [begin(self._key(number)) for number, begin in enumerate(begins)]

    @property
    def played(self) -> list[int]:
        """How many games are played at each table, on all devices together."""
        return [devices.number() * self._settings.games] * len(self._play)

    def _key(self, number: int) -> Array:
        """Return the random key with which the games of a table begin."""
        return jax.random.fold_in(self._training.key(Stream.GAMES), number)

    def _compiled(self, number: int, room: TrainingTable) -> tuple[Any, Any, Any]:
        """Return what begins the games of a table, plays on there, and measures, compiled."""
        settings, network, key = self._settings, self._training.network, self._key(number)

        def begin(key: Array) -> Any:
            return room.init(devices.own(key), settings.games)

        def play_on(network: Net, state: Any, key: Array) -> tuple[Any, Decisions, Array]:
            state, decisions, over = self_play(room, settings, network, state, devices.own(key))
            return state, decisions, devices.total(over)

        begins = jax.jit(devices.on_all(begin, SAME, SPREAD)).lower(key).compile()
        program = devices.on_all(play_on, (SAME, SPREAD, SAME), (SPREAD, SPREAD, SAME))
        play = jax.jit(program).lower(network, devices.returned(begins), key).compile()
        games = measured_games(settings.games, room.players)
        measures = [
            jax.jit(measurer(room, games, one_guest=one_guest)).lower(network, key).compile()
            for one_guest in (False, True)
            if room.players > 2 or not one_guest
        ]
        return begins, play, measures

    def _learning(self) -> Any:
        """Return the compiled update."""
        training = self._training
        takes = (SAME, SAME, SPREAD, SAME, SAME, SAME, SAME, SAME)
        program = devices.on_all(partial(learn, self._settings), takes, SAME)
        told = [devices.returned(play)[1] for play in self._play]
        number = jnp.float32(0)
        example = (training.network, training.adam, told, training.key(Stream.UPDATES), *[number] * 4)
        return jax.jit(program, donate_argnums=(0, 1)).lower(*example).compile()

    def learn(self, so_far: float) -> Update:
        """Play on at all tables, and learn from it."""
        training = self._training
        settings: Any = training.settings
        playing, learning = jax.random.split(training.key(Stream.UPDATES))
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
            jnp.float32(so_far >= settings.warm_up),
        )
        float(update.policy)  # waits for it: what fails is not counted
        training.rounds += 1
        training.games += sum(map(int, ended))
        training.decisions += devices.number() * self._settings.games * settings.steps * len(told)
        return update

    def measure(self, key: Array) -> list[Measured]:
        """Measure the network at all tables; for two players its opponent's win rate says no more."""
        found = []
        for number, measures in enumerate(self._measures):
            one = jax.random.fold_in(key, number)
            network, *guest = (share(measure(self._training.network, one)) for measure in measures)
            found.append(Measured(network, guest[0] if guest else None))
        return found
