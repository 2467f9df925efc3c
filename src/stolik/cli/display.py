"""Showing a game and reading answers: redrawn in place on a terminal, line after line everywhere else."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.constrain import Constrain
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from stolik.cli.output import fit, is_live, make_console, tell
from stolik.cli.screen import ALWAYS, AnyScreen, Choice, LogEntry, Question
from stolik.core import View
from stolik.words import Words

WIDEST = 92
"""More columns than this are left empty: a table that is too wide is hard to read."""

FEWEST_LINES = 1
LOG_LINES = 3
"""The log has at least so many lines, however low the terminal is; and so many before choices that can give
way get more."""

TALLEST = 30
"""The log does not make the page longer than this, so that the choices stay near the table."""

ONE_COLUMN, TWO_COLUMNS = 3, 8
KEY = 3
BETWEEN = 2
"""Up to so many choices are listed in one column, in two; the least width of a key; the gap after it."""


class Quit(Exception):  # noqa: N818 -- not an error: the person leaves
    """The person has left the game."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something that is drawn in as many columns as there are when it is shown."""

    draw: Callable[[int], RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.draw(options.max_width)


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment, drawn: a heading, the table and the turn; and whether the game is over."""

    heading: RenderableType
    table: RenderableType
    turn: RenderableType
    over: bool = False

    @classmethod
    def of(cls, screen: AnyScreen, view: View, place: str = "") -> Scene:
        """Return a view as its game's screen draws it; ``place`` says which moment it is."""
        return cls(
            Drawn(lambda width: _heading(screen.title(view), place or screen.status(view), width)),
            Drawn(lambda width: screen.table(view, width)),
            Drawn(lambda width: screen.turn(view, width)),
            view["over"],
        )


def _heading(title: str, place: str, width: int) -> Table:
    beside = Text(place)
    beside.truncate(max(width - cell_len(title) - 1, 0), overflow="ellipsis")
    heading = Table.grid(expand=True)
    heading.add_column(style="bold")
    heading.add_column(justify="right", style="dim")
    heading.add_row(title, beside)
    return heading


class Display(ABC):
    """Where a game is shown and answers are read."""

    def __init__(self, console: Console, words: Words) -> None:
        self.console = console
        self.words = words

    @property
    def width(self) -> int:
        """How many columns there are to draw on, now."""
        return min(self.console.width, WIDEST)

    def print(self, *parts: RenderableType) -> None:
        """Print one part below the other."""
        for part in parts:
            self.console.print(Constrain(part, self.width))

    def say(self, text: str) -> None:
        """Print a text as it is; on a terminal in lines that fit it."""
        tell(self.console, text)

    def have_screen(self, body: Callable[[], None]) -> None:
        """Have the screen while ``body`` shows something there."""
        body()

    @abstractmethod
    def page(self, *parts: RenderableType) -> str:
        """Show something to read; where it would be drawn over, wait until it has been read.

        Returns what was typed then, if anything was.
        """

    def first_page(self, *parts: RenderableType) -> str:
        """Show what comes before a game; return what a person types there."""
        return self.page(*parts)

    @abstractmethod
    def change_player(self, part: RenderableType) -> None:
        """Hide what was shown, and wait until the next person sits at the keyboard."""

    @abstractmethod
    def new_turn(self) -> None:
        """Begin a new turn."""

    @abstractmethod
    def log(self, scene: Scene, entry: LogEntry, pause: float) -> None:
        """Show what happened and the table after it, and give time to read it.

        No pause means that a person at this keyboard did it and goes on.
        """

    @abstractmethod
    def look_back(self, past: Sequence[str], now: Sequence[LogEntry], latest: int) -> None:
        """Have another log: of turns gone by, and of this turn, whose ``latest`` last parts are new."""

    @abstractmethod
    def ask(self, scene: Scene, below: RenderableType, note: str, prompt: str) -> str:
        """Show the table and the choices, and return what is typed. ``note`` is about the last answer."""

    def takes_at_once(self, asked: Asked) -> bool:
        """Whether the key of a choice plays it at once, so that nothing can be typed after it."""
        return False

    def wants_to_leave(self, scene: Scene, asked: Asked) -> bool:
        """Ask whether the person wants to leave the game indeed."""
        note, prompt = self.words("play.leave"), self.words("play.leave_prompt")
        return self.ask(scene, asked, note, prompt).lower() in ("", "q", self.words("play.yes"))

    def last_page(self, *parts: RenderableType) -> None:
        """Show how the game ended, as long as the screen is had; usually it is printed after that."""
        return

    def finish(self, *parts: RenderableType) -> None:
        """Print what stays on the terminal after the game."""
        self.print(*parts)

    def once_more(self) -> bool:
        """Ask a person at a terminal whether the same players play again."""
        try:
            return is_live() and self.read(self.words("play.again")).lower() == self.words("play.yes")
        except EOFError:
            return False

    def read(self, prompt: str) -> str:
        """Return a line typed after the prompt. Raises ``EOFError`` when there are no more."""
        shown = fit(prompt, self.console.width) if self.console.is_terminal else prompt
        return self.console.input(Text(shown, style="bold")).strip()


class Plain(Display):
    """For pipes, files and simple terminals: everything is printed once, in order."""

    def __init__(self, console: Console, words: Words) -> None:
        super().__init__(console, words)
        self._new_turn = True

    def page(self, *parts: RenderableType) -> str:
        """Print the parts."""
        self.print(*parts)
        return ""

    def first_page(self, *parts: RenderableType) -> str:
        """Print the parts; nobody at a pipe has to say that they have been read."""
        self.print(*parts)
        return self.read(self.words("play.go_on")) if sys.stdin.isatty() else ""

    def change_player(self, part: RenderableType) -> None:
        """Print enough empty lines to move everything off a person's screen."""
        if sys.stdin.isatty():
            self.say("\n" * self.console.height)
        self.print(part)
        if sys.stdin.isatty():
            self.read(self.words("play.go_on"))

    def new_turn(self) -> None:
        """Remember that the table has to be printed again."""
        self._new_turn = True

    def log(self, scene: Scene, entry: LogEntry, pause: float) -> None:
        """Print the sentence; nobody waits for a pipe."""
        self.say(entry.text)

    def look_back(self, past: Sequence[str], now: Sequence[LogEntry], latest: int) -> None:
        """Print what is new; the whole table follows."""
        for entry in now[len(now) - latest :]:
            self.say(entry.text)
        self._new_turn = True

    def ask(self, scene: Scene, below: RenderableType, note: str, prompt: str) -> str:
        """Print the table at the beginning of a turn, then the turn and the choices."""
        if note:
            self.say(note)
            return self.read(prompt)
        if self._new_turn:
            self.print("", scene.heading, scene.table)
            self._new_turn = False
        self.print(scene.turn, below)
        return self.read(prompt)

    def read(self, prompt: str) -> str:
        """Return a line typed after the prompt; one that comes from a file is printed there too."""
        if sys.stdin.isatty():
            return super().read(prompt)
        try:
            answer = super().read(prompt)
        except EOFError:
            self.console.print()
            raise
        self.console.print(answer)
        return answer


class Live(Display):
    """For a terminal: one page, redrawn in place, the prompt in its last line.

    The log above the choices has what happened lately: all of this turn, and a line for each one before.
    """

    def __init__(self, console: Console, words: Words) -> None:
        super().__init__(console, words)
        self.past: list[str] = []
        self.now: list[LogEntry] = []

    def have_screen(self, body: Callable[[], None]) -> None:
        """Have the terminal's second screen, and leave the first as it was."""
        with self.console.screen(hide_cursor=False):
            body()

    def page(self, *parts: RenderableType) -> str:
        """Show the parts alone until Enter is pressed."""
        with self.console:
            self.console.clear()
            self.print(*parts)
        return self.read("\n" + self.words("play.go_on"))

    def change_player(self, part: RenderableType) -> None:
        """Show nothing else until Enter is pressed."""
        self.page(part)

    def new_turn(self) -> None:
        """Keep one line of the turn that is over."""
        self.past += outcome(self.now)
        self.now = []

    def log(self, scene: Scene, entry: LogEntry, pause: float) -> None:
        """Add the sentence to the log and redraw; what a person sees on the table anyway goes unsaid."""
        if not pause and not entry.summary:
            return
        self.now.append(entry)
        self.draw(scene, Text(), "")
        self.wait(pause)

    def wait(self, seconds: float) -> None:
        """Give time to read."""
        time.sleep(seconds)

    def look_back(self, past: Sequence[str], now: Sequence[LogEntry], latest: int) -> None:
        """Have another log."""
        self.past, self.now = list(past), list(now)

    def ask(self, scene: Scene, below: RenderableType, note: str, prompt: str) -> str:
        """Redraw with the choices, and read the answer in the last line."""
        self.draw(scene, below, note)
        return self.read(prompt)

    def finish(self, *parts: RenderableType) -> None:
        """Print what happened last as well, for it went away with the page."""
        super().finish(*(Text(entry.text) for entry in self.now[-1:]), *parts)

    def draw(self, scene: Scene, below: RenderableType, note: str) -> None:
        """Draw the page; the log takes the lines that nothing else needs.

        The final count is worth more than the table, if there is no room for both.
        """
        top = [scene.heading, scene.table, scene.turn, Rule(style="dim")]
        notes = [Text(note, style="bold yellow")] if note else []
        if scene.over and self._height(*top, below, *notes) + FEWEST_LINES >= self.console.height:
            top.remove(scene.table)
        room = self.console.height - 1 - self._height(*top, *notes)
        below = Fitted(below, room - LOG_LINES)
        room -= self._height(below)
        unneeded = max(self.console.height - TALLEST, 0)
        log = self._log_lines(max(min(room, max(room - unneeded, LOG_LINES)), FEWEST_LINES))
        with self.console:
            self.console.clear()
            self.print(*top, *log, below, *notes)

    def _height(self, *parts: RenderableType) -> int:
        return sum(len(self.console.render_lines(Constrain(part, self.width))) for part in parts)

    def _log_lines(self, room: int) -> list[Text]:
        """Return as many of the last sentences as fit, whole ones, from the top."""
        log = [Text(line, style="dim") for line in self.past[-room:]]
        log += [Text(entry.text) for entry in self.now]
        lines: list[Text] = []
        for text in reversed(log):
            wrapped = text.wrap(self.console, self.width)
            if lines and len(lines) + len(wrapped) > room:
                break
            lines = [*wrapped, *lines]
        return lines[:room] + [Text()] * (room - len(lines))


def make_display(words: Words) -> Display:
    """Return the display that suits where input and output are."""
    return (Live if is_live() else Plain)(make_console(), words)


def outcome(turn: Sequence[LogEntry]) -> list[str]:
    """Return what a turn leaves in the log: one line, or none."""
    summary = " ".join(entry.summary for entry in turn if entry.summary)
    return [summary] if summary else []


# -- Questions --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fitted:
    """Something that is drawn in at most so many lines, if it can be."""

    part: RenderableType
    lines: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from console.render(self.part, options.update_height(max(self.lines, 0)))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, drawn: why it is asked, the choices for which there is room, and what else there is.

    ``others`` finds the legal moves that are not among the choices, for those who only point at things.
    """

    question: Question
    width: int
    words: Words
    others: Callable[[], Sequence[Choice]] = field(default=tuple)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for drawn in self._smaller_and_smaller():
            if len(console.render_lines(drawn, options.reset_height())) <= options.max_height:
                break
        yield drawn

    def _smaller_and_smaller(self) -> Iterator[Group]:
        """Yield all of it, then without the reminder, then with fewer choices."""
        asked, choices = self.question, self.question.choices
        yield self._drawn(choices, asked.besides, asked.reminder)
        for left in _fewer_and_fewer(choices):
            missing = len(choices) - len(left)
            more = self.words("play.more", n=missing) if missing else ""
            yield self._drawn(left, " ".join(filter(None, (more, asked.besides))))

    def _drawn(self, choices: Sequence[Choice], *after: str) -> Group:
        about = [Text(self.question.about, style="bold")] if self.question.about else []
        return Group(
            *about, listed(choices, self.width), *(Text(text, style="dim") for text in after if text)
        )


def _fewer_and_fewer(choices: Sequence[Choice]) -> Iterator[list[Choice]]:
    """Yield the choices in their order, then without the lightest, and so on, down to those always listed."""
    left = list(choices)
    yield left
    for choice in sorted(choices, key=lambda choice: choice.weight):
        if choice.weight == ALWAYS:
            break
        left = [other for other in left if other is not choice]
        yield left


def listed(choices: Sequence[Choice], width: int) -> RenderableType:
    """Return the choices as a list, in two or three columns where there are many and they fit."""
    key = max([KEY, *(cell_len(choice.key) for choice in choices)])
    most = 1 + (len(choices) > ONE_COLUMN) + (len(choices) > TWO_COLUMNS)
    for number in range(most, 0, -1):
        rows = max(-(-len(choices) // number), 1)
        columns = [choices[first : first + rows] for first in range(0, len(choices), rows)]
        widths = [max(cell_len(choice.text) for choice in column) for column in columns]
        if sum(widths) + len(columns) * (key + 2 * BETWEEN) <= width:
            break
    grid = Table.grid(padding=(0, BETWEEN))
    for _ in columns:
        grid.add_column(justify="right", style="bold", width=key)
        grid.add_column()
    for row in zip_longest(*columns):
        cells = [(choice.key, choice.text) for choice in row if choice]
        grid.add_row(*chain.from_iterable(cells))
    return grid
