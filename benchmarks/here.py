"""Playing in the browser without a server: ``make bench-here``.

How soon one can decide on a first visit over a line of 10 Mbit/s, and without a network once everything is
stored; and how long the bots of each level think in the same Python, in Node, which has Chromium's engine.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import BrowserContext, Page
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

from benchmarks.slow_line import slow_line
from stolik.server import offline
from stolik.server.app import PAGE
from tools.browser_python import run_for_browsers
from tools.browsing import Server, chromium

LINE = 10_000_000 / 8
"""Bytes a second of the line on which everything is stored."""
LATENCY = 0.02
"""Seconds until it answers."""
PATIENCE = 300_000
RESULTS = Path(__file__).with_name("results-here.md")
THINKING = Path(__file__).with_name("here_thinking.py")
MEGABYTE = 1_000_000
COMPILED = """async () => {
  while ((await (await caches.open("stolik-compiled")).keys()).length < 2)
    await new Promise((later) => setTimeout(later, 100));
}"""


def first_visit(page: Page, address: str) -> tuple[float, float]:
    """Open the page, store everything and begin; return the seconds until each is done."""
    began = time.perf_counter()
    page.goto(address)
    page.get_by_role("button", name="Play here, without a network").click()
    page.get_by_text("Works without a network.").wait_for(timeout=PATIENCE)
    stored = time.perf_counter() - began
    begin(page)
    taken = time.perf_counter() - began
    page.evaluate(COMPILED)  # once; the next start is quicker
    return stored, taken


def begin(page: Page) -> None:
    """Open a game, and wait until one may decide."""
    page.get_by_role("button", name="Play now with bots").first.click()
    page.get_by_test_id("status").wait_for(timeout=PATIENCE)


def first_decision(context: BrowserContext, address: str) -> float:
    """Open the stored page without a network, and a game; return the seconds until one may decide."""
    context.set_offline(True)
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    begin(page)
    taken = time.perf_counter() - began
    page.close()
    return taken


def thinking() -> dict[str, Any]:
    """Return how long the bots think in WebAssembly, by game and level, and the memory that it takes."""
    program = THINKING.read_text(encoding="utf-8") + "\nimport json\njson.dumps(thinking())"
    with TemporaryDirectory() as folder:
        found: dict[str, Any] = run_for_browsers(program, Path(folder))
    return found


def main() -> None:
    """Measure, print, and write it down."""
    size = sum(part["bytes"] for part in json.loads(offline.parts(PAGE))["parts"])
    with Server() as server, slow_line(server.address, LINE, LATENCY) as address, chromium() as browser:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        storing, visiting = first_visit(page, address)
        page.close()
        first = min(first_decision(context, address) for _ in range(3))
    table = Table("game", "level", "played by", "first, ms", "ms a move", "longest, ms", box=MARKDOWN)
    thought = thinking()
    for row in thought["rows"]:
        table.add_row(*(str(row[name]) for name in ("game", "level", "here", "first", "mean", "longest")))
    lines = [
        "# Playing in the browser, without a server",
        "",
        f"Everything that is stored: {size / MEGABYTE:.1f} MB. On a line of 10 Mbit/s it is there "
        f"{storing:.1f} s after the page was opened, and one can decide after {visiting:.1f} s. "
        f"Once it is stored, from opening the page without a network to the first decision: {first:.1f} s. "
        f"Python's memory after games of all levels: {thought['memory'] / MEGABYTE:.0f} MB. "
        f"Programs that wanted to run meanwhile: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} processors.",
        "",
    ]
    with RESULTS.open("w", encoding="utf-8") as file:
        console = Console(file=file, width=100)
        console.print("\n".join(lines), soft_wrap=True)
        console.print(table)
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
