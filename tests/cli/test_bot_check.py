"""``stolik bot-check``: what is wrong with a program is said in words, and the templates pass."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from stolik.bots import check, programs
from stolik.cli import main
from tests.bots.written import text_of, write_bot
from tests.cli.running import ROOT

TEMPLATES = ROOT / "examples" / "bots"
GOOD = "print(moves[0], flush=True)"
UNFLUSHED = "import sys\nfor line in sys.stdin:\n    print('stolik 1')\n"


@pytest.fixture(autouse=True)
def _buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python buffer its output, as it does if nothing is said about it."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def template(name: str, *program: str) -> str:
    """Return how the template is asked for; skip the test where nothing runs it."""
    if shutil.which(program[0]) is None:
        pytest.skip(f"there is no {program[0]} here")
    return f"cmd:{shlex.join([*program, str(TEMPLATES / name)])}"


def passes(capsys: pytest.CaptureFixture[str], bot: str, game: str) -> bool:
    status = main(["bot-check", bot, game, "--lang", "en"])
    out, err = capsys.readouterr()
    assert (status, err) == (0, ""), err
    return "This program keeps to the protocol." in out


def fault(capsys: pytest.CaptureFixture[str], bot: str, *more: str, lang: str = "en") -> str:
    assert main(["bot-check", bot, *more, "--lang", lang]) == 2
    assert not programs._running
    return capsys.readouterr().err


@pytest.mark.parametrize("game", ["pickomino", "linko"])
@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("bot.py", (sys.executable,)),
        ("bot.mjs", ("node",)),
        ("bot.sh", ("sh",)),
        ("bot.awk", ("mawk", "-W", "interactive", "-f")),
        ("bot.awk", ("gawk", "-f")),
    ],
    ids=lambda part: Path(part).name if isinstance(part, str) else Path(part[0]).name,
)
def test_a_template_passes(
    capsys: pytest.CaptureFixture[str], name: str, program: tuple[str, ...], game: str
) -> None:
    assert passes(capsys, template(name, *program), game)


def test_the_template_in_c_passes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or pytest.skip("there is no compiler here")
    source, bot = TEMPLATES / "bot.c", tmp_path / "bot"
    subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", bot, source], check=True, timeout=120)
    assert passes(capsys, f"cmd:{bot}", "pickomino")
    assert passes(capsys, f"cmd:{bot}", "linko")


def test_an_awk_that_reads_ahead_is_recognised(capsys: pytest.CaptureFixture[str]) -> None:
    told = fault(capsys, template("bot.awk", "mawk", "-f"))
    assert "it buffers what it reads. Read line by line (mawk -W interactive)" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("print('hello', flush=True)\n", "'hello' came instead of “stolik 1”"),
        ("print('error not today', flush=True)\n", "it gave up (not today)"),
        ("raise SystemExit('no licence')\n", "the program ended with status 1: no licence"),
        (
            text_of("print('take 99', flush=True)"),
            "'take 99', which is no legal move; legal were: keep",
        ),
        (text_of("print('thinking', flush=True); print(moves[0], flush=True)"), "answered 'thinking'"),
        (text_of("print(moves[0] + '\\n' + moves[0], flush=True)"), "a line that nobody asked for: “"),
        (text_of("1 / 0"), "ended with status 1: ZeroDivisionError: division by zero"),
        (text_of("print('x' * 9999, end='', flush=True)"), "its answer had no end"),
    ],
)
def test_wrong_answers_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, told: str
) -> None:
    assert told in fault(capsys, write_bot(tmp_path, text))


def test_a_program_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot be started (No such file or directory)" in fault(capsys, "cmd:./nowhere")
    assert "name a program, “cmd:” before it" in fault(capsys, "hard")
    assert "cmd:./bot" not in fault(capsys, "cmd:./bot", "chess")


def test_answers_that_are_not_flushed_are_recognised(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SILENCE", 0.3)
    told = "the answer comes only when the program’s input is closed"
    assert told in fault(capsys, write_bot(tmp_path, UNFLUSHED))


def test_moves_that_are_not_flushed_are_recognised(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SILENCE", 20.0)  # it is never waited for
    bot = write_bot(tmp_path, text_of("print(moves[0])"))
    for language, told in (("en", "Flush every"), ("pl", "Opróżniaj bufor"), ("de", "Leere nach jeder")):
        assert told in fault(capsys, bot, "--deadline", "0.5", lang=language)


def test_a_program_that_thinks_too_long_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SILENCE", 0.2)
    bot = write_bot(tmp_path, text_of("time.sleep(600)"))
    told = "no answer came in 0.5 s, nor after its input was closed"
    assert told in fault(capsys, bot, "--deadline", "0.5")


def test_a_program_that_never_greets_is_waited_for_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]

    def wait(_: programs.Process, seconds: float = 0) -> bool:
        clock[0] += max(seconds, 0)
        return False

    monkeypatch.setattr(programs.Process, "has_spoken", wait)
    monkeypatch.setattr(check, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    assert main(["bot-check", "cmd:sleep 600", "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == "Starting the program; it has 30 s to greet …\n"
    assert "no answer came in 30 s, nor" in err
    assert clock[0] <= programs.START_SECONDS


def test_seconds_are_written_as_the_language_does(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = write_bot(tmp_path, text_of(GOOD))
    assert main(["bot-check", bot, "linko", "--deadline", "9.5", "--lang", "de"]) == 0
    assert re.search(r"brauchte \d,\d{3} s; erlaubt sind 9,5 s", capsys.readouterr().out)


def test_a_program_that_starts_slowly_is_not_at_fault(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SILENCE", 0.1)
    assert passes(capsys, write_bot(tmp_path, text_of(GOOD, first="time.sleep(0.6)")), "linko")


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("time.sleep(600)", "does not exit after “quit”"),
        ("if request['do'] != 'quit': time.sleep(600)", "does not exit when its input ends"),
    ],
)
def test_a_program_that_does_not_end_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str, told: str
) -> None:
    monkeypatch.setattr(check, "ENDING", 0.2 if "quit" in told else 2.0)
    assert told in fault(capsys, write_bot(tmp_path, text_of(GOOD, last=last)), "linko")
