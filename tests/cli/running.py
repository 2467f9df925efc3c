"""Running the command: inside this process, as a process of its own, and in a real terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest

from stolik.cli import main

ROOT = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("stolik")
PATIENCE = 30.0
"""Seconds after which a terminal that says nothing more counts as stuck."""

KEPT = (
    *("PATH", "PYTHONPATH", "SYSTEMROOT"),
    *(
        "JAX_COMPILATION_CACHE_DIR",
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS",
        "JAX_PLATFORMS",
        "XLA_FLAGS",
    ),
)
"""The variables that a command gets from the tests."""

CLEAR = "\x1b[2J"
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")
CHOICE = re.compile(r"(?:^|   )  ?(\d)  (?=\S)", re.MULTILINE)
PROMPT = re.compile(r" – (?:numer|number|Nummer|karty|cards|Karten|karta|card|Karte|Enter) \([^)]*\): $")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the variables of a user who has said nothing about the language, with an empty home."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "LC_ALL": "C.UTF-8", **more}


def assert_refused(capsys: pytest.CaptureFixture[str], args: list[str], what: str, allowed: str) -> None:
    """Check that arguments are refused in one line, in English with what was wrong and what is allowed."""
    for language in ("en", "pl"):
        assert main([*args, "--lang", language]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("stolik: ")
        assert err.count("\n") == 1
        if language == "en":
            assert what in err
            assert allowed in err


def run(home: Path, *args: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own, its input and output in pipes."""
    return subprocess.run(
        [COMMAND, *args],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home, **variables),
        cwd=home,
        timeout=120,
    )


def run_with_known_dice(home: Path, *args: str, typed: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own, its dice those of ``games``."""
    script = (
        "import sys, stolik.core.fair as fair; from tests.cli.games import SEAT, SECRET; "
        "fair.new_secret = lambda: SECRET; fair.new_seat_randomness = lambda: SEAT; "
        "from stolik.cli import main; sys.exit(main())"
    )
    return subprocess.run(
        [sys.executable, "-c", script, *args],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home, PYTHONPATH=os.pathsep.join([str(ROOT / "src"), str(ROOT)])),
        cwd=home,
        timeout=120,
    )


def records(home: Path) -> list[Path]:
    """Return the records in the user's data folder."""
    return sorted((home / "data" / "stolik" / "records").glob("*.txt"))


def shown(text: str) -> str:
    """Return what the last page of a terminal's output shows, without colours."""
    return CONTROL.sub("", text.rpartition(CLEAR)[2])


class Terminal:
    """The command in a terminal of its own, for a person's fingers and eyes.

    After every test those that still run are killed, with all that they have started (``tests.conftest``).
    """

    running: ClassVar[list[Terminal]] = []

    def __init__(self, home: Path, *args: str, rows: int = 24, columns: int = 80, **variables: str) -> None:
        env: Mapping[str, str] = environment(home, **{"TERM": "xterm-256color", **variables})
        self.text = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._seen = 0
        self._pid, self._tty = pty.fork()
        if self._pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(home)
            for usual in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(usual, signal.SIG_DFL)
            os.execve(COMMAND, [str(COMMAND), *args], env)
        self.running.append(self)

    @property
    def page(self) -> str:
        """What is to be seen now."""
        return shown(self.text)

    def type(self, keys: str) -> None:
        """Press keys."""
        self._seen = len(self.text)
        os.write(self._tty, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C once the command waits for keys.

        A prompt is seen a moment earlier; an interrupt that comes while a prompt is being set up is noticed
        by Python only with the next key.
        """
        asleep, deadline = 0, time.monotonic() + PATIENCE
        while asleep < 3:
            assert time.monotonic() < deadline, f"the command does not wait for keys:\n{self.page}"
            state = Path(f"/proc/{self._pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            asleep = asleep + 1 if state == "S" else 0
            time.sleep(0.02)
        self.type("\x03")

    def wait_for(self, pattern: str | re.Pattern[str]) -> str:
        """Read until what came since the last keys matches, and return the page."""
        sought = re.compile(re.escape(pattern)) if isinstance(pattern, str) else pattern
        while not sought.search(shown(self.text[self._seen :])):
            assert self._read(), f"the command ended without {sought.pattern!r}:\n{self.page}"
        return self.page

    def end(self) -> int:
        """Read to the end and return the exit status."""
        while self._read():
            pass
        return self._ended()

    def kill(self) -> None:
        """End the command and all that it has started, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        self._ended()

    def _ended(self) -> int:
        self.running.remove(self)
        os.close(self._tty)
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def _read(self) -> bool:
        deadline = time.monotonic() + PATIENCE
        ready, _, _ = select.select([self._tty], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing more comes:\n{self.page}"
        try:
            data = os.read(self._tty, 65536)
        except OSError:  # what Linux says when the other side has closed
            return False
        self.text += self._decoder.decode(data)
        return bool(data)
