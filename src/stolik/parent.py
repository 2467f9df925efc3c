"""What a process does when the one that started it has ended, however that came."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable


def when_it_ends(do: Callable[[], None]) -> None:
    """Call ``do`` from a thread of its own as soon as the parent of this process has ended.

    A worker of a pool does not notice by itself: it waits for work from a queue that it holds open too.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None, "multiprocessing has started this process"

    def wait() -> None:
        parent.join()
        do()

    threading.Thread(target=wait, daemon=True).start()
