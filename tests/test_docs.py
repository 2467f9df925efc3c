"""The documents say all there is to say: texts, keys, events, reasons, rules; and what they show works."""

import doctest
import importlib
import io
import random
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik import CHANCE, Game, bots
from tools import rules_pages

ROOT = Path(__file__).parents[1]
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
VIEWS = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")

GAMES = [
    Game("pickomino", 3, first="lots"),
    Game("pickomino", 3, variant="deluxe"),
    Game("pickomino", 2, variant="deluxe", golden_die="ones_and_worms"),
    Game("linko", 4, first="lots"),
    Game("linko", 3, mode="expert"),
    Game("linko", 2, mode="duel"),
]


def moments(game: Game, seeds: range) -> Iterator[tuple[stolik.State, str | None]]:
    """Yield the states of random games, each with the move played there."""
    for seed in seeds:
        rng = random.Random(seed)
        state = game.start()
        while state.actor is not None:
            move = state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves())
            yield state, move
            state = state.play(move)
        yield state, None


def keys(value: Any) -> set[str]:
    """Return the keys of a view, also of the objects inside it, but not what stands for faces and cards."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    if not isinstance(value, dict):
        return set()
    names = {key for key in value if re.fullmatch(r"[a-z_]{2,}", key)}
    return names.union(*(keys(inside) for inside in value.values()))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_word_key_and_event_is_documented(game: Game) -> None:
    documented = set(re.findall(r"[`\"](\w+)", VIEWS))
    options = {option.name for option in game.options()}
    words = set(re.findall(r"`([a-z]+)", NOTATION))
    for number, (state, move) in enumerate(moments(game, range(6))):
        assert state.view(None)["phase"] in documented
        if number % 17 == 0 or move is None:
            assert keys(state.view(0)) - options <= documented
        if move is not None:
            assert move.split(" ")[0] in words
            if number % 5 == 0:
                for event in state.events(move):
                    assert event["kind"] in documented
                    assert keys(event) - {"kind", "from", "to"} <= documented


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_every_reason_is_documented(game: str) -> None:
    source = (ROOT / "src" / "stolik" / "games" / game / "refusals.py").read_text(encoding="utf-8")
    reasons = set(re.findall(r'(?:return |: \()"([a-z_]+)", f?"', source))
    assert len(reasons) > 10
    assert reasons <= set(re.findall(r"`([a-z_]+)`", NOTATION))


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_the_rules_page_is_written_from_the_rules(game: str) -> None:
    assert rules_pages.path(game).read_text(encoding="utf-8") == rules_pages.page(game), "run make rules"


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (
            "pickomino",
            [*(f"P-{number}" for number in range(1, 19)), *(f"D-{number}" for number in range(1, 20))],
        )
    ],
)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_rules_have_every_rule_once_and_in_order(game: str, rules: list[str], language: str) -> None:
    text = (ROOT / "src" / "stolik" / "games" / game / "words" / f"rules.{language}.md").read_text(
        encoding="utf-8"
    )
    assert re.findall(r"^- \*\*([A-Z]-\d+)\*\*", text, flags=re.MULTILINE) == rules


@pytest.mark.parametrize("game", ["pickomino", "linko"])
def test_both_languages_mark_the_same_readings(game: str) -> None:
    marked = [
        {
            line.split("**")[1]
            for line in (ROOT / "src" / "stolik" / "games" / game / "words" / f"rules.{language}.md")
            .read_text("utf-8")
            .splitlines()
            if line.startswith("- **") and "≈" in line
        }
        for language in ("pl", "en")
    ]
    assert marked[0] == marked[1]
    assert len(marked[0]) > 5


# -- the glossary -----------------------------------------------------------------------------------------


def glossary() -> dict[str, list[dict[str, str]]]:
    """Return the lines of the glossary by section, each with its word, meaning, Polish and German."""
    sections: dict[str, list[dict[str, str]]] = {}
    for part in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        title, *lines = part.splitlines()
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")
        ]
        sections[title] = [dict(zip(head, row, strict=True)) for row in rows]
    return sections


GAME_WORDS = {"The dice game": "pickomino", "The card game": "linko"}


def stems(text: str) -> set[str]:
    """Return how each word begins: its ending differs with case and number."""
    return {word[:4] for word in re.findall(r"\w+", text.lower())}


def test_the_glossary_has_each_word_once_and_leaves_nothing_empty() -> None:
    lines = [line for lines in glossary().values() for line in lines]
    words = [line["word"] for line in lines]
    assert len(words) == len(set(words))
    assert all(all(line.values()) for line in lines)


@pytest.mark.parametrize("section", GAME_WORDS)
@pytest.mark.parametrize(("language", "column"), [("en", "word"), ("pl", "Polish"), ("de", "German")])
def test_the_glossary_names_things_as_the_rules_do(section: str, language: str, column: str) -> None:
    """So a thing that is renamed for players is renamed in the glossary too."""
    folder = ROOT / "src" / "stolik" / "games" / GAME_WORDS[section] / "words"
    rules = folder / f"rules.{language}.md"
    if not rules.exists():
        pytest.skip(f"there are no rules in the language {language!r}")
    known = stems(rules.read_text(encoding="utf-8"))
    words = [line[column] for line in glossary()[section] if line[column] != "–"]
    assert len(words) > 15
    assert {word for word in words if not stems(word) & known} - NOT_IN_RULES == set()


NOT_IN_RULES = {"recall", "stall", "raid"}
"""Words of the notation that the rules say in other words."""


# -- examples ---------------------------------------------------------------------------------------------


def modules_with_examples() -> list[str]:
    """Every module whose docstrings show something."""
    source = ROOT / "src"
    paths = (path for path in source.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
    parts = (path.relative_to(source).with_suffix("").parts for path in paths)
    return sorted(".".join(names).removesuffix(".__init__") for names in parts)


@pytest.mark.parametrize("module", modules_with_examples())
def test_the_examples_in_docstrings_work(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def python_in(page: str) -> list[str]:
    """Return the Python that a page shows."""
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)


def pages_with_python() -> list[str]:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [name for page in pages if python_in(name := str(page.relative_to(ROOT)))]


@pytest.mark.parametrize("page", pages_with_python())
def test_the_python_in_the_pages_works(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    shutil.copy(ROOT / "tests" / "golden" / "pickomino-base-2.txt", "game.txt")
    for block in python_in(page):
        exec(compile(block, page, "exec"), {})


def test_the_bot_that_the_protocol_shows_plays_a_game(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(python_in("docs/bot-protocol.md")[0], encoding="utf-8")
    bot = bots.guarded("pickomino", f"cmd:{shlex.join([sys.executable, str(program)])}", seed=1)
    rng, state = random.Random(1), Game("pickomino", 2).start()
    while (actor := state.actor) is not None:
        state = state.play(state.draw(rng) if actor == CHANCE else bot.choose(state.view(actor)))
    bot.close()
    assert bot.failure == ""
