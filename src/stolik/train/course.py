"""A course of training: some tables of a game at once, for so many minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import jax
from jax import Array

from stolik.core import Game
from stolik.train.adam import Adam, no_steps
from stolik.train.school import Lessons, School, Settings, Share

MEASURING: Final = 0.05
"""As which part of the time that it learns a network may be measured, the end of a course apart."""


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
    network: Any
    adam: Adam
    rounds: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    curve: list[Point] = field(default_factory=list)

    @classmethod
    def new(cls, school: School, tables: Sequence[Game], settings: Settings, seed: int) -> Course:
        """Return a course at its beginning."""
        network = school.network(jax.random.key(seed), settings, tables)
        return cls(school, tuple(tables), settings, seed, network, no_steps(network))

    def key(self) -> Array:
        """Return where the chance of the next lesson comes from."""
        return jax.random.fold_in(jax.random.key(self.seed), self.rounds)


class Teacher:
    """Goes on with a course, and looks at the clock."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._lessons: Lessons = course.school.lessons(course)
        self._measuring = 0.0
        self._has_taught = False

    @property
    def may_measure(self) -> bool:
        """Whether measuring has taken little time so far, compared with what has been learned."""
        return self._measuring <= MEASURING * self.course.seconds

    def teach(self, minutes: float, heard: Callable[[Any], bool]) -> None:
        """Go on to the end of the course, which is to take so many minutes, or until ``heard`` says to stop.

        ``heard`` is told of every lesson. The first takes no time of the course: to learn is compiled then.
        """
        course, whole = self.course, 60 * minutes
        while course.seconds < whole:
            began = time.monotonic()
            lesson = self._lessons.learn(course.seconds / whole)
            course.seconds += self._has_taught * (time.monotonic() - began)
            self._has_taught = True
            if heard(lesson):
                return

    def measure(self) -> Point:
        """Measure the network at all tables, and add a point to the curve."""
        course, began = self.course, time.monotonic()
        names = map(course.school.name, course.tables)
        shares = dict(zip(names, self._lessons.measure(course.key()), strict=True))
        point = Point(course.seconds, course.games, course.decisions, shares)
        course.curve.append(point)
        self._measuring += time.monotonic() - began
        return point
