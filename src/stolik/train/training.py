"""A training run: some tables of a game at once, for so many minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, NamedTuple

import jax
from jax import Array

from stolik.core import Game
from stolik.train import devices
from stolik.train.adam import Adam, no_steps
from stolik.train.recipe import Learner, Recipe, Settings, Share

MEASURING: Final = 0.05
"""The most time for measuring, as a share of the training time; the end of a run does not count."""


class Stream(IntEnum):
    """What random keys are for; no two streams of a run have a key in common."""

    WEIGHTS = 0
    """The initial weights of the network."""
    GAMES = 1
    """The first games, before any update."""
    UPDATES = 2
    MEASURING = 3


def key_of(seed: int, stream: Stream, rounds: int = 0) -> Array:
    """Return the random key of a stream after so many updates.

    ``split(key, n)[i]`` is ``fold_in(key, i)``: a key that has children must not be used in another way.
    """
    return jax.random.fold_in(jax.random.fold_in(jax.random.key(seed), stream), rounds)


class Point(NamedTuple):
    """One point of the curve of a training run."""

    seconds: float
    games: int
    decisions: int
    shares: dict[str, Share]
    """By table: the win rate of the network in one seat with guests in all others."""
    guests: dict[str, Share]
    """By table: the win rate of one guest with the network in all other seats, where that is measured."""


@dataclass
class Training:
    """A training run: what is to be learned, and how far it has got.

    The random keys of each update follow from the seed and the number of the update. The same run comes to
    the same only as long as the schedules do, and these follow the clock: see ``Learner.learn``.
    """

    recipe: Recipe
    tables: tuple[Game, ...]
    settings: Settings
    seed: int
    network: Any
    adam: Adam
    rounds: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    minutes: float | None = None
    """How many it is to take in all, if that is planned; a checkpoint keeps it for the one who resumes."""
    curve: list[Point] = field(default_factory=list)
    devices: list[str] = field(default_factory=list)
    """The devices it was trained on, in order."""

    @classmethod
    def new(cls, recipe: Recipe, tables: Sequence[Game], settings: Settings, seed: int) -> Training:
        """Return a training run at its beginning."""
        network = recipe.network(key_of(seed, Stream.WEIGHTS), settings, tables)
        return cls(recipe, tuple(tables), settings, seed, network, no_steps(network))

    def is_whole(self) -> bool:
        """Whether the network is there: an update that fails for lack of memory may take it along."""
        try:
            jax.block_until_ready((self.network, self.adam))  # type: ignore[no-untyped-call]
        except RuntimeError:  # it was given to the update, or was to come from it
            return False
        return True

    def key(self, stream: Stream) -> Array:
        """Return the random key of a stream at this point of the run."""
        return key_of(self.seed, stream, self.rounds)


class TrainingLoop:
    """Continues a training run until its time is up."""

    def __init__(self, training: Training) -> None:
        self.training = training
        if devices.name() not in training.devices[-1:]:
            training.devices.append(devices.name())
        self._learner: Learner = training.recipe.learner(training)
        self._measuring = 0.0
        self._has_compiled = False

    @property
    def played(self) -> Sequence[int]:
        """How many games of a batch are really played, on all devices together: see ``Learner.played``."""
        return self._learner.played

    @property
    def may_measure(self) -> bool:
        """Whether measuring has taken little time so far, compared with training."""
        return self._measuring <= MEASURING * self.training.seconds

    def run(self, minutes: float, on_update: Callable[[Any], bool]) -> None:
        """Continue until the run has taken so many minutes in all, or until ``on_update`` returns true.

        ``on_update`` is called after every update. The first update is not timed: it compiles.
        """
        training, whole = self.training, 60 * minutes
        while training.seconds < whole:
            began = time.monotonic()
            update = self._learner.learn(training.seconds / whole)
            training.seconds += self._has_compiled * (time.monotonic() - began)
            self._has_compiled = True
            if on_update(update):
                return

    def measure(self) -> Point:
        """Measure the network at all tables, and add a point to the curve."""
        training, began = self.training, time.monotonic()
        names = map(training.recipe.name, training.tables)
        found = dict(zip(names, self._learner.measure(training.key(Stream.MEASURING)), strict=True))
        shares = {table: measured.network for table, measured in found.items()}
        guests = {table: measured.guest for table, measured in found.items() if measured.guest}
        point = Point(training.seconds, training.games, training.decisions, shares, guests)
        training.curve.append(point)
        self._measuring += time.monotonic() - began
        return point
