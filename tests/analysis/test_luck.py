"""Luck is fair: over many games it is 0 on average, and the tool that says so goes on where it was left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.effort import effort
from tools.luck import Mean, kept, measure

GAMES = effort(12, 10_000)
LIMIT = effort(4, 2)
"""Standard errors: of 12 games chance alone is often more than two of them away."""


@pytest.mark.parametrize("table", ["pickomino base 2", "linko basic 3"])
def test_mean_luck_is_nothing_within_its_standard_error(table: str, tmp_path: Path) -> None:
    path = tmp_path / "luck.tsv"
    measure(path, [table], GAMES - 2, jobs=1)
    first = path.read_text(encoding="utf-8")
    measure(path, [table], GAMES, jobs=1)
    assert path.read_text(encoding="utf-8").startswith(first)
    values = kept(path)[table]
    assert sorted(values) == list(range(1, GAMES + 1))
    mean, error = Mean.of(values.values())
    assert abs(mean) < LIMIT * error
