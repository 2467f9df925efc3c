"""Bots that are programs: the table's side of the protocol in ``docs/bot-protocol.md``.

Every program has a process group of its own, which gets the signals that end it. A program that has not
failed is kept for the next game, and ended with this process at the latest.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import IO, Any

from stolik.bots.guarded import BotError, checked
from stolik.core import View

PROTOCOL = 1
START_SECONDS = 30.0
"""Seconds for starting, and for each new game: it may have much to load."""

END_SECONDS = 1.0
"""Seconds for exiting by itself, and then after SIGTERM."""

LONGEST_PAUSE = 0.05
"""Longest pause between two checks whether it has ended, in seconds."""

LONGEST_ANSWER = 4096
KEPT_ERRORS = 4096
"""How many bytes an answer may have, and how many of those on standard error are kept."""

LAST_LOOKS = 16
"""How often standard error is read after a program has ended: a pipe holds no more than that."""

Command = tuple[str, ...]


class Program:
    """A bot that is a program. Close it after the game, to free the program for the next one."""

    def __init__(self, command: Sequence[str], game: str, seed: int, deadline: float) -> None:
        self._deadline = deadline
        self._process: Process | None = _take(tuple(command))
        start = {"do": "start", "game": game, "seed": seed, "seconds": deadline}
        self._ask(start, max(START_SECONDS, deadline), expected="ok")

    def choose(self, view: View) -> str:
        """Return the program's answer. Raises ``BotError`` if it is late or not one of the moves."""
        answer = self._ask({"do": "move", "view": view}, self._deadline)
        try:
            return checked(answer, view)
        except BotError:
            self._end()
            raise

    def close(self) -> None:
        """Keep the program for another game."""
        if self._process is not None:
            _idle[self._process.command].append(self._process)
            self._process = None

    def _ask(self, request: dict[str, Any], seconds: float, expected: str | None = None) -> str:
        if self._process is None:
            raise ValueError("this bot is closed")
        try:
            return self._process.ask(request, seconds, expected)
        except BaseException:
            self._end()
            raise

    def _end(self) -> None:
        if self._process is not None:
            self._process.end(politely=False)
            self._process = None


def no_answer(seconds: float) -> BotError:
    """Return the error of a program that has said nothing for so long."""
    return BotError("no_answer", f"gave no answer in {seconds:g} s", seconds=f"{seconds:g}")


class Process:
    """A running program: it is asked one line at a time, and what it writes to standard error is kept."""

    def __init__(self, command: Command) -> None:
        self.command = command
        pipe = subprocess.PIPE
        try:
            self._popen = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BotError("not_started", f"cannot be started: {why}", why=why) from error
        self._input, *self._pipes = _pipes_of(self._popen)
        self._heard = b""
        self._errors = b""
        self._selector = selectors.DefaultSelector()
        for pipe_end, keep in zip(self._pipes, (self._hear, self._note), strict=True):
            os.set_blocking(pipe_end.fileno(), False)
            self._selector.register(pipe_end, selectors.EVENT_READ, keep)
        _running.add(self)

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended by itself."""
        if self._popen.returncode is not None:
            return False
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._popen.poll() is None
        try:  # WNOWAIT leaves it a zombie, so that its process id is not used again
            return os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:  # something else has waited for it
            return self._popen.poll() is None

    def ask(self, request: dict[str, Any], seconds: float, expected: str | None = None) -> str:
        """Return the answer to a request. Raises ``BotError`` if there is none in time."""
        self.tell(request)
        return self.answer(seconds, expected)

    def tell(self, request: dict[str, Any]) -> None:
        """Write a request."""
        with suppress(OSError):  # if it has ended, reading finds out why
            self._input.write(json.dumps(request).encode() + b"\n")
            self._input.flush()

    def answer(self, seconds: float, expected: str | None = None) -> str:
        """Return the next line. Raises ``BotError`` if there is none in time, or not the one expected."""
        if not self.has_spoken(seconds):
            raise no_answer(seconds)
        line, _, self._heard = self._heard.partition(b"\n")
        answer = _readable(line)
        word, _, rest = answer.partition(" ")
        if word == "error":
            raise BotError("gave_up", f"gave up: {rest}", why=rest)
        if expected is not None and answer != expected:
            shown = repr(answer[:60])
            raise BotError(
                "protocol", f"answered {shown} instead of {expected!r}", answer=shown, expected=expected
            )
        return answer

    def has_spoken(self, seconds: float = 0) -> bool:
        """Wait for a line, and return whether there is one. Raises ``BotError`` if there never will be."""
        deadline = time.monotonic() + seconds
        left = seconds
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_ANSWER:
                raise BotError("endless", "gave an answer without an end")
            for key, _ in self._selector.select(max(left, 0)):
                key.data()
            left = deadline - time.monotonic()
            if left <= 0:
                break
        return b"\n" in self._heard

    def close_input(self) -> None:
        """Let the program see the end of its input."""
        with suppress(OSError):
            self._input.close()

    def _hear(self) -> None:
        data = _read(self._pipes[0])
        if data == b"":
            for _ in range(LAST_LOOKS):
                self._note()
            raise self._gone()
        self._heard += data or b""

    def _note(self) -> None:
        data = _read(self._pipes[1])
        self._errors = (self._errors + (data or b""))[-KEPT_ERRORS:]
        if data == b"" and self._pipes[1] in self._selector.get_map():
            self._selector.unregister(self._pipes[1])

    def _gone(self) -> BotError:
        """Return why there is nothing more to hear."""
        last = _readable(self._errors.strip().rpartition(b"\n")[2])[:200]
        if not self.has_ended(_soon()):
            return BotError("closed", "closed its output")
        self._clear_up()
        status = self._popen.returncode
        more = f": {last}" if last else ""
        return BotError("ended", f"ended (status {status}){more}", status=status, last=more)

    def has_ended(self, deadline: float) -> bool:
        """Wait until it has ended or ``deadline`` has passed, and return whether it has ended."""
        pause = 0.001
        while self.is_running:
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return True

    def end(self, politely: bool) -> None:
        """End the program and all it has started: by ``quit`` if ``politely``, then SIGTERM, then SIGKILL."""
        with suppress(OSError):
            if politely:
                self._input.write(b'{"do": "quit"}\n')
                self._input.flush()
        self._selector.close()
        for pipe in (self._input, *self._pipes):
            with suppress(OSError):
                pipe.close()
        if not (politely and self.has_ended(_soon())) and self.is_running:
            self.send(signal.SIGTERM)
            self.has_ended(_soon())
        self._clear_up()
        _running.discard(self)  # last: a signal handler may call `end_at_once` during this

    def _clear_up(self) -> None:
        """Kill what is left of its process group, then wait for it."""
        self.send(signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(END_SECONDS)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the program and to all it has started."""
        if self._popen.returncode is None:  # otherwise the process id may be used again
            with suppress(ProcessLookupError, PermissionError):  # macOS raises the latter for zombies
                os.killpg(self._popen.pid, number)


def _soon() -> float:
    return time.monotonic() + END_SECONDS


def _pipes_of(popen: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert popen.stdin is not None
    assert popen.stdout is not None
    assert popen.stderr is not None
    return popen.stdin, popen.stdout, popen.stderr


def _read(pipe: IO[bytes]) -> bytes | None:
    """Return what a pipe has now: ``None`` if nothing yet, empty at its end."""
    try:
        return os.read(pipe.fileno(), 1 << 16)
    except BlockingIOError:
        return None


def _readable(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return "".join(sign if sign.isprintable() else "?" for sign in text)


# -- all programs -----------------------------------------------------------------------------------------

_running: set[Process] = set()
_idle: defaultdict[Command, list[Process]] = defaultdict(list)
"""All programs of this process, and those that are free for a game."""


def _take(command: Command) -> Process:
    """Return a free program, or start one."""
    while _idle[command]:
        process = _idle[command].pop()
        if process.is_running:
            return process
        process.end(politely=False)
    process = Process(command)
    try:
        hello = {"do": "hello", "protocol": PROTOCOL}
        process.ask(hello, START_SECONDS, expected=f"stolik {PROTOCOL}")
    except BaseException:
        process.end(politely=False)
        raise
    return process


def end_all() -> None:
    """End every program of this process, free ones first."""
    while _idle:
        for process in _idle.popitem()[1]:
            process.end(politely=True)
    while _running:
        next(iter(_running)).end(politely=False)


def end_at_once() -> None:
    """End every program of this process by signals, all at once; this process must exit next.

    Unlike ``end_all`` it may be called at any time, also by a signal handler.
    """
    left = tuple(_running)
    for process in left:
        process.send(signal.SIGTERM)
    deadline = _soon()
    for process in left:
        process.has_ended(deadline)
    for process in left:
        process.send(signal.SIGKILL)


Finalize(None, end_all, exitpriority=0)  # unlike atexit, also in a process of a pool
