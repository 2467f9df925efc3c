"""Playing a plan with workers, whatever they are: through the ``Executor`` of ``concurrent.futures``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from itertools import islice
from pathlib import Path

from stolik.arena.playing import Deal, Part, play_part
from stolik.arena.result import MatchResult

PART_SECONDS = 0.5
"""How long a part should take: short enough to lose little work, long enough to be worth sending."""

LARGEST_PART = 1000
PARTS_PER_WORKER = 4
"""The most parts that are being played or wait for an earlier one."""

POLL_SECONDS = 0.1

LOST_SECONDS = 10.0
LOST_TIMES = 5
"""A part is lost if all others have been done for so many seconds, and so many times their duration."""

Progress = Callable[[MatchResult], None]


class WorkError(RuntimeError):
    """The workers failed (``__cause__`` says why); what was counted before is in the result."""


def play_on(
    result: MatchResult,
    executor: Executor,
    workers: int = 1,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
    records: Path | None = None,
) -> None:
    """Play until the result is finished or ``stop()`` is true; only whole deals are counted.

    Neither the number of workers nor the order in which they finish changes the result. ``progress`` is
    called from time to time, between deals. ``records`` is a folder for the record of every game that is
    counted: ``DEAL-TABLE-GAME.txt``.
    """
    queue = _Queue(result, executor, workers, records)
    try:
        while not result.is_finished and not stop():
            queue.fill()
            if queue.count() and progress:
                progress(result)
    finally:
        queue.cancel()


def _given_up(error: Exception) -> WorkError:
    return WorkError(f"{type(error).__name__}: {error}")


class _Queue:
    """The parts of a plan that are being played; results are counted in the plan's order."""

    def __init__(self, result: MatchResult, executor: Executor, workers: int, records: Path | None) -> None:
        self._result = result
        self._executor = executor
        self._workers = workers
        self._records = records
        self._tables = len(result.plan.tables)
        self._end = result.plan.deals * self._tables
        self._sent = result.deals * self._tables
        self._size = 1
        self._parts: dict[int, Future[Part]] = {}
        self._numbers: dict[int, int] = {}
        self._first = self._sent
        self._sent_again: int | None = None
        self._alone_since: float | None = None
        self._longest = 0.0
        self._counted: list[Deal] = []

    def fill(self) -> None:
        """Submit enough parts for all workers."""
        while len(self._parts) < PARTS_PER_WORKER * self._workers and self._sent < self._end:
            left = self._end - self._sent
            number = min(self._size, max(1, left // self._workers))
            self._send(self._sent, number)
            self._sent += number

    def _send(self, first: int, number: int) -> None:
        try:
            self._parts[first] = self._executor.submit(
                play_part, self._result.plan, first, number, recorded=self._records is not None
            )
        except BrokenExecutor as error:
            raise _given_up(error) from error
        self._numbers[first] = number

    def count(self) -> bool:
        """Wait a little, count the deals that are complete, and return whether there are any."""
        before = self._result.deals
        wait([self._parts[self._first]], POLL_SECONDS)  # parts are counted in order
        if self._is_lost():
            self._send(self._first, self._numbers[self._first])
        for part in self._finished():
            self._adapt(part)
            self._counted += part.deals
            self._count_whole_deals()
        return self._result.deals > before

    def _finished(self) -> Iterator[Part]:
        """Yield the parts that are next in the plan's order, as far as they are done."""
        while self._first in self._parts and self._parts[self._first].done():
            try:
                part = self._parts[self._first].result()
            except Exception as error:
                self._try_again(error)
                continue
            del self._parts[self._first]
            self._first += self._numbers.pop(self._first)
            yield part

    def _is_lost(self) -> bool:
        """Whether the first part is probably lost: a cluster may lose it with a worker, without an error."""
        parts = [future for first, future in self._parts.items() if first != self._first]
        if self._parts[self._first].done() or not all(future.done() for future in parts):
            self._alone_since = None
            return False
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        came = [future.result() for future in parts if not future.cancelled() and not future.exception()]
        longest = max([self._longest, *(part.seconds for part in came)])
        if not longest or now - self._alone_since < max(LOST_SECONDS, LOST_TIMES * longest):
            return False
        self._alone_since = None
        return True

    def _try_again(self, error: Exception) -> None:
        """Submit a part again: what a worker of a cluster has finished is lost when it dies."""
        if self._sent_again == self._first or isinstance(error, BrokenExecutor):
            raise _given_up(error) from error
        self._sent_again = self._first
        self._send(self._first, self._numbers[self._first])

    def _adapt(self, part: Part) -> None:
        """Set the size of the next parts, so that they take ``PART_SECONDS``."""
        self._longest = max(self._longest, part.seconds)
        rate = len(part.deals) / max(part.seconds, 1e-9)
        self._size = max(1, min(round(rate * PART_SECONDS), LARGEST_PART, 2 * self._size))

    def _count_whole_deals(self) -> None:
        while len(self._counted) >= self._tables and not self._result.is_finished:
            deal = list(islice(self._counted, self._tables))
            del self._counted[: self._tables]
            self._result.add_deal(deal)
            if self._records is not None:
                self._save(deal, self._records)

    def _save(self, tables: list[Deal], folder: Path) -> None:
        for table, games in enumerate(tables, 1):
            for number, game in enumerate(games, 1):
                assert game.record is not None
                game.record.save(folder / f"{self._result.deals:06}-{table}-{number}.txt")

    def cancel(self) -> None:
        """Cancel the parts that no worker has begun."""
        for future in self._parts.values():
            future.cancel()
