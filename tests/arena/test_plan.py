"""Who plays with whom, and what is refused."""

import doctest
from types import ModuleType

import pytest

import stolik
import stolik.arena.plots
from stolik import arena
from stolik.arena import Plan
from stolik.arena.plan import tables

PAIR = stolik.Game("pickomino", 2)


@pytest.mark.parametrize(
    ("names", "players", "expected"),
    [
        ("a b", 2, ["a b"]),
        ("a b", 4, ["a b b b"]),
        ("a b b", 3, ["a b b"]),
        ("a b c", 5, ["a b c c c"]),
        ("a b c", 3, ["a b c"]),
        ("a b c", 2, ["a b", "a c", "b c"]),
        ("a b c d", 3, ["a b c", "a b d", "a c d", "b c d"]),
    ],
)
def test_the_names_make_the_tables(names: str, players: int, expected: list[str]) -> None:
    assert [" ".join(table) for table in tables(names.split(), players)] == expected


@pytest.mark.parametrize(
    ("players", "games", "deals", "played"), [(2, 20, 10, 20), (2, 21, 11, 22), (3, 20, 7, 21), (7, 1, 1, 7)]
)
def test_games_are_rounded_up_to_whole_deals(players: int, games: int, deals: int, played: int) -> None:
    plan = Plan(stolik.Game("pickomino", players), ("careful", "random"), games, seed=1)
    assert (plan.deals, plan.deals * plan.games_per_deal) == (deals, played)


@pytest.mark.parametrize(
    ("names", "games", "seed", "until", "complaint"),
    [
        (
            "careful clever",
            10,
            1,
            None,
            "unknown bot 'clever'; the bots are: easy, medium, hard, master, random, beginner, careful",
        ),
        ("careful", 10, 1, None, "two bots are needed at least, not 1"),
        ("careful random random", 10, 1, None, "a bot is named twice, but there are only 2 seats"),
        ("careful random", 0, 1, None, "games must be at least 1, not 0"),
        ("careful random", 10, -1, None, "seed must be at least 0, not -1"),
        ("careful random", 10, 1, 0.0, "until must be above 0 and at most 0.5, not 0.0"),
        ("careful random", 10, 1, 0.6, "until must be above 0 and at most 0.5, not 0.6"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(
    names: str, games: int, seed: int, until: float | None, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint.replace("0.", r"0\.")):
        Plan(PAIR, tuple(names.split()), games, seed, until)


def test_the_same_match_may_have_another_goal_but_nothing_else() -> None:
    plan = Plan(PAIR, ("careful", "random"), 10, seed=1)
    assert plan.is_same_match(Plan(PAIR, ("careful", "random"), 99, seed=1, until=0.1))
    assert not plan.is_same_match(Plan(PAIR, ("random", "careful"), 10, seed=1))
    assert not plan.is_same_match(Plan(PAIR, ("careful", "random"), 10, seed=2))
    assert not plan.is_same_match(Plan(stolik.Game("pickomino", 3), ("careful", "random"), 10, seed=1))


def test_a_plan_tells_the_command_that_plays_it() -> None:
    game = stolik.Game("pickomino", 3, variant="deluxe", golden_die="ones_and_worms")
    plan = Plan(game, ("careful", "random"), 500, seed=7, until=0.005)
    assert plan.command() == (
        "stolik arena pickomino careful random --players 3 --variant deluxe "
        "--golden-die ones_and_worms --games 500 --until 0.5 --seed 7"
    )


@pytest.mark.parametrize(
    "module", [arena, arena.plan, arena.plots, arena.tally], ids=lambda module: module.__name__
)
def test_the_examples_in_docstrings_work(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
