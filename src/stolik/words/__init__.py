"""Texts that people read, in their language: the catalogues of all parts of the program, seen as one.

A catalogue is a file ``<language>.toml`` in the ``words`` folder of the part that it belongs to. This folder
has what all parts say; a game's texts are in the game's folder, and all other code sees them with the prefix
``<game>.``. An entry is a text with ``{placeholders}``, or a table of forms: by number (``one``, ``few``,
``many``, ``other``: the language's own plural, chosen by the value ``n``) or person (``you``, ``they``).

To add a language, add the files and its plural rule in ``PLURALS``. A text that is missing is in English.
"""

from __future__ import annotations

import re
import tomllib
import warnings
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stolik.core import game_names, plugin

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Entry = str | dict[str, str]
Entries = dict[str, Entry]

FORMS = frozenset(("one", "few", "many", "other", "you", "they"))
FALLBACK = "en"
LANGUAGE = re.compile("[a-z]{2,3}")
"""The code of a language: what the files are named by."""

PARTS = {
    "stolik.words": "",
    "stolik.arena.words": "arena.",
    "stolik.cli.words": "",
    "stolik.server.words": "server.",
}
"""The packages with the catalogues that are no game's, and the prefix of their keys."""


def _one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


PLURALS: dict[str, Callable[[int], str]] = {"en": _one_or_other, "pl": _polish, "de": _one_or_other}


class Words:
    """The texts of one language, by key.

    >>> Words("pl")("backup.tables", n=22), Words("en")("backup.tables", n=1)
    ('22 stoły', '1 table')
    """

    def __init__(self, language: str, found: Entries | None = None) -> None:
        """Speak a language: with these entries, or with those of the whole program."""
        self.language = language
        self._plural = PLURALS[language]
        self._entries = entries(language) if found is None else found

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __call__(self, key: str, /, *, you: bool = False, **values: object) -> str:
        """Return a text with its values filled in; ``you`` speaks to the person instead of about them."""
        entry = self._entries[key]
        if isinstance(entry, dict):
            entry = entry[self._form(entry, you, values.get("n"))]
        return entry.format(**values)

    def _form(self, forms: Mapping[str, str], you: bool, number: object) -> str:
        """Return which form to take: the person's where there are such, else the number's."""
        if "they" in forms:
            return "you" if you else "they"
        form = self._plural(abs(number)) if isinstance(number, int) else "other"
        return form if form in forms else "other"

    def first(self, *keys: str, you: bool = False, **values: object) -> str:
        """Return the text of the first of these keys that there is; the last one must be there."""
        return self(next((key for key in keys if key in self), keys[-1]), you=you, **values)

    def get(self, key: str, default: str, /, *, you: bool = False, **values: object) -> str:
        """Return a text with its values filled in; ``default`` if the text or a value for it is missing.

        A text that cannot be filled in, because its braces are wrong, counts as missing.
        """
        try:
            return self(key, you=you, **values)
        except (LookupError, ValueError, AttributeError):
            return default


# -- catalogues -------------------------------------------------------------------------------------------


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are: those with a catalogue in this folder and a plural rule."""
    names = (file.name for file in _folder(__name__).iterdir())
    found = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return tuple(language for language in PLURALS if language in found)


def entries(language: str) -> Entries:
    """Return everything that can be said in a language, by key, English where that is missing."""
    found: Entries = {}
    for package, prefix in PARTS.items():
        found |= catalogue(package, language, prefix)
    for game in game_names():
        found |= game_entries(game, language)
        terminal = plugin(game).terminal.partition(":")[0]
        found |= _brought(game, f"{terminal}.words", language) if terminal else {}
    return found


def game_entries(game: str, language: str) -> Entries:
    """Return what a game's own catalogue says in a language, each key with the prefix ``<game>.``."""
    package = plugin(game).words
    return {f"{game}.name": game} | (_brought(game, package, language) if package else {})


def _brought(game: str, package: str, language: str) -> Entries:
    """Return a catalogue that a game brings; a broken one is left out with a warning, as the others go on."""
    try:
        return catalogue(package, language, f"{game}.")
    except (ImportError, OSError, TypeError, ValueError) as error:
        warnings.warn(f"the words of the game {game!r} cannot be read: {error}", stacklevel=3)
        return {}


def game_rules(game: str, language: str) -> str | None:
    """Return the rules of a game as Markdown, in a language or else in English; ``None`` without any."""
    package = plugin(game).words
    if not package:
        return None
    found = _text(_folder(package), "rules.{}.md", language)
    return found if found is not None else _text(_folder(package), "rules.{}.md", FALLBACK)


@lru_cache(64)
def catalogue(package: str, language: str, prefix: str = "") -> Entries:
    """Return the catalogue in a package's folder, English where it lacks something; nothing without one."""
    return catalogue_in(_folder(package), language, prefix)


def catalogue_in(folder: Traversable, language: str, prefix: str = "") -> Entries:
    """Return the catalogue in a folder, English where it lacks something; nothing without one."""
    found: Entries = {}
    for name in dict.fromkeys((FALLBACK, language)):
        if text := _text(folder, "{}.toml", name):
            found |= _flat(prefix, tomllib.loads(text))
    return found


def _folder(package: str) -> Traversable:
    top, *inner = package.split(".")  # the packages between are not imported for it
    found = find_spec(top)
    folder = Path(found.origin).parent if found is not None and found.origin else None
    if folder is not None and folder.is_dir():
        return folder.joinpath(*inner)
    from importlib import resources  # slow, and needed only for what is no folder

    return resources.files(top).joinpath(*inner)


def _text(folder: Traversable, file: str, language: str) -> str | None:
    """Return the text of a file in a folder, if there is one; ``{}`` is the language."""
    if not LANGUAGE.fullmatch(language):
        return None
    path = folder.joinpath(file.format(language))
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _flat(prefix: str, table: Mapping[str, Any]) -> Entries:
    found: Entries = {}
    for key, value in table.items():
        if isinstance(value, str) or FORMS.issuperset(value):
            found[prefix + key] = value
        else:
            found |= _flat(f"{prefix}{key}.", value)
    return found


# -- which language ---------------------------------------------------------------------------------------


def language_of(text: str) -> str | None:
    """Return the language a locale's name begins with (``pl_PL.UTF-8`` is ``pl``), if there is one here."""
    language = text[:2].lower()
    return language if language in languages() and not text[2:3].isalpha() else None


def language_of_locale(environ: Mapping[str, str]) -> str:
    """Return the language of the user's locale; English where that is not one of ours."""
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return language_of(locale) or FALLBACK
