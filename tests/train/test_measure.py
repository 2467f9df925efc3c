"""In how many games a network is measured, and how sure the win rate is."""

from __future__ import annotations

from math import inf

import jax
import jax.numpy as jnp
import pytest

from stolik.games.pickomino.lab import recipe
from stolik.games.pickomino.lab.recipe import RECIPE
from stolik.games.pickomino.lab.table import TableBits
from stolik.train import measure, memory
from stolik.train.measure import measured_games, share
from stolik.train.training import Stream, Training


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("luck_adjusted", [False, True])
@pytest.mark.parametrize("at_once", [1, 25, 128, 1000, 4096, 2**24])
def test_there_are_enough_games_and_every_seat_has_as_many(
    at_once: int, players: int, luck_adjusted: bool
) -> None:
    games = measured_games(at_once, players, luck_adjusted=luck_adjusted)
    fewest = 40 if luck_adjusted else 600
    assert games % players == 0
    assert fewest <= games <= 8192
    assert games > min(at_once, 8192) - players
    assert games < max(at_once, fewest) + players


def test_an_interval_is_that_of_a_sample_and_one_game_has_none() -> None:
    assert share(jnp.array([0.0, 1.0])) == pytest.approx((0.5, 1.96 * 0.5))
    assert share(jnp.array([0.25, 0.25, 1.0, 0.5])) == pytest.approx((0.5, 1.96 * 0.125**0.5 / 2), rel=1e-6)
    assert share(jnp.array([0.75])) == (0.75, inf)


def test_the_dice_game_is_measured_in_new_games_with_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe.TurnLearner, "_compiled", lambda *_: (None, [], 0))
    monkeypatch.setattr(memory, "check", lambda *_: None)
    monkeypatch.setattr(measure, "MEASURED_GAMES", (120, 8192))
    begun: list[int] = []

    def luck_adjusted(_: object, tables: list[TableBits], key: jax.Array) -> list[jax.Array]:
        begun.extend(len(table.grill) for table in tables)
        return [jax.random.uniform(key, table.grill.shape) for table in tables]

    monkeypatch.setattr(recipe, "luck_adjusted", luck_adjusted)
    tables = RECIPE.tables[:6]
    training = Training.new(RECIPE, tables, RECIPE.usual(large=False, games=25, width=4), seed=1)
    found = RECIPE.learner(training).measure(training.key(Stream.MEASURING))
    assert begun == [24, 9, 8, 10, 12, 14], "25 games of two players; 5 of each of the others, at least 8"
    assert all(0 < measured.network.half < 1 for measured in found)
