"""Whole random games of every variant and player count keep the invariants."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from stolik import Game, State
from stolik.games.pickomino import PickominoState
from stolik.games.pickomino.pieces import HEN, LOW_TILES, SPECIALISTS, TILES
from stolik.testing import check_game
from tests.effort import effort

SEEDS = st.integers(0, 2**32)


def check_table(state: State) -> None:
    """Nothing appears, disappears or is in two places at once."""
    assert isinstance(state, PickominoState)
    table = state.table
    deluxe = state.game.settings["variant"] == "deluxe"
    tiles = [*table.grill, *table.down, *sum(table.stacks, ())]
    assert sorted(tiles) == ([*LOW_TILES, *TILES] if deluxe else [*TILES])
    assert list(table.grill) == sorted(table.grill)
    assert sum(table.round_worms) + (table.supply if deluxe else 0) == (7 if deluxe else 0)
    assert min(table.round_worms) >= 0

    new = [name for name in state.choice if name not in table.held]
    specialists = [name for _, name in table.perched] + [name for name in table.held if name] + new
    assert len(set(specialists)) == len(specialists)
    assert set(specialists) <= ({name for _, name in SPECIALISTS} if deluxe else set())
    assert len({tile for tile, _ in table.perched}) == len(table.perched)
    assert all(tile in table.grill for tile, _ in table.perched)
    assert "raven" not in table.held
    for held, stack in zip(table.held, table.stacks, strict=True):
        assert held in (None, HEN) or stack


def check_turn(state: State) -> None:
    """Dice are neither made nor lost, and the view tells the same sum as the dice."""
    assert isinstance(state, PickominoState)
    turn = state.turn
    assert sum(turn.aside.counts) + turn.dice == 8 + turn.gold
    if state.roll:
        assert sum(state.roll.counts) == turn.dice
    if seen := state.view(None)["turn"]:
        points = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "w": 5}
        total = sum(points[face] * number for face, number in seen["aside"].items())
        red_worm = state.table.held[state.seat] == "red_worm" and "w" not in seen["aside"]
        assert seen["sum"] == total + 5 * red_worm
        assert seen["worm"] == ("w" in seen["aside"] or red_worm)


def check_sums(state: State) -> None:
    """The score in the view is worms, round worms and the apple; at the end it is the result."""
    assert isinstance(state, PickominoState)
    view = state.view(0)
    for seat in view["seats"]:
        apple = 3 if seat["specialist"] == "apple" else 0
        assert seat["score"] == seat["worms"] + seat["round_worms"] + apple
    if view["result"]:
        assert [seat["score"] for seat in view["seats"]] == view["result"]["scores"]
    assert (view["result"] is None) == (state.actor is not None)


@given(players=st.integers(2, 7), first=st.sampled_from(["seat0", "lots"]), seed=SEEDS)
@settings(max_examples=effort(4, 15))
def test_base_games(players: int, first: str, seed: int) -> None:
    check_game(Game("pickomino", players, first=first), seed, check_table, check_turn, check_sums)


@given(players=st.integers(2, 7), gold=st.sampled_from(["standard", "ones_and_worms"]), seed=SEEDS)
@settings(max_examples=effort(4, 15))
def test_deluxe_games(players: int, gold: str, seed: int) -> None:
    game = Game("pickomino", players, variant="deluxe", golden_die=gold)
    check_game(game, seed, check_table, check_turn, check_sums)


@given(seed=SEEDS, players=st.integers(2, 7))
@settings(max_examples=effort(25, 100))
def test_states_never_come_back_different(seed: int, players: int) -> None:
    """Playing the same texts again gives equal states, move by move, with equal hashes."""
    rng = random.Random(seed)
    one = other = Game("pickomino", players, variant="deluxe").start()
    while one.actor is not None:
        moves = one.moves()
        move = moves[rng.randrange(len(moves))] if moves else one.draw(rng)
        one, other = one.play(move), other.play(str(move))
        assert one == other
        assert hash(one) == hash(other)
