"""The load of the table's server: two people at each table of the dice game, who play anything legal."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from benchmarks.server_line import Line
from benchmarks.server_loads import PATIENCE, Load, in_turn, until
from benchmarks.server_process import MeasuredProcess
from stolik.server import entries
from stolik.server.access import hashed, new_code, new_token, path_of
from stolik.server.commands import Caller, decide, open_table, sit_down
from stolik.server.entries import Entry
from stolik.server.messages import Command, NewTable, Play, Ready, Rematch, SeatPlan, Start
from stolik.server.store import Store
from stolik.server.table import Table
from tools.server_process import HOST


class _View(msgspec.Struct):
    actor: int | None
    moves: list[str] = []


class _TableView(msgspec.Struct):
    stage: str
    seats: list[_SeatView]


class _SeatView(msgspec.Struct):
    ready: bool


class _Told(msgspec.Struct):
    id: str


class _Heard(msgspec.Struct):
    """As much of a message as a player looks at."""

    t: str
    ply: int = 0
    told: list[_Told] = []
    table: _TableView | None = None
    view: _View | None = None


_decoder = msgspec.json.Decoder(_Heard)
_written = msgspec.json.Encoder().encode


class Person(Line):
    """A person's device at a table."""

    def __init__(self, pair: Pair, seat: int) -> None:
        super().__init__()
        self._pair = pair
        self._seat = seat
        self.greeted = asyncio.Event()
        self._stage = "waiting"
        self._ready = False
        self._started = False
        self._sent: dict[str, float] = {}
        self._commands = 0

    def heard(self, text: bytes) -> None:
        """Take in what happened, and do what comes next."""
        message = _decoder.decode(text)
        if message.t == "hello":
            self.greeted.set()
        elif message.t == "refused":
            self.lost(text.decode())
        for told in message.told:
            if sent := self._sent.pop(told.id, None):
                self._pair.acknowledged.append(told.id)
                self._pair.load.answered(sent)
        if message.table is not None:
            self._stage = message.table.stage
            if self._stage == "waiting":
                self._gather([seat.ready for seat in message.table.seats])
            elif self._stage == "over" and self._seat == 0:
                self._pair.next(self, Rematch(self._id()))
        if message.view is not None and message.view.moves and self._stage == "playing":
            self._ready = False
            move = self._pair.load.choose(message.view.moves)
            self._pair.next(self, Play(self._id(), self._seat, message.ply, [move]))

    def _gather(self, ready: list[bool]) -> None:
        if not (ready[self._seat] or self._ready):
            self._ready = True
            self.do(Ready(self._id(), self._seat, f"{self._commands:032x}"))
        elif all(ready) and self._seat == 0 and not self._started:
            self._started = True
            self.do(Start(self._id()))

    def _id(self) -> str:
        self._commands += 1
        return f"{self._seat}-{self._commands}"

    def do(self, command: Command) -> None:
        """Send a command."""
        self._sent[command.id] = self._pair.load.sent()
        self.send(_written(command))

    def lost(self, why: str) -> None:
        """Note the failure."""
        self._pair.load.failures.append(why)


class Pair:
    """Two people at a table."""

    def __init__(self, load: Tables) -> None:
        self.load = load
        self.code = new_code()
        self.tokens = (new_token(), new_token())
        self.people = (Person(self, 0), Person(self, 1))
        self.acknowledged: list[str] = []
        self._next: tuple[Person, Command] | None = None

    @property
    def begun(self) -> bool:
        """Whether the first game is waiting for its first move."""
        return self._next is not None

    def next(self, person: Person, command: Command) -> None:
        """Send a command, or hold it back while the load is not running."""
        if self.load.running:
            person.do(command)
        else:
            self._next = (person, command)

    def go(self) -> None:
        """Send what was held back."""
        if self._next is not None:
            (person, command), self._next = self._next, None
            person.do(command)

    async def sit_down(self, store: Store) -> None:
        """Write a table into the log at which both sit and are ready."""
        now, table = time.time(), Table(self.code)
        holders = [hashed(token) for token in self.tokens]
        host, guest = (Caller(holder, now, PATIENCE) for holder in holders)
        decisions: list[Callable[[], Entry]] = [
            lambda: open_table(NewTable("pickomino", [SeatPlan(), SeatPlan()]), holders[0], now),
            lambda: sit_down(table, 0, "Ola", host),
            lambda: sit_down(table, 1, "Lis", guest),
            lambda: decide(table, Ready("a", 0, f"{0:032x}"), host).entry,
            lambda: decide(table, Ready("b", 1, f"{1:032x}"), guest).entry,
        ]
        for make in decisions:
            entry = make()
            table.apply(entry)
            text = entries.write(entry)
            if table.seq == 1:
                assert await store.create(self.code, text, now)
            else:
                assert await store.append(self.code, table.seq, text, False, now)

    async def connect(self) -> None:
        """Open both sockets."""
        for person, token in zip(self.people, self.tokens, strict=True):
            path, cookie = f"{path_of(self.code)}/socket", f"stolik-{self.code}={token}"
            await person.connect(HOST, self.load.server.port, path, cookie)
            await asyncio.wait_for(person.greeted.wait(), PATIENCE)


class Tables(Load):
    """Tables of two."""

    def __init__(self, name: str, server: MeasuredProcess, database: str) -> None:
        super().__init__(name, server)
        self.database = database
        self.pairs: list[Pair] = []

    def choose(self, moves: Sequence[str]) -> str:
        """Return any of these."""
        return moves[int(self._rng.random() * len(moves))]

    async def prepare(self, sockets: int) -> None:
        """Write the tables, open the sockets, and begin the games."""
        self.players = self.pairs = [Pair(self) for _ in range(sockets // 2)]
        store = await Store.open(self.database)
        await asyncio.gather(*(pair.sit_down(store) for pair in self.pairs))
        await store.close()
        await in_turn(pair.connect() for pair in self.pairs)
        await until(lambda: all(pair.begun for pair in self.pairs) or self.failures)
        self.check()

    async def count(self) -> tuple[int, int]:
        """Return how many commands were acknowledged, and how many of them are not in the log once."""
        lost = 0
        store = await Store.open(self.database)
        for pair in self.pairs:
            written = Counter(entries.read(text).id for _, text in await store.read(pair.code))
            lost += sum(written[command] != 1 for command in pair.acknowledged)
        await store.close()
        return sum(len(pair.acknowledged) for pair in self.pairs), lost
