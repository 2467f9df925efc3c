"""A real Dask cluster: a scheduler and two worker processes, one of which is killed in the middle of it."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from distributed import Client, LocalCluster

import stolik
from stolik.arena import MatchResult, Plan, play_on
from stolik.arena.files import to_json
from stolik.arena.workers import Here, cluster
from stolik.cli import main

PLAN = Plan(stolik.Game("pickomino", 2), ("careful", "random"), 100, seed=9)


@pytest.fixture(scope="module")
def dask() -> Iterator[LocalCluster]:
    running: Any = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    with running:
        yield running


def pids(dask: LocalCluster) -> dict[str, int]:
    client: Any = Client(dask, set_as_default=False)  # type: ignore[no-untyped-call]
    with client:
        found: dict[str, int] = client.run(os.getpid)
        return found


def test_a_killed_worker_changes_nothing(dask: LocalCluster) -> None:
    before = pids(dask)
    assert len(set(before.values()) - {os.getpid()}) == 2
    killed_at: list[int] = []

    def kill_one(result: MatchResult) -> None:
        if not killed_at:
            killed_at.append(result.deals)
            os.kill(next(iter(before.values())), signal.SIGKILL)

    result = MatchResult(PLAN)
    with cluster(dask.scheduler_address) as workers:
        assert workers.number == 2
        play_on(result, workers.executor, workers.number, kill_one)
    assert 0 < killed_at[0] < result.deals == PLAN.deals
    assert next(iter(before)) not in pids(dask)
    alone = MatchResult(PLAN)
    play_on(alone, Here())
    assert to_json(result) == to_json(alone)


def test_a_cluster_without_workers_is_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.arena.workers.CLUSTER_PATIENCE", 1.0)
    empty: Any = LocalCluster(n_workers=0, dashboard_address=":0")  # type: ignore[no-untyped-call]
    with empty, pytest.raises(OSError, match="has no workers"), cluster(empty.scheduler_address):
        pass


def test_the_command_plays_on_a_cluster(dask: LocalCluster, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "pickomino", "careful", "random", "--games", "20", "--lang", "en"]
    assert main([*command, "--cluster", dask.scheduler_address]) == 0
    there = capsys.readouterr().out
    assert main([*command, "--jobs", "1"]) == 0
    assert capsys.readouterr().out == there
    assert "20 games (10 deals" in there
