from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from stolik.envs.gymnasium import SeatEnv

TABLES: list[dict[str, Any]] = [
    {"game": "pickomino", "players": 2},
    {"game": "pickomino", "players": 5, "variant": "deluxe", "seat": 3},
    {"game": "linko", "players": 3, "bots": "lowest"},
    {"game": "linko", "players": 2, "mode": "duel", "seat": 1, "bots": "random"},
]


@pytest.mark.parametrize("table", TABLES)
def test_it_passes_the_check_of_gymnasium(table: dict[str, Any]) -> None:
    check_env(SeatEnv(**table, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_and_the_same_one_again(table: dict[str, Any]) -> None:
    assert _play(table) == _play(table)


def _play(table: dict[str, Any]) -> list[float]:
    env = SeatEnv(**table)
    seen, _ = env.reset(seed=5)
    path: list[float] = []
    over = False
    while not over:
        action = np.int64(seen["action_mask"].nonzero()[0][-1])
        seen, reward, over, _, _ = env.step(action)
        path += [float(action), reward, float(seen["observation"].sum())]
    assert -1 <= reward <= 1
    with pytest.raises(RuntimeError, match="reset"):
        env.step(action)
    return path


def test_an_illegal_action_ends_the_game_as_lost() -> None:
    env = SeatEnv("pickomino", players=2)
    seen, _ = env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(seen["action_mask"].argmin()))
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


def test_the_others_are_the_bots_that_were_asked_for() -> None:
    with pytest.raises(ValueError, match="unknown bot 'nobody'"):
        SeatEnv("linko", players=3, bots="nobody").reset(seed=1)


def test_it_renders_what_everybody_may_see() -> None:
    env = SeatEnv("pickomino", players=2, variant="deluxe", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.startswith("pickomino deluxe: seat 0, rolled\ngrill: 11:red_worm 13 21:hen 22 ")
    assert "roll: " in text
