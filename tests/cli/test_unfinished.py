"""Games that are left and go on: from the record, with the same people and bots."""

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

import stolik
from stolik.cli import main
from stolik.core import CHANCE, Record, Recorder
from tests.cli.games import noted_bots, played, typed
from tests.cli.running import PROMPT, ROOT, Terminal, records

Capture = pytest.CaptureFixture[str]


def play(monkeypatch: pytest.MonkeyPatch, text: str, *args: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return main(["play", *args, "--lang", "en"])


def kept_bots(home: Path) -> list[Path]:
    return list((home / "data" / "stolik" / "unfinished").glob("*"))


# -- the recorder -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "golden").glob("*.txt")), ids=lambda path: path.stem
)
def test_a_record_left_anywhere_goes_on_as_it_would_have(path: Path) -> None:
    whole = Record.load(path)
    if whole.fairness is None:
        with pytest.raises(ValueError, match="no secret"):
            Recorder.resume(whole)
        return
    left = len(whole.moves) // 2
    table = Recorder.resume(Record(whole.game, whole.moves[:left], whole.names, whole.fairness))
    for move in whole.moves[left:]:
        if table.state.actor == CHANCE:
            assert table.chance() == move
        else:
            table.play(move)
    assert table.record() == whole


def test_a_record_with_other_dice_does_not_go_on() -> None:
    record = played(2, moves=2)
    other = Record(record.game, ("roll", "dice 1 1 1 1 1 1 1 1"), record.names, record.fairness)  # type: ignore[arg-type]
    with pytest.raises(stolik.RecordError):
        Recorder.resume(other)


# -- the command ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [[], ["game.txt"]])
def test_a_game_goes_on_where_it_was_left(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, file: list[str]
) -> None:
    whole = played(3, variant="deluxe")
    lines = typed(whole).splitlines(keepends=True)
    begin = ["--variant", "deluxe", *(["--record", *file] if file else [])]
    assert play(monkeypatch, "".join(lines[:9]) + "q\n\n", *begin) == 0
    said = capsys.readouterr().out
    assert f"To continue it:\n  stolik play --continue{' game.txt' if file else ''}\n" in said
    assert play(monkeypatch, "".join(lines[9:15]) + "q\ny\n", "--continue", *file) == 0
    assert play(monkeypatch, "".join(lines[15:]), "--continue", *file) == 0
    assert "the game is over" in capsys.readouterr().out
    (path,) = [at_home / "game.txt"] if file else records(at_home)
    record = Record.load(path)
    assert record.moves == whole.moves
    assert record.names == ("", "Bot Fox", "Bot Owl")
    assert stolik.verify(record).result
    assert kept_bots(at_home) == [], "nothing is kept of a game that is over"


def test_n_goes_on_with_the_game_at_once(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, "q\nn\nroll\nq\n\nroll\n") == 0
    (path,) = records(at_home)
    assert [move.word for move in Record.load(path).moves] == ["roll", "dice"]


def test_the_same_bots_go_on_at_their_levels(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    made = noted_bots(monkeypatch)
    seats = ["--bot", "careful", "--human", "Ola", "--human", "Jan", "--bot", "random"]
    assert play(monkeypatch, "q\n\n", *seats) == 0
    made.clear()
    assert play(monkeypatch, "", "--continue") == 0
    assert made == ["careful", "random"]
    assert "At the table: Bot Fox (careful), Ola, Jan, Bot Owl (random)\n" in capsys.readouterr().out
    for path in kept_bots(at_home):
        path.write_text(json.dumps(["what", 5]), encoding="utf-8")
    made.clear()
    assert play(monkeypatch, "", "--continue") == 0
    assert set(made) == {"medium"}, "people are known by what they added, and bots by that they did not"


def test_the_newest_of_the_unfinished_games_goes_on(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    folder = at_home / "data" / "stolik" / "records"
    folder.mkdir(parents=True)
    games = {"old": played(2, moves=9), "newer": played(3, moves=11), "whole": played(2)}
    for age, (name, record) in enumerate(games.items()):
        record.save(folder / f"{name}.txt")
        os.utime(folder / f"{name}.txt", (1_000_000 + age, 1_000_000 + age))
    (folder / "broken.txt").write_text("Dear diary\n", encoding="utf-8")
    assert play(monkeypatch, "", "--continue") == 0
    assert str(folder / "newer.txt") in capsys.readouterr().out
    assert Record.load(folder / "newer.txt").moves[:11] == games["newer"].moves


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--continue"], "no unfinished game"),
        (["--continue", "missing.txt"], "no such file"),
        (["--continue", "whole.txt"], "this game is over; replay it with: stolik replay whole.txt"),
        (["--continue", "free.txt"], "no secret"),
        (["--continue", "forged.txt"], "by the secret this is"),
        (["pickomino", "--continue", "left.txt"], "--continue takes the game as it was left"),
        (["--continue", "left.txt", "--players", "3"], "--continue takes the game as it was left"),
        (["--continue", "left.txt", "--bot", "easy"], "--continue takes the game as it was left"),
        (["--continue", "left.txt", "--level", "easy"], "--continue takes the game as it was left"),
        (["--continue", "left.txt", "--record", "new.txt"], "--continue takes the game as it was left"),
    ],
)
def test_what_cannot_go_on_is_refused_and_nothing_changes(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, args: list[str], says: str
) -> None:
    whole, left = played(2), played(2, moves=9)
    whole.save("whole.txt")
    left.save("left.txt")
    Record(left.game, left.moves, left.names).save("free.txt")
    text = re.sub(r"^dice .*", "dice 1 1 1 1 1 1 1 1", str(left), count=1, flags=re.MULTILINE)
    Path("forged.txt").write_text(text, encoding="utf-8")
    before = {path: path.read_bytes() for path in at_home.rglob("*.txt")}
    assert play(monkeypatch, "", *args) == 2
    assert says in capsys.readouterr().err
    assert {path: path.read_bytes() for path in at_home.rglob("*.txt")} == before


def test_on_a_terminal_a_game_is_left_and_goes_on(home: Path) -> None:
    terminal = Terminal(home, "play", "--lang", "pl", "--speed", "instant")
    terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("\n")
    before = terminal.wait_for(PROMPT)
    terminal.type("q\n")
    assert "Przerwać grę?" in terminal.wait_for("n – graj dalej: ")
    terminal.type("n\n")
    assert terminal.wait_for(PROMPT) == before
    terminal.type("q\n")
    terminal.wait_for("n – graj dalej: ")
    terminal.type("\n")
    assert terminal.end() == 0
    assert "Dokończysz ją tak:\r\n  stolik play --continue" in terminal.text
    terminal = Terminal(home, "play", "--continue", "--lang", "pl", "--speed", "instant")
    terminal.wait_for("Enter – dalej ")
    terminal.type("\n")
    after = terminal.wait_for(PROMPT)
    dice = re.compile("│ [1-5~] │.*")
    assert dice.findall(after) == dice.findall(before)
    assert len(after.split("\n")) <= 24
    terminal.interrupt()
    assert terminal.end() == 130
    assert "Dokończysz ją tak:\r\n  stolik play --continue" in terminal.text
