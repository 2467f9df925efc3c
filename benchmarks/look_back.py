"""How long a look back takes, from the moment somebody asks a server for it: ``make bench-look``.

Games of a person and bots are played to their end, and then looked back at, one after the other. A device
asks as the page does; counted is when it has a curve to draw, and when it has everything.
"""

from __future__ import annotations

import asyncio
import platform
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from rich.progress import Progress

from benchmarks.tables import keep, show
from stolik import bots
from tests.server.device import Device
from tools.server_process import UNLIMITED, ServerProcess

GAMES = 3
ASKED = 0.2
"""Seconds between two questions: as long as there is no curve, the page asks as often."""
CURVE = 2.0
GOALS = {"pickomino": 3.0, "linko": 15.0}
RESULTS = Path(__file__).with_name("results-look.md")
TABLES: dict[str, tuple[str, int, dict[str, str]]] = {
    "dice, 2 players": ("pickomino", 2, {}),
    "dice, 4 players": ("pickomino", 4, {}),
    "dice, 7 players": ("pickomino", 7, {}),
    "dice, Deluxe, 3 players": ("pickomino", 3, {"variant": "deluxe"}),
    "dice, Deluxe, 7 players": ("pickomino", 7, {"variant": "deluxe"}),
    "cards, duel": ("linko", 2, {"mode": "duel"}),
    "cards, basic, 3 players": ("linko", 3, {}),
    "cards, expert, 4 players": ("linko", 4, {"mode": "expert"}),
}
HEADS = ("table", "games", "moves", "first curve, s", "worst", "goal", "whole look back, s", "worst", "goal")


class Taken(NamedTuple):
    """How long one look back has taken."""

    moves: int
    curve: float
    whole: float


async def play(device: Device, game: str, players: int, options: dict[str, str], seed: int) -> str:
    """Play a game with bots to its end; return the code of its table."""
    manners = {"pace": "instant"}
    code = await device.open(game, ["human", *["medium"] * (players - 1)], manners=manners, **options)
    bot = bots.make(game, "medium", seed)
    await device.connect()
    await device.ready()
    await device.start()
    await device.play(lambda view: str(bot.choose(view)))
    await device.close()
    return code


async def look_back(device: Device, code: str) -> Taken:
    """Ask for the look back at a game until it is there."""
    began, curve, moves = time.perf_counter(), None, 0
    while True:
        response = await device.ask("GET", f"/api/tables/{code}/review")
        response.raise_for_status()
        told: dict[str, Any] = response.json()
        seconds = time.perf_counter() - began
        if told["state"] == "done":
            return Taken(moves, curve or seconds, seconds)
        moves = told["of"]
        if curve is None and told["chances"]:
            curve = seconds
        await asyncio.sleep(ASKED)


async def measure(address: str, progress: Progress) -> dict[str, list[Taken]]:
    """Play and look back, table by table."""
    taken: dict[str, list[Taken]] = {name: [] for name in TABLES}
    for name, (game, players, options) in progress.track(TABLES.items(), description="measuring"):
        for seed in range(GAMES):
            async with Device(address) as device:
                code = await play(device, game, players, options, seed)
                taken[name].append(await look_back(device, code))
    return taken


def row(name: str, taken: list[Taken]) -> tuple[str, ...]:
    """Return what was measured at a table."""
    moves, curves, wholes = (list(kind) for kind in zip(*taken, strict=True))
    return (
        *(name, str(len(taken)), f"{statistics.median(moves):.0f}"),
        *(f"{statistics.median(curves):.1f}", f"{max(curves):.1f}", f"{CURVE:.0f}"),
        *(f"{statistics.median(wholes):.1f}", f"{max(wholes):.1f}", f"{GOALS[TABLES[name][0]]:.0f}"),
    )


def main() -> None:
    """Measure, print and keep the result."""
    with tempfile.TemporaryDirectory() as folder, Progress(transient=True) as progress:
        database = f"sqlite:///{folder}/stolik.db"
        with ServerProcess(
            Path(folder, "server.log"), lan=False, database=database, log_level="warning", **UNLIMITED
        ) as server:
            taken = asyncio.run(measure(server.address, progress))
    rows = [row(name, some) for name, some in taken.items()]
    show("From asking for a look back to what is on the screen", HEADS, rows)
    told = (
        f"Written by `make bench-look`: Python {platform.python_version()}. Seconds after asking a server "
        f"on this machine: medians, and the slowest of {GAMES} games."
    )
    keep(RESULTS, "Looking back", told, HEADS, rows)


if __name__ == "__main__":
    main()
