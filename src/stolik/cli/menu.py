"""``stolik`` alone in a terminal: a small menu of what people come for, by numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec

from rich.console import RenderableType
from rich.text import Text

from stolik.bots import LEVELS
from stolik.cli import preferences, records, unfinished
from stolik.cli.display import Plain, listed
from stolik.cli.errors import Wrong
from stolik.cli.output import make_console, print_error
from stolik.cli.preferences import SPEEDS, Preferences
from stolik.cli.screen import Choice
from stolik.core import game_names
from stolik.folders import records_folder
from stolik.words import Words, languages

LEAVING = ("", "q")
LEARNING = ("--bot", "easy", "--speed", "slow")
"""How somebody plays who does not know the game yet."""

PRINTING = ("puzzle", "review")
"""The commands that end with something to read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu: a command with its arguments, or what is chosen from now on, or the settings."""

    text: str
    command: tuple[str, ...] = ()
    chosen: Preferences | None = None


def run(words: Words, command: Callable[[Words, list[str]], int]) -> int:
    """Let the person choose one thing after another, until they leave; ``command`` runs a command."""
    chosen = preferences.load()
    while True:
        left, played = unfinished.find_newest() is not None, bool(records.by_age(records_folder()))
        entry = _ask(words, "menu.title", list(entries(words, chosen, left, played)), "menu.prompt")
        if entry is None:
            return 0
        if entry.chosen:
            chosen, words = entry.chosen, Words(entry.chosen.language)
            preferences.save(chosen)
        elif not entry.command:
            chosen = _change(words, chosen)
        else:
            try:
                command(words, list(entry.command))
            except Wrong as wrong:
                print_error(str(wrong))
            else:
                _let_read(words, entry.command[0])


def _let_read(words: Words, command: str) -> None:
    """Wait until what a command has printed is read, before the menu pushes it away."""
    if command in PRINTING:
        with suppress(EOFError):
            Plain(make_console(), words).read("\n" + words("play.go_on"))


def _change(words: Words, chosen: Preferences) -> Preferences:
    """Let the person change one setting after another; return and keep what is chosen then."""
    while entry := _ask(words, "menu.settings", list(_settings(words, chosen)), "menu.back"):
        assert entry.chosen is not None
        chosen = entry.chosen
        preferences.save(chosen)
    return chosen


def _ask(words: Words, title: str, entries: Sequence[Entry], prompt: str) -> Entry | None:
    """Return the line that a person chooses; nothing if they leave."""
    display = Plain(make_console(), words)
    while True:
        display.print(*page(words(title), entries, display.width))
        try:
            answer = display.read("\n" + words(prompt)).lower()
        except EOFError:
            return None
        if answer in LEAVING:
            return None
        if answer.isdecimal() and int(answer) in range(1, len(entries) + 1):
            return entries[int(answer) - 1]
        display.say(words("menu.not_understood", answer=answer, n=len(entries)))


def page(title: str, entries: Iterable[Entry], width: int) -> tuple[RenderableType, ...]:
    """Return a page of the menu, drawn."""
    numbers = [Choice(str(number), "", entry.text) for number, entry in enumerate(entries, start=1)]
    return "", Text(title, style="bold"), "", listed(numbers, width)


def entries(words: Words, chosen: Preferences, left: bool, played: bool) -> Iterator[Entry]:
    """Yield what can be done now, where a game was ``left``, and one ``played``."""
    screen = ("--full-screen",) if chosen.full_screen and find_spec("textual") else ()
    how = ("--level", chosen.level, "--speed", chosen.speed, *screen)
    if left:
        yield Entry(words("menu.go_on"), ("play", "--continue", "--speed", chosen.speed, *screen))
    for game in game_names():
        yield Entry(words("menu.play", game=words(f"{game}.name")), ("play", game, *how))
    for game in game_names():
        yield Entry(words("menu.learn", game=words(f"{game}.name")), ("play", game, *LEARNING, *screen))
    yield Entry(words("puzzle.title"), ("puzzle",))
    if played:
        yield Entry(words("menu.replay"), ("replay",))
        yield Entry(words("menu.review"), ("review",))
    for game in game_names():
        yield Entry(words("menu.rules", game=words(f"{game}.name")), ("rules", game))
    yield Entry(words("menu.serve"), ("serve",))
    yield Entry(words("menu.settings"))
    for language in languages():
        if language != words.language:
            yield Entry(Words(language)("menu.speak"), chosen=replace(chosen, language=language))


def _settings(words: Words, chosen: Preferences) -> Iterator[Entry]:
    """Yield what can be changed, each to the next thing it can be."""
    level, speed = _after(chosen.level, LEVELS), _after(chosen.speed, tuple(SPEEDS))
    now = words(f"level.{chosen.level}")
    yield Entry(words("menu.level", now=now), chosen=replace(chosen, level=level))
    now = words(f"menu.speeds.{chosen.speed}")
    yield Entry(words("menu.speed", now=now), chosen=replace(chosen, speed=speed))
    if find_spec("textual"):
        now = words("plain.yes" if chosen.full_screen else "plain.no")
        yield Entry(
            words("menu.full_screen", now=now), chosen=replace(chosen, full_screen=not chosen.full_screen)
        )


def _after(value: str, values: Sequence[str]) -> str:
    return values[(values.index(value) + 1) % len(values)]
