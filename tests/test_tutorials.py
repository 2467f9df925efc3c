"""The page's lessons, made again and compared. ``python -m tools.tutorials`` writes them."""

import json
from pathlib import Path

import pytest

from stolik.words import catalogue_in
from tools.tutorials import LESSONS, lesson, path

GAMES = Path(__file__).parents[1] / "web" / "src" / "games"


@pytest.mark.parametrize("game", LESSONS)
def test_the_lessons_of_the_page_are_what_the_engine_says(game: str) -> None:
    assert path(game).read_text(encoding="utf-8") == lesson(game)


@pytest.mark.parametrize("game", LESSONS)
def test_every_step_can_be_chosen_by_the_learner(game: str) -> None:
    for step in json.loads(lesson(game)):
        for way in step["ways"]:
            first, *rest = way["moves"]
            assert first in step["view"]["moves"], step["name"]
            for move in rest:
                assert move in step["preview"][first]["moves"], step["name"]


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("language", ["pl", "en", "de"])
def test_every_step_has_its_words(game: str, language: str) -> None:
    words = catalogue_in(GAMES / game / "words", language)
    for step in json.loads(lesson(game)):
        for part in ("title", "text", "hint", "done"):
            assert words.get(f"learn.{step['name']}.{part}"), (step["name"], part)
