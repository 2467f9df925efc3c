"""``stolik`` alone: a menu in a terminal, the help everywhere else."""

import re
from pathlib import Path

from tests.cli.running import PROMPT, Terminal, records, run

NUMBER = re.compile(r"Numer \(Enter – wyjście\): $")


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
    assert "Gra niedokończona" in terminal.wait_for(NUMBER)
    terminal.type("\n")
    assert terminal.end() == 0
    assert len(records(home)) == 1


def test_a_game_is_learnt_on_the_full_screen(home: Path) -> None:
    terminal = Terminal(home, "--lang", "pl")
    choose(terminal, "Na pełnym ekranie")
    assert "Nie na pełnym ekranie" in terminal.wait_for(NUMBER)
    choose(terminal, "Naucz się: Robale")
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
