"""What happens where memory is short: it is said in words, and nothing that was learned is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jax
import pytest

from stolik.cli import main
from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.pickomino.lab import recipe as dice
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.train import devices, files, measure, memory, policy
from stolik.train.memory import TooManyGamesError
from stolik.train.policy import PolicyRecipe
from stolik.train.recipe import Recipe, Share
from stolik.train.training import Training, TrainingLoop

CARDS_LINE = "train linko --players 3 --mode basic --lang en --minutes 0.001"
DICE_LINE = "train pickomino --players 2 --variant base --lang en --minutes 0.001"
BOTH = [(CARDS, CARDS_LINE), (DICE, DICE_LINE)]
RAN_OUT = [
    "INTERNAL: Error dispatching computation: Out of memory allocating 16143293168 bytes.",
    "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 16143293168 bytes.",
]
"""As CPUs and GPUs word it."""

Has = Callable[[int], None]


@pytest.fixture
def has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Has:
    """Begin in an empty folder, and return what sets how much memory there is; measure in few games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(measure, "MEASURED_GAMES", (6, 6))

    def to_set(there: int) -> None:
        monkeypatch.setattr(devices, "memory", lambda: there)

    return to_set


def of_line(recipe: Recipe, games: int) -> Training:
    """Return the training run that a command begins, small."""
    return Training.new(recipe, recipe.tables[:1], recipe.usual(large=False, games=games, width=32), seed=1)


def needed(recipe: Recipe, games: int, has: Has) -> int:
    """Return how much memory it takes to learn with so many games at once."""
    has(1000)
    with pytest.raises(TooManyGamesError) as raised:
        TrainingLoop(of_line(recipe, games))
    assert raised.value.fit == 0
    return raised.value.need


@pytest.mark.parametrize(("recipe", "line"), BOTH)
def test_a_batch_that_is_too_large_says_which_would_fit(
    recipe: Recipe, line: str, has: Has, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    has(2 * needed(recipe, 64, has) // 5)
    kept = Path(f"{recipe.game}-checkpoint.npz")
    assert main([*line.split(), "--width", "32", "--batch", "64"]) == 2
    assert not kept.exists(), "another run may begin in its place"
    said = capsys.readouterr().err
    found = re.search(r"64 games at once need about .* available; about (\d+) would fit: --batch \1", said)
    assert found, said
    assert 8 <= int(found[1]) < 64

    for usual in ("SMALL", "LARGE"):
        monkeypatch.setattr(policy, usual, {"games": 64, "width": 32})
        monkeypatch.setattr(dice, usual, {"games": 64, "width": 32})
    assert main(line.split()) == 0, "the default is no more than a default"
    said = capsys.readouterr().err
    assert f"64 games at once, the default, do not fit in memory; {found[1]} are played\n" in said
    assert files.load(kept, recipe).settings.games == int(found[1]), "so many do fit"


@pytest.mark.parametrize("line", [CARDS_LINE, DICE_LINE])
def test_where_nothing_fits_nothing_is_suggested(
    line: str, has: Has, capsys: pytest.CaptureFixture[str]
) -> None:
    has(1000)
    assert main([*line.split(), "--width", "32", "--batch", "64"]) == 2
    said = capsys.readouterr().err
    assert re.search(r"about [\d,.]+ .B of memory, and 0 MB is available; not even one game", said), said
    assert "--batch" not in said
    assert not list(Path().iterdir())


@pytest.mark.parametrize("rounds", [0, 3])
def test_what_is_resumed_where_memory_is_short_stays(
    rounds: int, has: Has, capsys: pytest.CaptureFixture[str]
) -> None:
    training, path = of_line(CARDS, 64), Path("kept.npz")
    training.rounds = rounds
    files.save(training, path)
    has(1000)
    assert main(["train", "--resume", "kept.npz", "--lang", "en"]) == 2
    assert "not even one game at each table would fit" in capsys.readouterr().err
    assert files.load(path, CARDS).rounds == rounds


class Fails:
    """A learner that fails, after so many updates and where it measures."""

    played = (48,)

    def __init__(self, training: Training, error: Exception, updates: int) -> None:
        self._training = training
        self._error = error
        self._updates = updates

    def learn(self, so_far: float) -> None:
        """Count an update, or fail."""
        if self._training.rounds == self._updates:
            raise self._error
        self._training.rounds += 1
        self._training.seconds += 0.1

    def measure(self, key: jax.Array) -> Sequence[Share]:
        """Fail."""
        raise self._error


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Exception, int], None]:
    """Begin in an empty folder, and return what lets training fail with this error after so many updates."""
    monkeypatch.chdir(tmp_path)

    def to_set(error: Exception, updates: int) -> None:
        def learner(_: PolicyRecipe, training: Training) -> Any:
            return Fails(training, error, updates)

        monkeypatch.setattr(PolicyRecipe, "learner", learner)

    return to_set


LINE = [
    "train",
    "linko",
    "--players",
    "3",
    "--batch",
    "50",
    "--width",
    "32",
    "--minutes",
    "0.01",
    "--lang",
    "en",
]
KEPT = Path("linko-checkpoint.npz")


@pytest.mark.parametrize("text", RAN_OUT)
def test_memory_that_runs_out_is_said_in_words(
    text: str, fails: Callable[[Exception, int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    fails(jax.errors.JaxRuntimeError(text), 0)
    assert main(LINE) == 2
    said = capsys.readouterr().err
    assert "memory ran out with 50 games at once and layers of 32; try a smaller --batch or --width" in said
    assert not KEPT.exists()

    fails(jax.errors.JaxRuntimeError(text), 2)
    assert main(LINE) == 2
    assert "linko-checkpoint.npz can be resumed where there is more memory" in capsys.readouterr().err
    assert files.load(KEPT, CARDS).rounds == 2
    fails(jax.errors.JaxRuntimeError(text), 2)
    assert main(["train", "--resume", str(KEPT), "--lang", "en"]) == 2
    assert "--batch" not in capsys.readouterr().err, "that cannot be changed any more"


@pytest.mark.parametrize("text", RAN_OUT)
def test_a_network_that_cannot_be_measured_is_kept(
    text: str, fails: Callable[[Exception, int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    fails(jax.errors.JaxRuntimeError(text), 1000)
    assert main([*LINE, "--mind", "mind.npz", "--report", "report.html"]) == 0
    said = capsys.readouterr()
    assert said.err.count("There is not enough memory to measure the network") == 1, "said once"
    assert "where 50 games cannot be divided evenly among tables and devices, 48 are played" in said.err
    assert files.load(KEPT, CARDS).rounds > 2
    assert Path("mind.npz").exists()


def test_a_run_that_fails_before_anything_is_learned_leaves_no_checkpoint(
    fails: Callable[[Exception, int], None],
) -> None:
    fails(jax.errors.JaxRuntimeError("INTERNAL: something else"), 0)
    with pytest.raises(jax.errors.JaxRuntimeError, match="something else"):
        main(LINE)
    assert not KEPT.exists()


def test_a_network_that_does_not_fit_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def runs_out(*_: object) -> None:
        raise jax.errors.JaxRuntimeError(RAN_OUT[0])

    monkeypatch.setattr(Training, "new", runs_out)
    assert main(LINE) == 2
    assert "there is not enough memory for the network" in capsys.readouterr().err


def test_a_network_that_an_update_took_along_is_not_kept() -> None:
    training = of_line(CARDS, 4)
    assert training.is_whole()
    training.network.policy.weight.delete()
    assert not training.is_whole()


def test_games_that_are_divided_among_tables_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice.TurnLearner, "_compiled", lambda *_: (None, [], 0))
    monkeypatch.setattr(memory, "check", lambda *_: None)
    training = Training.new(DICE, DICE.tables, DICE.usual(large=False, games=128, width=4), seed=1)
    assert TrainingLoop(training).played == [128, 125, 128, 125], "at a table of two, and at five others"
