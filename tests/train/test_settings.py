"""Settings as they are asked for: NAME=NUMBER, within bounds."""

from __future__ import annotations

from typing import Any

import pytest

from stolik.cli import main
from stolik.games.linko.lab.recipe import RECIPE as CARDS
from stolik.games.pickomino.lab.recipe import RECIPE as DICE
from stolik.train.recipe import MOST, Recipe, SettingError, check_settings, read_settings


def test_numbers_are_read_as_the_settings_have_them() -> None:
    settings: Any = CARDS.usual(large=True)
    found: dict[str, Any] = read_settings(
        ["floor=0.02", "epochs=3", "anchor=0,5", "rate=1e-3", "floor=0"], settings
    )
    assert found == {"floor": 0.0, "epochs": 3, "anchor": 0.5, "rate": 0.001}, "the last one counts"
    changed: Any = CARDS.usual(large=False, games=64, **found)
    assert (changed.games, changed.epochs, changed.minibatch) == (64, 3, 64 * 32 // 8)
    many: Any = CARDS.usual(large=False, games=64, steps=16)
    assert many.minibatch == 64 * 16 // 8
    chosen: Any = CARDS.usual(large=False, minibatch=7)
    assert chosen.minibatch == 7


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("steps=0", "steps=1–127"),
        ("steps=", "steps=1–127"),
        ("steps", "steps=1–127"),
        ("steps=1.5", "steps=1–127"),
        ("games=16777217", "games=1–16777216"),
        ("rate=nan", "rate=0–1"),
        ("rate=-0.1", "rate=0–1"),
        ("rate=x", "rate=0–1"),
        ("exploration=2", "exploration=0–1"),
        ("floor=0.1", "games=1–16777216, width=1–8192, steps=1–127, rate=0–1, exploration=0–1"),
        ("=1", "games=1–16777216, width=1–8192, steps=1–127, rate=0–1, exploration=0–1"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(
    text: str, allowed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SettingError) as raised:
        read_settings(["games=8", text], DICE.usual(large=False))
    assert ", ".join(raised.value.allowed) == allowed
    assert main(["train", "pickomino", "--set", "games=8", text, "--lang", "en"]) == 2
    assert capsys.readouterr().err.endswith(f"--set cannot be “{text}”; it can be: {allowed}\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--batch 64 --set games=8", "--batch and --set games=… set the same value; give only one of them"),
        ("--width 4 --set games=8 width=16", "--width and --set width=… set the same value"),
    ],
)
def test_what_is_given_in_two_ways_is_refused(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "linko", *line.split(), "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("recipe", [CARDS, DICE])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("further", [False, True])
def test_the_usual_settings_can_be(recipe: Recipe, large: bool, further: bool) -> None:
    check_settings(recipe.usual(large=large, further=further))


def test_the_decisions_of_an_update_can_be_counted() -> None:
    assert MOST["games"] * MOST["steps"] < 2**31
