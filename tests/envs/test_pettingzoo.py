from __future__ import annotations

import warnings
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test

from stolik.envs import pettingzoo

TABLES: list[dict[str, Any]] = [
    {"game": "pickomino", "players": 2},
    {"game": "pickomino", "players": 4, "variant": "deluxe"},
    {"game": "linko", "players": 3},
    {"game": "linko", "players": 5, "mode": "expert", "first": "lots"},
    {"game": "linko", "players": 2, "mode": "duel"},
]


@pytest.mark.parametrize("table", TABLES)
def test_it_passes_the_suite_of_pettingzoo(table: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks about spaces that are not pictures
        api_test(pettingzoo.env(**table), num_cycles=200)


@pytest.mark.parametrize("table", TABLES[:4:2])
def test_a_seed_makes_the_same_game(table: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(**table), num_cycles=60)


def test_rewards_come_at_the_end_and_sum_to_nothing() -> None:
    env = pettingzoo.env("linko", players=4)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else int(seen["action_mask"].nonzero()[0][0]))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_an_illegal_action_costs_its_player_and_nobody_gains() -> None:
    env = pettingzoo.env("pickomino", players=3)
    env.reset(seed=3)
    wrong = int((env.last()[0]["action_mask"] == 0).nonzero()[0][0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo remarks upon it
        env.step(wrong)
    assert env.rewards == {"seat_0": -1, "seat_1": 0, "seat_2": 0}


def test_a_way_to_render_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="one of: ansi; not 'human'"):
        pettingzoo.env("linko", players=3, render_mode="human")


@pytest.mark.parametrize(("mode", "heading"), [("basic", "linko"), ("expert", "linko mode=expert")])
def test_it_renders_what_everybody_may_see(mode: str, heading: str) -> None:
    env = pettingzoo.env("linko", players=3, mode=mode, render_mode="ansi")
    env.reset(seed=1)
    text = str(env.render())
    assert text.startswith(f"{heading}: seat 0, play\npool: ")
    assert "seat 2: 13 cards, -13 points: -" in text
