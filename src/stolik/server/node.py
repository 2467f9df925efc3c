"""One node: everything that one process of the server holds."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

import structlog

from stolik.server import entries
from stolik.server.access import new_code
from stolik.server.bot_pool import BotPool
from stolik.server.bus import open_bus
from stolik.server.clients import Clients
from stolik.server.commands import Decision, Refusal, get_up, open_table
from stolik.server.device import House
from stolik.server.entries import Erased, TakenOver
from stolik.server.erasing import without
from stolik.server.finished_games import FinishedGames
from stolik.server.help import warm
from stolik.server.keeper import Keeper
from stolik.server.limits import Bucket, Buckets
from stolik.server.listing import TableList
from stolik.server.live_tables import LiveTables
from stolik.server.messages import Level, NewTable
from stolik.server.metrics import Metrics
from stolik.server.people import People
from stolik.server.pictures import Pictures
from stolik.server.reviews import Reviews
from stolik.server.settings import Settings
from stolik.server.store import Store
from stolik.server.table import MissingGame, Table
from stolik.server.table_store import StoreDown
from stolik.server.tasks import RETRY_SECONDS
from stolik.server.thinking import Question, Urgency

SWEEP = 5.0
"""Seconds after which a node compares its tables with the database, in case the bus lost a message.

It tidies the database up, too, if somebody was in the way of that."""
HOSTS = 2.0
"""Seconds after which a node looks again whether the hosts of its tables are there."""
HOUR = 3600.0
DAY = 24 * HOUR
SITTINGS, SITTING = 30, 120.0
"""How often people at one address may sit down at a table, and after how many seconds once more.

Each time stays in the table's log, and so does that they leave."""
PROBED = 1.0
"""Seconds for which it is believed that the database can be written."""
STARTING = 10.0
"""Seconds after which a game that was started is being kept, or will not be."""
EXPIRING = 100
"""Expired tables that are deleted in one transaction: everybody else who writes waits meanwhile."""


class Notes:
    """What goes wrong is logged under a name, and what happens is counted."""

    def __init__(self, metrics: Metrics, name: str) -> None:
        self._metrics = metrics
        self._log = structlog.get_logger(name)

    def fault(self, event: str, raised: Exception | None = None, /, **details: Any) -> None:
        """Count and log a fault."""
        self._metrics.errors.inc()
        self._log.error(event, exc_info=raised, **details)

    def trouble(self, event: str, **details: Any) -> None:
        """Log what is nobody's fault here."""
        self._log.warning(event, **details)

    def review_ended(self, outcome: str, seconds: float | None = None) -> None:
        """Count a review that has ended."""
        self._metrics.reviews.labels(outcome).inc()
        if seconds is not None:
            self._metrics.review_seconds.observe(seconds)


class Node:
    """The store, the bus, the live tables and their keeper, and the limits on all of them."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.name = f"{settings.node or 'node'}-{secrets.token_hex(4)}"  # another one after a crash
        self.store = store
        self.list = TableList(store, self.name)
        self.bus = open_bus(settings.redis)
        self.metrics = Metrics()
        self.bots = BotPool(
            settings.bot_processes, settings.bot_seconds, cast(Level, settings.bot_level), self.metrics
        )
        self.tables = LiveTables(store, self.bus, settings, self.name, self.bots.advise)
        self.keeper = Keeper(self.tables, self.bots, Notes(self.metrics, "keeper"))
        self.metrics.measure("stolik_tables_live", "Tables watched or kept here", lambda: len(self.tables))
        self.metrics.measure("stolik_tables_kept", "Tables kept going here", lambda: len(self.keeper))
        self.clients = Clients(settings)
        self.house = House(
            settings,
            self.keeper,
            self.check_start,
            lambda kind, outcome: self.metrics.command(kind, outcome).inc(),
            self.metrics.latency.observe,
        )
        self.finished = FinishedGames(store, self.bots.ask)
        self.pictures = Pictures()
        self.reviews = Reviews(store.reviews, self.name, self.bots.ask, Notes(self.metrics, "reviews"))
        self.metrics.measure("stolik_reviews_running", "Reviews being computed", lambda: len(self.reviews))
        self.tables.forgotten = self._forget
        self.sockets = 0
        self.sitting = Buckets(1 / SITTING, SITTINGS)
        """How often people sat down at a table from an address."""
        self._bot_games: dict[str, dict[str, float]] = {}
        """When each client started the games of bots only that may still be running, by their codes."""
        self._opening = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)
        self._log = structlog.get_logger("node")
        self._probe: asyncio.Future[None] | None = None
        self._probed = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, settings: Settings) -> Node:
        """Return a node at work."""
        node = cls(settings, await Store.open(settings.database_url))
        chores = (node.keeper.run, node._listen, node._sweep, node._watch_hosts, node._expire)
        node._tasks = [asyncio.create_task(node._go_on(chore)) for chore in chores]
        node._tasks.append(asyncio.create_task(node._warm()))
        node._log.info("node_open", node=node.name, shared=bool(settings.redis))
        return node

    async def close(self) -> None:
        """Finish what is being written, and leave the tables to others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.keeper.close()
        await self.tables.close()
        await self.reviews.close()
        self.bots.close()
        self.pictures.close()
        with suppress(StoreDown):
            await self.store.release(self.name)
        await self.bus.close()
        await self.store.close()
        self._log.info("node_closed", node=self.name)

    async def ready(self) -> None:
        """Raise ``StoreDown`` if nothing can be written; all who ask within a second are told the same."""
        if self._probe is None or time.monotonic() - self._probed > PROBED:
            self._probe, self._probed = asyncio.ensure_future(self.store.ready()), time.monotonic()
            self._probe.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(self._probe)

    # -- Tables ---------------------------------------------------------------------------------------

    async def open_table(
        self, wanted: NewTable, holder: str, client: str, taken: TakenOver | None = None
    ) -> str:
        """Open a table and return its code."""
        if not self.clients.may_open(client) or not self._opening.take():
            raise Refusal("too_many_tables")
        if await self.store.count() >= self.settings.max_tables:
            raise Refusal("too_many_tables")
        now = time.time()
        text = entries.write(open_table(wanted, holder, now, taken))
        code = new_code()
        while not await self.store.create(code, text, now):
            code = new_code()
        self._remember_opener(code, client)
        return code

    def _remember_opener(self, code: str, client: str) -> None:
        opened_by = self.tables.opened_by
        opened_by[code] = client
        if len(opened_by) > self.settings.max_tables:
            del opened_by[next(iter(opened_by))]

    def check_start(self, table: Table, client: str) -> None:
        """Refuse to start a game of bots only, if the client has as many of them running as it may."""
        if any(seat.plan.kind == "human" for seat in table.seats):
            return
        now = time.monotonic()
        running = {
            code: began
            for code, began in self._bot_games.pop(client, {}).items()
            if self.keeper.keeps(code) or now - began < STARTING
        }
        if table.code not in running and len(running) >= self.settings.bot_tables_per_client:
            self._bot_games[client] = running
            raise Refusal("too_many_tables")
        self._bot_games[client] = {**running, table.code: now}
        if len(self._bot_games) > self.settings.max_tables:
            del self._bot_games[next(iter(self._bot_games))]

    async def do(self, code: str, make: Callable[[Table], Decision]) -> Table:
        """Do something at a table that is not a command of a socket, and return the table after it."""
        live = await self.tables.get(code)
        await live.do(make)
        return live.table

    async def table(self, code: str) -> Table:
        """Return a table as it is now, whichever node wrote last."""
        live = await self.tables.up_to_date(code)
        self.tables.keep_awake(live)
        return live.table

    async def host(self, code: str) -> str:
        """Return the device of a table's host, whether or not the table's game is installed."""
        try:
            return (await self.table(code)).host
        except MissingGame:
            return (await self._people(code)).host

    async def _people(self, code: str) -> People:
        people = People(code)
        async for text in self.store.whole(code):
            people.apply(entries.read(text))
        return people

    async def delete(self, code: str) -> None:
        """Delete a table, and everything about the people at it."""
        await self.store.delete(code)
        self.finished.forget(code)
        self.tables.heard(code, 0)
        await self.bus.publish(code, 0)

    async def erase(self, code: str, holder: str, client: str) -> None:
        """Let a person get up, and take their name and their words out of the table's log.

        Where the table's game is not installed, nobody can get up, and only the second is done.
        """
        try:
            live = await self.tables.up_to_date(code)
        except MissingGame:
            if holder not in (await self._people(code)).sat:
                raise Refusal("not_your_seat") from None
            await self._erase(code, holder, client)
            return
        if holder not in live.table.sat:
            raise Refusal("not_your_seat")
        while live.table.held(holder):
            with suppress(Refusal):  # removed at another node just now
                await live.do(lambda table: Decision(get_up(table, holder, time.time())))
        if await self._erase(code, holder, client):
            live = await self.tables.get(code)
            await live.do(lambda table: Decision(Erased(time.time(), f"erased/{table.seq + 1}")))

    async def _erase(self, code: str, holder: str, client: str) -> bool:
        """Take a person's name and words out of a log, and return whether there were any."""
        lines = "\n".join([text async for text in self.store.whole(code)])
        work = partial(without, code, lines, holder)
        changed = await self.bots.ask(Question(code, client, "erase", work, None, lambda: Urgency.WATCHED))
        if not changed:
            return False
        await self.store.rewrite(code, cast(list[tuple[int, str]], changed))
        self.finished.forget(code)
        return True

    def _forget(self, code: str) -> None:
        self.keeper.forget(code)
        self.finished.forget(code)

    # -- Chores ---------------------------------------------------------------------------------------

    async def _go_on(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Do a chore until cancelled; if it fails, log that and begin again."""
        while True:
            try:
                await chore()
            except Exception:
                self.metrics.errors.inc()
                self._log.exception("chore_failed")
            await asyncio.sleep(RETRY_SECONDS)

    async def _warm(self) -> None:
        """Get ready to help with decisions, beside everything else."""
        try:
            await asyncio.to_thread(warm)
        except Exception:  # of a game: it will be told again when somebody plays it
            self._log.exception("game_failed")

    async def _listen(self) -> None:
        await self.bus.listen(self.tables.heard, self.tables.lost)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            with suppress(StoreDown):
                await self.tables.sweep()
                await self.store.tidy()

    async def _watch_hosts(self) -> None:
        while True:
            await asyncio.sleep(min(HOSTS, self.settings.host_after / 2))
            with suppress(StoreDown):
                await self.tables.pass_hosts_on()

    async def _expire(self) -> None:
        """Delete the tables where nothing has happened for ``keep_days``."""
        while True:
            gone = EXPIRING
            with suppress(StoreDown):
                while gone == EXPIRING:  # there may be more
                    gone = await self.store.expire(time.time() - self.settings.keep_days * DAY, EXPIRING)
                    if gone:
                        self._log.info("tables_expired", number=gone)
            await asyncio.sleep(HOUR)
