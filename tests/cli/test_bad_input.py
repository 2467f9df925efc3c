"""Wrong arguments: exit status 2, one clear line with what is allowed, nothing written."""

import subprocess
import sys
from pathlib import Path

import pytest

import stolik
from stolik.bots import programs
from stolik.cli import COMMANDS, main
from stolik.words import Words
from tests.cli.running import run

BAD = [
    (["chess"], "“chess”", "play, puzzle, replay, review, verify, rules"),
    (["--frob"], "“--frob”", "play, puzzle, replay, review, verify, rules"),
    (["--lang", "fr"], "“fr”", "en, pl, de"),
    (["play", "chess"], "“chess”", "pickomino"),
    (["play", "pickomino", "extra"], "argument: extra", "stolik play [GAME] [options]"),
    (["play", "--frob"], "argument: --frob", "--help"),
    (["play", "--play"], "argument: --play", "--help"),
    (["play", "--players", "8"], "--players", "2–7"),
    (["play", "--players", "1"], "“1”", "2–7"),
    (["play", "--players", "two"], "“two”", "2–7"),
    (["play", "--players"], "--players", "needs a value"),
    (["play", "--variant", "big"], "“big”", "base, deluxe"),
    (["play", "--first", "me"], "“me”", "seat0, lots"),
    (["play", "--golden-die", "round", "--variant", "deluxe"], "“round”", "standard, ones_and_worms"),
    (["play", "--golden-die", "ones_and_worms"], "--golden-die ones_and_worms", "--variant deluxe"),
    (["play", "--bot", "genius"], "“genius”", "random, beginner, careful"),
    (["play", "--speed", "warp"], "“warp”", "slow, normal, fast, instant"),
    (["play", "--human", "Ola", "--human", "Ola"], "“Ola”", "twice"),
    (["play", "--human", " "], "a name", "not empty"),
    (["play", "--human", "a\nb"], "a name", "one line"),
    (
        ["play", "--human", "A", "--human", "B", "--human", "C", "--players", "2"],
        "3 seats",
        "--players says 2",
    ),
    (["play", "--human", "A", "--human", "B", "--human", "C", "--players", "2"], "fewer", "--players 3"),
    (["play", *["--bot", "random"] * 2, "--players", "2"], "with you there are 3 seats", "(--watch)"),
    (["play", "--watch", "--human", "Ola"], "bots only", "--human"),
    (["play", *["--bot", "random"] * 7], "not 8", "2–7"),
    (["play", "linko", "--players", "2"], "--players 2", "--mode duel"),
    (["play", "linko", "--players", "4", "--mode", "duel"], "--players 4", "--mode basic|advanced|expert"),
    (["play", "linko", "--players", "6"], "“6”", "2–5"),
    (["play", "linko", *["--bot", "random"] * 5], "not 6", "2–5"),
    (["play", "linko", "--mode", "duel", *["--bot", "random"] * 2], "--players 3", "--mode basic|advanced"),
    (["play", "linko", "--mode", "solo"], "“solo”", "basic, advanced, expert, duel"),
    (["play", "linko", "--stall", "101"], "“101”", "0–100"),
    (["play", "linko", "--bot", "careful"], "“careful”", "random, lowest, grabber"),
    (["play", "linko", "--variant", "deluxe"], "argument: --variant", "--help"),
    (["play", "--record", "there.txt"], "there.txt", "another name"),
    (["play", "--record", "folder"], "folder", "not a file"),
    (["play", "--record", "nowhere/game.txt"], "nowhere", "no such folder"),
    (["replay"], "no record", "stolik play"),
    (["replay", "missing.txt"], "missing.txt", "no such file"),
    (["replay", "there.txt", "--end=yes"], "--end", "takes no value"),
    (["review"], "no record", "stolik play"),
    (["review", "missing.txt"], "missing.txt", "no such file"),
    (["review", "there.txt"], "there.txt", "line 1"),
    (["review", "there.txt", "--depth", "deep"], "--depth", "0 or more"),
    (["verify"], "no record", "stolik play"),
    (["verify", "missing.txt"], "missing.txt", "no such file"),
    (["verify", "folder"], "folder", "not a file"),
    (["verify", "there.txt"], "there.txt", "line 1"),
    (["verify", "binary"], "binary", "UTF-8"),
    (["verify", "there.txt", "more.txt"], "argument: more.txt", "stolik verify [FILE]"),
    (["rules"], "which game", "pickomino"),
    (["rules", "chess"], "“chess”", "pickomino"),
    (["rules", "pickomino", "Z-1"], "“Z-1”", "P-1, P-2"),
    (["rules", "linko", "P-1"], "“P-1”", "L-1, L-2"),
]


@pytest.fixture
def messy_home(at_home: Path) -> Path:
    (at_home / "there.txt").write_text("Dear diary\n", encoding="utf-8")
    (at_home / "binary").write_bytes(b"\xff\xfe\x00")
    (at_home / "folder").mkdir()
    return at_home


@pytest.mark.parametrize(("args", "what", "allowed"), BAD, ids=[" ".join(args) for args, _, _ in BAD])
def test_bad_input_is_named_with_what_is_allowed_and_changes_nothing(
    messy_home: Path, capsys: pytest.CaptureFixture[str], args: list[str], what: str, allowed: str
) -> None:
    before = sorted(messy_home.rglob("*"))
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("stolik: ")
    assert err.count("\n") == 1
    assert what in err
    assert allowed in err
    assert sorted(messy_home.rglob("*")) == before
    assert (messy_home / "there.txt").read_text(encoding="utf-8") == "Dear diary\n"


@pytest.mark.parametrize("args", [args for args, _, _ in BAD], ids=" ".join)
@pytest.mark.usefixtures("messy_home")
def test_bad_input_is_refused_in_polish_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "“" not in err


def test_the_command_itself_exits_with_status_two(home: Path) -> None:
    done = run(home, "play", "--players", "8", LC_ALL="pl_PL.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "stolik: --players nie może być „8”; do wyboru: 2–7\n"
    assert list(home.iterdir()) == []


def test_a_folder_one_may_not_write_to_is_named(
    at_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert main(["play", "--lang", "en"]) == 2
    assert "access is denied: " in capsys.readouterr().err
    assert list(at_home.iterdir()) == []


def test_any_other_file_error_is_reported_as_the_system_words_it(
    at_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "x" * 300, "--lang", "en"]) == 2
    assert "cannot use the file" in capsys.readouterr().err
    assert list(at_home.iterdir()) == []


# -- help -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pl", "en", "de"])
@pytest.mark.usefixtures("at_home")
def test_help_is_in_one_language_and_fits_eighty_columns(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert main(["--lang", language]) == 0
    pages = [capsys.readouterr().out]
    for command in (*([command] for command in COMMANDS), ["play", "linko"]):
        with pytest.raises(SystemExit) as left:
            main([*command, "--help", "--lang", language])
        assert left.value.code == 0
        pages.append(capsys.readouterr().out)
    for page in pages:
        assert page.startswith(Words(language)("help.usage") + "stolik")
        assert max(map(len, page.splitlines())) <= 80, page
        assert not any(word in page for word in ("options:\n", "positional", "show this help message"))
    assert all(command in pages[0] for command in COMMANDS)


@pytest.mark.usefixtures("at_home")
def test_the_help_of_play_is_made_from_the_game_s_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "pickomino", "--help"])
    page = capsys.readouterr().out
    for flag in (
        "--players 2–7",
        "--variant base|deluxe",
        "--golden-die standard|ones_and_worms",
        "--first seat0|lots",
    ):
        assert flag in page
    assert "stolik play --human Ola --human Jan" in page
    with pytest.raises(SystemExit):
        main(["play", "linko", "--help"])
    page = capsys.readouterr().out
    assert all(
        flag in page for flag in ("--players 2–5", "--mode basic|advanced|expert|duel", "--stall 0–100")
    )
    assert "default: medium" in page.replace("\n", " ").replace("  ", "")
    assert "stolik play linko --mode duel" in page


def test_the_command_tells_its_version(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == run(home, "--version").stdout == f"stolik {stolik.__version__}\n"
    module = [sys.executable, "-m", "stolik", "--version"]
    assert subprocess.run(module, capture_output=True, text=True, check=True).stdout.startswith("stolik ")


@pytest.mark.parametrize(
    ("language", "message"), [("pl", "potrzebuje pakietu numpy"), ("en", "needs the package numpy")]
)
@pytest.mark.parametrize("command", ["play pickomino --bot greedy", "arena pickomino greedy random"])
def test_a_bot_whose_package_is_missing_is_refused(
    command: str, language: str, message: str, tmp_path: Path
) -> None:
    """As on a machine without NumPy: a module of that name that cannot be imported stands in its way."""
    missing = "raise ModuleNotFoundError('No module named numpy', name='numpy')"
    (tmp_path / "numpy.py").write_text(missing, encoding="utf-8")
    done = run(tmp_path, *command.split(), "--lang", language, PYTHONPATH=str(tmp_path))
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.rglob("*.txt")) == []


@pytest.mark.usefixtures("at_home")
def test_a_message_keeps_its_no_break_spaces(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "START_SECONDS", 0.1)
    assert main(["play", "--bot", "cmd:sleep 600", "--deadline", "0.1", "--lang", "de"]) == 2
    assert "keine Antwort in 0.1\u00a0s (stolik bot-check" in capsys.readouterr().err
