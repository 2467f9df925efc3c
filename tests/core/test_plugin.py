"""Games that installed packages bring by an entry point: found once, and a broken one does no harm."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields, replace
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType

import pytest

import stolik
from stolik.core import Fairness, Option, Plugin, Recorder, plugin

OURS = stolik.game_names()
MODULE = "brought"

Bring = Callable[..., None]


def like_ours(name: str) -> Plugin:
    """Return a game with the rules of one of ours."""
    return Plugin(name=name, options=(Option("players", (2,), 2, ""),), start=plugin(OURS[0]).start)


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Bring:
    """Have a package with these objects be installed, each named by an entry point as if not read yet."""

    def installed(**objects: object) -> None:
        module = ModuleType(MODULE)
        vars(module).update(objects)
        monkeypatch.setitem(sys.modules, MODULE, module)
        points = EntryPoints(EntryPoint(name, f"{MODULE}:{name}", "stolik.games") for name in objects)
        monkeypatch.setattr("stolik.core.entry_points.find", lambda group: points.select(group=group))
        registry = sys.modules["stolik.core.plugins"]
        monkeypatch.setattr(registry, "_PLUGINS", {name: plugin(name) for name in OURS})
        monkeypatch.setattr(registry, "_entry_points_are_read", False)

    return installed


def test_a_game_of_a_package_is_listed_after_ours(bring: Bring) -> None:
    bring(zebra=like_ours("zebra"), ant=like_ours("ant"))
    assert stolik.game_names() == (*OURS, "ant", "zebra")
    assert stolik.Game("ant").players == 2


def test_a_package_is_asked_only_for_games_that_are_not_ours(bring: Bring) -> None:
    bring(broken="no plug-in")
    assert plugin(OURS[0]).name == OURS[0]  # a warning would be an error here


@pytest.mark.parametrize(
    ("brought", "why"),
    [("no plug-in", "it must be a stolik.core.Plugin"), (like_ours("other"), "with the name 'broken'")],
)
def test_a_broken_one_is_left_out_with_a_warning(bring: Bring, brought: object, why: str) -> None:
    bring(broken=brought, ant=like_ours("ant"))
    with pytest.warns(UserWarning, match=f"the game 'broken' cannot be loaded from brought:broken: .*{why}"):
        assert stolik.game_names() == (*OURS, "ant")


def test_one_may_ask_for_the_games_while_it_is_loaded(bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(ant=like_ours("ant"), bee=like_ours("bee"))
    load, seen = EntryPoint.load, list[tuple[str, ...]]()

    def asking(point: EntryPoint) -> object:
        seen.append(stolik.game_names())
        return load(point)

    monkeypatch.setattr(EntryPoint, "load", asking)
    assert stolik.game_names() == (*OURS, "ant", "bee")  # a warning would be an error here
    assert seen == [OURS, (*OURS, "ant")]


def test_none_can_take_the_name_of_another(bring: Bring) -> None:
    bring(**{OURS[0]: like_ours(OURS[0])})
    ours = plugin(OURS[0])
    with pytest.warns(UserWarning, match=f"a game named '{OURS[0]}' is there already"):
        stolik.game_names()
    assert plugin(OURS[0]) is ours


def test_an_unknown_game_is_refused_with_the_names_of_all(bring: Bring) -> None:
    bring(ant=like_ours("ant"))
    with pytest.raises(ValueError, match=r"unknown game 'bee'; the games are: .*, ant"):
        stolik.Game("bee")


def test_a_part_that_a_game_lacks_is_named() -> None:
    with pytest.raises(ValueError, match="the game 'ant' has no encoding"):
        like_ours("ant").load("encoding")


def test_the_number_of_players_is_the_first_option() -> None:
    with pytest.raises(ValueError, match="the game 'odd': the first option must be 'players'"):
        Plugin(name="odd", options=(), start=plugin(OURS[0]).start)


def test_a_part_that_is_not_there_is_named() -> None:
    odd = replace(like_ours("odd"), bots="stolik.bots:NOTHING")
    with pytest.raises(ValueError, match=r"stolik\.bots has no NOTHING"):
        odd.load("bots")


def test_chance_brings_only_what_the_plug_in_declares(bring: Bring) -> None:
    bring(ant=replace(plugin(OURS[0]), name="ant", chance={}))
    table = Recorder(stolik.Game("ant"), Fairness(bytes(32), ("", "")))
    table.play("roll")
    with pytest.raises(ValueError, match=r"ant draws 'dice .* its plug-in does not declare that word"):
        table.chance()
    assert table.record().moves == ("roll",)


def test_help_explains_every_field() -> None:
    assert Plugin.__doc__ is not None
    explained = [line.strip() for line in Plugin.__doc__.splitlines() if line.startswith("    ")]
    assert [one.name for one in fields(Plugin)] == [line for line in explained if line.isidentifier()]
