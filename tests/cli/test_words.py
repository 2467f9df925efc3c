import ast
import doctest
import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import stolik
from stolik import bots, words
from stolik.analysis.shape import Grade, Verdict
from stolik.bots.check import FAULTS
from stolik.cli import COMMANDS, output, review_tables, style
from stolik.cli.arguments import choose_language
from stolik.cli.errors import Wrong
from stolik.cli.preferences import DEFAULT_LEVEL, SPEEDS
from stolik.cli.review_page import PARTS
from stolik.cli.screen import refusal
from stolik.core import Option, Plugin, game_names
from stolik.core.record import MESSAGES
from stolik.games.linko.reasons import Code
from stolik.games.linko.terminal import pieces, typed_input
from stolik.games.pickomino.pieces import SPECIALISTS
from stolik.words import FORMS, PLURALS, Entry, Words, entries, game_entries, languages
from stolik.words.numbers import Numbers
from tests.cli.running import ROOT
from tests.cli.small_game import install

PACKAGE = Path(stolik.__file__).parent
GAMES = game_names()
SOURCES = sorted(
    path
    for folder in ("cli", "arena", "server", "words", *(f"games/{game}/terminal" for game in GAMES))
    for path in (PACKAGE / folder).rglob("*.py")
)
PERSONS = {"you", "they"}
NUMBERS = {"en": {"one", "other"}, "pl": {"one", "few", "many"}, "de": {"one", "other"}}
SENTENCES = re.compile(r'"([a-z_]+)", f?"[^"]+ [^"]+"')
REASONS = {
    game: set(SENTENCES.findall((PACKAGE / "games" / game / "refusals.py").read_text(encoding="utf-8")))
    for game in GAMES
}
REFUSALS = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").partition("| reason |")[2]
FORFEITS = {
    code
    for path in (PACKAGE / "bots").glob("*.py")
    if path.stem != "check"  # it says more: FAULTS
    for code in re.findall(r'BotError\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8"))
}
EVENTS = {
    "pickomino": (*("weasel", "steal_hen", "round_worm", "burn", "return", "turn_down", "over"),),
    "linko": (
        *("deal", "play", "theft", "raid", "grab", "leave", "recall", "discard", "pass"),
        *("over.hand_empty", "over.cards_out", "over.stall"),
    ),
}
LUCK = ("very_unlucky", "unlucky", "average", "lucky", "very_lucky")
EVERY_REASON = set.intersection(*REASONS.values())
"""Why every game refuses moves: said once, for all of them."""
COUNTED = {
    "pickomino": (
        *("choices.go_on", "choices.take", "choices.steal", "choices.special", "turns.burnt"),
        *("taken.title", "taken.what", "taken.column", "down.column", "eager"),
    ),
    "linko": (
        *(
            f"choices.{name}"
            for name in ("grab", "leave", "recall", "discard", "pass", "draw", "play", "raid")
        ),
        *("ends.title", "ends.hand_empty", "ends.cards_out", "ends.stall", "eager"),
    ),
}
"""What ``stolik sim`` counts in each game (``Meaning.groups``), and how it is presented."""


def forms(entry: Entry) -> dict[str, str]:
    return {"": entry} if isinstance(entry, str) else entry


def placeholders(text: str) -> set[str]:
    return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}


def written_keys() -> set[str]:
    """Every text in the program's source that could be a key."""
    texts = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
    return texts


def composed_keys() -> set[str]:
    """The keys that the program puts together from names."""
    keys = {f"help.{command}.about" for command in (*COMMANDS, "stolik")} - {"help.odds.about"}
    keys |= {f"help.{command}.more" for command in {*COMMANDS, "stolik"} - {"play", "rules", "odds"}}
    keys |= {f"help.{command}.brief" for command in COMMANDS}
    keys |= {"explain.players", "explain.first", "pickomino.explain.share"}
    for game in GAMES:
        own = ("name", "about", "help", "chances", "bots", "promise")
        keys |= {f"{game}.{name}" for name in own}
        keys |= {f"{game}.examples.{command}" for command in ("play", "arena", "sim", "rules")}
        keys |= {f"{game}.explain.batch", f"{game}.explain.guests"}
        keys |= {f"{game}.reason.{reason}" for reason in REASONS[game] - EVERY_REASON}
        keys |= {f"{game}.event.{event}" for event in EVENTS[game]}
        keys |= {f"{game}.sim.{counted}" for counted in COUNTED[game]}
        for option in stolik.options(game)[1:]:
            label = f"option.{option.name}" if option.name == "first" else f"{game}.option.{option.name}"
            keys |= {label, *(f"{label}.{value}" for value in option.choices if isinstance(value, str))}
            keys |= {f"{game}.explain.{option.name}"} - {f"{game}.explain.first"}
    keys |= {f"reason.{reason}" for reason in EVERY_REASON}
    keys |= {f"level.{level}" for level in bots.LEVELS}
    keys |= {f"menu.speeds.{speed}" for speed in SPEEDS}
    keys |= {f"forfeit.{code}" for code in FORFEITS}
    keys |= {f"bot_check.fault.{code}" for code in FAULTS}
    keys |= {f"review.grade.{grade}" for grade in get_args(Grade)}
    keys |= {f"review.{part}.{verdict}" for part in ("count", "verdict") for verdict in get_args(Verdict)}
    keys |= {f"review.{part}.{level}" for part in ("luck", "why") for level in LUCK}
    keys |= {f"review.sum.{part}" for part in PARTS}
    keys |= {f"broken.{code}" for code in MESSAGES if code != "illegal"}
    keys |= {f"pickomino.title.{variant}" for variant in ("base", "deluxe")}
    keys |= {f"pickomino.tray.{worm}" for worm in ("worm", "no_worm", "red_worm")}
    keys |= {
        f"pickomino.specialist.{name}.{form}" for _, name in SPECIALISTS for form in ("name", "whom", "mark")
    }
    keys |= {
        "linko.typing",
        *(f"linko.question.{kind}" for kind in ("theft", "recall", "draw", "may_draw", "raid")),
    }
    keys |= {f"linko.why.{code}" for code in get_args(Code)}
    keys |= {f"linko.offer.{word}" for word in ("grab", "leave", "recall", "discard")}
    return keys | {f"linko.title.{mode}" for mode in ("basic", "advanced", "expert", "duel")}


def catalogues(language: str) -> dict[Path, dict[str, Entry]]:
    """Every file of a language with what is in it."""
    return {
        path.parent: words._flat("", tomllib.loads(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob(f"words/{language}.toml"))
    }


def test_languages_are_found_by_their_files() -> None:
    assert languages() == ("en", "pl", "de")
    assert set(languages()) == set(PLURALS)


def test_every_file_has_the_same_keys_in_every_language() -> None:
    english = {path: set(found) for path, found in catalogues("en").items()}
    assert len(english) == 4 + 2 * len(GAMES)
    for language in languages():
        assert {path: set(found) for path, found in catalogues(language).items()} == english


def test_a_key_is_in_one_file_only() -> None:
    assert sum(len(found) for found in catalogues("en").values()) == len(entries("en"))


def test_a_text_that_a_language_lacks_is_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "some_game" / "words"
    package.mkdir(parents=True)
    (package / "en.toml").write_text('name = "Game"\nabout = "A game."\n', encoding="utf-8")
    (package / "pl.toml").write_text('name = "Gra"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert words.catalogue("some_game.words", "pl", "x.") == {"x.name": "Gra", "x.about": "A game."}
    assert words.catalogue("some_game.words", "de") == {"name": "Game", "about": "A game."}
    assert words.catalogue("some_game.nothing", "de") == {}


PLAYERS = (Option("players", (2,), 2, "option.players"),)
"""The option that every game has."""


def test_a_game_has_a_name_even_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Plugin(name="wordless", options=PLAYERS, start=lambda game: game.start()))
    assert game_entries("wordless", "pl") == {"wordless.name": "wordless"}


@pytest.mark.parametrize("text", ["[[[", "number = 5"])
def test_the_broken_words_of_a_game_trouble_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    package = tmp_path / f"broken_words_{len(text)}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "en.toml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    install(
        monkeypatch,
        Plugin(name="broken", options=PLAYERS, start=lambda game: game.start(), words=package.name),
    )
    with pytest.warns(UserWarning, match="the words of the game 'broken' cannot be read"):
        english = Words("en")
    assert english("broken.name") == "broken"
    assert english("pickomino.name") == "Worms"


def test_a_missing_text_or_value_gives_the_default() -> None:
    english = Words("en")
    assert english.get("pickomino.name", "raw") == "Worms"
    assert english.get("pickomino.no_such_text", "raw") == "raw"
    assert english.get("pickomino.event.take", "raw", tile=24) == "raw", "worms and name are missing"
    assert english.first("pickomino.no_such_text", "pickomino.name") == "Worms"


@pytest.mark.parametrize("text", ["a {brace", "{}", "{0}", "{n.real.none}"])
def test_a_text_with_wrong_braces_gives_the_default(text: str) -> None:
    assert Words("en", {"key": text}).get("key", "raw", n=2) == "raw"


def test_a_sentence_about_a_person_may_name_a_number() -> None:
    words = Words("pl", {"key": {"you": "Masz {n}.", "they": "{name} ma {n}."}})
    assert words("key", you=True, n=2) == "Masz 2."
    assert words("key", n=2, name="Ola") == "Ola ma 2."


def test_no_key_is_missing_and_none_is_left_over() -> None:
    known = set(entries("en"))
    heads = {key.partition(".")[0] for key in known} - {"seat"}
    looks = r"[a-z_]+(\.[a-z_0-9-]+)+(?<!\.py)"  # the names of files look the same
    asked = {text for text in written_keys() if re.fullmatch(looks, text)}
    asked = {text for text in asked if text.partition(".")[0] in {*heads, "seat"}} | composed_keys()
    assert sorted(asked - known) == []
    assert sorted(known - asked) == []


@pytest.mark.parametrize("language", languages())
def test_the_forms_of_an_entry_are_those_of_the_language(language: str) -> None:
    for key, entry in entries(language).items():
        if isinstance(entry, dict):
            assert set(entry) in (PERSONS, NUMBERS[language]), key


def test_every_form_in_every_language_has_the_same_placeholders() -> None:
    catalogues = {language: entries(language) for language in languages()}
    for key in catalogues["en"]:
        used = {
            language: frozenset().union(*(placeholders(text) for text in forms(catalogue[key]).values()))
            for language, catalogue in catalogues.items()
        }
        without_number = {names - {"n", "name", "line"} for names in used.values()}
        assert len(without_number) == 1, (key, used)


def test_texts_have_the_typography_of_their_language() -> None:
    for language, wrong in (("pl", '"“‘'), ("en", '"„'), ("de", '"”‘')):
        for key, entry in entries(language).items():
            for text in forms(entry).values():
                assert not set(wrong) & set(text), (language, key, text)
                assert "..." not in text, (language, key, text)
                assert " - " not in text, (language, key, text)


def test_every_reason_a_move_is_refused_for_has_a_sentence() -> None:
    documented = set(re.findall(r"`([a-z_]+)`", REFUSALS))
    assert set().union(*REASONS.values()) == documented - {"IllegalMove", "allowed"}
    for language in languages():
        for game, reasons in REASONS.items():
            assert all(refusal(Words(language), game, reason).endswith(".") for reason in reasons)


@pytest.mark.parametrize(
    ("number", "polish", "english"),
    [
        (0, "0 robali", "0 worms"),
        (1, "1 robal", "1 worm"),
        (2, "2 robale", "2 worms"),
        (4, "4 robale", "4 worms"),
        (5, "5 robali", "5 worms"),
        (11, "11 robali", "11 worms"),
        (12, "12 robali", "12 worms"),
        (14, "14 robali", "14 worms"),
        (21, "21 robali", "21 worms"),
        (22, "22 robale", "22 worms"),
        (25, "25 robali", "25 worms"),
        (112, "112 robali", "112 worms"),
        (122, "122 robale", "122 worms"),
    ],
)
def test_plurals(number: int, polish: str, english: str) -> None:
    assert Words("pl")("pickomino.count.worms", n=number) == polish
    assert Words("en")("pickomino.count.worms", n=number) == english


@pytest.mark.parametrize(
    ("number", "polish", "english"),
    [
        (0, "0 kart", "0 cards"),
        (1, "1 karta", "1 card"),
        (3, "3 karty", "3 cards"),
        (12, "12 kart", "12 cards"),
        (22, "22 karty", "22 cards"),
        (41, "41 kart", "41 cards"),
    ],
)
def test_plurals_of_cards(number: int, polish: str, english: str) -> None:
    assert Words("pl")("linko.cards", n=number) == polish
    assert Words("en")("linko.cards", n=number) == english


def test_numbers_below_zero_have_the_plural_of_their_size() -> None:
    tie = "linko.end.tie_shared"
    assert "po −3 punkty)" in Words("pl")(tie, n=-3, points="−3", order="")
    assert "po −5 punktów)" in Words("pl")(tie, n=-5, points="−5", order="")
    assert "at −1 point and" in Words("en")(tie, n=-1, points="−1", order="")


def test_numbers_have_the_signs_of_their_language() -> None:
    written = {language: Numbers(Words(language)) for language in languages()}
    assert {one: numbers.percent(0.333, 0) for one, numbers in written.items()} == {
        "en": "33%",
        "pl": "33%",
        "de": "33\u00a0%",
    }
    assert [written["de"].count(12345), written["de"].decimal(-0.5, 1)] == ["12.345", "−0,5"]


def test_a_sentence_speaks_to_the_reader_or_about_others() -> None:
    polish = Words("pl")
    assert polish("end.winner", you=True, name="Ty") == "Wygrywasz!"
    assert polish("end.winner", name="Ola") == "Wygrywa Ola."


@pytest.mark.parametrize(
    ("argv", "environ", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "pl_PL.UTF-8"}, "pl"),
        ([], {"LANG": "pl"}, "pl"),
        ([], {"LANG": "de_DE.UTF-8"}, "de"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"LANG": "pll_XX"}, "en"),
        ([], {"LC_MESSAGES": "pl_PL", "LANG": "en_GB"}, "pl"),
        ([], {"LC_ALL": "C", "LC_MESSAGES": "pl_PL"}, "en"),
        ([], {"LC_ALL": "", "LANG": "pl_PL"}, "pl"),
        ([], {"STOLIK_LANG": "pl", "LC_ALL": "en_GB.UTF-8"}, "pl"),
        ([], {"STOLIK_LANG": "", "LANG": "pl_PL"}, "pl"),
        (["play", "--lang", "en"], {"STOLIK_LANG": "pl"}, "en"),
        (["--lang=pl", "play"], {}, "pl"),
    ],
)
def test_the_language_is_asked_for_or_that_of_the_locale(
    argv: list[str], environ: dict[str, str], language: str
) -> None:
    chosen, rest = choose_language(argv, environ)
    assert chosen.language == language
    assert rest == [word for word in argv if word == "play"]


@pytest.mark.parametrize(
    ("argv", "environ"), [(["--lang", "fr"], {}), (["--lang"], {}), ([], {"STOLIK_LANG": "klingon"})]
)
def test_an_unknown_language_is_refused_with_those_there_are(
    argv: list[str], environ: dict[str, str]
) -> None:
    with pytest.raises(Wrong, match=r"en, pl, de"):
        choose_language(argv, environ)


def test_there_are_names_for_all_the_bots_of_the_largest_table() -> None:
    for language in languages():
        names = Words(language)("seat.bots").split(", ")
        assert len(set(names)) == max(int(size) for size in stolik.options("pickomino")[0].choices) - 1
        assert all(len(name) <= 10 for name in names)


def test_every_bot_is_explained_in_the_help() -> None:
    assert DEFAULT_LEVEL in bots.LEVELS
    for language in languages():
        for game in GAMES:
            assert all(name in Words(language)(f"{game}.bots") for name in bots.names(game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", languages())
def test_the_help_of_a_game_fits_a_small_terminal(language: str, game: str) -> None:
    told = Words(language)
    keys = told("play.keys", help=told("play.help"), record=told("play.fair_key"))
    lines = f"{told(f'{game}.help')}\n{keys}".split("\n")
    assert len(lines) <= 24 - 2, "an empty line and one to go on"
    assert max(map(len, lines)) <= 80


def test_forms_are_all_known() -> None:
    assert PERSONS.union(*NUMBERS.values()) == FORMS


@pytest.mark.parametrize("module", [words, output, review_tables, style, pieces, typed_input])
def test_the_examples_in_the_source_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_signs_that_an_encoding_lacks_are_replaced_by_plain_ones() -> None:
    output.prepare()
    assert "╭─╮ „Jeż” → 3 · łąka…".encode("ascii", "stolik") == b'+-+ "Jez" -> 3 . laka...'
    assert "Größe: Übermut, Äpfel".encode("ascii", "stolik") == b"Groesse: Uebermut, Aepfel"
    assert "Jeż → 3".encode("iso8859-2", "stolik") == "Jeż -> 3".encode("iso8859-2")
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", "stolik")
