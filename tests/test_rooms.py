"""A game is one room: what is shared names no game, none of its variants, modes or pieces.

The test reads the tree. Docs, tests, examples and tools may name our games; ``src`` and ``web/src`` may not,
outside the games' own folders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import stolik
from stolik.core import plugin

ROOT = Path(__file__).parents[1]
GAMES = ("pickomino", "linko")

SHARED = (ROOT / "src" / "stolik", ROOT / "web" / "src")
NOT_SHARED = (
    *(folder / "games" / game for folder in SHARED for game in GAMES),
    ROOT / "src" / "stolik" / "server" / "page",  # the built page
    ROOT / "src" / "stolik" / "server" / "site",  # the built documentation
)
TEXTS = {".py", ".toml", ".md", ".css", ".html", ".ts", ".svelte", ".json", ".svg"}

NAMES = frozenset(["pickomino", "linko", "abluxxen", "heckmeck", "robale", "robali", "rysie", "lynx"])
PIECES = frozenset(
    {
        *("grill", "worm", "worms", "specialist", "specialists", "hen", "raven", "weasel", "apple"),
        *("joker", "jokers", "raid"),
    }
)
CHOICES = frozenset(["base", "deluxe", "ones_and_worms", "basic", "advanced", "expert", "duel"])
"""Variants, modes and other choices: forbidden as quoted strings only, as some are everyday words."""

ALLOWED = {
    "src/stolik/arena/report.css": {"apple"},  # -apple-system is a font
    "src/stolik/analysis/shape.py": {"advanced", "expert"},  # how well somebody plays
    "src/stolik/analysis/verdicts.py": {"advanced", "expert"},
    "web/src/lib/review.ts": {"advanced", "expert"},
}
"""What may stay, by file, each with its reason."""

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
QUOTED = re.compile(r"""(["'`])([a-z_]+)\1""")


class Offence(NamedTuple):
    """A word of a game in a shared file."""

    path: str
    line: int
    word: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word}"


def shared_files() -> Iterator[Path]:
    """Yield the text files that belong to no game."""
    for folder in SHARED:
        for path in sorted(folder.rglob("*")):
            if path.suffix in TEXTS and not any(path.is_relative_to(room) for room in NOT_SHARED):
                yield path


def lines_outside_doctests(text: str) -> Iterator[tuple[int, str]]:
    """Yield numbered lines, but for doctests and their output: examples that run may show a game of ours."""
    in_example = False
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith((">>> ", "... ")):
            in_example = True
        elif not stripped or stripped.startswith('"""'):
            in_example = False
        if not in_example:
            yield number, line


def words_of_games(line: str) -> set[str]:
    """Return the words in a line that belong to a game, in prose or as parts of identifiers."""
    words = {word.lower() for word in WORD.findall(line)}
    quoted = {text for _, text in QUOTED.findall(line)}
    return words & (NAMES | PIECES) | quoted & CHOICES


def offences(path: Path) -> Iterator[Offence]:
    """Yield the words of games in the name of a file and in its lines."""
    name = path.relative_to(ROOT).as_posix()
    allowed = ALLOWED.get(name, set())
    for word in sorted(words_of_games(name) - allowed):
        yield Offence(name, 0, word)
    for number, line in lines_outside_doctests(path.read_text(encoding="utf-8")):
        for word in sorted(words_of_games(line) - allowed):
            yield Offence(name, number, word)


def test_what_is_shared_names_no_game() -> None:
    found = [offence for path in shared_files() for offence in offences(path)]
    files = sorted({offence.path for offence in found})
    listed = "\n".join(map(str, found))
    assert not found, f"{len(found)} words of games in {len(files)} shared files:\n{listed}"


def test_what_is_allowed_is_there() -> None:
    for name, words in ALLOWED.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        assert words <= words_of_games(text), f"{name} no longer has {words}"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('if view["game"] == "linko":', {"linko"}),
        ("class LinkoGame(Game):", {"linko"}),
        ("grillTile.worms", {"grill", "worms"}),
        ('settings["mode"] == "duel"', {"duel"}),
        ("the base class of basic things", set()),
        ("when then lychen", set()),
    ],
)
def test_a_word_of_a_game_is_found_wherever_it_hides(line: str, words: set[str]) -> None:
    assert words_of_games(line) == words


def test_our_games_are_those_whose_words_are_looked_for() -> None:
    ours = {name for name in stolik.game_names() if plugin(name).start.__module__.startswith("stolik.games.")}
    assert ours == set(GAMES)
