"""Who is there: devices that come and go are written into the log, so that every node knows of absences."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from functools import partial

from stolik.server.commands import Decision, Refusal, pass_host_on
from stolik.server.connection import Connection
from stolik.server.entries import Absent, Entry, Present
from stolik.server.limits import Buckets
from stolik.server.table import Table
from stolik.server.table_store import StoreDown
from stolik.server.tasks import RETRY_SECONDS, Tasks
from stolik.server.writer import TableWriter

FLAPS, FLAPPING = 10, 30.0
"""How often a person may come and go until each time has to last longer, and how many seconds then."""


class Lines:
    """The lines to all devices of a node: how often each breaks, and since when those are broken that are."""

    def __init__(self) -> None:
        self._flaps = Buckets(1 / FLAPPING, FLAPS)
        self._broken: dict[str, float] = {}

    def breaks(self, line: str, since: float) -> bool:
        """Take note of a break, and return whether the line is a steady one all the same."""
        self._broken[line] = since
        return self._flaps[line].take()

    def mends(self, line: str) -> None:
        """Take note that a line is there again."""
        self._broken.pop(line, None)

    def forget(self, line: str, since: float) -> None:
        """Forget a break that everybody knows of, unless there was another one after it."""
        if self.is_broken(line, since):
            del self._broken[line]

    def is_broken(self, line: str, since: float) -> bool:
        """Whether a line broke then, and was never there after that."""
        return self._broken.get(line) == since


class Presence:
    """The devices of one table at this node: ``arrived``, ``left``, and what the log says of them."""

    def __init__(
        self,
        writer: TableWriter,
        connections: Set[Connection],
        node: str,
        losing_after: float,
        tasks: Tasks,
        lines: Lines,
    ) -> None:
        self._writer = writer
        self._table = writer.table
        self._connections = connections
        self._node = node
        self._losing_after = losing_after
        self._tasks = tasks
        self._lines = lines

    def is_here(self, holder: str | None) -> bool:
        """Whether a device watches from this node."""
        return any(connection.holder == holder for connection in self._connections)

    async def arrived(self, holder: str | None) -> None:
        """Write down that a device is here, if the log does not say so."""
        self._lines.mends(self._line(holder))

        def present(table: Table) -> Decision:
            seats, host = self._unknown(holder)
            if not (seats or host):
                raise Refusal("no_news")
            return Decision(
                Present(time.time(), f"present/{table.seq + 1}", table.held(holder), self._node, host)
            )

        if any(self._unknown(holder)):
            with suppress(Refusal):
                await self._writer.do(present)

    def _unknown(self, holder: str | None) -> tuple[list[int], bool]:
        """Return the seats of a device that the log does not have here, and whether it lacks the host."""
        table, held = self._table, self._table.held(holder)
        host = holder == table.host and not held and table.host_node != self._node
        return [n for n in held if table.seats[n].node != self._node], host

    def left(self, holder: str | None) -> None:
        """Write down that a device has gone, if it is not back soon.

        A line that breaks and mends all the time would fill the log: after a while its breaks are not written
        down until they are long.
        """
        if holder and self._table.knows(holder) and not self._tasks.closing:
            since = time.time()
            steady = self._lines.breaks(self._line(holder), since)
            after = self._losing_after if steady else max(FLAPPING, self._losing_after)
            self._tasks.later(after, partial(self._lost, holder, since))

    def _line(self, holder: str | None) -> str:
        return f"{self._table.code} {holder}"

    async def _lost(self, holder: str | None, since: float) -> None:
        line = self._line(holder)

        def is_gone() -> bool:
            return self._lines.is_broken(line, since) and not self.is_here(holder)

        def left_here(table: Table) -> list[int]:
            return [n for n in table.held(holder) if table.seats[n].node == self._node and is_gone()]

        def host_left(table: Table) -> bool:
            return holder == table.host and table.host_node == self._node and is_gone()

        try:
            while True:  # no other node knows
                try:
                    return await self.write_absent(left_here, since, host_left)
                except StoreDown:
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._lines.forget(line, since)

    def contradict(self, written: Sequence[Entry]) -> None:
        """Write down again that a device is here which another node or another window gave as absent."""
        if not any(isinstance(entry, Absent) for entry in written):
            return
        for seat in self._table.seats:  # those of now: a later entry may have given them other numbers
            if seat.away is not None and self.is_here(seat.holder):
                self._tasks.later(0, partial(self.arrived, seat.holder))

    async def write_absent(
        self, who: Callable[[Table], list[int]], since: float, host: Callable[[Table], bool] = lambda _: False
    ) -> None:
        """Write down that nobody is there for some seats, or as the host, unless the log says so."""

        def missing(table: Table) -> tuple[list[int], bool]:
            return [n for n in who(table) if table.seats[n].away is None], host(table)

        def absent(table: Table) -> Decision:
            seats, host_too = missing(table)
            if not (seats or host_too):
                raise Refusal("no_news")
            return Decision(Absent(time.time(), f"absent/{table.seq + 1}", seats, since, host_too))

        if any(missing(self._table)):
            with suppress(Refusal):
                await self._writer.do(absent)

    async def pass_host_on(self, living: Set[str], after: float) -> None:
        """Write down who is gone together with their node, and who is the host if the host is gone."""

        def vanished(table: Table) -> list[int]:
            return [n for n, seat in enumerate(table.seats) if seat.node and seat.node not in living]

        def host_vanished(table: Table) -> bool:
            return table.host_node is not None and table.host_node not in living

        await self.write_absent(vanished, time.time(), host_vanished)
        gone = self._table.host_gone()
        if gone is not None and time.time() >= gone + after:
            with suppress(Refusal):
                await self._writer.do(lambda table: Decision(pass_host_on(table, time.time(), after)))
