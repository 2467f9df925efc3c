"""What Stolik's own tests ask of any game, and what the environments of others ask of theirs."""

import warnings

import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from stolik import Game
from stolik.envs import open_spiel, pettingzoo  # noqa: F401 -- the first registers the games
from stolik.envs.gymnasium import SeatEnv
from stolik.testing import check_game, check_order, check_plugin


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("goal", [50, 100, 200])
def test_it_keeps_the_contract_of_a_game(players: int, goal: int) -> None:
    check_game(Game("pig", players, goal=goal), seed=players)


def test_everything_that_its_plug_in_names_is_there() -> None:
    check_plugin("pig")


def test_it_is_the_same_whatever_the_hash_seed() -> None:
    check_order(Game("pig"), seed=1)


@pytest.mark.parametrize("bots", ["random", "easy", "medium", "hard", "master"])
def test_it_passes_the_check_of_gymnasium(bots: str) -> None:
    check_env(SeatEnv("pig", players=3, bots=bots, render_mode="ansi"), skip_render_check=True)


def test_it_passes_the_check_of_pettingzoo() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks about spaces that are not pictures
        api_test(pettingzoo.env("pig", players=4), num_cycles=300)


def test_it_passes_the_check_of_open_spiel() -> None:
    game = pyspiel.load_game("python_stolik_pig(players=3,goal=50)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_a_seed_makes_the_same_game() -> None:
    seed_test(lambda: pettingzoo.env("pig", players=2), num_cycles=60)


def test_a_picture_shows_the_whole_table() -> None:
    env = pettingzoo.env("pig", players=2, render_mode="ansi")
    env.reset(seed=2)
    assert env.render() == "pig: seat 0, rolled\ngoal: 100\nseat 0: 0\nseat 1: 0\nturn of seat 0: 5"
