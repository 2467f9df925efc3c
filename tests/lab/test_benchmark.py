"""The benchmark of the lab measures every game it names, and says how it was asked to."""

from __future__ import annotations

from pathlib import Path

import jax
import pytest

from benchmarks import lab as benchmark


def test_none_of_our_games_is_left_out() -> None:
    names = {contender.name for contender in benchmark.contenders()}
    assert {f"{game} {label}" for game, label, _ in benchmark.OURS} <= names
    observed = {
        name for name in names if name.endswith(("observed", "observed, uint8", "observed, bfloat16"))
    }
    assert len(observed) == 3 * len(benchmark.OBSERVED)


def test_a_table_names_the_command_that_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "table.md"
    kept = jax.config.values["jax_enable_compilation_cache"]
    asked = ["--seconds", "0.01", "--only", "base.*uint8", "--batches", "2", "4"]
    benchmark.main([*asked, "--markdown", str(path)])
    table = path.read_text(encoding="utf-8")
    written = "python -m benchmarks.lab --seconds 0.01 --only 'base.*uint8' --batches 2 4"
    assert f"Written by `{written}`" in table
    (row,) = (line for line in table.splitlines() if line.startswith("| pickomino"))
    name, compiled, size = (row.split(" | ")[place] for place in (0, -2, -1))
    assert name == "| pickomino base, 2 players, observed, uint8"
    assert float(compiled.removesuffix(" s")) > 0
    assert size == "189 |", "36 of the game, 153 of an observation"
    assert jax.config.values["jax_enable_compilation_cache"] == kept


def test_a_name_that_is_no_pattern_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        benchmark.main(["--only", "("])
    assert "allowed: a regular expression" in capsys.readouterr().err
