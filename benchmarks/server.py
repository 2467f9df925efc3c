"""The server under load on the loopback, beside a bare echo in the same run: ``make bench-server``.

Each server holds many sockets, two people at each table, and a part of the tables plays: one command of each
is under way, and its answer, the sender's own update, brings the next. The echo holds as many sockets, and as
many messages are under way. The servers take turns in short rounds, so that a busy machine slows them all
alike, and each is judged by its median round. In the end the servers are killed, and every command that was
acknowledged is looked for in the log.
"""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.server_loads import Echoes, Load
from benchmarks.server_people import Tables
from benchmarks.server_process import MeasuredProcess
from stolik.server.process import raise_file_limit
from tools.services import Missing, Postgres, Redis

SOCKETS = 5000
UNDER_WAY = 250
"""Commands, one a table, that wait for their answer at any moment."""
ROUNDS = 5
SECONDS = 3.0
SETTLED = 5.0
"""Seconds after which a server has all that it gets ready at its start."""
KIBIBYTES = 60
RESULTS = Path(__file__).with_name("results-server.md")
HEADS = ("server", "sockets", "KiB", "cmds/s", "CPU µs", "p50 ms", "p99 ms", "ratio", "goal")
"""Memory is for each socket, processor time (of the server's own process) for each command."""


@dataclass
class Contender:
    """A server in the comparison, and what was measured of it."""

    load: Load
    goal: float | None = None
    """The part of the echo's round trips a second that it should have."""
    memory: float = 0.0
    rates: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    """The processor time that its process took for all rounds."""
    acknowledged: int = 0
    lost: int = 0

    async def prepare(self) -> None:
        """Open the sockets, and see what memory they take beside what the server loads when it starts."""
        await asyncio.sleep(SETTLED)
        before = self.load.server.memory
        await self.load.prepare(SOCKETS)
        self.memory = (self.load.server.memory - before) / SOCKETS / 1024

    @property
    def rate(self) -> float:
        """How many commands were answered a second, in the median round."""
        return statistics.median(self.rates)

    async def measure(self) -> None:
        """Let them play for one round."""
        spent = self.load.server.seconds
        rate, latencies = await self.load.run(UNDER_WAY, SECONDS)
        self.seconds += self.load.server.seconds - spent
        self.rates.append(rate)
        self.latencies += latencies

    def cells(self, echo: Contender) -> tuple[str, ...]:
        """Return what is shown of it."""
        quantiles = statistics.quantiles(self.latencies, n=100)
        ratio = "" if self.goal is None else f"{self.rate / echo.rate:.2f}"
        goal = "" if self.goal is None else f"{self.goal:.2f}"
        return (
            self.load.name,
            f"{SOCKETS:,}",
            f"{self.memory:.0f}",
            f"{self.rate:,.0f}",
            f"{self.seconds / len(self.latencies) * 1e6:.0f}",
            f"{quantiles[49] * 1000:.0f}",
            f"{quantiles[98] * 1000:.0f}",
            ratio,
            goal,
        )


async def measure(stack: ExitStack) -> list[Contender]:
    """Return what was measured of the echo and of both forms of the server."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stolik-bench-")))
    sqlite = f"sqlite:///{folder}/stolik.db"
    postgres, redis = stack.enter_context(Postgres(durable=True)), stack.enter_context(Redis())
    shared = postgres.database()
    echo = Contender(Echoes("echo", stack.enter_context(MeasuredProcess.echo(folder))))
    alone = Tables("SQLite", stack.enter_context(MeasuredProcess.stolik(folder, sqlite)), sqlite)
    scaling = MeasuredProcess.stolik(folder, shared, redis.url)
    scaled = Tables("PG + Redis", stack.enter_context(scaling), shared)
    contenders = [echo, Contender(alone, 0.2), Contender(scaled, 0.15)]
    for contender in contenders:
        await contender.prepare()
    gc.freeze()
    gc.disable()  # the driver must not pause
    for _ in range(ROUNDS):
        for contender in contenders:
            await contender.measure()
    for tables, contender in zip((alone, scaled), contenders[1:], strict=True):
        tables.server.kill()
        contender.acknowledged, contender.lost = await tables.count()
    return contenders


def main() -> int:
    """Measure, print and keep the result."""
    console = Console()
    raise_file_limit()
    began = time.monotonic()
    with ExitStack() as stack:
        try:
            contenders = asyncio.run(measure(stack))
        except Missing as missing:
            console.print(missing)
            return 1
    rows = [contender.cells(contenders[0]) for contender in contenders]
    table = Table(title=f"{UNDER_WAY} commands under way", box=SIMPLE)
    for head in HEADS:
        table.add_column(head, justify="left" if head == HEADS[0] else "right", no_wrap=True)
    for cells in rows:
        table.add_row(*cells)
    counted = " ".join(
        f"{contender.load.name}: {contender.acknowledged:,} commands acknowledged, {contender.lost} lost."
        for contender in contenders
        if contender.goal
    )
    console.print(table)
    console.print(counted)
    packages = ", ".join(f"{name} {version(name)}" for name in ("uvicorn", "starlette", "websockets"))
    lines = [
        "# The server under load",
        "",
        f"Written by `make bench-server` in {time.monotonic() - began:.0f} s: Python "
        f"{platform.python_version()}, {packages}; servers, databases and driver share {os.cpu_count()} "
        f"processors. {UNDER_WAY} commands are under way at any moment; medians of {ROUNDS} rounds, "
        "latencies of all. Memory is for each socket, its share of the table included; processor time is for "
        f"each command, in the server’s own process. Goals: under {KIBIBYTES} KiB, nothing lost, and so much "
        "of the echo’s commands a second.",
        "",
        "|" + "|".join(HEADS) + "|",
        "|---" + "|---:" * (len(HEADS) - 1) + "|",
        *("|" + "|".join(cells) + "|" for cells in rows),
        "",
        counted,
        "",
    ]
    RESULTS.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
