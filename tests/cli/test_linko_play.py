"""Whole games of cards at the command line, and what is on the screen while another person looks."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import stolik
from stolik.cli import main
from stolik.cli.display import Live
from stolik.cli.people import People, Player
from stolik.cli.records import Keeper
from stolik.cli.screen import make
from stolik.cli.session import Session
from stolik.core import Fairness, Record, Recorder
from stolik.games.linko import mind
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.terminal.typed_input import key
from stolik.words import Words
from tests.cli.drawn import hand_on, terminal
from tests.cli.games import SEAT, SECRET, hand_of, played, typed
from tests.cli.running import CLEAR, PROMPT, records, run, run_with_known_dice, shown

TABLES = [("basic", 3), ("expert", 4), ("duel", 2)]
ENDS = {"pl": "koniec gry", "en": "the game is over"}
WINS = {"pl": r"Wygrywasz!|Wygrywa |Zwycięstwo dzielą", "en": r"You win!| wins\.|share the victory"}

Capture = pytest.CaptureFixture[str]


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def the_record(home: Path) -> Record:
    (path,) = records(home)
    return Record.load(path)


def typed_by_value(record: Record) -> str:
    """Return what the first person of a game types: cards by their value, other things by their keys."""
    words = {"grab": "1", "leave": "2", "recall": "1", "discard": "2", "draw deck": "0", "pass": "p"}
    lines = []
    for state, move in zip(record.states(), record.moves, strict=False):
        if state.actor != 0:
            continue
        if move.word == "play":
            lines.append(key(LAYERS[move], hand_of(state, 0)))
        elif move.word == "raid":
            lines.append(move.args[0].partition("x")[2])
        else:
            lines.append(words.get(move) or move.args[0])
    return "".join(f"{line}\n" for line in lines)


# -- bots -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pl", "Zamiast poziomu „mistrzowski” gra „średni”: "),
        ("en", "The level “medium” plays instead of “master”: "),
        ("de", "Statt der Stufe „Meister“ spielt „mittel“: "),
    ],
)
def test_a_level_that_cannot_be_had_is_played_by_the_next_weaker_one(
    language: str, said: str, at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = at_home / "mind.npz"
    monkeypatch.setattr(mind, "SHIPPED", path)
    monkeypatch.setattr(mind, "shipped", mind.shipped.__wrapped__)
    type_in(monkeypatch, "q\n")
    asked = ["--bot", "master", "--bot", "easy", "--bot", "master", "--lang", language]
    assert main(["play", "linko", *asked]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.count(said) == 1
    assert f"({path}ismissing)" in "".join(out.split()), "a long path may be broken into lines"
    assert f"({Words(language)('level.medium')})" in out, "the table says who plays"
    type_in(monkeypatch, "")
    assert main(["play", "linko", "--bot", "mind", "--lang", language]) == 2, "a named bot must be there"
    assert "is missing" in capsys.readouterr().err


# -- whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize(("mode", "players"), TABLES)
@pytest.mark.parametrize("typing", [typed, typed_by_value])
def test_a_whole_game_through_the_keyboard(
    at_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    language: str,
    mode: str,
    players: int,
    typing: Callable[[Record], str],
) -> None:
    whole = played(players, game="linko", mode=mode)
    type_in(monkeypatch, "f\n" + typing(whole))
    assert main(["play", "linko", "--lang", language, "--mode", mode, "--players", str(players)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert ENDS[language] in out
    assert re.search(WINS[language], out)
    record = the_record(at_home)
    assert record.moves == whole.moves
    assert record.fairness == whole.fairness
    assert record.fairness
    assert record.fairness.commitment in out, "the promise was asked for"
    assert str(records(at_home)[0]) in out


@pytest.mark.parametrize(("mode", "players"), [("basic", 3), ("duel", 2)])
def test_the_command_itself_plays_a_whole_hot_seat_game(home: Path, mode: str, players: int) -> None:
    people = range(players)
    names = [word for name in ("Ola", "Jan", "Ewa")[:players] for word in ("--human", name)]
    whole = played(players, people=people, game="linko", mode=mode, first="lots")
    done = run_with_known_dice(
        home, "play", "linko", *names, "--mode", mode, "--first", "lots", "--record", "game.txt",
        "--lang", "pl", typed=typed(whole, people=people),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Losowanie: zaczyna " in done.stdout
    assert "Teraz decyduje Jan; reszta nie patrzy." in done.stdout
    assert "koniec gry" in done.stdout
    assert "\x1b" not in done.stdout, "no colours in a pipe"
    assert Record.load(home / "game.txt") == whole


def test_the_command_plays_with_cards_of_its_own(home: Path) -> None:
    answers = "".join(f"{card}\n" for card in (*range(1, 14), "j", 0, 2))
    done = run(home, "play", "linko", "--lang", "en", "--stall", "5", typed=answers * 400)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the game is over" in done.stdout
    (path,) = records(home)
    assert stolik.verify(Record.load(path)).result


# -- answers ----------------------------------------------------------------------------------------------


def test_wrong_answers_are_explained_and_a_question_mark_shows_what_would_come(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    hand = hand_of(played(3, game="linko", moves=1).replay(), 0)
    value, number = max(hand.items(), key=lambda item: item[1])
    missing = next(str(card) for card in range(1, 14) if str(card) not in hand)
    lines = ["foo", "", missing, "draw 7", f"{value} {number} 6", f"{value}?", "?", f" {value}  1 ", "q"]
    type_in(monkeypatch, "\n".join(lines) + "\n")
    assert main(["play", "linko", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    hint = "Type a value (7), a value and how many (7 2), and how many jokers (7 2 1), or j; ? is help."
    assert f"There is no such choice: “foo”. {hint}" in out
    assert f"q quit): \n{hint}" in out
    assert f"{missing}? These cards are not in the hand (L-3)." in out
    assert "No card is drawn now (L-8, L-9, L-16)." in out
    assert f"There is no such choice: “{value} {number} 6”." in out
    assert f"{' '.join([value] * number)} – robs nobody" in out
    assert "A turn in short" in out
    assert "You have left the game." in out
    assert the_record(at_home).moves[1:] == (f"play 1x{value}",)


def test_enter_is_enough_where_there_is_only_one_thing_to_do(
    at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played(5, game="linko")
    assert [*whole.states()][-2].moves() == whole.moves[-1:], "the last card of all is played"
    before = typed(Record(whole.game, whole.moves[:-1]))
    type_in(monkeypatch, before + "\n")
    assert main(["play", "linko", "--players", "5"]) == 0
    assert the_record(at_home).moves == whole.moves


# -- who plays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "names", "mode"),
    [
        ([], ["", "Bot Lis", "Bot Sowa"], "basic"),
        (["--mode", "expert"], ["", "Bot Lis", "Bot Sowa"], "expert"),
        (["--mode", "duel"], ["", "Bot Lis"], "duel"),
        (["--mode", "duel", "--players", "2"], ["", "Bot Lis"], "duel"),
        (["--mode", "duel", "--human", "Ola", "--human", "Jan"], ["Ola", "Jan"], "duel"),
        (["--human", "Ola", "--human", "Jan"], ["Ola", "Jan", "Bot Lis"], "basic"),
        (["--bot", "lowest"], ["", "Bot Lis", "Bot Sowa"], "basic"),
        (["--players", "5"], ["", "Bot Lis", "Bot Sowa", "Bot Borsuk", "Bot Wydra"], "basic"),
    ],
)
@pytest.mark.usefixtures("at_home")
def test_there_are_as_many_seats_as_the_mode_can_have(
    monkeypatch: pytest.MonkeyPatch, args: list[str], names: list[str], mode: str
) -> None:
    type_in(monkeypatch, "")
    assert main(["play", "linko", *args, "--lang", "pl", "--record", "game.txt"]) == 0
    record = Record.load("game.txt")
    assert list(record.names) == names
    assert record.game.settings["mode"] == mode


def test_the_options_of_the_game_reach_it(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    assert main(["play", "linko", "--mode", "advanced", "--stall", "7", "--first", "lots"]) == 0
    chosen = {"mode": "advanced", "first": "lots", "stall": 7}
    assert the_record(at_home).game.settings == {"row": "full", **chosen}


# -- several people at one screen -------------------------------------------------------------------------


class SharedTerminal:
    """Ola, Jan, Ewa and a bot at one terminal, watched at every key they press."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("stolik.cli.display.time.sleep", lambda _: None)
        words = Words("pl")
        people = People.at_play(
            words, [*(Player(name=name) for name in ("Ola", "Jan", "Ewa")), Player("b", "Bot")]
        )
        whole = played(4, people=(0, 1, 2), game="linko")
        recorder = Recorder(whole.game, Fairness(SECRET, (SEAT, SEAT, SEAT, "")), people.names)
        console, self.out = terminal()
        keeper = Keeper(words, home / "game.txt", recorder)
        bot = stolik.bots.guarded("linko", "grabber", 1)
        screen = make("linko", words, people)
        self.session = Session(words, people, recorder, {3: bot}, screen, Live(console, words), keeper, 0.5)
        self.answers = iter(typed(whole, people=(0, 1, 2)).splitlines(keepends=True))
        self.hands: list[dict[str, int]] = []
        self.pauses: list[str] = []

    def readline(self, *_: int) -> str:
        """Look at the screen, then press the keys that it asks for."""
        page = shown(self.out.getvalue())
        state = self.session.state
        if not PROMPT.search(page):
            self.pauses.append(page)
            return "\n"
        assert state.actor is not None
        assert page.rpartition("\n")[2].startswith(self.session.people.names[state.actor])
        hand = hand_of(state, state.actor)
        assert hand_on(page) == hand
        self.hands.append(hand)
        return next(self.answers)


def test_no_hand_is_on_the_screen_while_another_person_may_look(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SharedTerminal(home, monkeypatch)
    keyboard = io.StringIO()
    monkeypatch.setattr(keyboard, "readline", table.readline)
    monkeypatch.setattr(sys, "stdin", keyboard)
    table.session.introduce()
    table.session.run()
    table.session.conclude()
    assert len(table.pauses) > 20
    assert all("reszta nie patrzy" in page for page in table.pauses[1:])
    assert "Teraz decyduje Ola" in table.pauses[1], "all have looked at the first page"
    drawn = [hand for page in table.out.getvalue().split(CLEAR) if (hand := hand_on(shown(page)))]
    assert drawn == table.hands, "a hand is drawn only where its owner is asked"


def test_the_screen_is_hidden_before_another_person_decides(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SharedTerminal(home, monkeypatch)
    seen: list[int | str] = []

    def ask(*_: object) -> str:
        assert table.session.state.actor is not None
        seen.append(table.session.state.actor)
        return next(table.answers).strip()

    monkeypatch.setattr(table.session.display, "change_player", lambda _: seen.append("hidden"))
    monkeypatch.setattr(table.session.display, "ask", ask)
    table.session.run()
    at_keyboard: int | str = "nobody"
    for number, seat in enumerate(seen):
        if seat != "hidden":
            assert (seen[number - 1] == "hidden") == (seat != at_keyboard)
            at_keyboard = seat


@pytest.mark.usefixtures("at_home")
def test_the_screen_is_not_hidden_from_one_person_among_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    type_in(monkeypatch, typed(played(3, game="linko", moves=30)))
    assert main(["play", "linko", "--lang", "pl"]) == 0
    assert "reszta nie patrzy" not in capsys.readouterr().out
