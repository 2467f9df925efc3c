"""Strangers who attack a server on the loopback, beside people who play there: ``make attack``.

Each attack has a server of its own, with the settings that everybody has, and a process of its own. People
play before it and during it, and the table says what they felt. Everything is bounded in time and number.

    python -m benchmarks.attack "deep bots" replays      # only these
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Shown

from benchmarks.attack_people import Felt, People
from benchmarks.attackers import ATTACKS, EVENING, LONG
from benchmarks.server_process import MeasuredProcess
from stolik.server import entries
from stolik.server.commands import Caller, decide, open_table, sit_down
from stolik.server.messages import NewTable, Play, Ready, Rematch, Say, SeatPlan, Start
from stolik.server.process import raise_file_limit
from stolik.server.store import Store
from stolik.server.table import Table
from tools.server_process import SERVE

BEFORE, DURING = 6.0, 15.0
"""Seconds for which people play before the attack, and while it goes on."""
LONG_LOG = 100_000
"""Entries of the long log."""
EVENING_LOG = 1500
"""Entries after which no other game is played at a table: all of them can still be told at once."""
FILES = 1024
"""Descriptors that a server may have which is attacked by connections."""
SMALL_NODE = 200
"""Sockets of a node that is attacked by sockets."""
COMMAND, BOTS = 0.05, 1.0
"""Goals: seconds of a person's command (or three times what it was before) and of a bot's waiting time."""
MEMORY, DISK = 150, 20
"""Goals: MiB by which memory and disk grow. Two processes for bots take 90, with all that they load; what is
kept of logs, records and replays has bounds of its own."""
RESULTS = Path(__file__).with_name("results-attack.md")
HEADS = (
    *("attack", "row", "p50 ms", "p99 ms", "refused", "newcomers refused", "bots’ longest, s"),
    *("healthz longest, ms", "memory, MiB", "disk, MiB", "log, KiB", "goals"),
)


@dataclass(frozen=True)
class Size:
    """What a server takes on the machine."""

    memory: float
    disk: float
    log: float


@dataclass(frozen=True)
class Outcome:
    """What one attack did."""

    name: str
    before: Felt
    during: Felt
    sizes: tuple[Size, Size]
    got: Counter[str]

    @property
    def failures(self) -> list[str]:
        """The goals that were not reached."""
        small, large = self.sizes
        command = max(COMMAND, 3 * quantile(self.before.commands, 99))
        missed = {
            "p99": not self.during.commands or quantile(self.during.commands, 99) > command,
            "refused": bool(self.during.refused),
            "bots": not self.during.bots or max(self.during.bots) > BOTS,
            "newcomers": self.during.turned_away > 0,
            "healthz": self.during.unhealthy > 0,
            "let in": self.got["let in"] > 0,
            "memory": large.memory - small.memory > MEMORY,
            "disk": large.disk - small.disk > DISK,
        }
        return [name for name, is_missed in missed.items() if is_missed]

    def cells(self) -> tuple[str, ...]:
        """Return what is shown of it: before, and during."""
        felt = (self.before, self.during)

        def both(*numbers: float, form: str = ".0f") -> str:
            return " → ".join(format(number, form) for number in numbers)

        return (
            self.name,
            ATTACKS[self.name][0],
            both(*(quantile(some.commands, 50) * 1000 for some in felt)),
            both(*(quantile(some.commands, 99) * 1000 for some in felt)),
            both(*(some.refused.total() for some in felt)),
            f"{self.during.turned_away} of {self.during.turned_away + self.during.opened}",
            both(*(max(some.bots, default=0.0) for some in felt), form=".2f"),
            both(*(max(some.health, default=0.0) * 1000 for some in felt)),
            both(*(size.memory for size in self.sizes)),
            both(*(size.disk for size in self.sizes), form=".1f"),
            both(*(size.log for size in self.sizes)),
            ", ".join(self.failures) or "reached",
        )


def quantile(numbers: list[float], percent: int) -> float:
    """Return a percentile of some numbers; infinity if there are none."""
    if len(numbers) < 2:
        return max(numbers, default=float("inf"))
    return statistics.quantiles(numbers, n=100, method="inclusive")[percent - 1]


# -- One attack -------------------------------------------------------------------------------------------


async def suffer(name: str, folder: Path, during: float = DURING) -> Outcome:
    """Let people play at a new server, attack it, and return what they felt."""
    database = folder / "stolik.db"
    settings: dict[str, Any] = {"lan": False, "database": f"sqlite:///{database}", "log_level": "warning"}
    command: Sequence[str] = SERVE
    if name == "idle sockets":
        settings["max_sockets"] = SMALL_NODE
    elif name == "half-sent":
        command = ("bash", "-c", f'ulimit -n {FILES}; exec "$0" serve', SERVE[0])
    elif name == "long log":
        await write_long(settings["database"])
    ours, theirs = multiprocessing.Pipe()
    attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(theirs,))
    attacker.start()
    server = MeasuredProcess(folder / "server.log", command, **settings)
    with server, closing(ours):
        people = People(server.port)
        await people.sit_down()
        await asyncio.to_thread(ours.recv)  # the attacker is ready
        people.since()
        await asyncio.sleep(BEFORE)
        before, small = people.since(), size(server, folder)
        ours.send((name, server.port, people.codes[0], during))
        await asyncio.sleep(during)
        felt, large = people.since(), size(server, folder)
        got = ours.recv() if ours.poll(during) else Counter()
        attacker.terminate()
        await people.go()
    return Outcome(name, before, felt, (small, large), got)


def attack(orders: Connection) -> None:
    """Attack for some seconds when told to, and tell what was got: a process of its own."""
    raise_file_limit()
    orders.send("ready")
    name, port, code, seconds = orders.recv()
    done: Counter[str] = Counter()

    async def go_on() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await ATTACKS[name][1](port, code, done)

    asyncio.run(go_on())
    orders.send(done)


def size(server: MeasuredProcess, folder: Path) -> Size:
    """Return what a server takes now, with all processes that it has started."""
    memory = sum(_memory(pid) for pid in (server.pid, *_children(server.pid)))
    disk = sum(path.stat().st_size for path in folder.glob("stolik.db*"))
    return Size(memory / 2**20, disk / 2**20, server.log.stat().st_size / 2**10)


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def _memory(pid: int) -> int:
    with suppress(OSError):
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGESIZE")
    return 0


async def write_long(url: str) -> None:
    """Write a table with a long log into a database: one person who talked to nobody."""
    now, table = time.time(), Table(LONG)
    who = Caller("wilk", now, 30.0)
    opened = open_table(NewTable("pickomino", [SeatPlan(), SeatPlan()]), "wilk", now)
    store = await Store.open(url)
    assert await store.create(LONG, entries.write(opened), now)
    table.apply(opened)
    sat = sit_down(table, 0, "Wilk", who)
    assert await store.append(LONG, 2, entries.write(sat), False, now)
    table.apply(sat)
    said = (decide(table, Say(f"w{n}", 0, phrase="hello"), who).entry for n in range(LONG_LOG))
    rows = [(LONG, seq, entries.write(entry)) for seq, entry in enumerate(said, 3)]
    first, *evening = map(entries.write, long_evening(now))
    assert await store.create(EVENING, first, now)
    rows += [(EVENING, seq, text) for seq, text in enumerate(evening, 2)]
    await store.close()
    import sqlite3

    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
        database.executemany("INSERT INTO log (code, seq, entry) VALUES (?, ?, ?)", rows)
        database.commit()


def long_evening(now: float) -> list[entries.Entry]:
    """Return what happened at a table where two devices played one game after the other."""
    table, log, chosen = Table(EVENING), list[entries.Entry](), random.Random(1)
    devices = [Caller(name, now, 30.0) for name in ("wilk", "lis")]

    def add(entry: entries.Entry) -> None:
        table.apply(entry)
        log.append(entry)

    add(open_table(NewTable("linko", [SeatPlan(), SeatPlan()], {"mode": "duel"}), "wilk", now))
    for seat, device in enumerate(devices):
        add(sit_down(table, seat, device.holder or "", device))
    while len(log) < EVENING_LOG:
        for seat, device in enumerate(devices):
            add(decide(table, Ready(f"r{len(log)}", seat, "0" * 32), device).entry)
        if table.stage == "waiting":
            add(decide(table, Start(f"s{len(log)}"), devices[0]).entry)
        while table.stage == "playing":
            assert table.state is not None
            seat = table.state.actor or 0
            move = chosen.choice(list(table.state.moves()))
            add(decide(table, Play(f"p{len(log)}", seat, table.ply, [str(move)]), devices[seat]).entry)
        add(decide(table, Rematch(f"m{len(log)}"), devices[0]).entry)
    return log


# -- All of them ------------------------------------------------------------------------------------------


def main(names: list[str]) -> int:
    """Try all attacks, or those that are named; print and keep what they did."""
    console = Console(width=180)
    raise_file_limit()
    began, load, outcomes = time.monotonic(), os.getloadavg()[0], list[Outcome]()
    for name in names or ATTACKS:
        with tempfile.TemporaryDirectory(prefix="stolik-attack-") as folder:
            outcomes.append(asyncio.run(suffer(name, Path(folder))))
        done = outcomes[-1]
        console.print(f"{name}: {', '.join(done.failures) or 'reached'}; got {dict(done.got)}")
        if done.during.refused:
            console.print(f"  refused: {dict(done.during.refused)}")
    shown = Shown(box=SIMPLE)
    for head in HEADS:
        shown.add_column(head)
    for outcome in outcomes:
        shown.add_row(*outcome.cells())
    console.print(shown)
    if not names:
        RESULTS.write_text("\n".join(page(outcomes, time.monotonic() - began, load)), encoding="utf-8")
    return 0


def page(outcomes: list[Outcome], seconds: float, load: float) -> list[str]:
    """Return the lines of the page that is kept."""
    got = (
        f"- {outcome.name}: "
        + ", ".join(f"{what} {number:,}" for what, number in sorted(outcome.got.items()))
        for outcome in outcomes
    )
    return [
        "# Strangers who attack a server",
        "",
        f"Written by `make attack` in {seconds:.0f} s: Python {platform.python_version()}, SQLite, default "
        f"settings; server, people and attacker share {os.cpu_count()} processors, where the load of other "
        f"programs was {load:.1f} when it began. Seven phones of one home "
        f"play for {BEFORE:.0f} s before each attack and {DURING:.0f} s during it; the attacker is one "
        "client at another address. “Row” is the threat in [docs/threats.md](../docs/threats.md). Each "
        "figure is before → during. Goals: the 99th percentile of a person’s command within "
        f"{COMMAND * 1000:.0f} ms or three times what it was before; a bot’s decision within {BOTS:.0f} s; "
        "nobody with a seat refused; newcomers can open tables; `/healthz` answers; "
        f"memory grows by at most {MEMORY} MiB and the disk by {DISK} MiB.",
        "",
        "|" + "|".join(HEADS) + "|",
        "|---" * len(HEADS) + "|",
        *("|" + "|".join(outcome.cells()) + "|" for outcome in outcomes),
        "",
        "What the attacker got, as HTTP statuses or by what it counts (0: no answer):",
        "",
        *got,
        "",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
