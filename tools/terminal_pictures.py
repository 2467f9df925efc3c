"""Draw the pictures of the terminal in ``docs/terminal``, at 80 by 24 and 120 by 40: by the program itself.

The games are those of the tests, so that the same pictures come out again: ``make terminal-pictures``.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.segment import SegmentLines
from rich.text import Text

from stolik import bots
from stolik.analysis import review
from stolik.cli import menu
from stolik.cli.display import Display, Live
from stolik.cli.full_screen import FullScreen
from stolik.cli.people import People, Player
from stolik.cli.preferences import Preferences
from stolik.cli.records import Keeper
from stolik.cli.review_tables import draw as draw_review
from stolik.cli.reviewed import ReviewedGame
from stolik.cli.screen import make
from stolik.cli.session import Session
from stolik.cli.table_app import Answer, PushButton
from stolik.core import Record, Recorder
from stolik.words import Words
from tests.cli.games import played

FOLDER = Path(__file__).parents[1] / "docs" / "terminal"
SMALL, LARGE = (80, 24), (120, 40)
DICE = "stolik play pickomino --variant deluxe"
CARDS = "stolik play linko --mode advanced"
REVIEW = "stolik review"
MENU = "stolik"
PICTURES = {
    "menu-80x24.svg": (MENU, SMALL, ()),
    "first-page-80x24.svg": (DICE, SMALL, ()),
    "dice-80x24.svg": (DICE, SMALL, ("",)),
    "odds-80x24.svg": (DICE, SMALL, ("", "h")),
    "cards-120x40.svg": (CARDS, LARGE, ("",)),
    "review-80x24.svg": (REVIEW, SMALL, ()),
    "full-screen-cards-80x24.svg": (f"{CARDS} --full-screen", SMALL, ("enter",)),
    "full-screen-dice-120x40.svg": (f"{DICE} --full-screen", LARGE, ("enter",)),
    "full-screen-leave-80x24.svg": (f"{DICE} --full-screen", SMALL, ("enter", "q")),
}
"""The pictures: what was asked for, the size, and what was typed or pressed then."""

WORDS = Words("en")


class Taken(Exception):  # noqa: N818 -- not an error
    """The picture is taken."""


def recording(size: tuple[int, int]) -> Console:
    """Return a terminal of a size that can be photographed."""
    width, height = size
    return Console(
        record=True,
        file=io.StringIO(),
        color_system="truecolor",
        force_terminal=True,
        width=width,
        height=height,
        highlight=False,
        markup=False,
    )


class Camera(Live):
    """A terminal that answers by itself, and is photographed when there are no more answers."""

    def __init__(self, size: tuple[int, int], typed: tuple[str, ...]) -> None:
        super().__init__(recording(size), WORDS)
        self._typed = list(typed)

    def read(self, prompt: str) -> str:
        """Answer, and forget the page that was there before."""
        if not self._typed:
            self.console.print(Text(prompt, style="bold"))
            raise Taken
        self.console.export_text(clear=True)
        return self._typed.pop(0)


def session(record: Record, display: Display, folder: Path) -> Session:
    """Return a game that was left, as ``stolik play --continue`` has it."""
    table = Recorder.resume(record)
    names = ("", "Bot Fox", "Bot Owl", "Bot Badger")[: record.game.players]
    people = People.at_play(WORDS, [Player("careful" if name else None, name) for name in names])
    players = {seat: bots.guarded(record.game.name, "easy", seat) for seat in range(1, record.game.players)}
    screen = make(record.game.name, WORDS, people)
    return Session(WORDS, people, table, players, screen, display, Keeper(WORDS, folder / "game", table), 0)


def position(command: str) -> Record:
    """Return a game up to a decision of the person, far enough that there is something to see."""
    for moves in count(60):
        if command.startswith(CARDS):
            record = played(4, moves=moves, game="linko", mode="advanced")
        else:
            record = played(3, moves=moves, variant="deluxe")
        state = record.replay()
        if state.actor == 0 and len(state.moves()) > 2:
            return record
    raise AssertionError("there are always more moves")


def plain(record: Record, size: tuple[int, int], typed: tuple[str, ...], title: str, folder: Path) -> str:
    """Return a picture of the game line by line."""
    camera = Camera(size, typed)
    try:
        session(record, camera, folder).play()
    except Taken:
        return camera.console.export_svg(title=title, unique_id="stolik")
    raise AssertionError("the game is over")


def reviewed(size: tuple[int, int]) -> str:
    """Return a picture of the beginning of a review."""
    record = played(3)
    people = People.in_record(WORDS, record.names, record.game.players)
    game = ReviewedGame(WORDS, people, make(record.game.name, WORDS, people), record, review(record))
    console, (width, height) = recording(size), size
    console.print(SegmentLines(console.render_lines(draw_review(game, width))[:height], new_lines=True))
    return console.export_svg(title=REVIEW, unique_id="stolik")


def opened(size: tuple[int, int]) -> str:
    """Return a picture of the menu, of somebody who has left a game."""
    console = recording(size)
    lines = menu.entries(WORDS, Preferences(), left=True, played=True)
    console.print(*menu.page(WORDS("menu.title"), lines, size[0]), "", WORDS("menu.prompt"), sep="\n")
    return console.export_svg(title=MENU, unique_id="stolik")


def full_screen(
    record: Record, size: tuple[int, int], keys: tuple[str, ...], title: str, folder: Path
) -> str:
    """Return a picture of the game on the full screen."""
    display = FullScreen(Console(), WORDS)
    app = display.app
    app.title = title
    app.body = session(record, display, folder).play

    async def until(holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.05)

    async def photograph() -> str:
        async with app.run_test(size=size) as pilot:
            app.query_one(Answer).cursor_blink = False
            for key in keys:
                await until(lambda: app.is_asking)
                await pilot.press(key)
            await until(lambda: app.is_asking and bool(app.screen.query(PushButton)))
            await pilot.pause(0.3)
            taken = app.export_screenshot(title=title)
            app.action_interrupt()
            await until(lambda: app.failure is not None)
        return taken

    return asyncio.run(photograph())


def alone(svg: str) -> str:
    """Return a picture without the font that it would fetch from elsewhere."""
    return re.sub(r"\s*@font-face \{.*?\}|<!--.*?-->", "", svg, flags=re.DOTALL)


def draw(name: str) -> str:
    """Return a picture as SVG."""
    title, size, typed = PICTURES[name]
    if title in (MENU, REVIEW):
        return alone((opened if title == MENU else reviewed)(size))
    take = full_screen if "--full-screen" in title else plain
    with TemporaryDirectory() as folder:
        return alone(take(position(title), size, typed, title, Path(folder)))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / name).write_text(draw(name), encoding="utf-8")
        print(name)
