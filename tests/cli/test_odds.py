"""``stolik odds``: positions in a few words, exact answers in all languages, clear errors."""

import json
import re
import sys
from pathlib import Path

import pytest

import stolik
from stolik.cli import main
from stolik.cli.arguments import Parser
from stolik.extras import install
from stolik.games.pickomino import odds
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.terminal.odds import _parser
from stolik.games.pickomino.terminal.odds_position import Reader
from stolik.words import Words
from tests.cli.running import assert_refused, run
from tests.games.pickomino.positions import aside, position

WORDS = Words("en")


def read(text: str) -> PickominoState | None:
    """Return the position that arguments stand for."""
    parser: Parser = _parser(WORDS)
    return Reader(WORDS, parser.read(["pickomino", *text.split()])).position()


def asked(capsys: pytest.CaptureFixture[str], text: str, language: str = "en") -> str:
    assert main(["odds", *text.split(), "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_programs_get_the_exact_odds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(asked(capsys, "pickomino --roll 1,2,4,4,4,5,w,w --json"))
    state = read("--roll 1,2,4,4,4,5,w,w")
    assert state
    answer = odds.turn(state.view(state.seat))
    assert (told["burnt"], told["best"], told["value"]) == (False, answer.best, answer.value)
    assert told["moves"].keys() == answer.moves.keys()
    assert told["moves"]["keep 4"]["burn"] == answer.moves["keep 4"].burn
    assert told["moves"]["keep 4"]["endings"] == answer.moves["keep 4"].endings
    assert json.loads(asked(capsys, "pickomino --aside 4 --roll 4,4,4,4,4,4,4 --json")) == {"burnt": True}


# -- positions --------------------------------------------------------------------------------------------

FULL = "21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"
DELUXE = "11:red_worm 13 21:hen 22 23:raven 24 25:weasel 26 27:golden_die 28 29:apple 30 31 32 33 34 35 36"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", position(FULL, "", "", variant="base")),
        (
            "--tops 24,31",
            position(FULL.replace("24 ", "").replace("31 ", ""), "", "24", "31", variant="base"),
        ),
        ("--grill 21-23,30 --mine 25", position("21 22 23 30", "25", "", variant="base")),
        ("--variant deluxe", position(DELUXE, "", "")),
        ("--variant deluxe --grill 30,11,13,22:hen", position("11 13 22:hen 30", "", "")),
        (
            "--variant deluxe --grill 21-23 --mine 25:weasel --tops 24:apple,13",
            position("21 22 23", "25:weasel", "24:apple", "13"),
        ),
        (
            "--variant deluxe --grill 21 --no-round-worms",
            position("21", "", "", worms=(7, 0)),
        ),
    ],
)
def test_a_table_in_a_few_words(text: str, expected: PickominoState) -> None:
    assert read(text) == expected


def test_a_position_can_be_given_as_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    state = aside(position("21 22 23 30", "25", "36"), "4 4 4", "w")
    by_options = "odds pickomino --grill 21-23,30 --mine 25 --tops 36 --aside 4,4,4,w --variant deluxe"
    assert main([*by_options.split(), "--lang", "en"]) == 0
    expected = capsys.readouterr().out
    assert main(["odds", "--position", state.position(), "pickomino", "--lang", "en"]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pickomino players=9", "invalid position: players must be 2 to 7"),
        ("chess", "invalid position: unknown game"),
        ("linko", "this position has no odds"),
        ("pickomino players=2 phase=over grill=-", "position"),
    ],
)
def test_a_position_without_odds_is_refused(text: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "pickomino", "--position", text, "--lang", "en"]) == 2
    assert why in capsys.readouterr().err


def test_specialists_that_somebody_holds_are_not_on_the_usual_grill() -> None:
    state = read("--variant deluxe --mine 30:hen --tops 25")
    assert state is not None
    assert state.table.specialist_on(21) is None
    assert state.table.held == ("hen", None)
    assert 25 not in state.table.grill
    assert "weasel" not in dict(state.table.perched).values()


BASE = position("21 23 25 26", "30", "24", variant="base")
WEASEL = position("27 28 30", "33:weasel", "34")
GOLD = position("28 30 32", "31:golden_die", "35")
ODD = position("26 29 32", "31:golden_die", "27", golden_die="ones_and_worms")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("--grill 21,23,25-26 --mine 30 --tops 24 --aside 4,4,4,w --dice 4", aside(BASE, "4 4 4", "w")),
        ("--grill 21,23,25,26 --mine 30 --tops 24 --aside w444", aside(BASE, "4 4 4", "w")),
        (
            "--grill 21,23,25-26 --mine 30 --tops 24 --aside 4,4,4,w --roll 1,2,5,5",
            aside(BASE, "4 4 4", "w").play("roll").play("dice 1 2 5 5"),
        ),
        (
            "--variant deluxe --grill 27-28,30 --mine 33:weasel --tops 34 --aside w,w --roll ww1234",
            aside(WEASEL, "w w").play("roll").play("dice 1 2 3 4 w w"),
        ),
        (
            "--variant deluxe --grill 28,30,32 --mine 31:golden_die --tops 35 --aside 4,4,4 --dice 6",
            aside(GOLD, "4 4 4", gold=True),
        ),
        (
            "--variant deluxe --grill 28,30,32 --mine 31:golden_die --tops 35 --aside 4444w5551",
            aside(GOLD, "4 4 4 4", "w", "5 5 5", "1", gold=True),
        ),
        (
            "--variant deluxe --grill 28,30,32 --mine 31:golden_die --tops 35 --aside 4444w5551 --dice 0",
            aside(GOLD, "4 4 4 4", "w", "5 5 5", "1", gold=True),
        ),
        (
            "--variant deluxe --grill 28,30,32 --mine 31:golden_die --tops 35 --aside 4,4,4 --dice 5",
            aside(GOLD, "4 4 4"),
        ),
        (
            "--variant deluxe --golden-die ones_and_worms --grill 26,29,32 --mine 31:golden_die --tops 27 "
            "--roll 1,2,2,3,3,4,4,5,gw",
            ODD.play("roll gold").play("dice 1 2 2 3 3 4 4 5 gold w"),
        ),
        (
            "--variant deluxe --golden-die ones_and_worms --grill 26,29,32 --mine 31:golden_die --tops 27 "
            "--aside w,gw --roll 1,2,2,3,3,4,4",
            ODD.play("roll gold").play("dice 2 2 3 3 4 4 5 w gold w").play("keep w")
            .play("roll").play("dice 1 2 2 3 3 4 4"),
        ),
    ],
)  # fmt: skip
def test_a_turn_in_a_few_words(text: str, expected: PickominoState) -> None:
    found = read(text)
    assert found is not None
    assert found.view(0) == expected.view(0)
    assert odds.turn(found.view(0)) == odds.turn(expected.view(0))


@pytest.mark.parametrize("text", ["--aside 1,2,3,4,5 --roll 5,5,5", "--aside 1,1,1,1,1,1,1,1"])
def test_a_burnt_roll_is_said_to_be_one(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert read(text) is None
    assert asked(capsys, f"pickomino {text}").startswith("A burnt roll:")


# -- what is printed --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_home")
def test_choices_and_tiles_are_told_with_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, "pickomino --grill 21-36 --aside 4,4,4,w --roll 1,2,5,5")
    state = read("--grill 21-36 --aside 4,4,4,w --roll 1,2,5,5")
    assert state is not None
    answer = odds.turn(state.view(0))
    rows = re.findall(r"^([▸ ]) set aside (\S)[^→]*→ \d+\) +([+−]?\d\.\d\d) +(\d+\.\d)%$", out, re.MULTILINE)
    assert {f"keep {face}" for _, face, _, _ in rows} == set(answer.moves)
    assert [f"keep {face}" for mark, face, _, _ in rows if mark == "▸"] == [answer.best]
    worths = [float(worth.replace("−", "-")) for _, _, worth, _ in rows]
    assert worths == sorted(worths, reverse=True)
    for _, face, worth, burn in rows:
        assert float(worth.replace("−", "-")) == pytest.approx(answer.moves[f"keep {face}"].value, abs=0.006)
        assert float(burn) == pytest.approx(100 * answer.moves[f"keep {face}"].burn, abs=0.06)
    tiles = {int(tile): (best, aimed) for tile, best, aimed in re.findall(r"(\d\d)  ~+ +(\S+) +(\S+)", out)}
    assert sorted(tiles) == list(range(21, 37))
    best = answer.moves[answer.best].endings
    for tile, (share, aimed) in tiles.items():
        goal = max(odds.values(state.view(0), {f"take {tile}": 1.0}).values())
        assert share == (f"{100 * best[f'take {tile}']:.1f}%" if best[f"take {tile}"] >= 0.0005 else "–")
        assert aimed == (f"{100 * goal:.1f}%" if goal >= 0.0005 else "–")
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.usefixtures("at_home")
def test_the_answer_is_told_in_polish(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, "pickomino --variant deluxe --mine 25:weasel --tops 30:hen,24 --roll 11244453", "pl")
    assert "Robale · Deluxe" in out
    assert re.search(r"▸ odłóż 4 4 4 \(\+12 → 12\) +\+\d,\d\d +\d+,\d%", out)
    assert "powtórz rzut z łasicą" in out
    assert re.search(r"\[30\] ~~~ +", out)
    assert "Okrągły robal za jedynki przy najlepszej grze" in out


@pytest.mark.usefixtures("at_home")
def test_a_worth_below_zero_has_a_true_minus(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, "pickomino --grill 36 --mine 35 --aside 1,1,1,w --dice 4")
    assert re.search(r"roll on with 4 dice +−\d\.\d\d +100\.0%", out)


def test_the_command_answers_in_a_narrow_pipe(home: Path) -> None:
    done = run(home, "odds", "pickomino", "--aside", "4,4,w", COLUMNS="60")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 60


# -- what is refused --------------------------------------------------------------------------------------

DELUXE_FLAG = ["pickomino", "--variant", "deluxe"]
BAD = [
    ([], "which game", "pickomino"),
    (["linko"], "“linko”", "pickomino"),
    (["pickomino", "--grill", "20-30"], "“20-30”", "tiles 21 to 36"),
    (["pickomino", "--grill", "11"], "“11”", "tiles 21 to 36"),
    (["pickomino", "--grill", "36-21"], "“36-21”", "21-36"),
    (["pickomino", "--grill", ","], "empty grill", "one tile at least"),
    (["pickomino", "--grill", ""], "empty grill", "one tile at least"),
    (["pickomino", "--grill", "many"], "“many”", "21,25,30"),
    ([*DELUXE_FLAG, "--grill", "12"], "“12”", "tiles 11, 13 and 21 to 36"),
    (["pickomino", "--grill", "21:hen"], "--grill …:hen", "--variant deluxe"),
    ([*DELUXE_FLAG, "--grill", "21:cat"], "“cat”", "red_worm, hen, raven, weasel, golden_die, apple"),
    ([*DELUXE_FLAG, "--mine", "25:raven"], "“raven”", "red_worm, hen, weasel, golden_die, apple"),
    ([*DELUXE_FLAG, "--mine", "25:hen", "--tops", "24:hen"], "specialist hen", "twice"),
    (["pickomino", "--tops", "24,24"], "tile 24", "twice"),
    (["pickomino", "--grill", "21-25", "--mine", "24"], "tile 24", "twice"),
    (["pickomino", "--mine", "24,25"], "“24,25”", "one tile"),
    (["pickomino", "--tops", "21-27"], "“21-27”", "at most 6 opponents"),
    (["pickomino", "--aside", "4,4,7"], "“4,4,7”", "faces 1 2 3 4 5 w"),
    (["pickomino", "--aside", "4,4", "--dice", "7"], "make 9", "a turn has 8"),
    (["pickomino", "--aside", "4,4", "--dice", "1"], "make 3", "a turn has 8"),
    (["pickomino", "--aside", "444444444"], "9 dice set aside and 0 left make 9", "a turn has 8"),
    ([*DELUXE_FLAG, "--mine", "27:golden_die", "--aside", "4444444444"], "make 10", "a turn has 8/9"),
    (["pickomino", "--roll", "1,1"], "make 2", "a turn has 8"),
    (["pickomino", "--aside", "4,4", "--dice", "6", "--roll", "1,1"], "the roll has 2", "6 are not"),
    ([*DELUXE_FLAG, "--mine", "27:golden_die", "--aside", "4,4", "--dice", "8"], "make 10", "8/9"),
    (["pickomino", "--aside", "1,2,3,4,5,w", "--roll", "1,1"], "nothing can be rolled", "six faces"),
    (["pickomino", "--aside", "g1"], "g1 or gw", "--golden-die ones_and_worms"),
    (
        [*DELUXE_FLAG, "--golden-die", "ones_and_worms", "--mine", "27:golden_die", "--roll", "111222333"],
        "g1 or gw",
        "exactly one",
    ),
    (["pickomino", "--dice", "x"], "“x”", "0–9"),
    (["pickomino", "--variant", "big"], "“big”", "base, deluxe"),
    (["pickomino", "--golden-die", "ones_and_worms"], "--golden-die ones_and_worms", "--variant deluxe"),
    (["pickomino", "--frob"], "argument: --frob", "stolik odds GAME"),
]


@pytest.mark.parametrize(("args", "what", "allowed"), BAD, ids=[" ".join(args) for args, _, _ in BAD])
@pytest.mark.usefixtures("at_home")
def test_bad_input_is_named_with_what_is_allowed(
    capsys: pytest.CaptureFixture[str], args: list[str], what: str, allowed: str
) -> None:
    assert_refused(capsys, ["odds", *args], what, allowed)


@pytest.mark.usefixtures("at_home")
def test_without_numpy_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("stolik.games.pickomino.odds")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(stolik.bots, "odds", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["odds", "pickomino", "--lang", "en"]) == 2
    assert f"exact odds need the package numpy; install it with: {install('bots')}" in capsys.readouterr().err
