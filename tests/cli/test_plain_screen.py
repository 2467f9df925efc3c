"""Games without a screen of their own: a small one, and ours with their screens taken away."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import stolik
from stolik.cli import main
from stolik.cli.people import People
from stolik.cli.plain_screen import PlainScreen
from stolik.cli.screen import make
from stolik.core import State, plugin
from stolik.words import Words
from tests.cli.drawn import page, text
from tests.cli.games import played, typed
from tests.cli.small_game import STONES, StonesState, install

Capture = pytest.CaptureFixture[str]

CATALOGUES = {
    "en": """
name = "Stones"
about = "The last stone wins."

[option]
pile = "how many stones"

[phase]
take = "Take some stones."

[view]
stones = "stones on the table"
"seats.lucky" = "luck"
"last.seat" = "player"

[move]
take = "take this many: {what}"

[event]
take = { you = "You take {stones}.", they = "{name} takes {stones}." }

[reason]
too_many = "There are not that many stones."

[end]
no_stones = "No stone is left."
""",
    "pl": """
name = "Kamienie"

[event]
take = { you = "Bierzesz {stones}.", they = "{name} bierze {stones}." }
""",
}


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch) -> State:
    """The small game, without any words, when its stones lie on the table."""
    install(monkeypatch, STONES)
    return stolik.Game("stones").start().play("stones 5")


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stones: State) -> State:
    """The same with words, English ones and a few Polish ones."""
    folder = tmp_path / "stones_game" / "words"
    folder.mkdir(parents=True)
    for language, catalogue in CATALOGUES.items():
        (folder / f"{language}.toml").write_text(catalogue, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, replace(STONES, words="stones_game.words"))
    return stones


def screen(language: str = "en") -> PlainScreen:
    made = make("stones", Words(language), People(("You", "Ola"), 0))
    assert isinstance(made, PlainScreen)
    return made


def test_players_and_values_are_shown_with_their_raw_names_without_words(stones: State) -> None:
    lines = [" ".join(line.split()) for line in text(screen().table(stones.view(0), 80)).splitlines()]
    assert lines == [
        "player lucky",
        "▸ You no",
        "Ola yes",
        "pile small",
        "stones 5",
        "last seat You",
        "last some list 1 −2",
    ]
    assert screen().title(stones.view(0)) == "stones"


@pytest.mark.usefixtures("worded")
def test_players_and_values_are_shown_with_the_words_of_the_game(stones: State) -> None:
    drawn = text(screen().table(stones.view(0), 80))
    assert "luck" in drawn
    assert "stones on the table" in drawn
    assert screen("pl").title(stones.view(0)) == "Kamienie"


def test_moves_are_numbered_choices(stones: State) -> None:
    question = screen().question(stones, 0)
    assert [(choice.key, choice.move, choice.text) for choice in question.choices] == [
        ("1", "take 1", "take 1"),
        ("2", "take 2", "take 2"),
        ("3", "take 3", "take 3"),
    ]
    assert question.about == ""


@pytest.mark.usefixtures("worded")
def test_moves_and_phases_have_the_words_of_the_game(stones: State) -> None:
    question = screen().question(stones, 0)
    assert question.about == "Take some stones."
    assert question.choices[1].text == "take this many: 2"


def said(language: str, state: State, move: str) -> str:
    entry = screen(language).log_entry(state, move, state.play(move), None)
    assert entry
    return entry.text


def test_events_without_a_sentence_show_what_they_hold(stones: State) -> None:
    assert said("en", stones, "take 2") == "You: take, stones 2."
    assert said("en", stones.play("take 3"), "take 2") == "Ola: take, stones 2. no stones"
    assert said("en", stones.game.start(), "stones 5") == "setup, stones 5."


@pytest.mark.usefixtures("worded")
def test_events_are_sentences_where_the_game_has_them(stones: State) -> None:
    assert said("en", stones, "take 2") == "You take 2."
    assert said("pl", stones.play("take 3"), "take 1") == "Ola bierze 1."
    assert said("en", stones.play("take 3"), "take 2") == "Ola takes 2. No stone is left."


@pytest.mark.usefixtures("worded")
def test_the_end_has_the_reason_the_places_and_the_winner(stones: State) -> None:
    view = stones.play("take 3").play("take 2").view(None)
    lines = [" ".join(line.split()) for line in text(screen().end(view)).splitlines()]
    assert [line for line in lines if line.strip("─ ")] == [
        "No stone is left.",
        "player score",
        "1. Ola 1",
        "2. You 0",
        "Ola wins.",
    ]


def test_the_turn_is_the_one_that_the_view_names_or_else_of_the_seat_that_decides(stones: State) -> None:
    assert screen().whose_turn(stones.play("take 1").view(None)) == 1
    assert screen().whose_turn(stones.game.start().view(None)) is None


@pytest.mark.usefixtures("at_home", "worded")
def test_a_whole_game_is_played_recorded_verified_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("take 9\n?\n2?\n" + "1\n" * 10))
    assert main(["play", "stones", "--speed", "instant", "--record", "stones.txt", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "There are not that many stones." in out
    assert "take this many: 2" in out
    assert "No stone is left." in out
    assert main(["verify", "stones.txt", "--lang", "en"]) == 0
    assert "1 chance outcome recomputed from the secret: as recorded." in capsys.readouterr().out
    assert main(["replay", "stones.txt", "--lang", "en"]) == 0
    assert "Turn 2 – " in capsys.readouterr().out


@pytest.mark.usefixtures("at_home")
def test_nobody_is_told_about_chance_in_a_game_that_leaves_nothing_to_it(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    install(monkeypatch, replace(STONES, start=lambda game: StonesState(game, 5, 0), chance={}))
    monkeypatch.setattr(sys, "stdin", io.StringIO("f\n?\n" + "1\n" * 10))
    assert main(["play", "stones", "--speed", "instant", "--record", "stones.txt", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "f shows where the record is." in out
    assert "The record goes to stones.txt" in out
    assert main(["verify", "stones.txt", "--lang", "en"]) == 0
    out += capsys.readouterr().out
    assert "Nothing in this game is left to chance." in out
    for word in ("fair", "cheat", "commitment", "secret"):
        assert word not in out.lower()


@pytest.mark.usefixtures("stones")
def test_help_and_errors_know_the_game(capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["play", "stones", "--help", "--lang", "en"])
    page = " ".join(capsys.readouterr().out.split())
    assert "linko (Lynx), stones (stones); the first is the default" in page
    assert "--pile small|large pile" in page
    assert main(["rules", "stones", "--lang", "en"]) == 2
    assert "the game “stones” has no rules to read" in capsys.readouterr().err


# -- our games without their screens ----------------------------------------------------------------------


@pytest.fixture(params=["pickomino", "linko"])
def bare(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One of our games as if it had no screen."""
    name: str = request.param
    install(monkeypatch, replace(plugin(name), terminal=""))
    return name


@pytest.mark.usefixtures("at_home")
def test_our_games_can_be_played_on_the_plain_screen(
    bare: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    record = played(3, game=bare)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed(record)))
    bots = {"pickomino": "careful", "linko": "grabber"}
    status = main(
        ["play", bare, "--bot", bots[bare], "--bot", bots[bare], "--lang", "en", "--record", "g.txt"]
    )
    out = capsys.readouterr().out
    assert status == 0
    assert "win" in out.rpartition("player")[2]


def test_a_page_of_our_games_fits_the_width_of_a_small_terminal(bare: str) -> None:
    shown = make(bare, Words("en"), People(("You", "Ola", "Jan", "Ewa"), 0))
    decisions = [state for state in played(4, game=bare).states() if state.actor in range(4)]
    for state in decisions[5:60:9]:
        lines = page(shown, state)
        assert max(map(len, lines)) <= 80
        assert any(line.lstrip().startswith("1  ") for line in lines), "the choices are listed"
