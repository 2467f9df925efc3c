"""Where games are played: this process, processes of this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from stolik import parent
from stolik.bots import programs

PATIENCE = 2.0
"""Seconds that a process has to finish, before it is terminated."""

NOT_FOR_THEM = [one for one in signal.Signals if one.name in ("SIGINT", "SIGHUP")]
"""The signals of a terminal to all its processes: Ctrl-C, and (not on Windows) closing it."""

CLUSTER_PATIENCE = 10.0
"""Seconds in which a cluster must answer and have a worker."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers(NamedTuple):
    """An executor, and its number of workers."""

    executor: Executor
    number: int


class Here(Executor):
    """Runs every call at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a call and return its result or error."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """Run a pool of processes on this machine.

    They take no notice of Ctrl-C or a terminal that closes, which is for this process; at the end those that
    are still busy are ended, and with them the programs that play there. Call this from the main thread.
    """
    before = multiprocessing.active_children()
    pool = _start(number)
    try:
        yield Workers(pool, number)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + PATIENCE
        for child in multiprocessing.active_children():
            if child not in before:
                child.join(max(deadline - time.monotonic(), 0.0))
                child.terminate()
                child.join(PATIENCE)
                child.kill()
                child.join()


def _begin() -> None:
    """Initialise a process: on SIGTERM, and when its parent is gone, it ends the programs that play there."""
    signal.signal(signal.SIGTERM, _end)
    parent.when_it_ends(lambda: os.kill(os.getpid(), signal.SIGTERM))


def _end(*_: object) -> None:
    programs.end_at_once()
    os._exit(128 + signal.SIGTERM)


def _start(number: int) -> Executor:
    """Start the processes while the terminal's signals are ignored here, which they inherit."""
    before = {one: signal.signal(one, signal.SIG_IGN) for one in NOT_FOR_THEM}
    try:
        pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), _begin)
        for _ in range(number):
            pool.submit(int)  # starts a process for each call, since none is idle yet
        return pool
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Use the workers of a Dask cluster; needs distributed (the extra ``cluster``).

    Raises ``OSError`` if no scheduler answers at ``address``, or it has no workers.
    """
    from distributed import Client

    try:
        client: Any = Client(address, timeout=CLUSTER_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except AssertionError as error:  # Dask waits ten seconds for a thread to start, and asserts that it has
        raise OSError("this machine is too busy to ask") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=CLUSTER_PATIENCE)
        except TimeoutError as error:
            raise OSError(f"{address} has no workers") from error
        threads: dict[str, int] = client.nthreads()
        yield Workers(client.get_executor(), sum(threads.values()))
