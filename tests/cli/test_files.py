"""``replay``, ``verify`` and ``rules``."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from rich.console import Console
from rich.markdown import Markdown

import stolik
from stolik.cli import main
from stolik.cli.rules import ITEM
from stolik.cli.rules_text import draw
from stolik.core import Record, commit
from stolik.words import game_rules
from tests.cli.games import SEAT, played
from tests.cli.running import COMMAND, ROOT, environment
from tests.forging import forged

Capture = pytest.CaptureFixture[str]

LINKO = sorted((ROOT / "tests" / "golden").glob("linko-*.txt"))


def command(capsys: Capture, *args: str) -> tuple[int, str, str]:
    status = main(args)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture(autouse=True)
def _at_home(at_home: Path) -> None:
    """Every command here runs in an empty home."""


# -- verify -----------------------------------------------------------------------------------------------


def test_verify_says_what_it_found_in_a_whole_game(capsys: Capture, game_file: Path) -> None:
    record = Record.load(game_file)
    rolls = sum(move.word == "dice" for move in record.moves)
    status, out, err = command(capsys, "verify", "game.txt", "--lang", "en")
    assert (status, err) == (0, "")
    assert "Record game.txt: Worms. At the table: Ola, Jan, Ewa." in out
    assert "The commitment is kept" in out
    assert f"{rolls} rolls recomputed from the secret: all as recorded." in out
    assert f"{len(record.moves) - rolls} decisions: all by the rules." in out
    assert "The game is finished. Result: 1. " in out
    status, out, err = command(capsys, "verify", "game.txt", "--lang", "pl")
    assert (status, err) == (0, "")
    assert "Zapis game.txt: Robale. Przy stole: Ola, Jan, Ewa." in out
    assert "Obietnica dotrzymana" in out
    assert "Gra dokończona. Wynik: 1. " in out


def test_verify_tells_the_options_and_that_a_game_is_not_finished(capsys: Capture) -> None:
    played(2, moves=5, variant="deluxe", golden_die="ones_and_worms").save("game.txt")
    status, out, _ = command(capsys, "verify", "game.txt", "--lang", "pl")
    assert status == 0
    assert "Robale, Wersja: Deluxe, Złota kostka: jedynki i robale." in out
    assert "2 rzuty przeliczone z sekretu: wszystkie się zgadzają." in out
    assert "3 decyzje: wszystkie zgodne z zasadami." in out
    assert "Gra jest niedokończona." in out


def test_verify_of_a_record_without_a_commitment_says_what_cannot_be_checked(capsys: Capture) -> None:
    whole = played(2)
    Record(whole.game, whole.moves).save("game.txt")
    status, out, _ = command(capsys, "verify", "game.txt", "--lang", "pl")
    assert status == 0
    assert "nie ma obietnicy" in out
    assert "rzutów" not in out
    assert "Przy stole: Gracz 1, Gracz 2." in out


def edit_dice(lines: list[str]) -> int:
    at = next(number for number, line in enumerate(lines) if line.startswith("dice 1 "))
    lines[at] = "dice 1 1 1 1 1 1 1 1"
    return at + 1


def edit_decision(lines: list[str]) -> int:
    at = next(number for number, line in enumerate(lines) if line.startswith("take "))
    lines[at] = "take 36"
    return at + 1


def edit_secret(lines: list[str]) -> int:
    lines[-2] = "secret " + "ab" * 32
    return len(lines) - 1


def cut_off(lines: list[str]) -> int:
    lines[30:] = [""]
    return 31


def edit_head(lines: list[str]) -> int:
    lines[0] = "Dear diary"
    return 1


@pytest.mark.parametrize("edit", [edit_dice, edit_decision, edit_secret, cut_off, edit_head])
@pytest.mark.parametrize(("language", "line"), [("pl", "wiersz {}"), ("en", "line {}")])
def test_verify_names_the_line_that_is_wrong(
    capsys: Capture, game_file: Path, edit: Callable[[list[str]], int], language: str, line: str
) -> None:
    lines = game_file.read_text(encoding="utf-8").split("\n")
    number = edit(lines)
    game_file.write_text("\n".join(lines), encoding="utf-8")
    status, out, err = command(capsys, "verify", "game.txt", "--lang", language)
    assert (status, out) == (2, "")
    assert err.startswith("stolik: game.txt: ")
    assert err.count("\n") == 1
    assert line.format(number) in err


def test_a_move_against_the_rules_is_told_in_words(capsys: Capture, game_file: Path) -> None:
    text = game_file.read_text(encoding="utf-8")
    game_file.write_text(text.replace("\n\nroll\n", "\n\nkeep 4\n"), encoding="utf-8")
    for name in ("verify", "replay"):
        status, out, err = command(capsys, name, "game.txt", "--lang", "pl")
        assert (status, out) == (2, "")
        assert "ruch „keep 4”. Najpierw trzeba rzucić (P-4)." in err


def test_verify_tells_programs_what_it_found(capsys: Capture, game_file: Path) -> None:
    record = Record.load(game_file)
    found = stolik.verify(record)
    assert found.result
    status, out, err = command(capsys, "verify", game_file.name, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "record": "game.txt",
        "game": "pickomino",
        "players": 3,
        "settings": dict(record.game.settings),
        "names": ["Ola", "Jan", "Ewa"],
        "fair": True,
        "chances": found.chances,
        "decisions": found.decisions,
        "taken": 0,
        "finished": True,
        "scores": list(found.result.scores),
        "places": list(found.result.places),
    }
    played(2, moves=9).save("left.txt")
    status, out, _ = command(capsys, "verify", "left.txt", "--json")
    left = json.loads(out)
    assert (status, left["finished"], left["scores"]) == (0, False, None)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["verify"], "Record {path}"),
        (["replay"], "The newest record: {path}"),
        (["replay", "--end"], "{path}"),
    ],
)
def test_without_a_file_the_newest_record_is_taken(
    capsys: Capture, at_home: Path, args: list[str], says: str
) -> None:
    folder = at_home / "data" / "stolik" / "records"
    folder.mkdir(parents=True)
    for age, name in enumerate(("stolik-3.txt", "stolik-2.txt", "stolik-1.txt")):
        path = folder / name
        played(2, moves=age).save(path)
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    (folder / "notes.md").touch()
    status, out, err = command(capsys, *args, "--lang", "en")
    assert (status, err) == (0, "")
    assert says.format(path=folder / "stolik-1.txt") in " ".join(out.split())


def test_a_game_that_is_not_installed_is_refused(
    capsys: Capture, game_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.cli.records.game_names", lambda: ("chess",))
    for name in ("verify", "replay"):
        status, _, err = command(capsys, name, game_file.name, "--lang", "en")
        assert status == 2
        assert "unknown game “pickomino”; the games are: chess" in err


@pytest.mark.parametrize("path", LINKO, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_records_of_the_card_game_are_verified(capsys: Capture, path: Path, language: str) -> None:
    status, out, err = command(capsys, "verify", str(path), "--lang", language)
    assert (status, err) == (0, "")
    assert {"pl": ": Rysie", "en": ": Lynx"}[language] in out
    assert {"pl": "losowani", "en": "shuffle"}[language] in out
    assert {"pl": "Gra dokończona. Wynik: 1. ", "en": "The game is finished. Result: 1. "}[language] in out


def test_verify_holds_a_record_against_what_a_device_remembers(capsys: Capture, game_file: Path) -> None:
    record = Record.load(game_file)
    assert record.fairness
    promises = [commit(bytes.fromhex(one)) if one else None for one in record.fairness.seats]
    mine = {"commitment": record.fairness.commitment, "promises": promises, "random": {"0": SEAT}}
    Path("mine.json").write_text(json.dumps(mine), encoding="utf-8")
    status, out, err = command(capsys, "verify", "game.txt", "--mine", "mine.json", "--lang", "en")
    assert (status, err) == (0, "")
    assert "what the device saw and added before the game" in out

    forged(record, 0).save("forged.txt")
    assert command(capsys, "verify", "forged.txt", "--lang", "en")[0] == 0  # it is flawless by itself
    status, out, err = command(capsys, "verify", "forged.txt", "--mine", "mine.json", "--lang", "en")
    assert (status, out) == (2, "")
    assert "seat 0 had promised something else before the game" in err
    for name, why in (("game.txt", "not a file of what a device remembers"), ("no.json", "no such file")):
        status, out, err = command(capsys, "verify", "game.txt", "--mine", name, "--lang", "en")
        assert (status, out) == (2, "")
        assert why in err


def test_verify_tells_of_a_card_that_was_swapped(capsys: Capture) -> None:
    text = LINKO[0].read_text(encoding="utf-8")
    move = next(line for line in text.splitlines() if line.startswith("play "))
    Path("game.txt").write_text(text.replace(f"{move}\n", "play 8x13\n", 1), encoding="utf-8")
    status, out, err = command(capsys, "verify", "game.txt", "--lang", "pl")
    assert (status, out) == (2, "")
    assert "ruch „play 8x13”. Tych kart nie ma na ręce (L-3)." in err


# -- replay -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "turn", "rolls", "wins"),
    [("pl", "Tura 1 – Ola", "  Ola rzuca: ", "Wygrywa "), ("en", "Turn 1 – Ola", "  Ola rolls ", " wins.")],
)
@pytest.mark.usefixtures("game_file")
def test_replay_tells_the_whole_game_in_sentences(
    capsys: Capture, language: str, turn: str, rolls: str, wins: str
) -> None:
    status, out, _ = command(capsys, "replay", "game.txt", "--lang", language)
    assert status == 0
    assert turn in out
    assert rolls in out
    assert wins in out
    assert out.index(turn) < out.index(rolls) < out.index(wins)


@pytest.mark.usefixtures("game_file")
def test_replay_shows_only_the_end_if_asked_to(capsys: Capture) -> None:
    status, out, _ = command(capsys, "replay", "game.txt", "--end", "--lang", "pl")
    assert status == 0
    assert "Tura" not in out
    assert "│21  │22  │" in out
    assert "Wygrywa " in out


def test_replay_of_a_broken_off_game_says_so(capsys: Capture) -> None:
    played(2, moves=6).save("game.txt")
    for options in (["--end"], []):
        status, out, _ = command(capsys, "replay", "game.txt", *options, "--lang", "pl")
        assert status == 0
        assert "Gra niedokończona." in out


def test_replay_of_a_game_that_stops_before_the_dice_fall(capsys: Capture) -> None:
    played(2, moves=1).save("game.txt")
    status, out, _ = command(capsys, "replay", "game.txt", "--end", "--lang", "en")
    assert status == 0
    assert "To roll: 8 dice" in out


@pytest.mark.usefixtures("game_file")
def test_replay_steps_through_a_pipe_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.load("game.txt")
    last = record.lines_before_moves + len(record.moves)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"\n\nb\n2\n:14\nx\n?\n9999\n:9999\n:{last}\n\nb\nq\n"))
    status, out, _ = command(capsys, "replay", "game.txt", "--step", "--lang", "pl")
    assert status == 0
    assert out.count("Enter dalej, b wstecz") == 13
    turns = int(out.partition("tura 2 z ")[2].partition(",")[0])
    assert f"Jest tylko {turns} tur." in out or f"Są tylko {turns} tury." in out
    assert f"Zapis ma tylko {last} wierszy." in out or f"Zapis ma tylko {last} wiersze." in out
    assert "Ola rzuca: " in out
    assert "tura 2 z " in out
    assert "wiersz 14 z " in out
    assert "Nie ma takiego polecenia: „x”" in out
    assert "do wiersza 87 zapisu" in out
    assert "To już koniec" in out


@pytest.mark.parametrize("name", ["replay", "verify"])
def test_a_reader_who_stops_reading_ends_the_command_quietly(home: Path, game_file: Path, name: str) -> None:
    with subprocess.Popen(
        [COMMAND, name, game_file.name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=home,
        env=environment(home),
    ) as reading:
        assert reading.stdout
        assert reading.stderr
        reading.stdout.close()
        assert reading.stderr.read() == b""
    assert reading.returncode == 1


@pytest.mark.parametrize("path", LINKO, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("language", "plays", "ends"), [("pl", " zagrywa ", "koniec gry"), ("en", " plays ", "the game is over")]
)
def test_a_game_of_cards_is_told_in_sentences_and_shown_at_its_end(
    capsys: Capture, path: Path, language: str, plays: str, ends: str
) -> None:
    status, out, _ = command(capsys, "replay", str(path), "--lang", language)
    assert status == 0
    turns = sum(line.startswith("play ") for line in path.read_text(encoding="utf-8").splitlines())
    assert out.count(plays) == turns
    assert ends in out
    status, out, _ = command(capsys, "replay", str(path), "--end", "--lang", language)
    assert status == 0
    assert {"pl": "talia  pula", "en": "deck   pool"}[language] in out
    assert {"pl": "na ręce", "en": "in hand"}[language] in out


def test_hands_are_shown_in_a_replay_only_if_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(3, game="linko", moves=12).save("game.txt")
    pages = {}
    for options in ([], ["--hands"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 12))
        status, pages[bool(options)], _ = command(capsys, "replay", "game.txt", "--step", *options)
        assert status == 0
    hand_line = "│1×"
    assert hand_line not in pages[False]
    assert hand_line in pages[True]
    assert "draws a card from the deck" not in pages[True]


# -- rules ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pl", "en"])
def test_rules_are_printed_whole(capsys: Capture, language: str) -> None:
    status, out, _ = command(capsys, "rules", "pickomino", "--lang", language)
    assert status == 0
    for rule in ("P-1 ", "P-18 ", "D-1 ", "D-19 "):
        assert f"• {rule}" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("language", ["pl", "en"])
def test_rules_of_the_card_game_are_printed_whole_and_singly(capsys: Capture, language: str) -> None:
    status, out, _ = command(capsys, "rules", "linko", "--lang", language)
    assert status == 0
    for rule in ("L-1 ", "L-21 ", "V-1 ", "V-8 "):
        assert f"• {rule}" in out
    assert max(map(len, out.splitlines())) <= 80
    status, out, _ = command(capsys, "rules", "linko", "v-4", "--lang", language)
    assert status == 0
    assert "V-4" in out
    assert len(out.splitlines()) < 6


@pytest.mark.parametrize("game", stolik.game_names())
@pytest.mark.parametrize("language", ["pl", "en", "de"])
def test_rules_look_as_all_markdown_does(game: str, language: str) -> None:
    """``stolik rules`` draws them itself, because ``rich.markdown`` takes long to import."""
    text = game_rules(game, language)
    assert text is not None
    pages = []
    for page in (draw(text), Markdown(text)):
        console = Console(width=60, force_terminal=True, color_system="truecolor", file=io.StringIO())
        with console.capture() as captured:
            console.print(page)
        pages.append([line.rstrip() for line in captured.get().splitlines()])
    assert pages[0] == pages[1]


def test_single_rules_are_printed_by_their_ids(capsys: Capture) -> None:
    status, out, _ = command(capsys, "rules", "pickomino", "d-12", "P-4", "--lang", "pl")
    assert status == 0
    assert out.index("D-12") < out.index("P-4")
    assert "P-5" not in out.replace("P-5)", "")
    assert len(out.splitlines()) < 15


def test_an_unknown_rule_is_refused_with_those_there_are(capsys: Capture) -> None:
    for language in ("pl", "en"):
        status, out, err = command(capsys, "rules", "pickomino", "P-4", "X-9", "--lang", language)
        assert (status, out) == (2, "")
        assert "X-9" in err
        assert "P-1, P-2, P-3" in err
        assert err.rstrip().endswith("D-19")


@pytest.mark.parametrize(("game", "number"), [("pickomino", 18 + 19), ("linko", 21 + 8)])
def test_the_rules_have_the_same_ids_in_every_language(game: str, number: int) -> None:
    folder = resources.files(f"stolik.games.{game}.words")
    polish, english = (
        ITEM.findall(folder.joinpath(f"rules.{language}.md").read_text(encoding="utf-8"))
        for language in ("pl", "en")
    )
    assert polish == english
    assert len(polish) == number
