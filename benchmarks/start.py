"""How long a command takes to start, beside Python that does nothing, in the same run: ``make bench``.

Commands take turns, so that a busy machine slows them all alike, and each is judged by its median.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from rich.progress import track

from benchmarks.tables import keep, show

ROUNDS = 9
GOAL = 0.3
RESULTS = Path(__file__).with_name("results-start.md")
RECORD = Path(__file__).parents[1] / "tests" / "golden" / "linko-advanced-3.txt"

NOTHING = "python -c pass"
SERVER = "python -c 'import stolik.server.app'"
STOLIK = Path(sys.executable).with_name("stolik")
COMMANDS: dict[str, list[str | Path]] = {
    NOTHING: [sys.executable, "-c", "pass"],
    "stolik --version": [STOLIK, "--version"],
    "stolik --help": [STOLIK, "--help"],
    "stolik play --help": [STOLIK, "play", "--help"],
    "stolik serve --help": [STOLIK, "serve", "--help"],
    "stolik rules linko": [STOLIK, "rules", "linko"],
    "stolik rules linko L-6": [STOLIK, "rules", "linko", "L-6"],
    "stolik verify RECORD": [STOLIK, "verify", RECORD],
    "stolik replay RECORD --end": [STOLIK, "replay", RECORD, "--end"],
    "stolik completion bash": [STOLIK, "completion", "bash"],
    "stolik": [STOLIK],
    "stolik play --watch": [STOLIK, "play", "--watch"],
    "stolik puzzle": [STOLIK, "puzzle"],
    SERVER: [sys.executable, "-c", "import stolik.server.app"],
}
KEYS = {"stolik": b"q\n", "stolik play --watch": b"\x04", "stolik puzzle": b"q\n"}
"""What a person types at a terminal to leave a command's first screen; the others are run without one."""
HEADS = ("command", "seconds", "processor seconds", "beside Python", "goal")


def measure(command: list[str | Path], home: str, keys: bytes | None) -> tuple[float, float]:
    """Run a command that must succeed; return its seconds, and those of the processor."""
    env = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "STOLIK_LANG": "en", "TERM": "xterm"}
    began = time.perf_counter()
    if keys is None:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env)
    else:
        process = _type(command, env, keys)
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return seconds, used.ru_utime + used.ru_stime


def _type(command: list[str | Path], env: dict[str, str], keys: bytes) -> subprocess.Popen[bytes]:
    """Run a command in a terminal, with these keys typed, until it writes nothing more."""
    ours, its = os.openpty()
    process = subprocess.Popen(command, stdin=its, stdout=its, env=env)
    os.close(its)
    os.write(ours, keys)
    with suppress(OSError):  # what Linux says when the other side has closed
        while os.read(ours, 65536):
            pass
    os.close(ours)
    return process


def judge(name: str, seconds: float) -> str:
    """Return the goal of a command, and whether it is missed."""
    if name in (NOTHING, SERVER):
        return ""
    return f"{GOAL:.1f} s" if seconds <= GOAL else f"{GOAL:.1f} s: **missed**"


def main() -> None:
    """Measure, print and keep the result."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as home:
        for _ in track(range(ROUNDS), "measuring", transient=True):
            for name, command in COMMANDS.items():
                taken[name].append(measure(command, home, KEYS.get(name)))
    medians = {
        name: [statistics.median(kind) for kind in zip(*runs, strict=True)] for name, runs in taken.items()
    }
    bare = medians[NOTHING][1]
    rows = [
        (
            *(name, f"{seconds:.3f}", f"{processor:.3f}", f"{processor / bare:.0f}×"),
            judge(name, seconds),
        )
        for name, (seconds, processor) in medians.items()
    ]
    show("From the call of a command to its end", HEADS, rows)
    told = f"Written by `make bench`: Python {platform.python_version()}. Medians of {ROUNDS}."
    keep(RESULTS, "Start-up", told, HEADS, [(f"`{name}`", *cells) for name, *cells in rows])


if __name__ == "__main__":
    main()
