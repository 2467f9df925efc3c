"""Catalogues: the texts of a game in one language, as a TOML file in the game's package of words.

An entry is a text, or a table of forms: by number (``one``, ``few``, ``many``, ``other``) or by person
(``you`` and ``they``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from stolik.core.plugin import Plugin

Entry = str | dict[str, str]
"""A text with {placeholders}, or its forms."""

FORMS = frozenset(("one", "few", "many", "other", "you", "they"))
FALLBACK = "en"
LANGUAGE = re.compile("[a-z]{2,3}")
"""The code of a language: what the files are named by."""


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Entry]:
    """Return the entries of nested tables, each by its whole key.

    >>> flat({"play": {"quit": "Goodbye.", "won": {"you": "You won.", "they": "{name} won."}}})
    {'play.quit': 'Goodbye.', 'play.won': {'you': 'You won.', 'they': '{name} won.'}}
    """
    found: dict[str, Entry] = {}
    for key, value in table.items():
        if isinstance(value, str) or FORMS.issuperset(value):
            found[prefix + key] = value
        else:
            found |= flat(value, f"{prefix}{key}.")
    return found


def game_words(plugin: Plugin, language: str) -> dict[str, Entry]:
    """Return the texts of a game, each key with the prefix ``<game>.``.

    A language that the game does not have is English, and so is a text that its catalogue lacks.
    """
    return _words(plugin.name, plugin.words, FALLBACK) | _words(plugin.name, plugin.words, language)


def game_rules(plugin: Plugin, language: str) -> str | None:
    """Return the rules of a game as Markdown, in English if they are not there in a language."""
    found = _text(plugin.words, "rules.{}.md", language)
    return found if found is not None else _text(plugin.words, "rules.{}.md", FALLBACK)


@lru_cache(64)
def _words(game: str, package: str, language: str) -> dict[str, Entry]:
    text = _text(package, "{}.toml", language)
    return {} if text is None else flat(tomllib.loads(text), f"{game}.")


@lru_cache(64)
def _text(package: str, file: str, language: str) -> str | None:
    """Return the text of a file in a game's package of words, if there is one; ``{}`` is the language."""
    if not package or not LANGUAGE.fullmatch(language):
        return None
    path = resources.files(package).joinpath(file.format(language))
    return path.read_text(encoding="utf-8") if path.is_file() else None
