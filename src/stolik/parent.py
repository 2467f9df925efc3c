"""Ends a child process when its parent exits."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable


def when_it_ends(do: Callable[[], None]) -> None:
    """Call ``do``, in a thread of its own, as soon as the parent process has exited for whatever reason.

    A pool's worker would not exit by itself: it waits for work from a queue that it holds open too.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None, "multiprocessing has started this process"

    def wait() -> None:
        parent.join()
        do()

    threading.Thread(target=wait, daemon=True).start()
