"""Take two short films for the README: a theft, and a burnt roll, into ``docs/screenshots``.

python -m tools.films
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.web.device import Device
from tests.web.guest import View, plain
from tests.web.positions import mine
from tests.web.test_dice_motion import Stage
from tools.browsing import Server, chromium
from tools.screenshots import FOLDER

SIZE = (1024, 640)
LEFT = 0.8
"""Seconds that the last picture stays."""
QUALITY = 60


@contextmanager
def filmed(page: Page, name: str) -> Iterator[None]:
    """Film a page for as long as this lasts, and keep it as an animated picture."""
    taken: list[tuple[float, bytes]] = []
    session = page.context.new_cdp_session(page)

    def frame(told: dict[str, Any]) -> None:
        taken.append((told["metadata"]["timestamp"], base64.b64decode(told["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": told["sessionId"]})

    session.on("Page.screencastFrame", frame)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 90, "everyNthFrame": 2})
    yield
    session.send("Page.stopScreencast")
    session.detach()
    taken.sort()
    times = [at for at, _ in taken] + [taken[-1][0] + LEFT]
    pictures = [Image.open(io.BytesIO(data)) for _, data in taken]
    lasting = [round(1000 * (after - at)) for at, after in pairwise(times)]
    first, *others = pictures
    path = FOLDER / f"{name}.webp"
    first.save(path, save_all=True, append_images=others, duration=lasting, loop=0, quality=QUALITY, method=6)
    size = path.stat().st_size / 1024
    print(f"{path.name}: {len(pictures)} pictures, {sum(lasting) / 1000:.1f} s, {size:.0f} kB")


def theft(stage: Stage) -> None:
    """Somebody steals our top tile."""

    def robs_us(view: View) -> bool:
        own = view["seats"][0]["stack"]
        return view["actor"] != 0 and len(own) > 1 and f"steal {own[-1]}" in view["moves"]

    before = stage.bring(robs_us)
    with filmed(stage.device.page, "film-theft"):
        stage.play(before, f"steal {before['seats'][0]['stack'][-1]}")


def burnt_roll(stage: Stage) -> None:
    """We roll once too often."""

    def risky(view: View) -> bool:
        few = view["turn"] and view["turn"]["dice"] < 3 and len(view["turn"]["aside"]) > 3
        return (
            mine("kept")(view)
            and "roll" in view["moves"]
            and len(view["seats"][0]["stack"]) > 1
            and bool(few)
        )

    def greedy(view: View) -> str:
        own = view["actor"] == 0 and len(view["seats"][0]["stack"]) > 1
        return "roll" if own and "roll" in view["moves"] else plain(view)

    burnt = False
    while not burnt:  # the film of a roll that succeeds is taken again
        before = stage.bring(risky, greedy)
        with filmed(stage.device.page, "film-burnt-roll"):
            burnt = stage.play(before, "roll")["actor"] != 0


def main() -> None:
    """Take both films."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    films: tuple[Callable[[Stage], None], ...] = (theft, burnt_roll)
    with Server(losing_after=900, absent_after=1800) as server, chromium() as browser:
        for film in films:
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en-GB")
            film(Stage(Device(context, server.address, "en")))
            context.close()


if __name__ == "__main__":
    main()
