"""The keeper moves tables on: bots, clocks, decisions for people who are away, and starts that wait for them.

One node keeps each running table, for as long as it renews its lease. What it does goes into the log like
any other command, under an id that follows from the game and the move, so that a second keeper does no harm.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from stolik.server.choosing import Choice
from stolik.server.commands import Decision, Refusal, back, begin, play
from stolik.server.connection import Gone
from stolik.server.entries import By
from stolik.server.live_tables import LiveTable, LiveTables
from stolik.server.messages import Level, Pace
from stolik.server.settings import Settings
from stolik.server.table import STAND_IN_LEVEL, MissingGame, Table
from stolik.server.table_store import StoreDown
from stolik.server.thinking import Busy, Urgency

PACE: dict[Pace, float] = {"calm": 2.5, "normal": 1.2, "quick": 0.4, "instant": 0.0}
"""Seconds before a bot's decision."""

QUESTION = 10.0
"""Seconds for which a bot waits while people are asked whether something may be taken back."""

SECOND_THOUGHTS = 2.2
"""Seconds for which a bot waits where somebody may take back what they have just decided."""

REVEALING = 3.0
"""Seconds for which a start waits for devices to show the randomness that they have promised."""

LEASE = 6.0
BEAT = 2.0
"""Seconds for which a node keeps a table without saying so again, and after which it does say so."""
TABLES = 1000
"""Tables that a node takes over at a time."""


class Due(NamedTuple):
    """A decision that the keeper has to make for a seat; without one, the start of a game."""

    at: float
    seat: int | None
    by: By
    level: Level


def due(table: Table, settings: Settings, kept_since: float = 0.0) -> Due | None:
    """Return what the keeper has to decide next, if nobody else does before.

    No time runs out while nobody keeps the table: the server may have been down.
    """
    if table.starting is not None:
        return Due(max(table.since, kept_since) + REVEALING, None, "clock", STAND_IN_LEVEL)
    state = table.state
    if table.stage != "playing" or state is None or state.actor is None:
        return None
    seat = table.seats[state.actor]
    soon = table.since + PACE[table.manners.pace]
    if not seat.human:
        if table.question is not None:
            soon = max(soon, table.asked_at + QUESTION)
        elif table.manners.pace in ("calm", "normal") and _has_second_thoughts(table):
            soon = max(soon, table.since + SECOND_THOUGHTS)
        return Due(soon, state.actor, "bot", seat.plan.level)
    dues = []
    if table.manners.clock:
        began = max(table.since, kept_since)
        dues.append(Due(began + table.manners.clock, state.actor, "clock", STAND_IN_LEVEL))
    if seat.away is not None:
        if seat.stand_in in ("turn", "seat"):
            dues.append(Due(soon, state.actor, "absence", STAND_IN_LEVEL))
        elif (patience := _patience(table, settings, kept_since)) is not None:
            dues.append(Due(max(soon, patience), state.actor, "absence", STAND_IN_LEVEL))
    return min(dues, default=None)


def command_id(table: Table, by: By) -> str:
    """Return the id of the keeper's next command: another one for each moment of a table."""
    return f"{by}/{table.round}/{table.made}"


def _has_second_thoughts(table: Table) -> bool:
    """Whether somebody could take back what they have decided."""
    return any(back(table, n) is not None for n in table.people())


def _patience(table: Table, settings: Settings, kept_since: float) -> float | None:
    """Return until when an absent person is waited for; ``None`` if somebody asked to wait."""
    assert table.state is not None
    assert table.state.actor is not None
    seat = table.seats[table.state.actor]
    assert seat.away is not None
    people = [other for other in table.seats if other.human]
    if all(other.away is not None for other in people):
        last = max(other.away for other in people if other.away is not None)
        return max(last, kept_since) + settings.abandoned_after
    return None if seat.stand_in == "wait" else max(seat.away, kept_since) + settings.stand_in_after


class Bots(Protocol):
    """Who decides for bots."""

    async def choose(
        self, table: Table, seat: int, level: Level, client: str, look: Callable[[], Urgency], /
    ) -> Choice:
        """Return what a bot of this level plays in a seat; raises ``Busy``."""


class Worries(Protocol):
    """Who is told of what goes wrong, in a word or two and with the details."""

    def fault(self, event: str, raised: Exception | None = None, /, **details: Any) -> None:
        """Take note of a fault of the program, or of a bot's."""

    def trouble(self, event: str, **details: Any) -> None:
        """Take note of something that is nobody's fault here."""


class Keeper:
    """Moves on the tables that this node keeps."""

    def __init__(self, tables: LiveTables, bots: Bots, worries: Worries) -> None:
        self._tables = tables
        self._bots = bots
        self._worries = worries
        self._settings = tables.settings
        self._kept: dict[str, LiveTable] = {}
        self._kept_since: dict[str, float] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._acting: dict[str, asyncio.Task[None]] = {}
        self._surplus: set[str] = set()
        """Tables that no person is at and whose openers have as many others going on as they may."""
        self._broken: set[str] = set()  # cannot be read
        self._wake = asyncio.Event()
        tables.happened = self._happened

    def __len__(self) -> int:
        return len(self._kept)

    def forget(self, code: str) -> None:
        """Let go of a table that is not what we know; it is taken over again as it is."""
        self._drop(code)
        self._wake.set()

    def keeps(self, code: str) -> bool:
        """Whether this node keeps a table going."""
        return code in self._kept

    # -- Keeping --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Renew the leases and take over what others have left, until cancelled."""
        while True:
            try:
                await self._round()
            except StoreDown as error:
                self._tables.alone = False  # nobody knows who has started meanwhile
                self._worries.trouble("store_down", problem=str(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # wait_for of Python 3.11 may lose a cancellation
                    await self._wake.wait()
            self._wake.clear()

    async def _round(self) -> None:
        store, now = self._tables.store, time.time()
        held = await store.claim(self._tables.node, now, now + LEASE, TABLES)
        for code in set(self._kept).difference(held):
            self._drop(code)
        living = await store.living(now)
        self._tables.alone = not self._settings.redis and living <= {self._tables.node}
        for code in held:
            if time.time() - now >= BEAT:  # there is much to read; other nodes must know that we live
                now = time.time()
                await store.beat(self._tables.node, now + LEASE)
                living = await store.living(now)
            try:
                await self._keep(code, living)
                self._broken.discard(code)
            except Gone:
                self._drop(code)
            except StoreDown:
                raise
            except Exception as error:  # the other tables must go on
                if code not in self._broken:  # it is tried again at every beat, and told of once
                    self._report(code, error)
                self._broken.add(code)
        self._surplus = self._find_surplus()

    def _report(self, code: str, error: Exception) -> None:
        """Log why a table cannot be kept going."""
        if isinstance(error, MissingGame):
            self._worries.trouble("game_missing", table=code, game=error.game)
        else:
            self._worries.fault("table_failed", error, table=code)

    def _find_surplus(self) -> set[str]:
        """Return the tables whose bots wait: a game that everybody has left is one of bots only."""
        surplus, going_on = set(), Counter[str]()
        for code, live in self._kept.items():
            if live.urgency() is not Urgency.PEOPLE:
                going_on[live.client] += 1
                if going_on[live.client] > max(1, self._settings.bot_tables_per_client):  # all end some day
                    surplus.add(code)
        return surplus

    async def _keep(self, code: str, living: set[str]) -> None:
        """Take a table over, or look again whether people have vanished together with their node."""
        live = self._kept.get(code)
        if live is None or not self._tables.has(live):
            live = self._kept[code] = await self._tables.get(code)
            self._kept_since[code] = time.time()

        def vanished(table: Table) -> list[int]:
            return [n for n, seat in enumerate(table.seats) if seat.human and seat.node not in living]

        await live.presence.write_absent(vanished, time.time())
        self._attend(live)

    def _drop(self, code: str) -> None:
        self._kept.pop(code, None)
        self._kept_since.pop(code, None)
        if alarm := self._alarms.pop(code, None):
            alarm.cancel()

    # -- Acting ---------------------------------------------------------------------------------------

    def _happened(self, live: LiveTable) -> None:
        code = live.table.code
        if self._kept.get(code) is live:
            self._attend(live)
        elif live.table.starting or (live.table.stage == "playing" and live.table.ply == live.table.chances):
            self._wake.set()  # a game has just begun, and nobody may be keeping it yet

    def _attend(self, live: LiveTable) -> None:
        """Set the alarm for what is due next at a table."""
        code = live.table.code
        if alarm := self._alarms.pop(code, None):
            alarm.cancel()
        next_due = self._due(live.table)
        if next_due is None:
            if live.table.stage != "playing":  # nobody starts it either, or that would be due
                self._drop(code)
            return
        if code not in self._acting:
            delay = max(0.0, next_due.at - time.time())
            self._alarms[code] = asyncio.get_running_loop().call_later(delay, self._act, live, next_due)

    def hurry(self, live: LiveTable) -> None:
        """Let the bot that must decide at a table do so now, whichever node keeps the table."""
        code, next_due = live.table.code, self._due(live.table)
        if next_due is not None and next_due.by == "bot" and code not in self._acting:
            if alarm := self._alarms.pop(code, None):
                alarm.cancel()
            self._act(live, next_due)

    def _due(self, table: Table) -> Due | None:
        return due(table, self._settings, self._kept_since.get(table.code, 0.0))

    def _act(self, live: LiveTable, now_due: Due) -> None:
        code = live.table.code
        self._alarms.pop(code, None)
        task = asyncio.create_task(self._decide(live, now_due))
        self._acting[code] = task
        task.add_done_callback(lambda _: self._acted(live))

    def _acted(self, live: LiveTable) -> None:
        self._acting.pop(live.table.code, None)
        if kept := self._kept.get(live.table.code):  # it may be another one: what was known was forgotten
            self._attend(kept)

    async def _decide(self, live: LiveTable, now_due: Due) -> None:
        table = live.table
        try:
            if now_due.seat is None:
                command = f"started/{table.round}"
                await live.do(lambda table: begin(table, command, time.time()), command)
            else:
                await self._choose(live, now_due, now_due.seat)
        except Refusal:
            pass
        except Gone:
            self._drop(table.code)
        except Busy:
            await asyncio.sleep(BEAT)
        except StoreDown:
            await asyncio.sleep(BEAT / 4)  # the table's alarm rings again when this is over
        except Exception as error:
            self._worries.fault("decision_failed", error, table=table.code)
            await asyncio.sleep(BEAT)

    async def _choose(self, live: LiveTable, now_due: Due, seat: int) -> None:
        """Let a bot decide for a seat."""
        table = live.table
        if table.code in self._surplus and live.urgency() is not Urgency.PEOPLE:
            raise Busy
        made, command = table.made, command_id(table, now_due.by)
        move, error = await self._bots.choose(table, seat, now_due.level, live.client, live.urgency)
        if error is not None:
            self._worries.fault("bot_failed", table=table.code, level=now_due.level, error=error)

        def make(table: Table) -> Decision:
            if self._due(table) != now_due:  # the person is back, or somebody has decided
                raise Refusal("stale")
            return play(table, command, seat, made, [move], now_due.by, time.time())

        await live.do(make, command)

    async def close(self) -> None:
        """Leave all tables to others."""
        for code in list(self._kept):
            self._drop(code)
        acting = list(self._acting.values())
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)
