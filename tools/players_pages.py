"""Write the players' pages, ``docs/pl``, ``docs/en`` and ``docs/de``: how to play, and the games' rules.

The rules are those inside the package. How to play is ``tools/players/LANGUAGE.md``, in which ``{key}`` is
what the page says there, so that a button has the same name here and there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stolik.words import Entries, catalogue_in, entries, game_rules

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GAMES = ("pickomino", "linko")
LANGUAGES = ("pl", "en", "de")
NOTE = "<!-- Written by `make players` from {source}. -->\n\n"
PLACEHOLDER = re.compile(r"\{([a-z_.]+)\}")
LINES = ("1", "2", "3", "4", "5")
"""The rules in five lines, as the help at the table has them."""


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every players' page: where it is, and its text."""
    for language in LANGUAGES:
        yield DOCS / language / "index.md", how_to_play(language)
        for game in GAMES:
            yield DOCS / language / f"{game}.md", rules(game, language)


def how_to_play(language: str) -> str:
    """Return the page that says how to play at the table, with the names that things have there."""
    words = _words(language)
    source = Path("tools", "players", f"{language}.md")

    def named(found: re.Match[str]) -> str:
        return _games(words) if found[1] == "games" else _text(words, found[1])

    return NOTE.format(source=f"{source} and the catalogues of the page") + PLACEHOLDER.sub(
        named, (ROOT / source).read_text(encoding="utf-8")
    )


def rules(game: str, language: str) -> str:
    """Return the page with the rules of a game."""
    text = game_rules(game, language)
    assert text is not None
    return NOTE.format(source=f"src/stolik/games/{game}/words/rules.{language}.md") + text


def _words(language: str) -> Entries:
    """Return what the program and its page say in a language."""
    web = ROOT / "web" / "src"
    found = entries(language) | catalogue_in(web / "words", language)
    for game in GAMES:
        found |= catalogue_in(web / "games" / game / "words", language, f"{game}.")
    return found


def _games(words: Entries) -> str:
    """Return a part for each game: what it is about, and its rules in five lines."""
    parts = ""
    for game in GAMES:
        lines = "\n".join(f"{line}. {_text(words, f'{game}.help.{line}')}" for line in LINES)
        parts += f"\n### {_text(words, f'{game}.name')}\n\n{_text(words, f'{game}.about')}\n\n{lines}\n"
        parts += f"\n[{_text(words, 'learn.to_rules')}]({game}.md)\n"
    return parts.rstrip("\n")


def _text(words: Entries, key: str) -> str:
    text = words[key]
    assert isinstance(text, str), f"{key} has several forms"
    return text


if __name__ == "__main__":
    for path, text in pages():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
