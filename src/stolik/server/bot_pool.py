"""Bots and trainers think in processes of their own, so that a slow one does not delay the tables.

Whose turn it is says ``thinking``. Each process has one question at a time. With two processes or more, one
is kept for quick questions, so that an ``easy`` bot never waits for a ``master``.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from stolik import bots, parent, threads
from stolik.core import View
from stolik.server.choosing import Choice, choose_move, decision_seed
from stolik.server.help import advise
from stolik.server.messages import Level, PerMove
from stolik.server.metrics import Metrics
from stolik.server.table import Table
from stolik.server.thinking import Busy, Question, ThinkingQueue, Urgency

T = TypeVar("T")

QUICK_LEVELS: tuple[Level, ...] = ("easy", "medium")
"""The levels that decide at a glance, in every game."""
CROWD = 4
"""Quick questions that may wait for the one process that is for them, before another is started."""
PATIENCE = 19
"""The nice value of processes for long computations, the highest there is. With less, everybody waits for a
stranger's review where there are few processors."""
START_SECONDS = 30.0
"""How long a process may take to start; after that and the time for a question it is taken for stuck."""


class Thought(NamedTuple):
    """An answer, whether it is the cheaper one, and how many seconds it took."""

    answer: Any
    given_up: bool
    seconds: float


class TooSlow(BaseException):
    """The time for a question is over. Not an ``Exception``: no bot catches it."""


# -- In the processes -------------------------------------------------------------------------------------


def think(work: Callable[[], T], cheaper: Callable[[], T] | None, seconds: float) -> Thought:
    """Answer a question, or after so many seconds a cheaper one; raises ``TimeoutError`` if there is none."""
    began = time.perf_counter()
    try:
        with _time_limit(seconds):
            answer = work()
    except TooSlow:
        if cheaper is None:
            raise TimeoutError(f"more than {seconds:g} s") from None
        return Thought(cheaper(), True, time.perf_counter() - began)
    return Thought(answer, False, time.perf_counter() - began)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise ``TooSlow`` after so many seconds, where that is possible: not in threads, nor on Windows."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _begin() -> None:
    """Prepare a process: it ignores Ctrl-C, which is for the server, and ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threads.use_one()
    parent.when_it_ends(lambda: os._exit(0))


def _begun() -> None:
    """Do nothing, in a process that has started."""


# -- In the server ----------------------------------------------------------------------------------------


class _Thinker:
    """One process, or one thread of this process, that answers one question at a time."""

    def __init__(self, in_process: bool, only_quick: bool) -> None:
        self.only_quick = only_quick
        self.busy = False
        self.has_started = not in_process
        self._in_process = in_process
        self._known: set[str] = set()
        self._executor = self._new()

    def _new(self) -> Executor:
        self._known.clear()
        if not self._in_process:
            return ThreadPoolExecutor(1, "stolik-think")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=_begin)

    async def answer(self, question: Question, seconds: float) -> Thought:
        """Answer a question; a process that ended, or that is stuck, is replaced, and asked once more."""
        work = partial(think, question.work, question.cheaper, seconds)
        stuck = asyncio.get_running_loop().call_later(START_SECONDS + seconds, self._kill)
        try:
            return await self._send(work)
        except BrokenProcessPool:
            self._executor = self._new()
            last = question.cheaper or question.work
            return await self._send(partial(think, last, None, seconds))
        finally:
            stuck.cancel()

    async def start(self) -> None:
        """Start the process, which takes a while: nobody should wait for it who need not."""
        await self._send(_begun)
        self.has_started = True

    def _send(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have something done, in a process that starts now if there is none yet."""
        result = asyncio.get_running_loop().run_in_executor(self._executor, work)
        if not self.only_quick:
            self._stand_back()
        return result

    def _stand_back(self) -> None:
        """Put the process behind the server, from the moment it starts: to load what it needs takes long."""
        if hasattr(os, "setpriority"):
            patience = os.getpriority(os.PRIO_PROCESS, 0) + PATIENCE
            for process in self._processes():
                with suppress(OSError):  # it has ended, or we may not
                    os.setpriority(os.PRIO_PROCESS, process.pid, patience)

    def knows(self, kind: str) -> bool:
        """Whether it has answered this kind before: the first time it also has much to load."""
        known = kind in self._known
        self._known.add(kind)
        return known

    def _kill(self) -> None:
        for process in self._processes():
            process.kill()

    def close(self) -> None:
        """End the process at once."""
        processes = self._processes()
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def _processes(self) -> list[Any]:
        return list((getattr(self._executor, "_processes", None) or {}).values())


class BotPool:
    """Answers questions of all tables, in the order that is fair."""

    def __init__(self, processes: int, seconds: float, deepest: Level, metrics: Metrics) -> None:
        self._seconds = seconds
        self._deepest = deepest
        self._metrics = metrics
        self._queue = ThinkingQueue()
        self._thinkers = [
            _Thinker(in_process=processes > 0, only_quick=number == 0 and processes > 1)
            for number in range(max(1, processes))
        ]
        """The one for quick questions is asked first, so that it has started before a long one comes."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False
        metrics.measure("stolik_thinking_waiting", "Questions that wait to be thought about", self.waiting)

    def waiting(self) -> int:
        """Return how many questions wait."""
        return len(self._queue)

    async def choose(
        self, table: Table, seat: int, level: Level, client: str, look: Callable[[], Urgency]
    ) -> Choice:
        """Return what a bot of this level plays in a seat; raises ``Busy``."""
        assert table.state is not None
        view, seed = table.state.view(seat), decision_seed(table)
        level = min(level, self._deepest, key=bots.LEVELS.index)
        chosen: Choice = await self.ask(
            Question(
                table.code,
                client,
                f"{table.game_name}/{level}",
                partial(choose_move, table.game_name, level, seed, view),
                partial(choose_move, table.game_name, QUICK_LEVELS[0], seed, view),
                look,
                quick=level in QUICK_LEVELS,
            )
        )
        return chosen

    async def advise(self, view: View, code: str, client: str) -> tuple[str, PerMove]:
        """Return a trainer's best move, and what it says of each; raises ``Busy`` or ``TimeoutError``."""
        kind, work = f"{view['game']}/advice", partial(advise, view)
        found: tuple[str, PerMove] = await self.ask(
            Question(code, client, kind, work, None, lambda: Urgency.PEOPLE)
        )
        return found

    async def ask(self, question: Question) -> Any:
        """Answer a question when its turn has come; raises ``Busy``."""
        loop = asyncio.get_running_loop()
        question.answer = loop.create_future()
        self._refuse(self._queue.add(question))
        late = loop.call_later(self._seconds, self._hurry, question)
        self._go_on()
        try:
            return await question.answer
        finally:
            late.cancel()
            self._queue.drop(question)

    def _hurry(self, question: Question) -> None:
        """Answer a question that has waited too long at a glance, if people are there."""
        if question in self._queue and question.cheaper and question.urgency is not Urgency.NOBODY:
            question.work, question.quick = question.cheaper, True
            self._metrics.given_up.inc()
            self._go_on()

    def _refuse(self, question: Question | None) -> None:
        if question is not None and not question.answer.done():
            question.answer.set_exception(Busy)
            self._metrics.turned_away.inc()

    def _go_on(self) -> None:
        """Give every process that is free something to do."""
        if self._closed:
            return
        for thinker in self._thinkers:
            if thinker.busy:
                continue
            if not thinker.has_started:
                if self._is_needed(thinker):
                    self._give(thinker, self._start(thinker))
            elif question := self._queue.take(thinker.only_quick):
                self._give(thinker, self._think(thinker, question))
        rest = self._queue.rest()
        if rest is not None and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(rest, self._rested)

    def _is_needed(self, thinker: _Thinker) -> bool:
        """Whether a process that has not started yet should: something waits that is for it only, or much."""
        quick, long = self._queue.quick_and_long()
        if len(self._thinkers) == 1:
            return quick + long > 0
        return quick > 0 if thinker.only_quick else long > 0 or quick > CROWD

    def _give(self, thinker: _Thinker, work: Coroutine[Any, Any, None]) -> None:
        thinker.busy = True
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self, thinker: _Thinker) -> None:
        try:
            await thinker.start()
        except BrokenProcessPool:
            thinker.has_started = True  # the question that comes next replaces it
        finally:
            thinker.busy = False
            self._go_on()

    def _rested(self) -> None:
        self._alarm = None
        self._go_on()

    async def _think(self, thinker: _Thinker, question: Question) -> None:
        self._metrics.waited[question.urgency].observe(time.monotonic() - question.asked)
        try:
            thought = await thinker.answer(question, question.seconds or self._seconds)
        except Exception as error:
            if not question.answer.done():
                question.answer.set_exception(error)
        else:
            self._metrics.given_up.inc(thought.given_up)
            if thinker.knows(question.kind):
                self._queue.spent(question, thought.seconds)
            if not question.answer.done():
                question.answer.set_result(thought.answer)
        finally:
            thinker.busy = False
            self._go_on()

    def close(self) -> None:
        """End all processes at once."""
        self._closed = True
        if self._alarm:
            self._alarm.cancel()
        for task in self._tasks:
            task.cancel()
        for thinker in self._thinkers:
            thinker.close()
