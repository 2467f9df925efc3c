"""What is foreseen at the places that can come up is what is foreseen at all of them."""

from __future__ import annotations

import numpy as np

from benchmarks.dice_headroom import foresee, layers_of
from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import SHIPPED
from stolik.games.pickomino.lab.recipe import look_ahead
from tests.train.test_pickomino_recipe import as_tables, turn_beginnings

GAME = Game("pickomino", 2)
TABLES = 8


def test_looking_ahead_where_it_matters_is_looking_ahead() -> None:
    table, layers = as_tables(turn_beginnings(GAME, TABLES)), layers_of(SHIPPED[0], GAME)
    ahead = np.arange(TABLES) % 2
    some = foresee(layers, table, ahead)
    for depth in (0, 1):
        every = look_ahead(layers, table, depth)
        there = np.asarray(every.ends.there & (ahead == depth))
        assert np.allclose(some.chances[there], every.chances[there], atol=1e-5)
