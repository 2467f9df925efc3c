"""Training on several devices: the games are spread over them, and the network is the same on all."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stolik.cli import main
from stolik.cli.train import _tell_what_divides as tell_what_divides
from stolik.core import CHANCE, Game
from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.linko.mind import Mind
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.train import devices, files
from stolik.train.training import Training, TrainingLoop
from stolik.words import Words

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


def test_a_batch_that_is_too_large_says_which_would_fit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = 30_000_000
    monkeypatch.setattr(devices, "memory", lambda: memory)
    monkeypatch.chdir(tmp_path)
    line = "train linko --players 3 --mode basic --width 32 --minutes 0.001 --lang en --batch"
    assert main([*line.split(), "256"]) == 2
    said = capsys.readouterr().err
    found = re.search(r"256 games .* 0.1 GB .* 0.0 GB are available; about (\d+) would fit", said)
    assert found, said
    assert 32 <= int(found[1]) < 256
    assert main([*line.split(), found[1]]) == 0, "so many do fit, in the same place"
    assert files.load(tmp_path / "linko-checkpoint.npz", CARDS).settings.games == int(found[1])
    capsys.readouterr()
    kept = (tmp_path / "linko-checkpoint.npz").read_bytes()
    monkeypatch.setattr(devices, "memory", lambda: 1_000_000)
    assert main(["train", "--resume", "linko-checkpoint.npz", "--minutes", "1", "--lang", "en"]) == 2
    assert "games at once need about" in capsys.readouterr().err
    assert (tmp_path / "linko-checkpoint.npz").read_bytes() == kept, "what has been learned is kept"


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


def test_a_batch_that_does_not_divide_is_rounded_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    training = Training.new(CARDS, CARDS.tables[:1], CARDS.usual(large=False, games=50, width=4), seed=1)
    tell_what_divides(Words("en"), training)
    assert capsys.readouterr().err == "", "one device plays any number"
    monkeypatch.setattr(devices, "number", lambda: 4)
    tell_what_divides(Words("en"), training)
    assert capsys.readouterr().err == "50 games cannot be spread evenly over 4 devices; 48 are played\n"
    assert devices.part(3) == 1, "every device plays"
