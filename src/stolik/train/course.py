"""A course of training: some tables of a game at once, for so many minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from stolik.core import Game
from stolik.train import net
from stolik.train.measure import Share, measurer
from stolik.train.net import Net
from stolik.train.ppo import Adam, Lesson, Settings, learn, no_steps, self_play
from stolik.train.school import Classroom, School

MEASURED_GAMES: Final = (600, 8192)
"""In how many games a network is measured at least, and at most; in between in all that it plays at once."""
MEASURING: Final = 0.05
"""As which part of the time that it learns a network may be measured, the end of a course apart."""
SLOWEST: Final = 0.05
"""At the end of a course the rate of learning is this part of what it was."""


class Point(NamedTuple):
    """One point of the curve of a course."""

    seconds: float
    games: int
    decisions: int
    shares: dict[str, Share]
    """By table: how often the network wins alone among players by the rule of thumb."""


@dataclass
class Course:
    """What is to be learned, and how far it has got. The same seed learns the same, step by step."""

    school: School
    tables: tuple[Game, ...]
    settings: Settings
    seed: int
    network: Net
    adam: Adam
    rounds: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    curve: list[Point] = field(default_factory=list)

    @classmethod
    def new(cls, school: School, tables: Sequence[Game], settings: Settings, seed: int) -> Course:
        """Return a course at its beginning."""
        network = net.initial(jax.random.key(seed), school.sizes, settings.width)
        return cls(school, tuple(tables), settings, seed, network, no_steps(network))


class Teacher:
    """Goes on with a course. Everything is compiled beforehand, all tables at once, as that takes long."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._classrooms = [course.school.classroom(game) for game in course.tables]
        self._measuring = 0.0
        self._has_taught = False
        with ThreadPoolExecutor(len(self._classrooms)) as pool:
            ready = list(pool.map(self._prepared, range(len(self._classrooms)), self._classrooms))
        self._states, self._play, self._measure = map(list, zip(*ready, strict=True))

    def _prepared(self, number: int, room: Classroom) -> tuple[Any, Any, Any]:
        """Return a table's games at their first decision, and what plays and measures there, compiled."""
        course, settings = self.course, self.course.settings
        key = jax.random.fold_in(self._key(course.rounds), number)
        state = jax.jit(room.init, static_argnums=1)(key, settings.games)
        play = jax.jit(partial(self_play, room, settings)).lower(course.network, state, key).compile()
        fewest, most = MEASURED_GAMES
        measure = measurer(room, max(fewest, min(settings.games, most)))
        return state, play, jax.jit(measure).lower(course.network, key).compile()

    @property
    def may_measure(self) -> bool:
        """Whether measuring has taken little time so far, compared with what has been learned."""
        return self._measuring <= MEASURING * self.course.seconds

    def teach(self, minutes: float, heard: Callable[[Lesson], bool]) -> None:
        """Go on to the end of the course, which is to take so many minutes, or until ``heard`` says to stop.

        ``heard`` is told of every lesson. The first takes no time of the course: to learn is compiled then.
        """
        course, whole = self.course, 60 * minutes
        while course.seconds < whole:
            began = time.monotonic()
            lesson = self._lesson(course.seconds / whole)
            course.seconds += self._has_taught * (time.monotonic() - began)
            self._has_taught = True
            if heard(lesson):
                return

    def _lesson(self, so_far: float) -> Lesson:
        """Play on at all tables, and learn from it."""
        course, settings = self.course, self.course.settings
        playing, learning = jax.random.split(self._key(course.rounds))
        told, ended = [], []
        for number, play in enumerate(self._play):
            key = jax.random.fold_in(playing, number)
            self._states[number], decisions, over = play(course.network, self._states[number], key)
            told.append(decisions)
            ended.append(over)
        left = max(SLOWEST, 1 - so_far)
        lesson: Lesson
        course.network, course.adam, lesson = learn(
            settings,
            course.network,
            course.adam,
            told,
            learning,
            jnp.float32(settings.rate * left),
            jnp.float32(settings.anchor * left),
            jnp.float32(so_far >= settings.listening),
        )
        course.rounds += 1
        course.games += sum(map(int, ended))
        course.decisions += settings.games * settings.steps * len(told)
        float(lesson.policy)  # waits for it
        return lesson

    def measure(self) -> Point:
        """Measure the network at all tables, and add a point to the curve."""
        course, began = self.course, time.monotonic()
        shares = {}
        for number, (classroom, measure) in enumerate(zip(self._classrooms, self._measure, strict=True)):
            found = measure(course.network, jax.random.fold_in(self._key(course.rounds), number))
            shares[classroom.name] = Share(*map(float, found))
        point = Point(course.seconds, course.games, course.decisions, shares)
        course.curve.append(point)
        self._measuring += time.monotonic() - began
        return point

    def _key(self, rounds: int) -> Array:
        return jax.random.fold_in(jax.random.key(self.course.seed), rounds)
