"""How smoothly things move on a phone: ``make bench-page``.

Bots play, and a page looks on with a processor slowed down as much as browsers' own tools suggest for a
phone. Every frame is timed in which anything moves. Beside it, in the same run, a page with nothing but one
box that moves: what the machine can draw at all, which without a graphics card may be less than 60 a second.
"""

from __future__ import annotations

import platform
import statistics
import sys
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, ViewportSize
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

from tests.web.guest import Guest
from tools.browsing import Server, chromium

PHONE = ViewportSize(width=390, height=844)
SLOWER = 4
"""How many times slower the page's processor is."""
SECONDS = 20
ROUNDS = 3
LATE = 1000 / 60 * 1.5
"""Milliseconds after which a frame is one that was missed, at 60 a second."""
RESULTS = Path(__file__).with_name("results-page.md")

BOX = """<style>div { width: 4rem; height: 4rem; background: teal; animation: go 1s infinite alternate }
@keyframes go { to { transform: translateX(15rem) } }</style><div></div>"""

FOLLOW = """
const flying = new Set(); // what the page lets move
const styled = new Map(); // elements that move by their style, and how often at once
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  const one = animate.apply(this, how);
  one.ready.then(() => flying.add(one), () => {}); // until its first frame is drawn it stands still
  one.finished.catch(() => {}).then(() => flying.delete(one));
  return one;
};
const count = (by) => ({ target }) => styled.set(target, (styled.get(target) ?? 0) + by);
for (const kind of ["animation", "transition"]) {
  addEventListener(kind + "start", count(1), true);
  for (const end of ["end", "cancel"]) addEventListener(kind + end, count(-1), true);
}
window.isAnythingMoving = () => {
  for (const [element, times] of styled) if (!times || !element.isConnected) styled.delete(element);
  return flying.size + styled.size > 0;
};
"""
"""Knows what moves by what begins and ends: to ask the browser in every frame takes a quarter of it."""

TIME = """(seconds) => new Promise((done) => {
  const frames = [];
  const end = performance.now() + 1000 * seconds;
  let before = null;
  const look = (now) => {
    const moving = isAnythingMoving();
    if (before !== null && moving) frames.push(now - before);
    before = moving ? now : null;
    if (now < end) requestAnimationFrame(look);
    else done(frames);
  };
  requestAnimationFrame(look);
})"""
"""How long each frame took in which something moved."""


def slowed(browser: Browser) -> Page:
    """Return a page of a phone with a slow processor."""
    page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    page.add_init_script(FOLLOW)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def box(browser: Browser) -> list[float]:
    """Time the frames of a single box."""
    page = slowed(browser)
    page.goto(f"data:text/html,{quote(BOX)}")
    frames: list[float] = page.evaluate(TIME, SECONDS)
    page.context.close()
    return frames


def game(browser: Browser, server: Server, name: str, bots: int) -> list[float]:
    """Time the frames of a game that bots play."""
    host = Guest(server.address)
    code = host.open(name, ["easy"] * bots, None, pace="quick")
    page = slowed(browser)
    page.goto(f"{server.address}/t/{code}")
    with host:
        host.do("start")
        page.get_by_test_id("status").wait_for()
        frames: list[float] = page.evaluate(TIME, SECONDS)
    page.context.close()
    return frames


def row(name: str, frames: list[float], reference: float) -> tuple[str, ...]:
    """Return a line of the table."""
    rate = 1000 / statistics.fmean(frames)
    late = sum(frame > LATE for frame in frames) / len(frames)
    worst = statistics.quantiles(frames, n=100)[98]
    return name, f"{len(frames)}", f"{rate:.0f}", f"{worst:.0f}", f"{late:.1%}", f"{rate / reference:.2f}"


def main() -> None:
    """Measure, print, and keep the table."""
    boxes: list[float] = []
    scenes: dict[str, list[float]] = {"dice, 4 players": [], "cards, 4 players": []}
    with Server() as server, chromium() as browser:
        for _ in range(ROUNDS):
            boxes += box(browser)
            for scene, name in zip(scenes, ("pickomino", "linko"), strict=True):
                scenes[scene] += game(browser, server, name, 4)
        engine = browser.version
    reference = 1000 / statistics.fmean(boxes)
    table = Table("what moves", "frames", "a second", "p99 ms", "late", "of the box", box=MARKDOWN)
    for line in (row("one box", boxes, reference), *(row(*scene, reference) for scene in scenes.items())):
        table.add_row(*line)
    about = (
        f"{ROUNDS} rounds of {SECONDS} s each, {PHONE['width']}×{PHONE['height']}, "
        f"processor {SLOWER} times slower, no graphics card, "
        f"Chromium {engine}, Python {platform.python_version()}. Late: over {LATE:.0f} ms."
    )
    console = Console(width=100, file=sys.stdout)
    console.print(about, table)
    with RESULTS.open("w", encoding="utf-8") as file:
        kept = Console(width=100, file=file)
        kept.print("# Frames of the page\n\n`make bench-page`\n", about, "", table, sep="\n", soft_wrap=True)


if __name__ == "__main__":
    main()
