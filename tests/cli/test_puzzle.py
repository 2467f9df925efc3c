"""``stolik puzzle``: solved in a pipe and in a terminal, with the answer explained, and a streak of days."""

import io
import re
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from stolik.analysis.puzzles import Puzzle, games_with_puzzles, of_the_day, puzzle_of, puzzles, today
from stolik.cli import main, streak
from tests.cli.running import Terminal

pytestmark = pytest.mark.usefixtures("at_home")

GAMES = games_with_puzzles()
DAY = date(2026, 11, 16)


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A day that does not end during the test."""
    monkeypatch.setattr("stolik.cli.puzzle.today", lambda: DAY)
    return monkeypatch


def solve(
    on: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str, typed: str, lang: str = "en"
) -> str:
    on.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["puzzle", *args, "--lang", lang]) == 0
    return capsys.readouterr().out


def of_today(game: str | None = None) -> Puzzle:
    return puzzle_of(*of_the_day(DAY, game))


def percent(puzzle: Puzzle, move: str) -> str:
    chance = next(option["chance"] for option in puzzle["options"] if option["move"] == move)
    return f"{100 * chance:.0f}%"


@pytest.mark.parametrize("game", GAMES)
def test_one_tries_until_it_is_solved(
    on: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    puzzle = of_today(game)
    worst = puzzle["options"][-1]["move"]
    typed = f"nonsense\n{puzzle['obvious']}\n{worst}\n{puzzle['best']}\n"
    out = solve(on, capsys, game, typed=typed)
    assert f"puzzle of the day, 2026-11-16 · puzzle {of_the_day(DAY, game)[1]} of {len(puzzles(game))}" in out
    assert "You decide. What wins most often?" in out
    assert "There is no such choice: “nonsense”" in out
    hint, best = percent(puzzle, puzzle["obvious"]), percent(puzzle, puzzle["best"])
    assert f"comes to mind first, and wins {hint} of the time" in out
    if worst != puzzle["obvious"]:
        assert f"wins {percent(puzzle, worst)} of the time: a good try" in out
    _, answer = out.rsplit(f"{puzzle['best']}\n", 1)
    bars = re.findall(r"^ *(\d+%) [█▌─]{20} \S", answer, re.MULTILINE)
    assert bars == [percent(puzzle, option["move"]) for option in puzzle["options"]]
    told = " ".join(answer.split())
    assert re.search(rf"Solved! “[^“]+” wins {best} of the time, and “[^“]+”, .* first, {hint}\.", told)
    assert "The first day of a streak" in told


def test_without_a_game_days_take_turns(on: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for day in (DAY, DAY + timedelta(days=1)):
        on.setattr("stolik.cli.puzzle.today", lambda day=day: day)
        _, number = of_the_day(day)
        assert f"{day} · puzzle {number} of" in solve(on, capsys, typed="")


def test_the_answer_can_be_had_and_is_no_solution(
    on: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = solve(on, capsys, typed="?\nh\n")
    assert "show the answer     q   leave" in out
    assert "Here is the answer. “" in out
    assert "streak" not in out
    assert not streak.path().exists()
    for typed in ("q\n", ""):
        assert "%" not in solve(on, capsys, typed=typed), "left without an answer"


@pytest.mark.parametrize(("lang", "solved"), [("pl", "Rozwiązane! „"), ("de", "Gelöst! „")])
def test_in_every_language(
    on: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, solved: str
) -> None:
    typed = f"{of_today()['obvious']}\n{of_today()['best']}\n"
    assert solved in solve(on, capsys, typed=typed, lang=lang)


def test_by_number_or_any(on: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        last = len(puzzles(game))
        typed = f"{puzzle_of(game, last)['best']}\n"
        out = solve(on, capsys, game, "--number", str(last), typed=typed)
        assert f"  puzzle {last} of {last}\n" in out
        assert "Solved!" in out
        assert "streak" not in out, "only the puzzle of a day counts"
    assert "puzzle 1 of" in solve(on, capsys, "--number", "1", typed="h\n")
    assert re.search(r"  puzzle \d+ of \d+\n", solve(on, capsys, "--random", typed="h\n"))


def test_what_cannot_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    most = len(puzzles(GAMES[0]))
    for args, why in (
        (["--number", "0"], "--number cannot be “0”"),
        (["--number", str(most + 1)], f"it can be: 1–{most}"),
        (["--number", "1", "--random"], "--number and --random do not go together"),
        (["chess"], "unknown game “chess”"),
    ):
        assert main(["puzzle", *args, "--lang", "en"]) == 2
        assert why in capsys.readouterr().err


def test_a_game_without_puzzles_says_which_have_some(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("stolik.cli.puzzle.games_with_puzzles", lambda: GAMES[1:])
    assert main(["puzzle", GAMES[0], "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert f"no puzzles of “{GAMES[0]}”" in err
    assert GAMES[1] in err


# -- the streak -------------------------------------------------------------------------------------------


def test_days_in_a_row_are_counted() -> None:
    days = [streak.solved(DAY + timedelta(days=later)) for later in (0, 0, 1, 2, 4, 5, 5)]
    assert days == [1, 1, 2, 3, 1, 2, 2]


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"days": 7, "last": "yesterday"}',
        b'{"days": "7", "last": "2026-11-15"}',
        b'{"days": -7, "last": "2026-11-15"}',
        b'{"days": 7, "last": 5}',
    ],
)
def test_a_damaged_file_begins_a_new_streak(damaged: bytes) -> None:
    streak.path().parent.mkdir(parents=True)
    streak.path().write_bytes(damaged)
    assert streak.solved(DAY) == 1
    assert streak.solved(DAY + timedelta(days=1)) == 2


def test_where_nothing_can_be_written_it_is_solved_all_the_same(at_home: Path) -> None:
    (at_home / "data").write_text("in the way", encoding="utf-8")
    assert streak.solved(DAY) == 1


# -- in a terminal ----------------------------------------------------------------------------------------


def test_in_a_terminal_from_the_menu(home: Path) -> None:
    terminal = Terminal(home, "--lang", "en")
    page = terminal.wait_for("Number (Enter to leave): ")
    found = re.search(r"(\d+)  Puzzle of the day", page)
    assert found
    terminal.type(f"{found[1]}\n")
    assert "What wins most often?" in terminal.wait_for("q quit): ")
    puzzle = puzzle_of(*of_the_day(today()))
    terminal.type(f"{puzzle['obvious']}\n")
    terminal.wait_for("comes to mind first")
    terminal.type(f"{puzzle['best']}\n")
    page = terminal.wait_for("Enter to go on ")
    assert "Solved!" in page
    assert "The first day of a streak" in page
    terminal.type("\n")
    terminal.wait_for("Number (Enter to leave): ")
    terminal.type("\n")
    assert terminal.end() == 0
