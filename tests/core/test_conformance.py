"""Our games pass the conformance test of plug-ins and orders, and it notices games that do not."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import stolik
from stolik import Game
from stolik.core import Plugin, plugin
from stolik.testing import check_order, check_plugin

OURS = stolik.game_names()


@pytest.mark.parametrize("name", OURS)
def test_everything_that_our_plug_ins_name_is_there(name: str) -> None:
    check_plugin(name)


@pytest.mark.parametrize("game", [Game("pickomino", 3, variant="deluxe"), Game("linko", 3)], ids=repr)
def test_our_games_are_the_same_whatever_the_hash_seed(game: Game) -> None:
    check_order(game, seed=3)


@pytest.mark.parametrize(
    ("wrong", "breach"),
    [
        ({"bots": "stolik.nothing:BOTS"}, "No module named 'stolik.nothing'"),
        ({"picture": "stolik.bots:NOTHING"}, "stolik.bots has no NOTHING"),
        ({"levels": {"hard": "nobody"}}, "the level hard is the bot 'nobody'"),
        ({"levels": {"absurd": "random"}}, "these are no levels: ['absurd']"),
        ({"help": ("none", "trainer"), "advice": ""}, "there is no advice"),
        ({"words": "stolik.core"}, "there is no en.toml in stolik.core"),
        ({"puzzles": "stolik.core"}, "stolik.core"),
    ],
    ids=lambda wrong: "-".join(wrong) if isinstance(wrong, dict) else "",
)
def test_what_a_plug_in_names_in_vain_is_noticed(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, object], breach: str
) -> None:
    odd: Plugin = replace(plugin(OURS[0]), name="odd", **wrong)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules["stolik.core.plugins"].__dict__["_PLUGINS"], "odd", odd)
    with pytest.raises(AssertionError) as noticed:
        check_plugin("odd")
    assert breach in str(noticed.value)


def test_a_part_that_needs_a_package_which_is_not_there_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "needy.py").write_text("import a_package_that_nobody_has\n")
    monkeypatch.syspath_prepend(tmp_path)
    odd = replace(plugin(OURS[0]), name="odd", lab="needy:make")
    monkeypatch.setitem(sys.modules["stolik.core.plugins"].__dict__["_PLUGINS"], "odd", odd)
    check_plugin("odd")


IN_THE_ORDER_OF_A_SET = """
from stolik.core import Move
from stolik.games.pickomino.rules import PickominoState

legal = PickominoState.moves
PickominoState.moves = lambda state: tuple(map(Move, set(legal(state))))
"""


def test_moves_in_the_order_of_a_set_are_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(IN_THE_ORDER_OF_A_SET)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match="depends on the hash seed"):
        check_order(Game("pickomino", 2), seed=1)
