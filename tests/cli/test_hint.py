"""The hint key, and bots of others at the terminal."""

import io
import random
import re
import shlex
import sys
from pathlib import Path

import pytest

import stolik
from stolik.cli import main
from stolik.cli.hints import chances
from stolik.cli.people import People
from stolik.cli.screen import make
from stolik.core import Record
from stolik.extras import install
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.terminal import PickominoScreen
from stolik.words import Words
from tests.cli.drawn import text
from tests.cli.games import played, typed
from tests.cli.running import PROMPT, Terminal, records, run, run_with_known_dice
from tests.games.linko.positions import position as card_position
from tests.games.pickomino.positions import position

YOU = People(("You", "Ola", "Jan", "Ewa"), 0)


def type_in(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))


def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("stolik.games.pickomino.odds")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(stolik.games.pickomino, "odds", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)


def test_the_dice_game_shows_the_odds_and_asks_again(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "roll\nh\nq\n")
    assert main(["play", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "(? help, h hint, q quit): h\nwhat to do " in out
    assert re.search(r"▸ set aside .* \d+\.\d% +[+−]\d\.\d\d +\d+\.\d%", out)
    assert re.search(r"tile +best +aimed", out)
    (path,) = records(at_home)
    assert [move.word for move in Record.load(path).moves] == ["roll", "dice"], "nothing was played"


def test_the_card_game_tells_the_three_best_moves_with_their_chances(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "H\nq\n")
    assert main(["play", "linko", "--lang", "pl"]) == 0
    out = capsys.readouterr().out
    page = out.partition("q koniec): H\n")[2].partition("\nTy –")[0]
    assert page.startswith("Najlepsze ruchy, według szansy na wygraną")
    figures = [int(found) for found in re.findall(r"(?m)^ *(\d+)%  \d.* – bez kradzieży", page)]
    assert len(figures) == 3, page
    assert figures == [figures[0], *sorted(figures[1:], reverse=True)]
    whys = re.findall(r"kradzież przed\s+Twoją\s+następną\s+turą:\s+\d+%|prawie\s+nikt", page)
    assert len(whys) == 3, page
    assert len(records(at_home)) == 1


@pytest.mark.parametrize(
    "state", [card_position("7", "9 / 1x3", "9 / 1x4"), card_position("2 2 9 j", "9 / 2x1", "9 / 1x4")]
)
def test_a_hint_about_cards_is_a_legal_move_with_what_it_brings(state: stolik.State) -> None:
    screen = make("linko", Words("en"), YOU)
    assert re.match(
        r"The hard bot would choose: .+ – (robs|last card).+\. With the package NumPy", screen.hint(state, 0)
    )
    page = screen.long_hint(state, 0, 80)
    assert page is not None
    moves = [line.partition("%  ")[2].strip() for line in text(page).splitlines() if "%  " in line]
    assert len(moves) == min(3, len(state.moves()))
    assert set(moves) <= {screen.offer(state, 0, move) for move in state.moves()}


def test_nothing_that_a_seat_cannot_see_changes_its_hint() -> None:
    state = played(3, game="linko", moves=2).replay()
    assert state.actor is not None
    seat, other = state.actor, None
    for seed in range(9):
        other = state.sample(seat, random.Random(seed))
        if other.view(1 - seat % 2) != state.view(1 - seat % 2):
            break
    assert other is not None
    assert other != state
    assert other.view(seat) == state.view(seat)
    assert chances(other, seat) == chances(state, seat)


def choosing_a_specialist() -> PickominoState:
    state = position("21 22:hen", "30:weasel", "24")
    state = state.play("roll").play("dice 1 1 2 2 3 3 w w").play("keep w").play("roll")
    state = state.play("dice 1 1 3 4 4 4").play("keep 4")
    return state.play("take 22")


def test_where_there_is_no_turn_to_give_odds_for_there_are_chances() -> None:
    state = choosing_a_specialist()
    assert state.phase == "hold"
    screen = PickominoScreen(Words("en"), YOU)
    page = screen.long_hint(state, 0, 80)
    assert page is not None
    assert re.search(r"\d+%  keep the \w+ \(back", text(page))


def test_the_dice_game_marks_the_move_that_wins_most_often_among_those_with_equal_worms() -> None:
    """Both tiles have two worms, but one of them is taken from the player who leads."""
    state = stolik.position(
        "pickomino players=3 grill=27,30 down=36,35,34,32,33,31 stacks=22,29,28/23,26/24,21,25 turn=2 "
        "aside=4,4,5,w,w,w"
    )
    page = make("pickomino", Words("en"), YOU).long_hint(state, 2, 80)
    assert page is not None
    worths = dict(re.findall(r"(steal tile 28|take tile 27) .*?% +(\S+)", text(page)))
    assert worths["steal tile 28"] == worths["take tile 27"]
    assert "▸ steal tile 28 from you (2 worms)" in text(page)


def test_without_numpy_a_simple_bot_is_asked_and_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = position("21 22", "30", "24").play("roll").play("dice 1 1 2 2 3 3 w w")
    without_numpy(monkeypatch)
    screen = PickominoScreen(Words("en"), YOU)
    assert screen.long_hint(state, 0, 80) is None
    hint = screen.hint(state, 0)
    assert hint.startswith("The medium bot would choose: set aside ")
    assert "NumPy" in hint
    assert install("bots") in hint


@pytest.mark.parametrize("language", ["pl", "en", "de"])
@pytest.mark.parametrize("width", [80, 92])
def test_the_longest_hint_fits_a_small_terminal(language: str, width: int) -> None:
    state = position(
        "11 13:red_worm 21 22 23:raven 26 27 28 29 30:apple 31 32 33 34 35 36", "25:weasel", "24:hen"
    )
    state = state.play("roll").play("dice 1 1 2 2 3 4 5 w")
    page = PickominoScreen(Words(language), People(("Ty", "Bartłomiej"), 0)).long_hint(state, 0, width)
    assert page is not None
    lines = text(page, width).split("\n")
    assert len(lines) <= 24 - 2, "an empty line and one to go on"
    assert max(map(len, lines)) <= width


def test_a_hint_on_a_live_page(home: Path) -> None:
    terminal = Terminal(home, "play", "--lang", "en", "--speed", "instant")
    terminal.wait_for("Enter to go on ")
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("h\n")
    page = terminal.wait_for("Enter to go on ")
    assert "▸ roll 8 dice" in page
    assert len(page.split("\n")) <= 24
    terminal.type("\n")
    terminal.wait_for(PROMPT)
    terminal.type("q\n\n")
    assert terminal.end() == 0


# -- bots of others ---------------------------------------------------------------------------------------


def bot(home: Path, move: str) -> str:
    (home / "bot.py").write_text(
        "import json, sys\nprint('noise', file=sys.stderr)\nfor line in sys.stdin:\n"
        "    request = json.loads(line)\n    if request['do'] == 'quit': break\n"
        "    print({'hello': 'stolik 1', 'start': 'ok'}.get(request['do']) or (" + move + "), flush=True)\n",
        encoding="utf-8",
    )
    return f"cmd:{shlex.quote(sys.executable)} bot.py"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Bot Fox loses the seat: it answered 'castle', which is no legal move. The easy bot plays on.",
        ),
        (
            "pl",
            "Bot Lis traci miejsce: odpowiedział 'castle', a to nie jest dozwolony ruch."
            " Dalej gra łatwy bot.",
        ),
    ],
)
def test_a_bot_that_fails_is_told_once_and_the_game_goes_on(home: Path, language: str, told: str) -> None:
    name = bot(home, "'castle'")
    done = run_with_known_dice(home, "play", "--bot", name, "--lang", language, typed=typed(played(2)))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(told) == 1
    after = done.stdout.partition(told)[2]
    assert re.search("Bot (Fox|Lis)", after), "it plays on"


def test_a_bot_that_behaves_is_not_heard_of(home: Path) -> None:
    done = run(
        home, "play", "--bot", bot(home, "request['view']['moves'][0]"), "--lang", "en", typed="roll\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "noise" not in done.stdout
    assert "loses the seat" not in done.stdout


@pytest.mark.parametrize("command", [["play", "--bot"], ["arena", "pickomino", "careful"]])
def test_a_bot_that_cannot_be_started_is_refused_in_both_languages(
    at_home: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    for language, why in (("en", "the program cannot be started"), ("pl", "program nie daje się uruchomić")):
        assert main([*command, "cmd:./nothing", "--lang", language]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert re.fullmatch(rf"stolik: .*[“„]cmd:./nothing”.*{why} \(.+\)\n", err)
    assert records(at_home) == []


def test_a_deadline_of_no_seconds_is_refused(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seconds in ("0", "-1", "nan", "soon", "99999"):
        assert main(["play", "--deadline", seconds, "--lang", "en"]) == 2
        assert "above 0, at most 3600" in capsys.readouterr().err
    assert list(at_home.iterdir()) == []


def test_the_arena_takes_levels_and_a_deadline(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["arena", "pickomino", "medium", "easy", "--games", "4", "--jobs", "1", "--deadline", "2,5"]
    assert main([*args, "--out", "out.json", "--report", "page.html", "--lang", "en"]) == 0
    assert re.search(r"^ medium +\d", capsys.readouterr().out, re.MULTILINE)
    assert "stolik arena pickomino medium easy --players 2 --games 4 --deadline 2.5 --seed 1" in (
        at_home / "page.html"
    ).read_text(encoding="utf-8")
    assert main(["arena", "--resume", "out.json", "--games", "6", "--jobs", "1"]) == 0
    assert main(["arena", "--resume", "out.json", "--deadline", "9", "--lang", "en"]) == 2
    assert "--deadline 2.5" in capsys.readouterr().err
