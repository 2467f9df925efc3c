"""Whose turn it is to be thought for: fair between clients and tables, bounded, and never long for people."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stolik.server.bot_pool import PATIENCE, BotPool, think
from stolik.server.connection import Connection
from stolik.server.messages import Manners, PerMove
from stolik.server.metrics import Metrics
from stolik.server.tasks import Tasks
from stolik.server.thinking import HALF_LIFE, LONGEST, QUICK, REST, Busy, Question, ThinkingQueue, Urgency
from stolik.server.trainer import Trainer
from tests.server.tables import Played

pytestmark = pytest.mark.anyio

PEOPLE, WATCHED, NOBODY = Urgency


class Clock:
    """A clock that stands still until it is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def question(
    table: str, client: str, urgency: Urgency = PEOPLE, kind: str = "deep", quick: bool = False
) -> Question:
    return Question(table, client, kind, partial(str, table), None, lambda: urgency, quick)


def taken(queue: ThinkingQueue, seconds: float = 1.0) -> list[str]:
    """Take all that may be answered now; each takes so long."""
    order = []
    while found := queue.take():
        order.append(found.table)
        queue.spent(found, seconds)
    return order


# -- The order --------------------------------------------------------------------------------------------


async def test_a_client_with_many_tables_does_not_delay_another(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    for number in range(30):
        queue.add(question(f"many{number}", "stranger"))
    first = queue.take()
    assert first is not None
    queue.spent(first, 1.0)
    queue.add(question("own", "home"))
    assert taken(queue)[0] == "own"


async def test_clients_share_the_time_not_the_turns(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    for number in range(3):
        queue.add(question(f"slow{number}", "slow"))
    slow = queue.take()
    assert slow is not None
    queue.spent(slow, 2.0)
    for number in range(6):
        queue.add(question(f"fast{number}", "fast"))
    order = taken(queue, 0.5)
    assert order.index("slow1") == 4  # after as many seconds as it has had


async def test_the_tables_of_a_client_take_turns(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    order = []
    for _ in range(3):
        queue.add(question("a", "home"))
        queue.add(question("b", "home"))
    while found := queue.take():
        order.append(found.table)
        queue.spent(found, 1.0)
    assert order == ["a", "b", "a", "b", "a", "b"]


async def test_what_somebody_has_had_is_forgotten(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    queue.spent(question("a", "yesterday"), 100.0)
    queue.spent(question("b", "now"), 1.0)
    clock.now += 20 * HALF_LIFE
    queue.spent(question("b", "now"), 1.0)
    queue.add(question("b", "now"))
    queue.add(question("a", "yesterday"))
    assert taken(queue) == ["a", "b"]


async def test_quick_questions_come_before_long_ones(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    queue.add(question("long", "home"))
    queue.add(question("quick", "home", quick=True))
    assert taken(queue) == ["quick", "long"]


async def test_what_is_quick_is_learnt(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    queue.add(question("a", "home", kind="unknown"))
    assert queue.take(only_quick=True) is None
    queue.spent(question("a", "home", kind="unknown"), QUICK / 2)
    assert queue.take(only_quick=True) is not None
    queue.add(question("a", "home", kind="unknown"))
    queue.spent(question("a", "home", kind="unknown"), 1.0)
    assert queue.take(only_quick=True) is None


async def test_people_who_wait_come_before_people_who_watch(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    queue.add(question("watched", "a", WATCHED))
    queue.add(question("played", "b", PEOPLE))
    assert taken(queue) == ["played", "watched"]


async def test_tables_that_nobody_is_at_come_last_and_slowly(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    for number in range(3):
        queue.add(question(f"empty{number}", f"client{number}", NOBODY, quick=True))
    queue.add(question("watched", "busy", WATCHED))
    queue.spent(question("x", "busy"), 1000.0)
    assert taken(queue, 1.0) == ["watched", "empty0"]
    assert queue.rest() == REST
    clock.now += REST
    assert taken(queue, 1.0) == ["empty1"]
    queue.add(question("played", "home"))
    assert taken(queue) == ["played"]  # people never wait for that rest


async def test_a_table_that_somebody_comes_to_is_not_slow_any_more(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    queue.spent(question("x", "y", NOBODY), 1.0)
    here: list[str] = []
    queue.add(Question("a", "a", "deep", str, None, lambda: PEOPLE if here else NOBODY))
    assert queue.take() is None
    here.append("ola")
    assert queue.take() is not None


async def test_the_queue_is_bounded_and_the_last_gives_way(clock: Clock) -> None:
    queue = ThinkingQueue(clock=clock)
    for number in range(LONGEST):
        assert queue.add(question(f"t{number}", "stranger", NOBODY)) is None
    new = question("own", "home")
    gone = queue.add(new)
    assert gone is not None
    assert gone.client == "stranger"
    assert len(queue) == LONGEST
    assert queue.take() is new


# -- The pool ---------------------------------------------------------------------------------------------


def figure(metrics: Metrics, name: str) -> float:
    return float(metrics.registry.get_sample_value(name) or 0.0)


class Blocked:
    """A pool of one thread that is busy until it is let go."""

    def __init__(self, seconds: float) -> None:
        self.metrics = Metrics()
        self.pool = BotPool(0, seconds, "master", self.metrics)
        self.go = threading.Event()
        self._busy = asyncio.create_task(
            self.pool.ask(Question("busy", "stranger", "block", self.go.wait, None, lambda: PEOPLE))
        )

    async def close(self) -> None:
        self.go.set()
        await self._busy
        self.pool.close()


async def test_a_question_that_waited_too_long_is_answered_at_a_glance() -> None:
    blocked = Blocked(0.01)
    await asyncio.sleep(0)
    slow = Question("own", "home", "deep", lambda: "deep", lambda: "cheap", lambda: PEOPLE)
    answer = asyncio.create_task(blocked.pool.ask(slow))
    while not slow.quick:
        await asyncio.sleep(0.01)
    blocked.go.set()
    assert await answer == "cheap"
    assert figure(blocked.metrics, "stolik_thinking_given_up_total") == 1
    await blocked.close()


async def test_a_question_for_nobody_waits_as_long_as_it_takes() -> None:
    blocked = Blocked(0.01)
    await asyncio.sleep(0)
    slow = Question("own", "home", "deep", lambda: "deep", lambda: "cheap", lambda: NOBODY)
    answer = asyncio.create_task(blocked.pool.ask(slow))
    await asyncio.sleep(0.1)
    assert figure(blocked.metrics, "stolik_thinking_waiting") == 1
    blocked.go.set()
    assert await answer == "deep"
    await blocked.close()


async def test_who_finds_no_room_is_told_and_counted() -> None:
    blocked = Blocked(100)
    await asyncio.sleep(0)
    asked = [
        asyncio.create_task(blocked.pool.ask(question(f"t{number}", "stranger", NOBODY)))
        for number in range(LONGEST + 5)
    ]
    await asyncio.sleep(0)
    await asyncio.wait(asked, return_when=asyncio.FIRST_EXCEPTION)
    assert blocked.pool.waiting() == LONGEST
    assert figure(blocked.metrics, "stolik_thinking_turned_away_total") == 5
    await asyncio.sleep(0)
    refused = [task for task in asked if task.done()]
    assert len(refused) == 5
    assert all(isinstance(task.exception(), Busy) for task in refused)
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    await blocked.close()


async def test_a_question_that_nobody_waits_for_any_more_is_forgotten() -> None:
    blocked = Blocked(100)
    await asyncio.sleep(0)
    answer = asyncio.create_task(blocked.pool.ask(question("own", "home")))
    await asyncio.sleep(0)
    assert blocked.pool.waiting() == 1
    answer.cancel()
    await asyncio.gather(answer, return_exceptions=True)
    assert blocked.pool.waiting() == 0
    await blocked.close()


async def test_a_quick_question_does_not_wait_for_a_process_to_start() -> None:
    pool = BotPool(2, 60.0, "master", Metrics())
    quick, general = pool._thinkers

    def glance(number: int) -> Question:
        return Question(
            f"t{number}", "home", "glance", partial(str, number), None, lambda: PEOPLE, quick=True
        )

    assert await pool.ask(glance(1)) == "1"
    assert (quick.has_started, general.has_started) == (True, False)
    assert await asyncio.gather(*(pool.ask(glance(number)) for number in range(3))) == ["0", "1", "2"]
    assert not general.has_started
    assert await pool.ask(Question("t", "home", "long", partial(str, 5), None, lambda: PEOPLE)) == "5"
    assert general.has_started
    pool.close()


def spin() -> str:
    while True:
        time.sleep(0.001)


def test_a_decision_that_takes_too_long_is_given_up_for_a_cheaper_one() -> None:
    thought = think(spin, lambda: "cheap", 0.05)
    assert (thought.answer, thought.given_up) == ("cheap", True)
    with pytest.raises(TimeoutError):
        think(spin, None, 0.05)
    assert think(lambda: "deep", None, 100).answer == "deep"


@pytest.mark.skipif(sys.platform == "win32", reason="has no such priorities")
async def test_who_thinks_for_long_stands_behind_the_server_from_the_start(tmp_path: Any) -> None:
    behind = min(19, os.getpriority(os.PRIO_PROCESS, 0) + PATIENCE)
    pool = BotPool(2, 60.0, "master", Metrics())
    quick, general = pool._thinkers
    starting = asyncio.create_task(general.start())
    await asyncio.sleep(0)  # it has been started, and loads what it needs
    assert [os.getpriority(os.PRIO_PROCESS, process.pid) for process in general._processes()] == [behind]
    await starting
    ended = partial(die_once, str(tmp_path / "mark"))
    for work, expected in ((priority, behind), (ended, "alive"), (priority, behind)):  # a new one, too
        asked = Question("t", "home", "long", work, None, lambda: PEOPLE)
        assert (await general.answer(asked, 60.0)).answer == expected
    glance = Question("t", "home", "glance", priority, None, lambda: PEOPLE, quick=True)
    assert (await quick.answer(glance, 60.0)).answer == os.getpriority(os.PRIO_PROCESS, 0)
    pool.close()


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


async def test_a_process_that_ended_is_replaced(tmp_path: Any) -> None:
    pool = BotPool(1, 60.0, "master", Metrics())
    mark = tmp_path / "mark"
    asked = Question("a", "home", "kind", partial(die_once, str(mark)), None, lambda: PEOPLE)
    assert await pool.ask(asked) == "alive"
    pool.close()


def die_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return "alive"


# -- The trainer ------------------------------------------------------------------------------------------


async def test_the_trainer_is_asked_once_for_each_decision() -> None:
    played = Played("pickomino", 2, manners=Manners(help="trainer"))
    played.begin()
    played.move("roll")
    asked: list[str] = []
    sent: list[bytes] = []

    async def advise(view: Any, _: str, client: str) -> tuple[str, PerMove]:
        asked.append(client)
        return view["moves"][0], {}

    async def send(text: bytes) -> None:
        sent.append(text)

    async def close(_: int) -> None:
        pass

    tasks = Tasks()
    ola = {Connection("ola", send, close, "home") for _ in range(40)}
    trainer = Trainer(played.table, ola, advise, tasks)
    for connection in [*ola] * 5:
        trainer.ask(connection)
    while len(sent) < 40:
        await asyncio.sleep(0)
    assert asked == ["home"]
    newcomer = next(iter(ola))
    trainer.ask(newcomer)
    while len(sent) < 41:
        await asyncio.sleep(0)
    assert asked == ["home"]  # later callers are told the same
    await tasks.close()


async def test_a_trainer_who_lacks_something_says_so() -> None:
    played = Played("linko", 3, manners=Manners(help="trainer"))
    played.begin()
    sent: list[bytes] = []

    async def advise(*_: Any) -> tuple[str, PerMove]:
        raise ModuleNotFoundError("numpy")

    async def send(text: bytes) -> None:
        sent.append(text)

    async def close(_: int) -> None:
        pass

    tasks = Tasks()
    Trainer(played.table, {Connection("ola", send, close, "home")}, advise, tasks).ask()
    while not sent:
        await asyncio.sleep(0)
    await tasks.close()
    assert json.loads(sent[0]) == {
        "t": "advice",
        "ply": played.table.made,
        "best": "",
        "moves": {},
        "missing": True,
    }
