"""``stolik play --full-screen``: the same game with buttons and a mouse, driven by Textual's pilot."""

import asyncio
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from textual.pilot import Pilot
from textual.screen import Screen

import stolik
from stolik import bots
from stolik.cli import main
from stolik.cli.display import Quit, Scene
from stolik.cli.full_screen import FullScreen
from stolik.cli.people import People, Player
from stolik.cli.records import Keeper
from stolik.cli.screen import make
from stolik.cli.session import Session
from stolik.cli.table_app import Answer, PushButton
from stolik.core import CHANCE, Fairness, Recorder
from stolik.words import Words
from tests.cli.drawn import hand_on
from tests.cli.games import SEAT, SECRET
from tests.cli.running import PATIENCE, Terminal, records, run
from tests.cli.small_game import STONES, install
from tools import terminal_pictures

Script = Callable[["Table"], Awaitable[None]]


class Table:
    """A game on a full screen, and the fingers of a person before it."""

    def __init__(
        self, home: Path, game: stolik.Game, words: Words, seats: list[Player], pause: float
    ) -> None:
        people = People.at_play(words, seats)
        fairness = Fairness(SECRET, tuple("" if seat.bot else SEAT for seat in seats))
        self.recorder = Recorder(game, fairness, people.names)
        players = {
            number: bots.guarded(game.name, seat.bot, 1) for number, seat in enumerate(seats) if seat.bot
        }
        self.display = FullScreen(Console(), words)
        keeper = Keeper(words, home / "game.txt", self.recorder)
        screen = make(game.name, words, people)
        self.session = Session(words, people, self.recorder, players, screen, self.display, keeper, pause)
        self.pilot: Pilot[None]

    def play(
        self, script: Script, size: tuple[int, int] = (80, 24), body: Callable[[], None] | None = None
    ) -> BaseException | None:
        """Play by the script until the game is over or left; return what it ended with."""
        app = self.display.app
        app.body = body or self.session.play

        async def play() -> None:
            async with app.run_test(size=size) as self.pilot:
                try:
                    await script(self)
                finally:
                    app.action_interrupt()
                    await self.until(lambda: app._exit)

        asyncio.run(play())
        return app.failure

    @property
    def page(self) -> str:
        """What is to be seen."""
        return self._text(self.display.app.screen)

    @property
    def behind(self) -> str:
        """What is behind a page."""
        return self._text(self.display.app.screen_stack[0])

    def _text(self, screen: Screen[object]) -> str:
        size = self.display.app.size
        return "\n".join(strip.text.rstrip() for strip in screen._compositor.render_strips(size))

    @property
    def pushes(self) -> dict[str, PushButton]:
        """The buttons, by what they stand for."""
        return {button.push.typed: button for button in self.display.app.screen.query(PushButton)}

    async def until(self, holds: Callable[[], bool]) -> None:
        app, deadline = self.display.app, time.monotonic() + PATIENCE
        while not holds():
            assert isinstance(app.failure, Quit | KeyboardInterrupt | None), app.failure
            assert time.monotonic() < deadline, self.page
            await self.pilot.pause(0.01)

    async def sees(self, *texts: str) -> str:
        """Wait until the page has these texts, and return it."""
        await self.until(lambda: all(text in self.page for text in texts))
        return self.page

    async def sees_no(self, text: str) -> None:
        await self.until(lambda: text not in self.page)

    async def moves_on(self, moves: int) -> None:
        """Wait until more moves than these were made."""
        await self.until(lambda: len(self.recorder.record().moves) > moves)

    async def begins(self, text: str) -> None:
        """Go past the first page, to the first question."""
        await self.sees(text)
        await self.pilot.press("enter")
        await self.until(lambda: bool(self.display.app.query("#pushes PushButton")))
        await self.asks()

    async def asks(self) -> None:
        """Wait for a question."""
        await self.until(lambda: self.display.app.is_asking)
        await self.pilot.pause()


COMPANY = [Player("easy", name) for name in ("Fox", "Owl", "Badger", "Otter")]


def table(
    home: Path, game: str, seats: list[Player], language: str = "en", pause: float = 0, **settings: str
) -> Table:
    return Table(home, stolik.Game(game, len(seats), **settings), Words(language), seats, pause)


@pytest.mark.parametrize(("language", "begins", "roll", "leave"), [
    ("en", "go on", "roll 8 dice", "Leave the game?"),
    ("pl", "dalej", "rzuć 8 kostkami", "Przerwać grę?"),
    ("de", "weiter", "mit 8 Würfeln würfeln", "Die Partie unterbrechen?"),
])  # fmt: skip
def test_keys_and_the_mouse_play_and_leave(
    home: Path, language: str, begins: str, roll: str, leave: str
) -> None:
    at = table(home, "pickomino", [Player(), *COMPANY[:2]], language)

    async def script(at: Table) -> None:
        await at.begins(begins)
        assert roll in at.page
        await at.pilot.press("1")
        await at.until(lambda: len(at.recorder.record().moves) == 2)
        await at.asks()
        face = next(iter(at.pushes.values()))
        await at.pilot.click(face)
        await at.until(lambda: len(at.recorder.record().moves) == 3)
        assert at.recorder.record().moves[2].startswith("keep ")
        await at.asks()
        await at.pilot.press("q")
        await at.sees(leave)
        await at.pilot.press("n")
        await at.sees_no(leave)
        await at.asks()
        await at.pilot.click(at.pushes["q"])
        await at.sees(leave)
        await at.pilot.press("enter")
        await at.until(lambda: at.display.app.failure is not None)

    assert isinstance(at.play(script), Quit)
    assert (home / "game.txt").is_file(), "the game is kept"


@pytest.mark.parametrize(("game", "takes_at_once"), [("pickomino", True), ("linko", False)])
@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_the_help_is_seen_whole_with_its_button(
    home: Path, game: str, takes_at_once: bool, language: str
) -> None:
    at = table(home, game, [Player(), *COMPANY[:2]], language)
    words = Words(language)
    about = words("play.help_only" if takes_at_once else "play.help")
    keys = words("play.keys", help=about, record=words("play.fair_key"))
    told = f"{words(f'{game}.help')}\n{keys}".split("\n")

    async def script(at: Table) -> None:
        await at.begins(words("screen.go_on"))
        await at.pilot.press("question_mark")
        await at.sees(*told, words("screen.go_on"))
        assert ("1?" in at.page) is not takes_at_once
        await at.pilot.resize_terminal(80, 12)
        await at.sees(told[0], words("screen.go_on"))

    at.play(script)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize(("mode", "players"), [("expert", 5), ("duel", 2)])
def test_the_hand_and_the_moves_are_seen_at_every_size(
    home: Path, size: tuple[int, int], mode: str, players: int
) -> None:
    at = table(home, "linko", [Player(), *COMPANY[: players - 1]], "de", mode=mode)

    async def script(at: Table) -> None:
        await at.begins("weiter")
        for _ in range(3):
            await at.asks()
            await at.until(lambda: at.session.state.view(0)["moves"] != [])
            moves = len(at.recorder.record().moves)
            if at.session.state.phase == "play" and size >= (80, 24):
                await at.until(lambda: hand_on(at.page) is not None)
            first = at.display.app.query("#pushes PushButton").first()
            line = at.display.app.query_one(Answer)
            await at.until(lambda: first.region.bottom <= line.region.y < size[1] - 1)  # noqa: B023
            assert first.region.width <= size[0]
            await at.pilot.press("down", "enter")
            await at.moves_on(moves)

    assert isinstance(at.play(script, size), KeyboardInterrupt)


def test_help_hints_and_fairness_are_pages_over_the_table(home: Path) -> None:
    at = table(home, "pickomino", [Player(), *COMPANY[:2]])

    async def script(at: Table) -> None:
        await at.begins("go on")
        await at.pilot.press("1")
        await at.until(lambda: len(at.recorder.record().moves) == 2)
        for key, text in {"question_mark": "A turn in short", "f": "Commitment:", "h": "what to do"}.items():
            await at.asks()
            await at.pilot.press(key)
            await at.sees(text)
            await at.pilot.press("escape")
            await at.sees_no(text)
        await at.asks()
        await at.pilot.press(*"nonsense", "enter")
        await at.sees("There is no such choice: “nonsense”.")

    assert isinstance(at.play(script), KeyboardInterrupt)


def test_nobody_sees_the_hand_of_the_person_before(home: Path) -> None:
    at = table(home, "linko", [Player(name="Ola"), Player(name="Jan")], mode="duel")
    while at.recorder.state.actor == CHANCE:
        at.recorder.chance()

    def change() -> None:
        at.display.draw(Scene.of(at.session.screen, at.recorder.state.view(0)), Text(), "")
        at.display.read("Ola")
        at.display.change_player(Text("Jan"))

    async def script(at: Table) -> None:
        await at.until(lambda: hand_on(at.page) is not None)
        await at.asks()
        await at.pilot.press("enter")
        await at.sees("Jan", "go on")
        assert hand_on(at.behind) is None

    assert isinstance(at.play(script, body=change), KeyboardInterrupt)


def test_a_game_without_a_screen_of_its_own_is_played_to_its_end_and_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, STONES)
    at = table(home, STONES.name, [Player(), Player(name="Ola")])

    async def script(at: Table) -> None:
        await at.begins("go on")
        while at.session.state.actor is not None:
            await at.asks()
            moves = len(at.recorder.record().moves)
            await at.pilot.press("1")
            await at.moves_on(moves)
        await at.sees("once more")
        await at.pilot.press("y")
        await at.until(lambda: at.display.once_more())

    assert at.play(script) is None


def test_bots_are_watched_and_left(home: Path) -> None:
    at = table(home, "pickomino", COMPANY[:2], pause=60)

    async def script(at: Table) -> None:
        await at.sees("Only bots play")
        await at.pilot.press("enter")
        await at.sees("Fox")
        await at.until(lambda: len(at.recorder.record().moves) > 0)
        await at.pilot.press("q")
        await at.sees("Leave the game?")
        await at.pilot.press("enter")
        await at.until(lambda: at.display.app.failure is not None)

    assert isinstance(at.play(script), Quit)


def test_what_is_missing_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run(home, "play", "--full-screen", "--lang", "en")
    assert done.returncode == 2
    assert "--full-screen needs a terminal" in done.stderr
    assert not records(home)
    monkeypatch.setattr("stolik.cli.play.is_live", lambda: True)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, "stolik.cli.full_screen", None)
    assert main(["play", "--full-screen", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert "textual" in told
    assert "[terminal]" in told


def test_in_a_real_terminal_a_game_is_left_and_the_terminal_is_as_it_was(home: Path) -> None:
    terminal = Terminal(home, "play", "--full-screen", "--lang", "en", "--speed", "instant")
    terminal.wait_for("go on")
    terminal.type("\r")
    terminal.wait_for("roll 8 dice")
    terminal.wait_for(re.compile("You – Enter"))
    terminal.type("q")
    terminal.wait_for("Leave the game?")
    terminal.type("\r")
    assert terminal.end() == 0
    assert "stolik play --continue" in terminal.text.rpartition("\x1b[?1049l")[2]
    assert terminal.text.count("\x1b[?1049h") == terminal.text.count("\x1b[?1049l") == 1
    assert len(records(home)) == 1


@pytest.mark.parametrize("name", terminal_pictures.PICTURES)
def test_the_pictures_in_the_documentation_show_the_program_as_it_is(name: str) -> None:
    kept = (terminal_pictures.FOLDER / name).read_text(encoding="utf-8")
    assert texts(terminal_pictures.draw(name)) == texts(kept), "`make terminal-pictures` draws them again"


def test_the_pictures_fetch_nothing_from_elsewhere() -> None:
    for path in terminal_pictures.FOLDER.iterdir():
        assert path.name in terminal_pictures.PICTURES
        assert not re.search(r"url\((?!#)|href=|<script", path.read_text(encoding="utf-8")), path


def texts(picture: str) -> list[str]:
    return re.findall(r">([^<]+)</text>", picture)
