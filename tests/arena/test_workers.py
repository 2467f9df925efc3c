"""Workers: they come, they go, and those that do not want to go are ended."""

import multiprocessing
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stolik.arena import workers
from stolik.arena.workers import Here, cores, processes


def test_a_busy_process_is_ended_with_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(multiprocessing.active_children())  # of tests before this one, perhaps
    monkeypatch.setattr(workers, "PATIENCE", 0.1)
    with processes(2) as (executor, number):
        assert number == 2
        assert executor.submit(abs, -1).result() == 1
        endless = executor.submit(time.sleep, 3600)
        while not endless.running():
            time.sleep(0.01)
    deadline = time.monotonic() + 10  # the pool's own thread may be about to note that they have ended
    while not set(multiprocessing.active_children()) <= before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(multiprocessing.active_children()) <= before


KILLED = """
import time
from stolik.arena.workers import processes

if __name__ == "__main__":
    with processes(2) as (executor, _):
        executor.submit(time.sleep, 3600)
        print(executor.submit(abs, -1).result(), flush=True)
        time.sleep(3600)
"""


def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    """They have its output, too: it ends when the last of them has ended."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "1\n"
        started.kill()
        rest, _ = started.communicate(timeout=60)
    assert rest == ""


def test_this_process_hands_back_results_and_errors() -> None:
    assert Here().submit(divmod, 7, 2).result() == (3, 1)
    with pytest.raises(ZeroDivisionError):
        Here().submit(divmod, 7, 0).result()


def test_there_is_a_core_to_work_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() >= 1
    monkeypatch.delattr("os.sched_getaffinity")
    assert cores() >= 1
