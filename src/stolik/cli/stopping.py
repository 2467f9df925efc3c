"""Being asked to stop: long work ends at the next good moment, and keeps what it has."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

ENDING = [number for number in signal.Signals if number.name in ("SIGTERM", "SIGHUP")]
"""The signals that end a process, as far as there are such here: Windows knows but one."""


@contextmanager
def stop_requests() -> Iterator[Callable[[], bool]]:
    """Take note of Ctrl-C, and of the signals that end a process, instead of breaking off in between.

    A second Ctrl-C does break off. The others do not: a terminal that closes may well send two of them.
    """
    stopped = False

    def note(*_: object) -> None:
        nonlocal stopped
        stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    heeded = [number for number in ENDING if signal.getsignal(number) != signal.SIG_IGN]  # not under nohup
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, *heeded)}
    try:
        yield lambda: stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_now(status: int) -> NoReturn:
    """End this process at once, though threads of it are still busy with what nothing can interrupt."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
