"""The benchmark of the lab measures every game it names."""

from __future__ import annotations

from benchmarks import lab as benchmark


def test_none_of_our_games_is_left_out() -> None:
    names = {contender.name for contender in benchmark.contenders()}
    assert {f"{game} {label}" for game, label, _ in benchmark.OURS} <= names
