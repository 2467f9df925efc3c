"""Checkpoints and minds: what is kept comes back, and what is none is refused by name."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import jax
import numpy as np
import pytest

from stolik.games.linko.lab.recipe import RECIPE
from stolik.games.linko.mind import Mind
from stolik.train import files
from stolik.train.ppo import Settings
from stolik.train.recipe import Share
from stolik.train.training import Point, Training

SHARES = {"basic 5": [0.1, 0.1], "advanced 3": [0.1, 0.1]}


@pytest.fixture
def training() -> Training:
    training = Training.new(RECIPE, RECIPE.tables[2:4], Settings(games=8, minibatch=32, width=4), seed=5)
    training.rounds, training.games, training.seconds, training.minutes = 7, 11, 1.5, 60.0
    training.devices = ["cpu", "2 × gpu NVIDIA H200"]
    shares = {"basic 5": Share(0.25, 0.01), "advanced 3": Share(0.5, 0.0)}
    training.curve.append(Point(1.0, 10, 99, shares, {"basic 5": Share(0.125, 0.02)}))
    return training


def test_a_checkpoint_has_all_that_is_needed_to_go_on(training: Training, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    files.save(training, path)
    again = files.load(path, RECIPE)
    assert files.game_in(path) == "linko"
    assert again.devices == training.devices
    assert (again.tables, again.settings, again.seed) == (training.tables, training.settings, training.seed)
    assert (again.rounds, again.games, again.seconds, again.curve) == (7, 11, 1.5, training.curve)
    assert again.minutes == 60.0
    for one, other in zip(
        *(jax.tree.leaves((each.network, each.adam)) for each in (training, again)), strict=True
    ):
        assert np.array_equal(one, other)
    assert [file.name for file in tmp_path.iterdir()] == ["kept.npz"], "no draft is left"


def test_what_is_no_checkpoint_of_this_game_is_refused(training: Training, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    files.save(training, path)
    whole = path.read_bytes()
    with pytest.raises(ValueError, match="of the game 'linko', not of 'other'"):
        files.load(path, replace(RECIPE, game="other"))
    with pytest.raises(ValueError, match="version 1 of the game's layout, not of 2"):
        files.load(path, replace(RECIPE, version=2))
    with pytest.raises(ValueError, match="another shape"):
        files.load(path, replace(RECIPE, sizes=RECIPE.sizes._replace(hidden=3)))
    for broken in (whole[:-100], whole[: len(whole) // 2], b"", b"PK\x03\x04", b"no checkpoint"):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match="damaged"):
            files.load(path, RECIPE)
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    with pytest.raises(ValueError, match="damaged"):
        files.load(path, RECIPE)
    files.save_mind(training, path)
    assert Mind(path).told["devices"] == training.devices, "kept beside the weights"
    with pytest.raises(ValueError, match="does not have the format 'stolik checkpoint 1'"):
        files.load(path, RECIPE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, None) for name in ("game", "version", "tables", "settings", "seed", "rounds", "curve")),
        *(("seed", seed) for seed in (10**30, -1, 1.5, "x", True)),
        *(("tables", [table]) for table in (5, {"players": 99}, {"chairs": 3})),
        ("tables", []),
        *(("settings", {"games": games}) for games in (0, -1, "x", 2**40, 1.5)),
        *(("settings", {"width": width}) for width in (-1, 0, "x", 2_000_000)),
        *(("settings", {"steps": steps}) for steps in (0, 10**9)),
        *(("settings", {"floor": floor}) for floor in (-0.5, "x", float("nan"))),
        ("settings", {"other": 1}),
        *((name, value) for name in ("rounds", "games", "decisions") for value in ("x", -1, 10**30, 0.5)),
        *(("seconds", seconds) for seconds in ("x", -1.0, float("nan"), float("inf"))),
        ("seconds", 10**400),
        *(("curve", curve) for curve in (5, [5], [[1.0]], [["x", 1, 1, {}]], [[1.0, 1, 1, {}]])),
        *(("curve", [[bad, 1, 1, SHARES]]) for bad in (float("nan"), float("inf"), 10**400)),
        *(("curve", [[1.0, bad, 1, SHARES]]) for bad in (float("nan"), float("inf"), 10**400)),
        *(("curve", [[1.0, 1, 1, SHARES | {"basic 5": [bad, 0.1]}]]) for bad in (float("nan"), 10**400)),
        ("curve", [[1.0, 1, 1, {"basic 5": [0.1], "advanced 3": [0.1, 0.1]}]]),
        *(("minutes", minutes) for minutes in ("x", 0, -1.0, float("nan"), 10**400)),
        ("devices", 5),
    ],
)
def test_a_checkpoint_with_what_cannot_be_is_damaged(
    training: Training, tmp_path: Path, name: str, value: object
) -> None:
    path = tmp_path / "kept.npz"
    files.save(training, path)
    with np.load(path) as kept:
        parts = dict(kept)
    told = json.loads(str(parts.pop("told")))
    if name == "settings" and isinstance(value, dict):
        value = told["settings"] | value
    told[name] = value
    if value is None:
        del told[name]
    np.savez(path, told=np.array(json.dumps(told)), **parts)
    with pytest.raises(ValueError, match=r"^it is damaged: "):
        files.load(path, RECIPE)


def test_whatever_bytes_a_file_has_it_is_read_or_refused_with_the_reason(
    training: Training, tmp_path: Path
) -> None:
    path = tmp_path / "kept.npz"
    np.save(tmp_path / "single.npy", np.zeros(3))
    with pytest.raises(ValueError, match=r"damaged, or no 'stolik checkpoint 1' file: not an \.npz file"):
        files.load(tmp_path / "single.npy", RECIPE)
    with pytest.raises(ValueError, match=r"damaged, or no 'stolik mind 1' file: not an \.npz file"):
        files.begin_with(training, tmp_path / "single.npy")
    files.save(training, path)
    whole, heads = path.read_bytes(), (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06")
    for head in heads:
        at = whole.index(head)
        for number, mask in product(range(at, at + 22), (0x01, 0xFF)):
            flipped = bytes([whole[number] ^ mask])
            path.write_bytes(whole[:number] + flipped + whole[number + 1 :])
            with suppress(ValueError):  # what says nothing of the contents may be anything
                files.load(path, RECIPE)
    unpacked = whole.index(heads[0]) + 10  # the method of compression
    path.write_bytes(whole[:unpacked] + b"\xff" + whole[unpacked + 1 :])
    with pytest.raises(ValueError, match="damaged"):
        files.load(path, RECIPE)
    with pytest.raises(ValueError, match="damaged"):
        Mind(path)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_mind_with_weights_that_are_not_finite_is_refused(
    training: Training, tmp_path: Path, bad: float
) -> None:
    path = tmp_path / "mind.npz"
    training.network = jax.tree.map(lambda weights: weights.at[0].set(bad), training.network)
    files.save_mind(training, path)
    for read in (Mind, lambda path: files.begin_with(training, path)):
        with pytest.raises(ValueError, match="has weights that are not finite numbers"):
            read(path)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_checkpoint_with_weights_that_are_no_numbers_is_damaged(
    training: Training, tmp_path: Path, bad: float
) -> None:
    training.network = jax.tree.map(lambda weights: weights.at[0].set(bad), training.network)
    files.save(training, tmp_path / "kept.npz")
    with pytest.raises(ValueError, match="damaged: its network has weights that are not finite numbers"):
        files.load(tmp_path / "kept.npz", RECIPE)


def test_how_wide_a_mind_is_and_what_has_no_network(training: Training, tmp_path: Path) -> None:
    path = tmp_path / "mind.npz"
    files.save_mind(training, path)
    assert files.width_of(path, RECIPE) == 4
    with np.load(path) as kept:
        told = kept["told"]
    for arrays in ({}, {"a0": np.float16(1)}, {"a0": np.zeros((3, 0), np.float16)}):
        np.savez(path, told=told, **arrays)
        with pytest.raises(ValueError, match="has no network"):
            files.width_of(path, RECIPE)


def test_what_is_no_mind_of_this_game_is_refused(training: Training, tmp_path: Path) -> None:
    path = tmp_path / "mind.npz"
    files.save(training, path)
    with pytest.raises(ValueError, match="does not have the format 'stolik mind 1'"):
        Mind(path)
    training.recipe = replace(RECIPE, version=2)
    files.save_mind(training, path)
    with pytest.raises(ValueError, match="a mind of 'linko', version 2"):
        Mind(path)
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(ValueError, match="damaged"):
        Mind(path)
    training.recipe = RECIPE
    training.network = training.network._replace(value=training.network.policy)
    files.save_mind(training, path)
    with pytest.raises(ValueError, match="a network of another shape"):
        Mind(path)
