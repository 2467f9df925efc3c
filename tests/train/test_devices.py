"""Training on several devices: the games are spread over them, and the network is the same on all."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stolik.core import CHANCE, Game
from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.linko.mind import Mind
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.train import devices, files
from stolik.train.training import TrainingLoop

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was trained on two devices; how many there are has to be said before JAX is imported."""
    folder = tmp_path_factory.mktemp("two")
    flags = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count=2"
    run = subprocess.run(
        [sys.executable, "-m", "tests.train.on_two_devices", str(folder)],
        env={**os.environ, "XLA_FLAGS": flags},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return folder


def test_two_devices_learn_both_games_and_what_is_kept_goes_on_with_one(folder: Path) -> None:
    assert devices.number() == 1
    for recipe in (CARDS, DICE):
        training = files.load(folder / f"{recipe.game}.npz", recipe)
        rounds = training.rounds
        TrainingLoop(training).run(1e6, lambda _: True)
        assert training.rounds == rounds + 1


def test_a_mind_of_two_devices_plays(folder: Path) -> None:
    mind, rng = Mind(folder / "linko-mind.npz"), random.Random(1)
    state = Game("linko", 3).start()
    while state.actor == CHANCE:
        state = state.play(state.draw(rng))
    assert state.actor is not None
    view: Any = state.view(state.actor)
    assert mind.choose(view) in view["moves"]


def test_a_processor_has_what_is_free_and_a_container_no_more_than_its_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(devices, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(devices, "LIMITS", (tmp_path / "limit",))
    assert devices.memory() is None, "where nobody says"
    (tmp_path / "meminfo").write_text("MemTotal:  9000 kB\nMemAvailable:    4000 kB\n")
    assert devices.memory() == 4_096_000
    for limit, there in (("max\n", 4_096_000), ("9223372036854771712\n", 4_096_000), ("5000\n", 5000)):
        (tmp_path / "limit").write_text(limit)
        assert devices.memory() == there
