"""Whole games at the command line: inside this process with known dice, and as the command itself."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

import stolik
from stolik import bots
from stolik.cli import main
from stolik.cli.display import Live, Plain
from stolik.cli.people import People, Player
from stolik.cli.records import Keeper
from stolik.cli.session import Session
from stolik.core import Fairness, Record, Recorder, View
from stolik.games.pickomino.terminal import PickominoScreen
from stolik.words import Words
from tests.cli.games import SEAT, SECRET, noted_bots, played, typed
from tests.cli.running import CONTROL, records, run, run_with_known_dice

ENDS = {"pl": "koniec gry", "en": "the game is over"}
WINS = {"pl": r"Wygrywasz!|Wygrywa |Zwycięstwo dzielą", "en": r"You win!| wins\.|share the victory"}

NUMBERS = "".join(f"{number}\n" for number in range(1, 9))
"""Answers that, again and again, hit upon a legal one sooner or later."""


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def the_record(home: Path) -> Record:
    (path,) = records(home)
    return Record.load(path)


# -- whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("variant", ["base", "deluxe"])
def test_a_whole_game_through_the_keyboard(
    at_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    variant: str,
) -> None:
    whole = played(3, variant=variant)
    type_in(monkeypatch, "F\n" + typed(whole))
    assert main(["play", "pickomino", "--lang", language, "--variant", variant]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert ENDS[language] in out
    assert re.search(WINS[language], out)
    record = the_record(at_home)
    assert record.moves == whole.moves
    assert record.fairness == whole.fairness
    assert record.fairness
    commitment, first_roll = out.index(record.fairness.commitment), out.index("╭───╮")
    assert commitment < first_roll, "the promise comes before the dice"
    assert str(records(at_home)[0]) in out
    assert record.names == (("", "Bot Lis", "Bot Sowa") if language == "pl" else ("", "Bot Fox", "Bot Owl"))
    assert [bool(text) for text in record.fairness.seats] == [True, False, False]


@pytest.mark.parametrize("variant", ["base", "deluxe"])
def test_the_command_itself_plays_a_whole_hot_seat_game(home: Path, variant: str) -> None:
    whole = played(2, people=(0, 1), variant=variant, first="lots")
    done = run_with_known_dice(
        home, "play", "--human", "Ola", "--human", "Jan", "--variant", variant, "--first", "lots",
        "--record", "game.txt", "--lang", "pl", typed=typed(whole, people=(0, 1)),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Losowanie: zaczyna " in done.stdout
    assert {"Ola – numer", "Jan – numer"} <= {line[:11] for line in done.stdout.splitlines()}
    assert "koniec gry" in done.stdout
    assert "\x1b" not in done.stdout, "no colours in a pipe"
    assert Record.load(home / "game.txt") == whole


def test_the_command_plays_with_dice_of_its_own(home: Path) -> None:
    done = run(home, "play", "--lang", "en", typed=NUMBERS * 2_000)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the game is over" in done.stdout
    (path,) = records(home)
    assert stolik.verify(Record.load(path)).result


# -- answers ----------------------------------------------------------------------------------------------


def test_moves_can_be_typed_as_they_are_written_and_wrong_ones_are_explained(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "1?\nkeep 4\n  ROLL \nfoo\n\n7\nroll\ntake 21\n?\nq\n")
    assert main(["play", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "1?\nroll 8 dice\n" in out, "what it brings is told, and it is not done yet"
    assert "Roll first (P-4)." in out
    assert "There is no such choice: “foo”. Type a number from the list; ? is help." in out
    assert "number (? help, h hint, q quit): \nType a number from the list; ? is help." in out
    assert "There is no such choice: “7”." in out
    assert out.count("Set aside the dice of one face first (P-4).") == 2
    assert "A turn in short" in out
    assert "You have left the game." in out
    assert [move.word for move in the_record(at_home).moves] == ["roll", "dice"]


def test_enter_is_enough_where_there_is_only_one_choice(
    at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "\n\n")
    assert main(["play"]) == 0
    assert [move.word for move in the_record(at_home).moves] == ["roll", "dice"]


@pytest.mark.parametrize("last", ["q\n", "Q\n", ""])
def test_leaving_keeps_the_record_and_says_where(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], last: str
) -> None:
    type_in(monkeypatch, "\n" + last)
    assert main(["play", "--record", "my game.txt", "--lang", "pl"]) == 0
    out = capsys.readouterr().out
    assert "Gra przerwana." in out
    assert "Dokończysz ją tak:\n  stolik play --continue 'my game.txt'\n" in out
    assert "Zapis gry: my game.txt\nSprawdzisz go tak:\n  stolik verify 'my game.txt'\n" in out
    assert stolik.verify(Record.load("my game.txt")).result is None
    assert sorted(path.name for path in at_home.iterdir()) == ["data", "my game.txt"]


def test_ctrl_c_keeps_the_record_too(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    type_in(monkeypatch, "")
    monkeypatch.setattr(sys.stdin, "readline", interrupt)
    assert main(["play", "--lang", "en", "--first", "lots"]) == 130
    assert "The game was interrupted (Ctrl-C)." in capsys.readouterr().out
    assert the_record(at_home).moves[0].word == "first"


def test_the_record_is_kept_even_if_the_program_fails(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("stolik.games.pickomino.terminal.choices.Choices.question", fail)
    with pytest.raises(ZeroDivisionError):
        main(["play", "--first", "lots"])
    assert the_record(at_home).moves[0].word == "first"
    assert str(records(at_home)[0]) in capsys.readouterr().out


def test_the_record_is_there_while_the_game_is_played(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []

    class Watched(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            lengths.append(len(the_record(at_home).moves))
            return super().readline(-1 if size is None else size)

    monkeypatch.setattr(sys, "stdin", Watched(typed(played(3, moves=60))))
    assert main(["play"]) == 0
    assert lengths[:2] == [0, 2]
    assert lengths[-1] > 2


def test_records_of_the_same_second_do_not_meet(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        type_in(monkeypatch, "\n")
        assert main(["play"]) == 0
    assert len(records(at_home)) == 3
    assert all(re.fullmatch(r"stolik-\d{8}-\d{6}(-\d)?\.txt", path.name) for path in records(at_home))


def test_without_a_data_folder_records_go_to_the_usual_place_at_home(home: Path) -> None:
    done = run(home, "play", XDG_DATA_HOME="", typed="\nq\n")
    assert done.returncode == 0
    assert len(list((home / ".local/share/stolik/records").glob("stolik-*.txt"))) == 1


# -- who plays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "names"),
    [
        ([], ["", "Bot Lis", "Bot Sowa"]),
        (["--players", "2"], ["", "Bot Lis"]),
        (["--bot", "random"], ["", "Bot Lis"]),
        (["--human", "Ola"], ["Ola", "Bot Lis", "Bot Sowa"]),
        (["--human", "Ola", "--human", " Jan "], ["Ola", "Jan"]),
        (["--human", "Ola", "--human", "Jan", "--players", "3"], ["Ola", "Jan", "Bot Lis"]),
        (["--bot", "careful", "--human", "Ola", "--bot", "random"], ["Bot Lis", "Ola", "Bot Sowa"]),
        (["--human", "Bot Lis"], ["Bot Lis", "Bot Sowa", "Bot Borsuk"]),
        (["--watch"], ["Bot Lis", "Bot Sowa", "Bot Borsuk"]),
        (["--watch", "--bot", "random", "--bot", "careful"], ["Bot Lis", "Bot Sowa"]),
        (["--watch", "--bot", "random", "--players", "2"], ["Bot Lis", "Bot Sowa"]),
        (["--players", "7"], ["", "Bot Lis", "Bot Sowa", "Bot Borsuk", "Bot Wydra", "Bot Kret", "Bot Jeż"]),
    ],
)
@pytest.mark.usefixtures("at_home")
def test_seats_are_taken_in_the_order_given_and_filled_with_bots(
    monkeypatch: pytest.MonkeyPatch, args: list[str], names: list[str]
) -> None:
    type_in(monkeypatch, "")
    assert main(["play", *args, "--lang", "pl", "--record", "game.txt"]) == 0
    assert list(Record.load("game.txt").names) == names


@pytest.mark.usefixtures("at_home")
def test_seats_left_over_get_bots_of_the_kind_named_last(monkeypatch: pytest.MonkeyPatch) -> None:
    made = noted_bots(monkeypatch)
    type_in(monkeypatch, "")
    assert main(["play", "--players", "4", "--bot", "careful", "--bot", "random"]) == 0
    assert made == ["careful", "random", "random"]


@pytest.mark.usefixtures("at_home")
def test_seats_left_over_get_bots_of_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    for args, expected in (
        (["--level", "easy"], ["easy", "easy"]),
        (["--level", "easy", "--watch"], ["easy", "easy", "easy"]),
        (["--players", "4", "--bot", "careful", "--level", "easy"], ["careful", "easy", "easy"]),
    ):
        made = noted_bots(monkeypatch)
        type_in(monkeypatch, "")
        assert main(["play", *args]) == 0
        assert made == expected


@pytest.mark.parametrize(
    ("args", "labels"),
    [
        (["--bot", "hard", "--bot", "easy"], ["Ty", "Bot Lis (trudny)", "Bot Sowa (łatwy)"]),
        (["--bot", "hard", "--bot", "careful"], ["Ty", "Bot Lis (trudny)", "Bot Sowa (careful)"]),
        (["--bot", "easy", "--bot", "easy"], ["Ty", "Bot Lis", "Bot Sowa"]),
    ],
)
@pytest.mark.parametrize("game", ["pickomino", "linko"])
@pytest.mark.usefixtures("at_home")
def test_bots_say_their_levels_where_they_differ(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    args: list[str],
    labels: list[str],
) -> None:
    bots_there = [arg.replace("careful", "grabber") if game == "linko" else arg for arg in args]
    expected = [label.replace("careful", "grabber") if game == "linko" else label for label in labels]
    type_in(monkeypatch, "")
    assert main(["play", game, *bots_there, "--lang", "pl", "--record", "game.txt"]) == 0
    out = capsys.readouterr().out
    assert f"Przy stole: {', '.join(expected)}\n" in out
    table = out.partition("Przy stole: ")[2].partition("\n")[2]
    assert all(f"{label} " in table for label in expected), table
    assert Record.load("game.txt").names == ("", "Bot Lis", "Bot Sowa")


def test_of_a_program_with_a_long_name_the_end_is_shown() -> None:
    seats = [Player("easy", "Lis"), Player("cmd:/usr/local/bin/my-own-bot", "Sowa")]
    assert People.at_play(Words("pl"), seats).labels == ("Lis (łatwy)", "Sowa (…in/my-own-bot)")


def test_the_options_of_the_game_reach_it(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    args = ["--variant", "deluxe", "--golden-die", "ones_and_worms", "--first", "lots", "--speed", "fast"]
    assert main(["play", "pickomino", *args]) == 0
    settings = the_record(at_home).game.settings
    chosen = {"variant": "deluxe", "golden_die": "ones_and_worms", "first": "lots"}
    assert settings == {"hen_burn": "nothing", **chosen}


# -- a page that is redrawn -------------------------------------------------------------------------------


def live_session(
    home: Path, monkeypatch: pytest.MonkeyPatch, lines: str, secret: bool = False
) -> tuple[Session, io.StringIO]:
    """A game of Ola, Jan and a bot on a terminal of 80 by 24, with known dice."""
    naps: list[float] = []
    monkeypatch.setattr("stolik.cli.display.time.sleep", naps.append)
    type_in(monkeypatch, lines)
    words, out = Words("pl"), io.StringIO()
    people = People.at_play(words, [Player(name="Ola"), Player(name="Jan"), Player("careful", "Bot Lis")])
    table = Recorder(stolik.Game("pickomino", 3), Fairness(SECRET, (SEAT, SEAT, "")), people.names)
    screen = PickominoScreen(words, people)
    console = Console(file=out, force_terminal=True, width=80, height=24, highlight=False, markup=False)
    players = {2: bots.guarded("pickomino", "careful", 1)}
    keeper = Keeper(words, home / "game.txt", table)
    session = Session(words, people, table, players, screen, Live(console, words), keeper, 0.5)
    session.hidden = secret
    return session, out


def test_a_live_page_is_redrawn_with_what_happened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = typed(played(3, people=(0, 1)), people=(0, 1))
    session, out = live_session(home, monkeypatch, "f\n\n\n?\n\n" + lines)
    session.introduce()
    session.run()
    session.conclude()
    pages = out.getvalue().split("\x1b[2J")
    assert len(pages) > 100
    assert "Przy stole: Ola, Jan, Bot Lis" in pages[1]
    assert "SHA-256" not in pages[1], "a family is not met by cryptography"
    assert "Obietnica" in pages[2]
    assert pages[3] == pages[1]
    assert "Tura w skrócie" in pages[5]
    assert "Bot Lis rzuca:" in out.getvalue()
    assert "Wygrywa" in pages[-1]
    ends = re.findall(r"koniec\s+gry", CONTROL.sub("", pages[-1]))
    assert len(ends) == 2, "what happened last is told once more"


@pytest.mark.parametrize("secret", [True, False])
def test_the_screen_is_hidden_between_people_only_where_hands_are_hidden(
    home: Path, monkeypatch: pytest.MonkeyPatch, secret: bool
) -> None:
    session, out = live_session(home, monkeypatch, NUMBERS * 12, secret)
    seen: list[object] = []
    draw, page = session.screen.table, session.display.page

    def watched_table(view: View, width: int) -> RenderableType:
        seen.append(view["seat"])
        return draw(view, width)

    def watched_page(*parts: RenderableType) -> None:
        seen.append("hidden")
        page(*parts)

    monkeypatch.setattr(session.screen, "table", watched_table)
    monkeypatch.setattr(session.display, "page", watched_page)
    with pytest.raises(EOFError):
        session.run()
    before_jan = seen[: seen.index(1)]
    assert (before_jan[-1] == "hidden") is secret
    assert ("Teraz decyduje Jan; reszta nie patrzy." in out.getvalue()) is secret


def test_a_plain_terminal_of_a_person_echoes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Keyboard("hello\n"))
    out = io.StringIO()
    assert Plain(Console(file=out), Words("en")).read("? ") == "hello"
    assert "hello" not in out.getvalue()


# -- imports ----------------------------------------------------------------------------------------------


def test_the_engine_and_quick_commands_do_without_rich() -> None:
    script = (
        "import sys, stolik; from stolik.cli import main; main(['--help']); main(['--version']); "
        "sys.exit(any(name.partition('.')[0] == 'rich' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 0
