"""Guests, who play by the heuristic at part of the games: nobody learns to play from them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from numpy.typing import NDArray

from stolik.train import net
from stolik.train.measure import measurer
from stolik.train.ppo import Decisions, Settings, guests, self_play
from stolik.train.table import NEVER, Sizes, TrainingTable, View
from tests.train.test_learning import SMALL, Bids, bid, deal, look

ALWAYS = 2
"""What the guests of these tests bid."""

NETWORK = net.initial(jax.random.key(1), Sizes(4, 1, 4, 3), 8)


def bids(settings: Settings) -> tuple[Decisions, NDArray[np.bool_]]:
    """Return what is decided in one update, and whether a guest decided."""

    def preferred(view: View) -> jax.Array:
        return jnp.where(view.legal & (jnp.arange(4) == ALWAYS), 0.0, NEVER)

    table = TrainingTable("bids", 2, deal, bid, look, preferred)
    state: Bids = deal(jax.random.key(1), settings.games)
    _, told, _ = self_play(table, settings, NETWORK, state, jax.random.key(2))
    turn = np.arange(settings.steps)[:, None] % 2  # both seats bid in turn, in all games at once
    theirs = np.asarray(guests(settings, 2))[np.arange(settings.games), turn]
    return told, theirs.reshape(-1)


def test_a_network_is_measured_alone_among_guests_and_a_guest_alone_among_networks() -> None:
    """The network bids 2, the guests nothing; at a table of two the one's part is what the other lacks."""
    bias = jnp.array([0.0, 0.0, 99.0, 0.0])
    network = NETWORK._replace(policy=NETWORK.policy._replace(bias=bias))

    def least(view: View) -> jax.Array:
        return jnp.where(view.legal, -jnp.arange(4.0), NEVER)

    table = TrainingTable("bids", 2, deal, bid, look, least)
    key = jax.random.key(1)
    assert measurer(table, 8)(network, key).tolist() == [1.0] * 8
    assert measurer(table, 8, one_guest=True)(network, key).tolist() == [0.0] * 8


def test_nobody_visits_unless_asked() -> None:
    assert not guests(SMALL, 3).any()
    assert not guests(SMALL._replace(guests=0.0, alone=1.0), 3).any()


def test_guests_have_one_seat_or_all_but_one_each_seat_equally_often() -> None:
    games, players = 96, 3
    there = np.asarray(guests(SMALL._replace(games=games, guests=0.5, alone=0.25), players))
    number = there.sum(1)
    assert (number[:12] == players - 1).all(), "the network is alone in a quarter of the games with guests"
    assert (number[12:48] == 1).all(), "and a guest in the others"
    assert not number[48:].any()
    assert (there[:12].sum(0) == 8).all()
    assert (there[12:48].sum(0) == 12).all()


def test_guests_can_have_all_seats_but_one_in_all_games() -> None:
    there = np.asarray(guests(SMALL._replace(games=8, guests=1.0, alone=1.0), 2))
    assert (there == (np.arange(8)[:, None] % 2 != np.arange(2))).all()


def test_guests_play_their_own_way_and_nobody_learns_to_play_from_them() -> None:
    settings = SMALL._replace(guests=0.5, alone=0.5, steps=8)
    told, theirs = bids(settings)
    assert theirs.mean() == pytest.approx(0.25)
    action, advantage = np.asarray(told.action), np.asarray(told.advantage)
    assert (action[theirs] == ALWAYS).all()
    assert len(set(action[~theirs])) == 4
    assert not advantage[theirs].any()
    kind = np.asarray(told.view.kind)
    for one in (0, 1):
        own = advantage[~theirs & (kind == one)]
        assert own.any()
        assert own.mean() == pytest.approx(0, abs=1e-5), "compared with the network's own decisions alone"
    chances = np.asarray(told.chances)
    assert np.allclose(chances.sum(1), 1), "who wins is learned from all of them"


def test_without_guests_every_decision_counts() -> None:
    told, theirs = bids(SMALL._replace(steps=8))
    assert not theirs.any()
    assert (np.asarray(told.advantage) != 0).all()
