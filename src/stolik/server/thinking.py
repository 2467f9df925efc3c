"""What is thought about next: a fair, bounded queue of questions to bots, trainers and makers of replays.

Clients share the time: the one that has had the least goes first, and among the tables of a client the one
that has had the least. Quick questions go before long ones of the same client. Tables that nobody is at come
last, and get only a part of the time even if nobody else wants it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from time import monotonic
from typing import Any

LONGEST = 1000
"""Questions that may wait. With more, the one whose turn would come last gives way."""

HALF_LIFE = 60.0
"""Seconds after which half of the time that somebody has had is forgotten."""
REMEMBERED = 10_000
"""Clients and tables whose time is remembered."""

WATCHING = 2.0
"""Seconds that a client counts as having had more of, for a table that people only watch."""
REST = 3.0
"""How many times longer than a decision for nobody takes, the next one for nobody waits."""

QUICK = 0.03
"""Seconds: a question that takes less is quick."""
FORGIVING = 0.9
"""How fast a kind of question that took long once is taken for quick again: by so much each time."""


class Urgency(IntEnum):
    """For whom a decision is made."""

    PEOPLE = 0
    """People at the table wait for it."""
    WATCHED = 1
    """People watch."""
    NOBODY = 2
    """No device is at the table."""


class Busy(Exception):  # noqa: N818 -- an answer, not a fault of the program
    """There is too much to think about: ask again later."""


@dataclass(eq=False, slots=True)
class Question:
    """Something to think about, for a table and a client."""

    table: str
    client: str
    kind: str
    """What is asked: questions of a kind take about the same time."""
    work: Callable[[], Any]
    """What to do; it goes to another process."""
    cheaper: Callable[[], Any] | None
    """What to do instead if that takes too long."""
    look: Callable[[], Urgency]
    """Says how urgent it is now."""
    quick: bool = False
    """Whether it is quick by its nature, whatever its kind has taken."""
    seconds: float | None = None
    """How long it may take, if not as long as a decision of a bot."""
    urgency: Urgency = field(init=False)
    asked: float = field(init=False, default=0.0)
    answer: asyncio.Future[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.urgency = self.look()


class ThinkingQueue:
    """Questions that wait, and the order in which their turn comes."""

    def __init__(self, longest: int = LONGEST, clock: Callable[[], float] = monotonic) -> None:
        self._longest = longest
        self._clock = clock
        self._waiting: list[Question] = []
        self._clients = _Spent(clock)
        self._tables = _Spent(clock)
        self._costs: dict[str, float] = {}
        self._rest_until = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, question: Question) -> bool:
        return question in self._waiting

    def add(self, question: Question) -> Question | None:
        """Let a question wait; return the one that has to give way if there are too many."""
        question.asked = self._clock()
        self._waiting.append(question)
        if len(self._waiting) <= self._longest:
            return None
        last = max(self._waiting, key=self._place)
        self._waiting.remove(last)
        return last

    def quick_and_long(self) -> tuple[int, int]:
        """Return how many quick questions wait, and how many others."""
        quick = sum(map(self.is_quick, self._waiting))
        return quick, len(self._waiting) - quick

    def take(self, only_quick: bool = False) -> Question | None:
        """Return the question whose turn it is, if there is any that may be answered now."""
        now = self._clock()
        for question in self._waiting:
            if question.urgency is Urgency.NOBODY:
                question.urgency = question.look()  # somebody may have come
        allowed = (
            question
            for question in self._waiting
            if not (only_quick and not self.is_quick(question))
            and not (question.urgency is Urgency.NOBODY and now < self._rest_until)
        )
        chosen = min(allowed, key=self._place, default=None)
        if chosen is not None:
            self._waiting.remove(chosen)
        return chosen

    def drop(self, question: Question) -> None:
        """Forget a question that nobody waits for any more."""
        if question in self._waiting:
            self._waiting.remove(question)

    def rest(self) -> float | None:
        """Return for how many seconds decisions for nobody still have to wait; ``None`` if none does."""
        left = self._rest_until - self._clock()
        return left if left > 0 and any(one.urgency is Urgency.NOBODY for one in self._waiting) else None

    def is_quick(self, question: Question) -> bool:
        """Whether a question takes little time, as far as is known; one of an unknown kind does not."""
        return question.quick or self._costs.get(question.kind, QUICK) < QUICK

    def spent(self, question: Question, seconds: float) -> None:
        """Note how long a question has taken."""
        self._clients.add(question.client, seconds)
        self._tables.add(question.table, seconds)
        self._costs[question.kind] = max(seconds, FORGIVING * self._costs.get(question.kind, 0.0))
        if question.urgency is Urgency.NOBODY:
            self._rest_until = self._clock() + REST * seconds

    def _place(self, question: Question) -> tuple[bool, float, bool, float, float]:
        had = self._clients[question.client] + WATCHING * (question.urgency is Urgency.WATCHED)
        return (
            question.urgency is Urgency.NOBODY,
            had,
            not self.is_quick(question),
            self._tables[question.table],
            question.asked,
        )


class _Spent:
    """How much time each of many has had lately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._had: dict[str, tuple[float, float]] = {}

    def __getitem__(self, who: str) -> float:
        seconds, then = self._had.get(who, (0.0, 0.0))
        return seconds * math.exp2((then - self._clock()) / HALF_LIFE)

    def add(self, who: str, seconds: float) -> None:
        """Note that somebody has had some more."""
        had = self[who] + seconds
        self._had.pop(who, None)
        if len(self._had) >= REMEMBERED:
            del self._had[next(iter(self._had))]  # who has had nothing for the longest time
        self._had[who] = (had, self._clock())
