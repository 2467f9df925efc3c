"""The words: the same in every language, and one for everything that can be shown."""

import random
import re
import tomllib
from importlib import resources
from typing import Any

import pytest

from stolik import CHANCE, Game
from stolik_pig import PLUGIN

FOLDER = resources.files("stolik_pig.words")
LANGUAGES = ("en", "pl", "de")
PERSONS = {"you", "they"}


def catalogue(language: str) -> dict[str, Any]:
    """Return the entries of a language by their full keys."""
    found: dict[str, Any] = {}
    for key, value in tomllib.loads(FOLDER.joinpath(f"{language}.toml").read_text("utf-8")).items():
        found |= (
            {f"{key}.{inner}": entry for inner, entry in value.items()}
            if isinstance(value, dict)
            else {key: value}
        )
    return found


def placeholders(entry: Any) -> set[str]:
    texts = entry.values() if isinstance(entry, dict) else [entry]
    return set().union(*(re.findall(r"{(\w+)}", text) for text in texts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_entries(language: str) -> None:
    words, english = catalogue(language), catalogue("en")
    assert words.keys() == english.keys()
    for key, entry in words.items():
        assert placeholders(entry) == placeholders(english[key]), key
        assert not isinstance(entry, dict) or entry.keys() == PERSONS, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_rule(language: str) -> None:
    text = FOLDER.joinpath(f"rules.{language}.md").read_text("utf-8")
    assert re.findall(r"^- \*\*(R-\d)\*\*", text, flags=re.MULTILINE) == [
        f"R-{number}" for number in range(1, 7)
    ]


def test_everything_that_a_game_shows_has_words() -> None:
    words = catalogue("en")
    rng, state = random.Random(1), Game("pig", 3).start()
    while state.actor is not None:
        assert f"phase.{state.phase}" in words
        move = state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves())
        assert state.actor == CHANCE or f"move.{move}" in words
        for event in state.events(move):
            entry = words[f"event.{event['kind']}"]
            assert placeholders(entry) <= event.keys() | {"name"}
        state = state.play(move)
    assert f"end.{state.result().reason}" in words
    assert f"option.{PLUGIN.options[1].name}" in words
