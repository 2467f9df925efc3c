"""``stolik`` alone in a terminal: a small menu of what people come for, by numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from rich.text import Text

from stolik.cli import records, unfinished
from stolik.cli.display import Plain, listed
from stolik.cli.errors import Wrong
from stolik.cli.output import complain, make_console
from stolik.cli.screen import Choice
from stolik.core import game_names
from stolik.folders import records_folder
from stolik.words import Words, languages

LEAVING = ("", "q")
LEARNING = ("--bot", "easy", "--speed", "slow")
"""How somebody plays who does not know the game yet."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the menu: a command with its arguments, or a setting that is changed."""

    text: str
    command: tuple[str, ...] = ()
    language: str = ""
    full_screen: bool | None = None


def run(words: Words, command: Callable[[Words, list[str]], int]) -> int:
    """Let the person choose one thing after another, until they leave; ``command`` runs a command."""
    display, full_screen = Plain(make_console(), words), False
    while True:
        entries = list(_entries(words, full_screen))
        numbers = [Choice(str(number), "", entry.text) for number, entry in enumerate(entries, start=1)]
        display.print("", Text(words("menu.title"), style="bold"), "", listed(numbers, display.width))
        try:
            answer = display.read("\n" + words("menu.prompt")).lower()
        except EOFError:
            return 0
        if answer in LEAVING:
            return 0
        if not answer.isdecimal() or int(answer) not in range(1, len(entries) + 1):
            display.say(words("menu.not_understood", answer=answer, n=len(entries)))
            continue
        chosen = entries[int(answer) - 1]
        if chosen.language:
            words = Words(chosen.language)
            continue
        if chosen.full_screen is not None:
            full_screen = chosen.full_screen
            continue
        try:
            command(words, list(chosen.command))
        except Wrong as wrong:
            complain(str(wrong))


def _entries(words: Words, full_screen: bool) -> Iterator[_Entry]:
    """Yield what can be done now."""
    how = ("--full-screen",) if full_screen else ()
    if unfinished.find_newest():
        yield _Entry(words("menu.go_on"), ("play", "--continue", *how))
    for game in game_names():
        yield _Entry(words("menu.play", game=words(f"{game}.name")), ("play", game, *how))
    for game in game_names():
        yield _Entry(words("menu.learn", game=words(f"{game}.name")), ("play", game, *LEARNING, *how))
    yield _Entry(words("menu.puzzle"), ("puzzle",))
    if records.by_age(records_folder()):
        yield _Entry(words("menu.replay"), ("replay",))
        yield _Entry(words("menu.review"), ("review",))
    for game in game_names():
        yield _Entry(words("menu.rules", game=words(f"{game}.name")), ("rules", game))
    yield _Entry(words("menu.serve"), ("serve",))
    if find_spec("textual"):
        other = words("menu.no_full_screen" if full_screen else "menu.full_screen")
        yield _Entry(other, full_screen=not full_screen)
    for language in languages():
        if language != words.language:
            yield _Entry(Words(language)("menu.speak"), language=language)
