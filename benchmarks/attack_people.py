"""People who play while strangers attack: seven phones of one home, and somebody elsewhere who wants to play.

Six of the seven play against each other and one against bots. They decide at once, but no faster than people
do. What they feel is noted in ``Felt``.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import msgspec

from benchmarks.attack_web import ELSEWHERE, HOME, ask, open_table
from benchmarks.server_line import Line
from tools.server_process import HOST

PAUSE = 0.15
"""Seconds before each decision."""
RETURN = 3.0
"""Seconds after which a person's device loses its line and comes back."""
NEWCOMER = 1.5
"""Seconds after which somebody else opens another table."""
PULSE = 0.25
"""Seconds after which ``/healthz`` is asked again."""
SICK = 5.0
"""Seconds after which a ``/healthz`` that has not answered counts as not answering."""
GRACE = 30.0
"""Seconds in which everybody must be able to sit down and begin, before there is any attack."""


@dataclass
class Felt:
    """What people felt in a time."""

    commands: list[float] = field(default_factory=list)
    """Seconds from each command to its answer."""
    bots: list[float] = field(default_factory=list)
    """Seconds for which a person waited for each decision of a bot."""
    health: list[float] = field(default_factory=list)
    """Seconds that ``/healthz`` took."""
    refused: Counter[str] = field(default_factory=Counter)
    """What was refused to people with a seat, by why."""
    opened: int = 0
    """Tables that a newcomer could open."""
    turned_away: int = 0
    """Tables that a newcomer could not open."""
    unhealthy: int = 0
    """How often ``/healthz`` did not answer."""


class Phone(Line):
    """The device of a person who has a seat."""

    def __init__(self, people: People, code: str, cookie: str, seat: int) -> None:
        super().__init__()
        self._people = people
        self._path = f"/api/tables/{code}/socket"
        self._cookie = cookie
        self._seat = seat
        self._number = 0
        self._under_way: dict[str, float] = {}
        self._bot_since: float | None = None
        self._stage = "waiting"
        self._away = False
        self.seq = 0

    async def come(self) -> None:
        """Connect, or connect again after the line was lost."""
        await asyncio.sleep(PAUSE)  # the end of the line before is told a little later
        self._upgraded, self._rest, self._away = False, b"", False
        path = f"{self._path}?since={self.seq}"
        try:
            await self.connect(HOST, self._people.port, path, self._cookie, HOME)
        except OSError:
            self._people.refused("no connection")

    def drop(self) -> None:
        """Lose the line, as phones do; what was under way is not counted."""
        self._away = True
        self._under_way.clear()
        self._bot_since = None
        self.close()

    def heard(self, text: bytes) -> None:
        """Take in what happened, and do what comes next."""
        message = msgspec.json.decode(text)
        now = perf_counter()
        self.seq = message.get("seq", self.seq)
        if message["t"] == "refused":
            self._under_way.pop(message["id"], None)
            if message["code"] not in ("stale", "not_now"):  # it had been done before the line was lost
                self._people.refused(message["code"])
        for told in message.get("told", ()):
            if (sent := self._under_way.pop(told["id"], None)) is not None:
                self._people.felt.commands.append(now - sent)
        if table := message.get("table"):
            self._stage = table["stage"]
            self._gather(table)
        if view := message.get("view"):
            self._look(view, message.get("ply", 0), now)

    def _gather(self, table: dict[str, Any]) -> None:
        ready = [seat["ready"] for seat in table["seats"]]
        if table["stage"] == "waiting" and not ready[self._seat]:
            self._soon({"t": "ready", "seat": self._seat, "random": f"{random.getrandbits(128):032x}"})
        elif table["stage"] == "waiting" and all(ready) and self._seat == 0 and table["round"] == 1:
            self._soon({"t": "start"})
        elif table["stage"] == "over" and self._seat == 0:
            self._soon({"t": "rematch"})

    def _look(self, view: dict[str, Any], ply: int, now: float) -> None:
        if self._bot_since is not None:
            self._people.felt.bots.append(now - self._bot_since)
        waits = self._stage == "playing" and self._people.is_bot(self._path, view["actor"])
        self._bot_since = now if waits else None
        if self._stage == "playing" and view.get("moves"):
            move = random.choice(view["moves"])
            self._soon({"t": "play", "seat": self._seat, "ply": ply, "moves": [move]})

    def still_waiting(self) -> None:
        """Note what has not come until now, and count from now on."""
        now = perf_counter()
        if self._bot_since is not None:
            self._people.felt.bots.append(now - self._bot_since)
            self._bot_since = now
        for id, sent in self._under_way.items():
            self._people.felt.commands.append(now - sent)
            self._under_way[id] = now

    def _soon(self, command: dict[str, Any]) -> None:
        self._number += 1
        command["id"] = f"{self._seat}-{self._number}"
        asyncio.get_running_loop().call_later(PAUSE, self._say, command)

    def _say(self, command: dict[str, Any]) -> None:
        if not self._away:
            self._under_way[command["id"]] = perf_counter()
            self.send(msgspec.json.encode(command))

    def lost(self, why: str) -> None:
        """Note that the server sent this device away."""
        if not self._away:
            self._people.refused(f"sent away: {why[:60]}")
            self._away = True
            asyncio.get_running_loop().call_later(RETURN, self._again)

    def _again(self) -> None:
        self._people.later(self.come())


class People:
    """All who play."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.felt = Felt()
        self.phones: list[Phone] = []
        self.codes: list[str] = []
        self._bots: dict[str, int] = {}
        self._asked_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    def refused(self, why: str) -> None:
        """Note that something was refused to a person with a seat."""
        self.felt.refused[why] += 1

    def is_bot(self, path: str, actor: int | None) -> bool:
        """Whether a bot has to decide at the table of a socket's path."""
        return actor is not None and actor >= self._bots[path]

    def later(self, work: Any) -> None:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def sit_down(self) -> None:
        """Open the tables, and begin to play."""
        bot = {"kind": "bot", "level": "easy"}
        for seats, people in (([{}, {}], 2), ([{}, {}], 2), ([{}, {}], 2), ([{}, bot, bot], 1)):
            wanted: dict[str, Any] = {"game": "linko", "seats": seats, "name": "Ola"}
            wanted["manners"] = {"pace": "instant"}
            if people == 2:
                wanted["options"] = {"mode": "duel"}
            code, cookie = await open_table(self.port, wanted, HOME)
            self.codes.append(code)
            self._bots[f"/api/tables/{code}/socket"] = people
            self.phones.append(Phone(self, code, cookie, 0))
            for seat in range(1, people):
                path, body = f"/api/tables/{code}/seats", {"name": f"Lis {seat}", "seat": seat}
                answer = await ask(self.port, "POST", path, body, source=HOME)
                self.phones.append(Phone(self, code, answer.cookie, seat))
        for phone in self.phones:
            await phone.come()
        async with asyncio.timeout(GRACE):
            while not (self.felt.bots and len(self.felt.commands) > 4 * len(self.phones)):
                await asyncio.sleep(0.05)
        self.later(self._come_and_go())
        self.later(self._newcomer())
        self.later(self._pulse())

    def since(self) -> Felt:
        """Return what was felt until now, and start again."""
        for phone in self.phones:
            phone.still_waiting()
        if self._asked_at and perf_counter() - self._asked_at > SICK:
            self.felt.health.append(perf_counter() - self._asked_at)
            self.felt.unhealthy += 1
        felt, self.felt = self.felt, Felt()
        return felt

    async def _come_and_go(self) -> None:
        while True:
            for phone in self.phones[:2]:
                await asyncio.sleep(RETURN / 2)
                phone.drop()
                await phone.come()

    async def _newcomer(self) -> None:
        wanted = {"game": "pickomino", "seats": [{}, {}], "name": "Ewa"}
        while True:
            code, cookie = await open_table(self.port, wanted, ELSEWHERE)
            self.felt.opened += bool(code)
            self.felt.turned_away += not code
            if code:
                path = f"/api/tables/{code}"
                await ask(self.port, "DELETE", path, source=ELSEWHERE, cookie=cookie)
            await asyncio.sleep(NEWCOMER)

    async def _pulse(self) -> None:
        while True:
            self._asked_at = perf_counter()
            answer = await ask(self.port, "GET", "/healthz", source=ELSEWHERE)
            self.felt.health.append(perf_counter() - self._asked_at)
            self._asked_at = 0.0
            self.felt.unhealthy += answer.status != 200
            await asyncio.sleep(PULSE)

    async def go(self) -> None:
        """Go home."""
        for task in self._tasks:
            task.cancel()
        for phone in self.phones:
            phone.drop()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
