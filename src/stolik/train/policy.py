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
from stolik.train.classroom import Classroom, Sizes
from stolik.train.course import Course
from stolik.train.measure import measurer
from stolik.train.net import Net
from stolik.train.ppo import Lesson, Settings, learn, self_play
from stolik.train.school import Lessons, School, Share

MEASURED_GAMES: Final = (600, 8192)
"""In how many games a network is measured at least, and at most; in between in all that it plays at once."""
SLOWEST: Final = 0.05
"""At the end of a course the rate of learning is this part of what it was."""
MINIBATCHES: Final = 8
"""In how many parts a lesson is learned."""

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
class PolicySchool(School):
    """All of a game that one network can learn: to play, and who is winning."""

    sizes: Sizes
    classroom: Callable[[Game], Classroom]

    def name(self, game: Game) -> str:
        """Return what a table is called."""
        return self.classroom(game).name

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

    def lessons(self, course: Course) -> Lessons:
        """Return what goes on with a course."""
        return PolicyLessons(course, [self.classroom(game) for game in course.tables])


class PolicyLessons:
    """Plays at all tables at once, and learns from it."""

    def __init__(self, course: Course, classrooms: list[Classroom]) -> None:
        self._course = course
        with ThreadPoolExecutor(len(classrooms)) as pool:
            ready = list(pool.map(self._prepared, range(len(classrooms)), classrooms))
        self._states, self._play, self._measure = map(list, zip(*ready, strict=True))

    def _prepared(self, number: int, room: Classroom) -> tuple[Any, Any, Any]:
        """Return a table's games at their first decision, and what plays and measures there, compiled."""
        course = self._course
        settings: Any = course.settings
        key = jax.random.fold_in(course.key(), number)
        state = jax.jit(room.init, static_argnums=1)(key, settings.games)
        play = jax.jit(partial(self_play, room, settings)).lower(course.network, state, key).compile()
        fewest, most = MEASURED_GAMES
        measure = measurer(room, max(fewest, min(settings.games, most)))
        return state, play, jax.jit(measure).lower(course.network, key).compile()

    def learn(self, so_far: float) -> Lesson:
        """Play on at all tables, and learn from it."""
        course = self._course
        settings: Any = course.settings
        playing, learning = jax.random.split(course.key())
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

    def measure(self, key: Array) -> list[Share]:
        """Measure the network at all tables."""
        keys = [jax.random.fold_in(key, number) for number in range(len(self._measure))]
        found = [measure(self._course.network, one) for measure, one in zip(self._measure, keys, strict=True)]
        return [Share(*map(float, share)) for share in found]
