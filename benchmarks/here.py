"""Playing in the browser without a server: ``make bench-here``.

How long it takes to store everything on a line of 10 Mbit/s, how soon one can decide once it is stored, and
how long the bots of each level think in the same Python; measured in Node, which has Chromium's engine.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

from playwright.sync_api import BrowserContext, Page
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

from stolik.server import offline
from stolik.server.app import PAGE
from tools.browsing import Server, chromium

LINE = 10_000_000 / 8
"""Bytes a second of the line on which everything is stored."""
PATIENCE = 300_000
RESULTS = Path(__file__).with_name("results-here.md")
THINKING = Path(__file__).with_name("here_thinking.mjs")
MEGABYTE = 1_000_000


def stored(page: Page, address: str) -> float:
    """Store everything, over a line of a given speed; return the seconds."""
    page.goto(address)
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 20, "downloadThroughput": LINE, "uploadThroughput": LINE},
    )
    began = time.perf_counter()
    page.get_by_role("button", name="Play here, without a network").click()
    page.get_by_text("Works without a network.").wait_for(timeout=PATIENCE)
    return time.perf_counter() - began


def first_decision(context: BrowserContext, address: str) -> float:
    """Open the stored page without a network, and a game; return the seconds until one may decide."""
    context.set_offline(True)
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    page.get_by_role("button", name="Play now with bots").first.click()
    page.get_by_test_id("status").wait_for(timeout=PATIENCE)
    taken = time.perf_counter() - began
    page.close()
    return taken


def thinking() -> list[dict[str, object]]:
    """Return how long the bots think in WebAssembly, by game and level."""
    package = PAGE.parent / "package.zip"
    package.write_bytes(offline.package())
    try:
        told = subprocess.run(["node", str(THINKING), str(package)], check=True, capture_output=True)
    finally:
        package.unlink()
    found: list[dict[str, object]] = json.loads(told.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure, print, and write it down."""
    size = sum(part["bytes"] for part in json.loads(offline.parts(PAGE))["parts"])
    with Server() as server, chromium() as browser:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        storing = stored(page, server.address)
        page.close()
        first = min(first_decision(context, server.address) for _ in range(3))
    table = Table("game", "level", "played by", "ms a move", "longest, ms", box=MARKDOWN)
    for row in thinking():
        table.add_row(*(str(row[name]) for name in ("game", "level", "here", "mean", "longest")))
    lines = [
        "# Playing in the browser, without a server",
        "",
        f"Everything that is stored: {size / MEGABYTE:.1f} MB. On a line of 10 Mbit/s: {storing:.1f} s. "
        f"Once it is stored, from opening the page without a network to the first decision: {first:.1f} s. "
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
