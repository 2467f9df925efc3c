"""What ``stolik train`` keeps of a run, and resumes; the learning itself takes no time here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

from stolik.cli import main
from stolik.cli.errors import INTERRUPTED
from stolik.games.linko.lab.recipe import RECIPE
from stolik.games.linko.mind import Mind
from stolik.train import files
from stolik.train.policy import PolicyRecipe
from stolik.train.recipe import Measured, Share
from stolik.train.training import Training

KEPT, MIND, REPORT = Path("kept.npz"), Path("mind.npz"), Path("report.html")
RESUME = ["train", "--resume", str(KEPT), "--lang", "en"]


class Quick:
    """A learner that learns nothing, in ten minutes an update."""

    played = (8,)
    so_far: list[float]
    """How far the run was before each update."""

    def __init__(self, training: Training, so_far: list[float]) -> None:
        self._training = training
        self.so_far = so_far

    def learn(self, so_far: float) -> None:
        """Count an update."""
        self.so_far.append(so_far)
        self._training.rounds += 1
        self._training.seconds += 600

    def measure(self, key: jax.Array) -> Sequence[Measured]:
        """Return some win rate."""
        return [Measured(Share(0.5, 0.1), None)]


@pytest.fixture
def so_far(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[float]:
    """Begin in an empty folder, and return how far a run was before each update, once it has learned."""
    monkeypatch.chdir(tmp_path)
    found: list[float] = []

    def learner(_: PolicyRecipe, training: Training) -> Any:
        return Quick(training, found)

    monkeypatch.setattr(PolicyRecipe, "learner", learner)
    return found


def stopped(planned: float | None) -> None:
    """Write the checkpoint of a run that was stopped after 20 minutes."""
    training = Training.new(RECIPE, RECIPE.tables[:1], RECIPE.usual(large=False, games=8, width=4), seed=1)
    training.rounds, training.seconds, training.minutes = 2, 1200.0, planned
    files.save(training, KEPT)


def test_a_resumed_run_takes_as_long_as_was_planned(so_far: list[float]) -> None:
    stopped(60)
    assert main(RESUME) == 0
    assert so_far == pytest.approx([1 / 3, 1 / 2, 2 / 3, 5 / 6], abs=1e-3)
    assert main([*RESUME, "--minutes", "80"]) == 0
    assert so_far[4:] == pytest.approx([3 / 4, 7 / 8], abs=1e-3)
    assert files.load(KEPT, RECIPE).minutes == 80


def test_a_run_that_goes_on_beyond_its_end_has_points_there_too(so_far: list[float]) -> None:
    stopped(160)
    assert main(RESUME) == 0
    assert main([*RESUME, "--minutes", "320"]) == 0
    minutes = [round(point.seconds / 60) for point in files.load(KEPT, RECIPE).curve]
    assert minutes == [30, 50, 70, 90, 110, 130, 150, 160, 200, 240, 280, 320], "an eighth of the run apart"
    assert len(so_far) == 30


def test_a_run_that_is_stopped_before_it_learns_leaves_no_file(
    so_far: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def at_once() -> Iterator[Callable[[], bool]]:
        yield lambda: True

    monkeypatch.setattr("stolik.cli.train.stop_requests", at_once)
    line = (
        f"train linko --players 3 --mode basic --batch 8 --width 4 --mind {MIND} --report {REPORT} --lang en"
    )
    assert main([*line.split(), "--out", str(KEPT)]) == INTERRUPTED
    assert capsys.readouterr().out == "Stopped before anything was learned; no file was written.\n"
    assert not list(Path().iterdir())
    stopped(60)
    assert main(RESUME) == INTERRUPTED
    assert "To resume: stolik train --resume kept.npz\n" in capsys.readouterr().out
    assert not so_far


def test_where_nothing_is_left_to_train_it_says_so(
    so_far: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    stopped(60)
    line = [*RESUME, "--minutes", "15", "--report", str(REPORT)]
    for _ in range(2):  # the first one measures
        assert main(line) == 0
        said = capsys.readouterr().out
        assert "Nothing is left to train: 20.0 of 15.0 minutes are done" in said
        assert "Report: report.html" in said
    assert len(files.load(KEPT, RECIPE).curve) == 1
    assert files.load(KEPT, RECIPE).minutes == 60, "the plan stays"
    assert not so_far
    assert main(RESUME) == 0
    assert len(so_far) == 4
    assert main([*RESUME, "--out", "copy.npz"]) == 0
    assert files.load(Path("copy.npz"), RECIPE).seconds == files.load(KEPT, RECIPE).seconds


def test_an_older_checkpoint_does_not_say_what_was_planned(
    so_far: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    stopped(None)
    with np.load(KEPT) as kept:
        parts = dict(kept)
    told = json.loads(str(parts.pop("told")))
    del told["minutes"]
    np.savez(KEPT, told=np.array(json.dumps(told)), **parts)
    assert main(RESUME) == 0
    assert "20.0 of 5.0 minutes are done. To train longer, give more --minutes." in capsys.readouterr().out
    assert not so_far


@pytest.mark.usefixtures("so_far")
def test_a_file_that_cannot_be_written_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    stopped(60)
    line = [*RESUME, "--mind", str(MIND), "--report", str(REPORT)]
    with monkeypatch.context() as now:
        now.setattr(files, "save_mind", full)
        assert main(line) == 2
    said = capsys.readouterr()
    assert "Checkpoint: kept.npz\nReport: report.html\n" in said.out
    assert "mind.npz" in said.err
    assert "No space left on device" in said.err
    with monkeypatch.context() as now:
        now.setattr("stolik.cli.train.write_whole", full)
        assert main(line) == 2
    said = capsys.readouterr()
    assert "Player: mind.npz" in said.out
    assert "report.html" in said.err
    assert Mind(MIND).told["rounds"] > 2
    names = {path.name for path in Path().iterdir()}
    assert names == {"kept.npz", "mind.npz", "report.html"}, "no draft is left"
