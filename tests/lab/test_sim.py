from __future__ import annotations

import numpy as np
import pytest
from rich.progress import Progress

from stolik.lab import pickomino
from stolik.lab.sim import POLICIES, Simulation
from tools.lab_means import SETTINGS, Setting, engine_sums, figures, lab_means


def simulated(games: int) -> Simulation:
    simulation = Simulation(pickomino.make(2), "random", 256, games // 256, seed=3)
    while not simulation.finished:
        simulation.run(128)
    return simulation


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting[2])
def test_its_means_are_those_of_the_engine(setting: Setting) -> None:
    """``python -m tools.lab_means`` does the same with a million games."""
    lab = lab_means(setting, 1024, 3, Progress(disable=True))
    engine = engine_sums(setting, 7, 0, 150).means()
    for figure, ours, theirs in zip(figures(setting[1]), lab, engine, strict=True):
        assert abs(ours[0] - theirs[0]) < 4.5 * np.hypot(ours[1], theirs[1]), figure


def test_every_game_that_begins_is_counted_once() -> None:
    simulation = simulated(512)
    tally = simulation.tally
    assert tally.games == simulation.games == 512
    assert tally.wins.sum() == pytest.approx(512)
    assert tally.scores.sum() == 2 * 512
    assert tally.decisions == (tally.lengths * np.arange(len(tally.lengths))).sum()


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match=f"the policies are: {', '.join(POLICIES)}"):
        Simulation(pickomino.make(), "wise", 8, 1, seed=1)
