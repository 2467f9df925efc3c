"""The documents are complete (moves, keys, events, reasons, rules); their links and examples work."""

import doctest
import importlib
import io
import random
import re
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik import CHANCE, Game, bots
from stolik.bots import programs
from stolik.cli import COMMANDS, main
from tests.effort import TRAINED_SMALL
from tools import players_pages

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


@pytest.fixture(autouse=True)
def _no_program_left() -> Iterator[None]:
    """End the programs of examples: other tests of this process count them."""
    yield
    programs.end_all()


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


def test_the_players_pages_are_written_from_the_rules_and_the_words_of_the_page() -> None:
    written = dict(players_pages.pages())
    assert {path.parent.name for path in written} == set(LANGUAGES)
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text, "run make players"


def rules_text(game: str, language: str) -> str:
    """Return the rules of a game in a language, as the package has them."""
    return rules_file(game, language).read_text(encoding="utf-8")


def rules_file(game: str, language: str) -> Path:
    return ROOT / "src" / "stolik" / "games" / game / "words" / f"rules.{language}.md"


LANGUAGES = sorted(
    path.name.split(".")[1] for path in rules_file("pickomino", "en").parent.glob("rules.*.md")
)


def test_the_rules_are_there_in_the_languages_that_the_readme_names() -> None:
    assert {"pl", "en"} <= set(LANGUAGES)
    assert all(rules_file("linko", language).exists() for language in LANGUAGES)


RULES = {
    "pickomino": [*(f"P-{number}" for number in range(1, 19)), *(f"D-{number}" for number in range(1, 20))],
    "linko": [*(f"L-{number}" for number in range(1, 22)), *(f"V-{number}" for number in range(1, 9))],
}


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_every_rule_once_and_in_order(game: str, language: str) -> None:
    text = rules_text(game, language)
    assert re.findall(r"^- \*\*([A-Z]-\d+)\*\*", text, flags=re.MULTILINE) == RULES[game]


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("sign", ["≈", "*op"], ids=["readings", "options"])
def test_all_languages_mark_the_same_readings_and_options(game: str, sign: str) -> None:
    """An option is marked by a word that begins alike in all of them: *opcja*, *option*, *Option*."""
    marked = {
        language: {
            line.split("**")[1]
            for line in rules_text(game, language).splitlines()
            if line.startswith("- **") and sign in line.lower()
        }
        for language in LANGUAGES
    }
    assert all(rules == marked["en"] for rules in marked.values())
    assert len(marked["en"]) > 1


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
    words = Counter(word for line in lines for word in line["word"].split(", "))
    assert [word for word, number in words.items() if number > 1] == []
    assert all(all(line.values()) for line in lines)


@pytest.mark.parametrize("section", GAME_WORDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_names_things_as_the_rules_do(section: str, language: str) -> None:
    """So a thing that is renamed for players is renamed in the glossary too."""
    column = {"en": "word", "pl": "Polish", "de": "German"}[language]
    known = stems(rules_text(GAME_WORDS[section], language))
    words = [line[column] for line in glossary()[section] if line[column] != "–"]
    assert len(words) > 15
    assert {word for word in words if not stems(word) & known} - NOT_IN_RULES == set()


NOT_IN_RULES = {"recall", "stall", "raid"}
"""Words of the notation that the rules say in other words."""


# -- links ------------------------------------------------------------------------------------------------


def pages() -> list[str]:
    """Return every page of the documents, by its path."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    return sorted(str(page.relative_to(ROOT)) for page in found)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its headings, spelt as GitHub does, and those that it names."""
    text = page.read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    spelt = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    return spelt | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", pages())
def test_every_link_inside_the_documents_leads_somewhere(page: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"', text):
        target = link[0] or link[1]
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (ROOT / page).parent / path if path else ROOT / page
        assert found.exists(), f"{target} does not exist"
        assert not anchor or anchor in anchors(found), f"{target} has no such heading"


def test_the_first_page_leads_to_every_other() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = {link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)}
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - linked == {"index.md"}


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


def commands() -> list[tuple[str, ...]]:
    """Return every command line of Stolik that the pages show, as words."""
    lines = [
        line.partition(" # ")[0]
        for page in pages()
        for block in re.findall(
            r"```sh\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL
        )
        for line in block.replace("\\\n", " ").splitlines()
    ]
    return sorted({tuple(shlex.split(line)[1:]) for line in lines if line.startswith("stolik ")})


def test_the_commands_in_the_pages_and_their_options_exist(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [words for words in commands() if words]
    assert len(shown) > 40
    helps: dict[tuple[str, ...], str] = {}
    for command, *rest in shown:
        assert command in COMMANDS
        asked = (command, *[word for word in rest[:1] if word in stolik.game_names()])
        if asked not in helps:
            with pytest.raises(SystemExit, match="0"):
                main([*asked, "--help", "--lang", "en"])
            helps[asked] = capsys.readouterr().out
        for option in (word for word in rest if word.startswith("--")):
            assert option in helps[asked], f"{command} has no {option}"


def test_the_targets_in_the_pages_exist() -> None:
    """The changelog may name one that is gone."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in set(pages()) - {"CHANGELOG.md"}:
        named = re.findall(
            r"(?:`|^)(?:[A-Z]+=\S+ )?make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE
        )
        assert set(named) <= targets, page


def test_no_page_installs_from_an_index_where_the_package_is_not() -> None:
    for page in pages():
        text = (ROOT / page).read_text(encoding="utf-8")
        assert not re.search(r"pip install\s+'?stolik\b(?!-)", text), f"{page}: '.[extra]', or a wheel"


NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.py"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebooks_run(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With fewer games, and in less time: how many does not matter here."""
    monkeypatch.chdir(tmp_path)
    code = notebook.read_text(encoding="utf-8")
    for name, number in {"GAMES": "4", "MINUTES": "0.001"}.items():
        code = re.sub(rf"^{name} = [\d.]+$", f"{name} = {number}", code, flags=re.MULTILINE)
    code = code.replace("--batch 256", TRAINED_SMALL)
    exec(compile(code, notebook.name, "exec"), {})
    assert capsys.readouterr().out
    for picture in re.findall(r'savefig\("(.+?)"', code):
        assert (tmp_path / picture).stat().st_size > 1000


def test_the_bot_that_the_protocol_shows_plays_a_game(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(python_in("docs/bot-protocol.md")[0], encoding="utf-8")
    bot = bots.guarded("pickomino", f"cmd:{shlex.join([sys.executable, str(program)])}", seed=1)
    rng, state = random.Random(1), Game("pickomino", 2).start()
    while (actor := state.actor) is not None:
        state = state.play(state.draw(rng) if actor == CHANCE else bot.choose(state.view(actor)))
    bot.close()
    assert bot.failure == ""
