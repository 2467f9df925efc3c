"""Turns solved in the lab are worth what the exact odds say."""

from __future__ import annotations

import random
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stolik.games.pickomino import odds
from stolik.games.pickomino.lab import turns
from stolik.games.pickomino.lab.table import ALL_TILES

quick_jit = partial(jax.jit, compiler_options={"xla_backend_optimization_level": 0})
"""Compiles in less time what runs only for a moment."""

BOARDS = 12


def boards(deluxe: bool, seed: int) -> tuple[list[odds.Board], list[dict[str, float]]]:
    """Return boards of all sorts, and what their ends are worth."""
    rng = random.Random(seed)
    found, worths = [], []
    for _ in range(BOARDS):
        tiles = rng.sample(ALL_TILES if deluxe else ALL_TILES[2:], rng.randint(2, 14))
        tops = tuple(tile for tile in tiles[:2] if tile not in ALL_TILES[:2])
        grill = tuple(sorted(set(tiles) - set(tops)))
        worth = {f"take {tile}": rng.random() for tile in grill} | {
            f"steal {tile}": rng.random() for tile in tops
        }
        board = odds.Board(grill, tops)
        if deluxe:
            held = rng.choice(("red_worm", "weasel", "golden_die", "apple"))
            board = board._replace(red_worm=held == "red_worm", weasel=held == "weasel", round_worm=True)
            board = board._replace(dice=9 if held == "golden_die" else 8)
            worth["round worm"] = rng.random() / 5
        found.append(board)
        worths.append(worth | {"burn": rng.random() / 2})
    return found, worths


def as_prices(found: list[odds.Board], worths: list[dict[str, float]], rich: bool) -> turns.Prices:
    take, steal = (np.full((len(ALL_TILES), len(found)), turns.NO_OFFER) for _ in range(2))
    for column, (board, worth) in enumerate(zip(found, worths, strict=True)):
        more = worth["round worm"] if rich else 0.0
        for tile in board.grill:
            take[ALL_TILES.index(tile), column] = worth[f"take {tile}"] + more
        for tile in board.tops:
            steal[ALL_TILES.index(tile), column] = worth[f"steal {tile}"] + more
    burn = np.array([worth["burn"] + (worth["round worm"] if rich else 0.0) for worth in worths])
    return turns.Prices(*map(jnp.asarray, (take, steal, burn)))


@pytest.mark.parametrize("deluxe", [False, True])
def test_turns_solved_in_the_lab_are_worth_what_the_exact_odds_say(deluxe: bool) -> None:
    found, worths = boards(deluxe, seed=1)
    expected = odds.fresh(found, worths)
    gold = np.array([board.dice == 9 for board in found])
    plain = odds.fresh([board._replace(dice=8) for board in found], worths)
    expected = np.where(gold, np.maximum(expected, plain), expected)
    with jax.enable_x64(True):  # single precision is off by some millionths
        prices = as_prices(found, worths, rich=False)
        if not deluxe:
            value = quick_jit(turns.values)(prices)
        else:
            red, weasel = (
                jnp.array([getattr(board, name) for board in found]) for name in ("red_worm", "weasel")
            )
            rights = turns.Rights(red, weasel, jnp.asarray(gold))
            value = quick_jit(turns.values)(prices, as_prices(found, worths, rich=True), rights)
    assert np.allclose(value, expected, rtol=0, atol=1e-6)
