"""``stolik`` alone: a menu in a terminal, the help everywhere else."""

import json
import re
from pathlib import Path

import pytest

from stolik.cli import preferences
from tests.cli.running import PROMPT, Terminal, records, run

NUMBER = re.compile(r"Numer \(Enter – wyjście\): $")
BACK = re.compile(r"\(Enter – (?:powrót|zurück)\): $")


def number(page: str, text: str) -> str:
    """Return what is typed for an entry of the menu."""
    found = re.search(rf"(\d+)  {re.escape(text)}", page)
    assert found, page
    return found[1]


def choose(terminal: Terminal, text: str) -> None:
    terminal.type(f"{number(terminal.wait_for(NUMBER), text)}\n")


def test_without_a_terminal_it_is_the_help(home: Path) -> None:
    for variables in ({}, {"TERM": "xterm-256color"}):
        done = run(home, "--lang", "en", **variables)
        assert done.returncode == 0
        assert "Usage: stolik COMMAND" in done.stdout


def test_a_game_is_begun_left_and_finished_from_the_menu(home: Path) -> None:
    terminal = Terminal(home, "--lang", "pl", PAGER="cat")
    page = terminal.wait_for(NUMBER)
    assert "Dokończ" not in page, "there is nothing to go on with"
    assert "Obejrzyj" not in page
    assert "szczęściem" not in page
    assert len(page.split("\n")) <= 24
    assert max(map(len, page.split("\n"))) <= 80
    choose(terminal, "Zagraj: Rysie")
    terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    choose(terminal, "Dokończ przerwaną grę")
    assert "Rysie" in terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    choose(terminal, "Obejrzyj ostatnią grę")
    assert str(records(home)[0])[:60] in terminal.wait_for("q koniec: ").replace("\n", "")
    terminal.type("q\n")
    choose(terminal, "Co było szczęściem, a co umiejętnością?")
    assert "Gra niedokończona" in terminal.wait_for(re.compile("Enter – dalej $"))
    terminal.type("\n")
    terminal.wait_for(NUMBER)
    terminal.type("\n")
    assert terminal.end() == 0
    assert len(records(home)) == 1


def test_a_game_is_learnt_on_the_full_screen(home: Path) -> None:
    terminal = Terminal(home, "--lang", "pl")
    choose(terminal, "Ustawienia")
    terminal.type(f"{number(terminal.wait_for(BACK), 'Pełny ekran, z myszą: nie')}\n")
    assert "Pełny ekran, z myszą: tak" in terminal.wait_for(BACK)
    terminal.type("\n")
    choose(terminal, "Nauka: Robale")
    terminal.wait_for("dalej")
    terminal.type("\r")
    terminal.wait_for("Ty – Enter")
    terminal.type("q")
    terminal.wait_for("Przerwać grę?")
    terminal.type("\r")
    terminal.wait_for(NUMBER)
    terminal.type("\n")
    assert terminal.end() == 0
    assert len(records(home)) == 1


def test_wrong_numbers_and_other_languages(home: Path) -> None:
    terminal = Terminal(home, "--lang", "pl", PAGER="cat")
    terminal.wait_for(NUMBER)
    terminal.type("99\n")
    assert "Nie ma takiego wyboru: „99”." in terminal.wait_for(NUMBER)
    choose(terminal, "Auf Deutsch")
    page = terminal.wait_for("Nummer (Enter – Ende): ")
    assert "Auf Deutsch" not in page.rpartition("was spielen wir")[2]
    terminal.type(f"{number(page.rpartition('was spielen wir')[2], 'Regeln: Würmer')}\n")
    assert "P-1" in terminal.wait_for("Nummer (Enter – Ende): ")
    terminal.type("q\n")
    assert terminal.end() == 0


def test_what_was_chosen_is_there_the_next_time(home: Path) -> None:
    terminal = Terminal(home)
    terminal.type(f"{number(terminal.wait_for('(Enter to leave): '), 'Auf Deutsch')}\n")
    for setting, told in (
        ("Stufe der Bots: mittel", "Stufe der Bots: schwer"),
        ("Tempo der Bots: normal", "Tempo der Bots: schnell"),
        ("Tempo der Bots: schnell", "Tempo der Bots: sofort"),
    ):
        page = terminal.wait_for("(Enter – Ende): ").rpartition("was spielen wir")[2]
        terminal.type(f"{number(page, 'Einstellungen')}\n")
        page = terminal.wait_for(BACK).rpartition("Einstellungen")[2]
        terminal.type(f"{number(page, setting)}\n")
        assert told in terminal.wait_for(BACK).rpartition("Einstellungen")[2]
        terminal.type("\n")
    terminal.wait_for("(Enter – Ende): ")
    terminal.type("\n")
    assert terminal.end() == 0

    terminal = Terminal(home)
    terminal.type(f"{number(terminal.wait_for('(Enter – Ende): '), 'Würmer spielen')}\n")
    terminal.wait_for("Weiter mit Enter ")
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    terminal.wait_for("(Enter – Ende): ")
    terminal.type("\n")
    assert terminal.end() == 0
    (kept,) = (home / "data" / "stolik" / "unfinished").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8")) == [None, "hard", "hard"]

    assert "Aufruf: stolik BEFEHL" in run(home, "--help").stdout
    assert "Usage: stolik COMMAND" in run(home, "--help", "--lang", "en").stdout
    assert "Użycie: stolik POLECENIE" in run(home, "--help", STOLIK_LANG="pl").stdout


@pytest.mark.parametrize("damaged", ["", "[]", "nonsense", '{"language": "fr", "level": [], "speed": 3}'])
def test_damaged_settings_count_as_none(home: Path, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    preferences.save(preferences.Preferences("de", "master", "fast", full_screen=True))
    assert preferences.load() == preferences.Preferences("de", "master", "fast", full_screen=True)
    preferences.path().write_text(damaged, encoding="utf-8")
    assert preferences.load() == preferences.Preferences()


def test_where_nothing_can_be_written_settings_hold_for_now(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "stolik").write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    preferences.save(preferences.Preferences("de"))
    assert preferences.load() == preferences.Preferences()
