"""What programs have started is ended with them, however they came to their own end."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stolik import Game, bots
from stolik.bots import programs
from tests.bots.written import is_gone, text_of, write_bot

DICE = Game("pickomino", 2)
VIEW = DICE.start().view(0)

CHILD = 'open("child", "w").write(str(subprocess.Popen(["sleep", "600"]{pipes}).pid))'
OPEN = ""
CLOSED = ", stdin=-3, stdout=-3, stderr=-3"
"""Whether the child holds on to the pipes of its parent, so that they have no end."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    programs.end_all()
    assert not programs._running


def bot_that(folder: Path, move: str, pipes: str = CLOSED, last: str = "") -> str:
    """Write a bot that starts a process and then decides and ends like this; return how it is asked for."""
    return write_bot(folder, text_of(move, CHILD.replace("{pipes}", pipes), last))


def child_is_gone(folder: Path) -> bool:
    """Whether the bot's child has ended, or does so soon; otherwise end it."""
    pid = int((folder / "child").read_text(encoding="utf-8"))
    gone = is_gone(pid)
    if not gone:
        os.kill(pid, signal.SIGKILL)
    return gone


@pytest.mark.parametrize(
    ("move", "pipes", "why"),
    [
        ("1 / 0", CLOSED, "ended (status 1): ZeroDivisionError: division by zero"),
        ("1 / 0", OPEN, "gave no answer in 0.5 s"),
        ("os.kill(os.getpid(), 9)", CLOSED, "ended (status -9)"),
        ("print('take 36', flush=True); sys.exit()", CLOSED, "answered 'take 36'"),
        ("signal.signal(15, signal.SIG_IGN); time.sleep(600)", OPEN, "gave no answer in 0.5 s"),
    ],
)
def test_a_program_that_fails_leaves_nothing_behind(folder: Path, move: str, pipes: str, why: str) -> None:
    bot = bots.guarded(DICE, bot_that(folder, move, pipes), 1, deadline=0.5)
    assert bot.choose(VIEW) == "roll"
    assert why in bot.failure
    assert child_is_gone(folder)


@pytest.mark.parametrize("pipes", [OPEN, CLOSED])
def test_a_program_that_ends_when_it_is_told_to_leaves_nothing_behind(folder: Path, pipes: str) -> None:
    bots.close(bots.make(DICE, bot_that(folder, "print('roll', flush=True)", pipes), 1))
    (process,) = programs._running
    programs.end_all()
    assert process._popen.returncode == 0, "it was not killed"
    assert child_is_gone(folder)


def test_a_program_that_died_while_nobody_played_leaves_nothing_behind(folder: Path) -> None:
    name = bot_that(folder, "print('roll', flush=True)")
    bots.close(bots.make(DICE, name, 1))
    (process,) = programs._running
    os.kill(process._popen.pid, signal.SIGKILL)
    while process.is_running:
        time.sleep(0.01)
    (folder / "child").rename(folder / "first")
    bots.close(bots.make(DICE, name, 2))
    (folder / "first").rename(folder / "child")
    assert child_is_gone(folder)


def test_programs_end_at_once_even_in_the_middle_of_ending_one(folder: Path) -> None:
    move = "signal.signal(15, signal.SIG_IGN); print('roll', flush=True)"
    bot = bots.make(DICE, bot_that(folder, move, last="time.sleep(600)\n"), 1)
    assert bot.choose(VIEW) == "roll"
    bots.close(bot)
    (process,) = programs._running
    gone: list[bool] = []

    def end(*_: object) -> None:
        programs.end_at_once()
        gone.append(process.has_ended(time.monotonic() + 0.5))

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        programs.end_all()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert gone == [True]
    assert child_is_gone(folder)


# -- whose number it is -----------------------------------------------------------------------------------


def run_out(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process has ended, and take its end down."""
    process.kill()
    process.wait()


def turn_to_dust(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process has ended, and take its end down without its owner noticing."""
    process.kill()
    os.waitpid(process.pid, 0)


@pytest.mark.parametrize("end", [run_out, turn_to_dust])
@pytest.mark.usefixtures("folder")
def test_a_number_that_may_be_another_process_by_now_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[subprocess.Popen[bytes]], None]
) -> None:
    bots.close(bots.make(DICE, bot_that(folder, "print('roll', flush=True)"), 1))
    (process,) = programs._running
    end(process._popen)
    with monkeypatch.context() as patch:
        patch.setattr("os.killpg", lambda *_: pytest.fail("somebody else could be hit"))
        programs.end_all()
    os.kill(int((folder / "child").read_text(encoding="utf-8")), signal.SIGKILL)


@pytest.mark.parametrize("move", ["1 / 0", "time.sleep(600)"])
def test_without_waitid_programs_end_as_well(
    folder: Path, monkeypatch: pytest.MonkeyPatch, move: str
) -> None:
    monkeypatch.delattr("os.waitid")
    bot = bots.guarded(DICE, bot_that(folder, move), 1, deadline=0.5)
    (process,) = programs._running
    assert bot.choose(VIEW) == "roll"
    assert bot.failure != ""
    assert process._popen.returncode is not None
    if move == "1 / 0":
        os.kill(int((folder / "child").read_text(encoding="utf-8")), signal.SIGKILL)
    else:
        assert child_is_gone(folder)
