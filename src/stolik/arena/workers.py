"""Who plays: this process, processes of this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from stolik.bots import programs

PATIENCE = 2.0
"""Seconds our processes have for finishing what they are at, before they are ended."""

NOT_FOR_THEM = [one for one in signal.Signals if one.name in ("SIGINT", "SIGHUP")]
"""What a terminal sends to everyone in it: Ctrl-C, and (not on Windows) that it closes."""

CLUSTER_PATIENCE = 10.0
"""Seconds in which a cluster must answer, and have a worker."""


def cores() -> int:
    """Return how many processes can work here at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers(NamedTuple):
    """An executor, and how many can work in it at once."""

    executor: Executor
    number: int


class Here(Executor):
    """Does everything in this process, when it is asked to."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the result, or the error, of a call made now."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """Have so many processes of this machine for a while.

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
    """Prepare a process: told to end, it ends the programs that play in it first."""
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> None:
    programs.end_at_once()
    os._exit(128 + signal.SIGTERM)


def _start(number: int) -> Executor:
    """Have the processes begin while what is not for them is ignored here: they inherit that."""
    before = {one: signal.signal(one, signal.SIG_IGN) for one in NOT_FOR_THEM}
    try:
        pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), _begin)
        for _ in range(number):
            pool.submit(int)  # a process begins for each call, since none of them is idle yet
        return pool
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Have the workers of a Dask cluster for a while; needs distributed (the extra ``cluster``).

    Raises ``OSError`` where no scheduler answers at ``address``, or it has no workers.
    """
    from distributed import Client

    client: Any = Client(address, timeout=CLUSTER_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    with client:
        try:
            client.wait_for_workers(1, timeout=CLUSTER_PATIENCE)
        except TimeoutError as error:
            raise OSError(f"{address} has no workers") from error
        threads: dict[str, int] = client.nthreads()
        yield Workers(client.get_executor(), sum(threads.values()))
