"""Every text that people read, in their language. A language is one file beside this one and a plural rule.

An entry of a catalogue is a text, or a table of forms: by number (``one``, ``few``, ``many``, ``other``: the
language's own plural, chosen by the value ``n``) or by person (``you`` and ``they``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

Entry = str | dict[str, str]

FORMS = frozenset(("one", "few", "many", "other", "you", "they"))
FALLBACK = "en"


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


PLURALS: dict[str, Callable[[int], str]] = {"en": _english, "pl": _polish}


class Words:
    """The texts of one language, by key.

    >>> Words("pl")("count.worms", n=22), Words("en")("count.worms", n=1)
    ('22 robale', '1 worm')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._plural = PLURALS[language]
        self._entries = entries(language)

    def __call__(self, key: str, /, *, you: bool = False, **values: object) -> str:
        """Return a text with its values filled in; ``you`` speaks to the person instead of about them."""
        entry = self._entries[key]
        if isinstance(entry, dict):
            number = values.get("n")
            form = self._plural(abs(number)) if isinstance(number, int) else "you" if you else "they"
            entry = entry[form]
        return entry.format(**values)


def entries(language: str) -> dict[str, Entry]:
    """Return a catalogue as one flat table: ``play.quit`` and the like."""
    text = resources.files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return _flat("", tomllib.loads(text))


def _flat(prefix: str, table: Mapping[str, Any]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for key, value in table.items():
        if isinstance(value, str) or FORMS.issuperset(value):
            found[prefix + key] = value
        else:
            found |= _flat(f"{prefix}{key}.", value)
    return found


def language_of(text: str) -> str | None:
    """Return the language a locale's name begins with (``pl_PL.UTF-8`` is ``pl``), if there is one here."""
    language = text[:2].lower()
    return language if language in PLURALS and not text[2:3].isalpha() else None


def language_of_locale(environ: Mapping[str, str]) -> str:
    """Return the language of the user's locale; English where that is not spoken here."""
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return language_of(locale) or FALLBACK
