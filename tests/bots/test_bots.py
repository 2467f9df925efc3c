"""Bots: they finish every table without an illegal move, see only views, and are worth playing against."""

import json
import random

import pytest

from stolik import CHANCE, Game, State, bots
from stolik.games.linko.bots.simple import number_robbed
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.notation import LAYERS
from tests.effort import effort
from tests.games.linko.positions import position as card_position

TABLES = [
    *(Game("pickomino", players) for players in (2, 5)),
    *(Game("pickomino", players, variant="deluxe") for players in (2, 7)),
    Game("pickomino", 3, variant="deluxe", golden_die="ones_and_worms"),
    *(Game("linko", players, mode=mode) for mode in ("basic", "advanced", "expert") for players in (3, 5)),
    Game("linko", 2, mode="duel"),
]


def play(game: Game, names: list[str], seed: int) -> State:
    """Play a game of bots; each sees its view as it would come over a wire."""
    rng = random.Random(seed)
    players = [bots.make(game, name, seed * 10 + seat) for seat, name in enumerate(names)]
    state = game.start()
    while (actor := state.actor) is not None:
        view = None if actor == CHANCE else json.loads(json.dumps(state.view(actor)))
        state = state.play(state.draw(rng) if view is None else players[actor].choose(view))
    return state


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_all_bots_finish_a_table_together(game: Game) -> None:
    names = bots.names(game.name)
    for seed in range(effort(1, 3)):
        state = play(game, [names[(seat + seed) % len(names)] for seat in range(game.players)], seed)
        assert state.actor is None


@pytest.mark.parametrize("game", TABLES[::3], ids=repr)
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    names = [bots.names(game.name)[seat % 2] for seat in range(game.players)]
    assert play(game, names, 5) == play(game, names, 5)


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        (Game("pickomino", 2), "careful", "random"),
        (Game("pickomino", 2, variant="deluxe"), "careful", "random"),
        (Game("linko", 3), "lowest", "random"),
        (Game("linko", 3), "grabber", "random"),
        (Game("linko", 2, mode="duel"), "grabber", "lowest"),
    ],
)
def test_a_better_bot_wins_more_than_its_share(game: Game, better: str, worse: str) -> None:
    """Over 60 games with the better one at every seat in turn, it wins far more than a fair share."""
    wins = 0
    for seed in range(60):
        seat = seed % game.players
        names = [better if other == seat else worse for other in range(game.players)]
        wins += seat in play(game, names, seed).result().winners
    assert wins > 60 * 0.6


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        ValueError, match="unknown bot 'clever'; the bots for pickomino are: random, beginner, careful"
    ):
        bots.make("pickomino", "clever", seed=1)


@pytest.mark.parametrize("mode", ["basic", "advanced", "expert"])
def test_a_bot_knows_whom_a_play_robs(mode: str) -> None:
    """What the bots expect agrees with the rules: a theft follows exactly where they see one."""
    seats = ("1 1 7 7 13 j j", "9 / 2x3 1x13", "9 / 1x5+1j 2j", "9 / 1x6")
    state = card_position(*seats, mode=mode)
    seen = set()
    for move in state.moves():
        robs = number_robbed(state_from_view(state.view(0)), LAYERS[move]) > 0
        assert (state.play(move).phase == "theft") == robs, move
        seen.add(robs)
    assert seen == {True, False}


def test_a_bot_sees_what_it_can_steal_from_the_virtual_player() -> None:
    state = card_position("9 9 4 4 1 j", "9 / 1x12", row="3 3 5 6 6 6")
    for move in state.moves():
        robs = number_robbed(state_from_view(state.view(0)), LAYERS[move]) > 0
        assert (state.play(move).phase == "raid") == robs, move
