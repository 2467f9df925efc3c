"""What values are worth, measured: foreseen where it matters is foreseen."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import dice_headroom
from benchmarks.dice_headroom import foresee
from benchmarks.dice_matches import layers_of
from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import SHIPPED
from stolik.games.pickomino.lab.recipe import look_ahead
from tests.train.test_pickomino_recipe import as_tables, turn_beginnings

GAME = Game("pickomino", 2)
TABLES = 8
GAMES = 16


def test_looking_ahead_where_it_matters_is_looking_ahead() -> None:
    table, layers = as_tables(turn_beginnings(GAME, TABLES)), layers_of(SHIPPED[0], GAME)
    ahead = np.arange(TABLES) % 2
    some = foresee(layers, table, ahead)
    for depth in (0, 1):
        every = look_ahead(layers, table, depth)
        there = np.asarray(every.ends.there & (ahead == depth))
        assert np.allclose(some.chances[there], every.chances[there], atol=1e-5)


def test_the_program_measures_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "found.json"
    line = f"--ahead 0 --games {GAMES} --json {kept}"
    dice_headroom.main(line.split())
    dice_headroom.main([*line.split(), "--old", str(SHIPPED[0])])
    out = capsys.readouterr().out
    assert kept.read_text(encoding="utf-8") == out
    worms, old = map(json.loads, out.splitlines())
    assert (worms["against"], old["against"]) == ("worms", SHIPPED[0].name)
    for found in (worms, old):
        assert (found["table"], found["ahead"], found["games"]) == ("base 2", 0, GAMES)
        assert found["half"] < 0.1, "luck is taken out"
        assert abs(found["share"] - 0.5) < 0.2
    assert abs(old["share"] - 0.5) < 0.05, "the same values are as good"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--ahead 0 1 --games 8", "2 depths have 1 numbers of games"),
        ("--ahead 0 --games 1", "--games 1 is not allowed; allowed: at least 2, one for each seat"),
        ("--players 9", "players must be 2 to 7, not 9"),
        ("--old missing.npz", "--old missing.npz is not allowed"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        dice_headroom.main(line.split())
    assert said in capsys.readouterr().err
