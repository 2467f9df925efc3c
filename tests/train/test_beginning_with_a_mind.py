"""A training run that begins with a mind: it is as good as that, and what cannot be begun with is refused."""

from __future__ import annotations

from pathlib import Path

import jax
import numpy as np
import pytest

from stolik.core import Game
from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.linko.lab.recipe import training_table
from stolik.games.linko.mind import SHIPPED
from stolik.games.pickomino.bots.planner.value_network import read
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.games.pickomino.lab.recipe import Settings as DiceSettings
from stolik.train import files, net
from stolik.train.ppo import Settings
from stolik.train.training import Training

BASIC, DUEL = Game("linko", 3), Game("linko", 2, mode="duel")
TWO, THREE = Game("pickomino", 2), Game("pickomino", 3)
DELUXE = Game("pickomino", 3, variant="deluxe")


def cards(*tables: Game, width: int = 8, seed: int = 1) -> Training:
    return Training.new(CARDS, tables, Settings(games=4, minibatch=8, width=width), seed)


def dice(*tables: Game, width: int = 8, seed: int = 1) -> Training:
    return Training.new(DICE, tables, DiceSettings(games=4, width=width), seed)


def kept(training: Training, folder: Path) -> Path:
    path = folder / f"{training.recipe.game}.npz"
    files.save_mind(training, path)
    return path


def test_cards_begin_as_good_as_the_mind(tmp_path: Path) -> None:
    learned, new = cards(BASIC, seed=1), cards(DUEL, seed=2)
    table = training_table(DUEL)
    view = jax.jit(table.view)(jax.jit(table.init, static_argnums=1)(jax.random.key(1), 4))

    def logits(training: Training) -> tuple[jax.Array, jax.Array, jax.Array]:
        return *net.play(training.network, view), net.judge(training.network, view)

    files.begin_with(new, kept(learned, tmp_path))
    for one, other, fresh in zip(*map(logits, (learned, new, cards(DUEL, seed=2))), strict=True):
        assert np.allclose(one, other, rtol=0, atol=1e-3), "minds are kept in half precision"
        assert not np.allclose(one, fresh, rtol=0, atol=1e-3)
    assert {leaf.dtype for leaf in jax.tree.leaves(new.network)} == {np.dtype(np.float32)}


def test_dice_begin_as_good_as_the_mind(tmp_path: Path) -> None:
    learned, new = dice(TWO, THREE, seed=1), dice(THREE, seed=2)
    path = kept(learned, tmp_path)
    files.begin_with(new, path)
    assert list(new.network.live) == ["base more"], "only what is needed"
    for layers in (new.network.live["base more"], new.network.calm["base more"]):
        for layer, (weights, bias) in zip(layers, read(path)["base more"], strict=True):
            assert np.array_equal(layer[0], weights)
            assert np.array_equal(layer[1], bias)


def test_the_mind_of_the_package_can_be_begun_with() -> None:
    assert files.width_of(SHIPPED, CARDS) == 512
    training = cards(BASIC, width=512)
    files.begin_with(training, SHIPPED)
    assert training.network.policy.weight.shape[0] == 512


def test_what_cannot_be_begun_with_is_refused_by_name(tmp_path: Path) -> None:
    mind = kept(cards(BASIC), tmp_path)
    with pytest.raises(ValueError, match=r"linko\.npz has a network of another shape.* have 8 units, not 16"):
        files.begin_with(cards(BASIC, width=16), mind)
    with pytest.raises(ValueError, match=r"linko\.npz is a mind of 'linko'"):
        files.begin_with(dice(TWO), mind)
    with pytest.raises(OSError, match=r"none\.npz"):
        files.begin_with(cards(BASIC), tmp_path / "none.npz")
    checkpoint = tmp_path / "checkpoint.npz"
    files.save(cards(BASIC), checkpoint)
    with pytest.raises(ValueError, match=r"checkpoint\.npz does not have the format 'stolik mind 1'"):
        files.begin_with(cards(BASIC), checkpoint)
    mind.write_bytes(mind.read_bytes()[:-10])
    with pytest.raises(ValueError, match=r"linko\.npz is damaged"):
        files.begin_with(cards(BASIC), mind)


def test_a_mind_of_other_dice_tables_is_refused(tmp_path: Path) -> None:
    mind = kept(dice(TWO), tmp_path)
    with pytest.raises(ValueError, match="it has no network for: base more"):
        files.begin_with(dice(TWO, THREE), mind)
    with pytest.raises(ValueError, match="it has no network for: deluxe more"):
        files.begin_with(dice(DELUXE), mind)
