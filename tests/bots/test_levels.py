"""Levels: the same names in every game and mode, each a bot of its own that can be had and plays legally."""

import doctest
import random

import pytest

from stolik import CHANCE, Game, bots
from stolik.bots import levels
from tests.bots.test_bots import TABLES, play
from tests.effort import effort

MODES = [
    Game("pickomino", 2),
    Game("pickomino", 3, variant="deluxe"),
    *(Game("linko", 3, mode=mode) for mode in ("basic", "advanced", "expert")),
    Game("linko", 2, mode="duel"),
]


@pytest.mark.parametrize("game", MODES, ids=repr)
def test_the_levels_are_four_different_bots_of_the_game(game: Game) -> None:
    found = [bots.level(game, level) for level in bots.LEVELS]
    assert len(set(found)) == 4
    assert set(found) <= set(bots.names(game.name))
    assert found == sorted(found, key=bots.names(game.name).index), (
        "names list the weakest first, as levels do"
    )


def test_a_game_s_name_alone_means_its_usual_mode() -> None:
    assert bots.level("linko", "easy") == bots.level(Game("linko", 3), "easy")
    assert type(bots.make("linko", "medium", 1)) is type(bots.make("linko", bots.level("linko", "medium"), 1))


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        ValueError, match="unknown level 'divine'; the levels are: easy, medium, hard, master"
    ):
        bots.level("linko", "divine")


def test_a_level_of_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    for ask in (lambda: bots.level("chess", "easy"), lambda: bots.make("chess", "easy", 1)):
        with pytest.raises(ValueError, match="unknown game 'chess'; the games are: pickomino, linko"):
            ask()


def test_the_examples_hold() -> None:
    assert doctest.testmod(levels).failed == 0


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_all_levels_finish_a_table_together(game: Game) -> None:
    for seed in range(effort(1, 2)):
        names = [bots.LEVELS[(seat + seed) % 4] for seat in range(game.players)]
        assert play(game, names, seed).actor is None


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("game", MODES, ids=repr)
def test_a_level_answers_the_same_for_the_same_seed_at_its_full_strength(game: Game, level: str) -> None:
    rng = random.Random(4)
    state = game.start()
    while state.actor == CHANCE or len(state.moves()) == 1:
        state = state.play(state.draw(rng) if state.actor == CHANCE else state.moves()[0])
    assert state.actor is not None
    view = state.view(state.actor)
    first = bots.make(game, level, seed=9).choose(view)
    assert first in state.moves()
    assert bots.make(game, level, seed=9).choose(view) == first


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [("easy", "medium"), ("medium", "hard")],
)
def test_each_level_of_the_dice_game_beats_the_one_below(weaker: str, stronger: str) -> None:
    game, wins = Game("pickomino", 2), 0
    for seed in range(80):
        seat = seed % 2
        names = [stronger if other == seat else weaker for other in range(2)]
        wins += seat in play(game, names, seed).result().winners
    assert wins > 80 * 0.52
