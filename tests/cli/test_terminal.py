"""The command in a real terminal: what a person sees and what the keys do."""

import re
from pathlib import Path

import pytest

import stolik
from stolik.core import Record
from tests.cli.drawn import hand_on
from tests.cli.running import CHOICE, PROMPT, ROOT, Terminal, records, run
from tests.effort import effort

PROMPT_OR_END = re.compile(f"{PROMPT.pattern}|\\(. [^)]*, Enter [^)]*\\): $")


def begin(home: Path, *args: str, rows: int = 24, columns: int = 80, **variables: str) -> Terminal:
    """Begin a game and go past its first page."""
    terminal = Terminal(home, "play", *args, "--speed", "instant", rows=rows, columns=columns, **variables)
    terminal.wait_for(re.compile("Enter [–-] dalej $|Enter to go on $|Weiter mit Enter $"))
    terminal.type("\n")
    return terminal


def last_line(path: Path) -> int:
    """Return the line of the last move in a record."""
    record = Record.load(path)
    return len(record.header()) + len(record.moves)


EVERY = ("pl", "en", "de")
WHERE_THERE_IS_ROOM = effort(("de",), EVERY)
"""In a large terminal the longest words are enough; a small one is tried in every language."""


@pytest.mark.parametrize(("rows", "columns", "players", "language"), [
    *((24, 80, 7, language) for language in EVERY),
    *((40, 100, 3, language) for language in WHERE_THERE_IS_ROOM),
])  # fmt: skip
def test_the_page_fits_the_terminal_all_through_some_turns(
    home: Path, rows: int, columns: int, players: int, language: str
) -> None:
    terminal = begin(
        home, "--players", str(players), "--variant", "deluxe", "--lang", language, rows=rows, columns=columns
    )
    for _ in range(12):
        page = terminal.wait_for(PROMPT)
        lines = page.split("\n")
        assert len(lines) <= rows
        assert max(map(len, lines)) <= columns
        choices = CHOICE.findall(page.rpartition("───")[2])
        assert choices, page
        terminal.type(f"{choices[0]}\n")
    terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    assert terminal.end() == 0
    assert terminal.text.count("\x1b[?1049h") == terminal.text.count("\x1b[?1049l") == 1


@pytest.mark.parametrize(("rows", "columns", "options", "language"), [
    *((24, 80, ["--players", "5", "--mode", "expert"], language) for language in EVERY),
    *((24, 80, ["--mode", "duel"], language) for language in EVERY),
    *((40, 110, [], language) for language in WHERE_THERE_IS_ROOM),
])  # fmt: skip
def test_the_page_of_the_card_game_fits_the_terminal_all_through_some_turns(
    home: Path, rows: int, columns: int, options: list[str], language: str
) -> None:
    terminal = begin(home, "linko", *options, "--lang", language, rows=rows, columns=columns)
    for _ in range(12):
        page = terminal.wait_for(PROMPT_OR_END)
        if not PROMPT.search(page):
            break
        lines = page.split("\n")
        assert len(lines) <= rows
        assert max(map(len, lines)) <= columns
        hand = hand_on(page)
        assert hand
        choices = re.findall(r"^ +(\w+)  \S", page.rpartition("───")[2], re.MULTILINE)
        key = min(hand) if re.search(" – (?:karty|cards|Karten) ", lines[-1]) else choices[0]
        terminal.type(f"{key}\n")
    terminal.type("q\n\n" if PROMPT.search(terminal.wait_for(PROMPT_OR_END)) else "\n")
    assert terminal.end() == 0


def test_hands_are_scrolled_away_in_a_simple_terminal_before_the_next_person_looks(home: Path) -> None:
    people = ["--human", "Ola", "--human", "Jan", "--human", "Ewa"]
    terminal = Terminal(home, "play", "linko", *people, "--lang", "pl", TERM="dumb")
    terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    terminal.wait_for("reszta nie patrzy.")
    assert re.search(r"(\r\n){24,}Teraz decyduje Ola; reszta nie patrzy\.", terminal.text)
    terminal.wait_for("Enter – dalej ")
    assert hand_on(terminal.page) is None
    terminal.type("\n")
    assert hand_on(terminal.wait_for(PROMPT)) is not None
    terminal.type("q\n\n")
    assert terminal.end() == 0


def test_bots_are_watched_and_play_again_with_new_dice(home: Path) -> None:
    terminal = begin(home, "--watch", "--players", "2", "--lang", "pl")
    page = terminal.wait_for("Jeszcze raz w tym samym składzie? (t – tak, Enter – koniec): ")
    assert "Wygrywa Bot " in page
    terminal.type("t\n")
    assert "Przy stole: Bot Lis, Bot Sowa\n" in terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    terminal.wait_for("Jeszcze raz w tym samym składzie? ")
    terminal.type("\n")
    assert terminal.end() == 0
    games = [Record.load(path) for path in records(home)]
    assert [game.names for game in games] == [("Bot Lis", "Bot Sowa")] * 2
    assert len({game.fairness for game in games}) == 2
    assert all(stolik.verify(game).result for game in games)


def test_ctrl_c_keeps_the_record_and_says_so(home: Path) -> None:
    terminal = begin(home, "--lang", "pl")
    terminal.wait_for(PROMPT)
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.interrupt()
    assert terminal.end() == 130
    assert "Gra przerwana (Ctrl-C)." in terminal.text
    (path,) = records(home)
    assert path.name in terminal.text
    assert [move.word for move in Record.load(path).moves] == ["roll", "dice"]
    assert stolik.verify(Record.load(path)).fair


def test_a_program_that_is_waited_for_is_named_at_once(home: Path) -> None:
    terminal = Terminal(home, "play", "--bot", "cmd:sleep 600", "--lang", "en")
    terminal.wait_for("Starting the program sleep 600 …")
    terminal.interrupt()
    assert terminal.end() == 130


def test_the_end_of_input_leaves_the_game(home: Path) -> None:
    terminal = Terminal(home, "play", "--lang", "en")
    terminal.wait_for("Enter to go on ")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert "The game had not begun; nothing is kept." in terminal.text
    assert records(home) == []


def test_a_game_that_is_interrupted_before_it_begins_does_not_become_the_newest(home: Path) -> None:
    terminal = begin(home, "--watch", "--players", "2", "--lang", "en")
    terminal.wait_for(re.compile(r"\(y [^)]*\): $"))
    played = records(home)
    terminal.type("y\n")
    terminal.wait_for("Enter to go on ")
    terminal.interrupt()
    assert terminal.end() == 130
    assert records(home) == played
    assert not list((home / "data" / "stolik" / "unfinished").iterdir())


def test_help_and_wrong_answers_come_back_to_the_same_question(home: Path) -> None:
    terminal = begin(home, "--lang", "en")
    terminal.wait_for(PROMPT)
    terminal.type("?\n")
    assert "A turn in short" in terminal.wait_for("Enter to go on ")
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("steal 99\n")
    assert "There is no such choice: “steal 99”." in terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    assert terminal.end() == 0


def test_colours_only_where_they_are_wanted(home: Path) -> None:
    coloured = re.compile(r"\x1b\[[0-9;]*(?:3[0-9]|48;5;\d+)m")
    for no_color, wanted in (("", True), ("1", False)):
        terminal = begin(home, "--lang", "en", NO_COLOR=no_color)
        terminal.wait_for(PROMPT)
        terminal.type("q\n\n")
        assert terminal.end() == 0
        assert bool(coloured.search(terminal.text)) is wanted


def test_a_simple_terminal_is_written_line_after_line(home: Path) -> None:
    terminal = Terminal(home, "play", "--lang", "pl", TERM="dumb")
    page = terminal.wait_for("Enter – dalej ")
    assert "Obietnica" not in page
    terminal.type("f\n")
    page = terminal.wait_for(re.compile("Obietnica:(?s:.*)Enter – dalej $"))
    assert "│21" not in page, "the promise can be seen before the game"
    terminal.type("\n")
    page = terminal.wait_for(PROMPT)
    assert "│21  │22  │" in page
    terminal.type("q\n\n")
    assert terminal.end() == 0
    assert "\x1b" not in terminal.text


def test_a_terminal_without_polish_letters_gets_plain_ones(home: Path) -> None:
    terminal = begin(home, "--lang", "pl", PYTHONIOENCODING="ascii")
    page = terminal.wait_for(re.compile(r"Ty - Enter \(\? pomoc, h podpowiedz, q koniec\): $"))
    assert "1  rzuc 8 kostkami" in page
    assert "+---+" in page
    terminal.type("q\n\n")
    assert terminal.end() == 0


def test_replay_steps_on_and_back_and_to_a_turn(home: Path, game_file: Path) -> None:
    prompt = re.compile(r"q koniec: $")
    last = last_line(game_file)
    terminal = Terminal(home, "replay", game_file.name, "--lang", "pl")
    assert "tura 0 z " in terminal.wait_for(prompt)
    for keys, expected in (
        ("\n", "tura 1 z "),
        ("b\n", "tura 0 z "),
        ("b\n", "To już początek."),
        ("3\n", "tura 3 z "),
        (":14\n", "wiersz 14 z "),
        ("p\n", "pickomino players=3 "),
        ("x\n", "Nie ma takiego polecenia: „x”"),
        ("999\n", "Jest tylko 31 tur."),
        ("999\n", "wiersz 14 z "),
        (f":{last}\n", "Wygrywa"),
        ("\n", "To już koniec; q zamyka."),
    ):
        terminal.type(keys)
        assert expected in terminal.wait_for(prompt), keys
    terminal.type("?\n")
    assert ":87" in terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    terminal.wait_for(prompt)
    terminal.type("q\n")
    assert terminal.end() == 0


@pytest.mark.parametrize("name", ["linko-expert-5", "linko-duel-2", "pickomino-deluxe-7"])
def test_a_replay_fits_the_terminal_to_its_end(home: Path, name: str) -> None:
    prompt = re.compile(r"q koniec: $")
    path = ROOT / "tests" / "golden" / f"{name}.txt"
    terminal = Terminal(home, "replay", str(path), "--hands", "--lang", "pl")
    for keys in ("\n", "11\n", "12\n", "\n", "\n", "\n", f":{last_line(path)}\n"):
        lines = terminal.wait_for(prompt).split("\n")
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
        terminal.type(keys)
    lines = terminal.wait_for(prompt).split("\n")
    assert len(lines) <= 24
    assert lines[0].startswith("R")
    assert any("Wygrywa" in line for line in lines)
    terminal.type("q\n")
    assert terminal.end() == 0


def test_rules_that_are_longer_than_the_terminal_are_read_in_a_pager(home: Path) -> None:
    pager = home / "pager"
    pager.write_text('#!/bin/sh\ncat > read\necho "a page of $LESS"\n', encoding="utf-8")
    pager.chmod(0o755)
    terminal = Terminal(home, "rules", "robale", "--lang", "pl", PAGER=str(pager))
    assert terminal.end() == 0
    assert terminal.text.strip() == "a page of FRX"
    assert "P-1" in (home / "read").read_text(encoding="utf-8")
    terminal = Terminal(home, "rules", "robale", "P-1", "--lang", "pl", PAGER=str(pager))
    assert terminal.end() == 0
    assert "P-1" in terminal.text, "what fits is shown at once"
    done = run(home, "rules", "robale", "--lang", "pl", PAGER=str(pager))
    assert len(done.stdout.splitlines()) > 100, "nobody turns the pages of a pipe"


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["play", "chess"], 2),
        (["play", *["--bot", "easy"] * 3, "--players", "3"], 2),
        (["verify", "/no/such/" * 9], 2),
        (["verify", str(ROOT / "tests" / "golden" / "linko-advanced-3.txt")], 0),
    ],
)
@pytest.mark.parametrize("language", ["pl", "de"])
def test_long_messages_are_broken_between_words(
    home: Path, args: list[str], status: int, language: str
) -> None:
    wide = Terminal(home, *args, "--lang", language, columns=1000)
    narrow = Terminal(home, *args, "--lang", language, columns=40)
    assert (wide.end(), narrow.end()) == (status, status)
    assert narrow.page.split() == wide.page.split()
    words = set(wide.page.split())
    lines = narrow.page.strip().split("\n")
    assert len(lines) > 1
    assert all(len(line) <= 40 or line in words for line in lines)


def test_long_prompts_are_broken_between_words(home: Path) -> None:
    name = "Ola Wielka z Bardzo Małej Wioski"
    terminal = Terminal(home, "play", "--human", name, "--lang", "pl", columns=50)
    terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    page = terminal.wait_for(re.compile(r"koniec\): $"))
    assert max(map(len, page.split("\n"))) <= 50
    terminal.type("q\n\n")
    assert terminal.end() == 0


def test_a_command_to_copy_is_not_broken(home: Path) -> None:
    folder = home / "a folder with a long name for the records of all our games"
    folder.mkdir()
    terminal = begin(home, "--record", str(folder / "game.txt"), "--lang", "en", columns=60)
    terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    assert terminal.end() == 0
    lines = terminal.text.split("\r\n")
    assert f"  stolik play --continue '{folder}/game.txt'" in lines
    assert f"  stolik verify '{folder}/game.txt'" in lines


def test_ctrl_c_in_a_replay_ends_it(home: Path, game_file: Path) -> None:
    terminal = Terminal(home, "replay", game_file.name, "--lang", "en")
    terminal.wait_for("q quit: ")
    terminal.interrupt()
    assert terminal.end() == 130
    assert "Traceback" not in terminal.text


def test_a_person_who_serves_is_told_where_the_table_is_and_nothing_else(home: Path) -> None:
    terminal = Terminal(home, "serve", "--port", "0", "--no-lan", "--bot-processes", "0", "--lang", "en")
    terminal.wait_for("Ctrl-C closes it.")
    terminal.interrupt()
    assert terminal.end() == 0
    first, *others = terminal.page.splitlines()
    assert first.startswith("The table is open: http://")
    assert not re.search(r"\[(debug|info)", "\n".join(others))
