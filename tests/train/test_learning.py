"""Learning itself, on a game so small that all of it is known, and on the smallest table of the card game."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from stolik.core import Game
from stolik.games.linko.lab.recipe import RECIPE
from stolik.train import net
from stolik.train.measure import MEASURED_GAMES
from stolik.train.net import Net
from stolik.train.policy import PolicyRecipe
from stolik.train.ppo import Settings, Update
from stolik.train.recipe import Recipe
from stolik.train.table import NEVER, Sizes, TrainingTable, View
from stolik.train.training import Training, TrainingLoop
from tests.effort import effort

SMALL = Settings(games=64, minibatch=256, width=32)


class Bids(NamedTuple):
    """Two seats bid 0 to 3, one after the other; the first must not bid 3. The higher bid wins."""

    bids: Array
    current_player: Array
    terminated: Array
    rewards: Array


def deal(_: Array, batch: int) -> Bids:
    nothing = jnp.zeros(batch, jnp.int32)
    return Bids(nothing, nothing, nothing > 0, jnp.zeros((batch, 2)))


def bid(state: Bids, action: Array, _: Array) -> Bids:
    second = state.current_player == 1
    lead = jnp.where(second, jnp.sign(action - state.bids), 0).astype(jnp.float32)
    rewards = jnp.stack([-lead, lead], axis=1)
    return Bids(jnp.where(second, 0, action), jnp.where(second, 0, 1), second, rewards)


def look(state: Bids) -> View:
    second = state.current_player[:, None]
    known = jax.nn.one_hot(state.bids, 4) * second  # the second sees what the first has bid
    legal = (jnp.arange(4) < 3) | (second == 1)
    return View(known, jnp.zeros((len(second), 1)), jnp.where(legal, 0.0, NEVER), state.current_player)


BIDDING = PolicyRecipe(
    game="bids",
    version=1,
    sizes=Sizes(4, 1, 4, 3),
    tables=(Game("linko", 2, mode="duel"),),
    training_table=lambda _: TrainingTable("bids", 2, deal, bid, look),
)


def trained(recipe: Recipe, settings: Settings, updates: int) -> tuple[TrainingLoop, list[Update], list[Net]]:
    """Return the loop, and what each update said and the network after it."""
    loop = TrainingLoop(Training.new(recipe, recipe.tables[:1], settings, seed=3))
    learned: list[Update] = []
    networks: list[Net] = []

    def enough(update: Update) -> bool:
        learned.append(update)
        networks.append(jax.tree.map(np.array, loop.training.network))
        return len(learned) == updates

    loop.run(1e6, enough)
    return loop, learned, networks


def test_a_network_learns_to_bid_more_and_who_wins_and_still_tries_all_bids() -> None:
    settings = SMALL._replace(rate=0.01, warm_up=1e-12, floor=0.02, anchor=0.0)
    loop, _, networks = trained(BIDDING, settings, 40)
    before = Training.new(BIDDING, BIDDING.tables, settings, seed=3).network
    assert np.array_equal(networks[0].policy.weight, before.policy.weight), "only the values learn at first"
    assert not np.array_equal(networks[0].critic[-1].weight, before.critic[-1].weight)

    second = Bids(jnp.arange(3), jnp.ones(3, jnp.int32), jnp.zeros(3, bool), jnp.zeros((3, 2)))
    logits, _ = net.play(loop.training.network, look(second))
    assert (logits.argmax(1) > jnp.arange(3)).all(), "the second can always bid more"
    assert (jax.nn.softmax(logits[2])[:2] > 1e-5).all(), "what always loses is tried now and then"

    logits, value = net.play(loop.training.network, look(deal(jax.random.key(1), 1)))
    assert logits[0, 3] == NEVER
    assert jax.nn.softmax(value[0, :2])[1] > 0.9, "it knows that the second wins"
    assert loop.training.games == 40 * 64 * 16


def test_the_first_steps_after_the_warm_up_are_no_larger_than_others() -> None:
    settings = SMALL._replace(rate=0.01, warm_up=0.5)
    training = Training.new(BIDDING, BIDDING.tables, settings, seed=3)
    learner = BIDDING.learner(training)
    for _ in range(30):
        learner.learn(0.0)
    before = np.array(training.network.policy.weight)
    learner.learn(0.5)
    steps = settings.games * settings.steps // settings.minibatch
    moved = abs(np.array(training.network.policy.weight) - before).max()
    assert 0 < moved < 2.5 * steps * 0.5 * settings.rate


def test_what_always_loses_is_tried_less_as_the_run_goes_on() -> None:
    def tried(so_far: float) -> float:
        """Return how often the second bids less than 2 after a 2, when it has learned at this stage."""
        settings = SMALL._replace(rate=0.01 / (1 - so_far), warm_up=1e-12, floor=0.5, anchor=0.0)
        training = Training.new(BIDDING, BIDDING.tables, settings, seed=3)
        learner = BIDDING.learner(training)
        for _ in range(25):
            learner.learn(so_far)
        answer = Bids(jnp.array([2]), jnp.array([1]), jnp.zeros(1, bool), jnp.zeros((1, 2)))
        return float(jax.nn.softmax(net.play(training.network, look(answer))[0])[0, :2].sum())

    assert tried(0.9) < 0.5 * tried(0.1)


def test_a_network_learns_who_wins_at_the_card_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.train.measure.MEASURED_GAMES", effort((60, 60), MEASURED_GAMES))
    loop, updates, _ = trained(RECIPE, SMALL._replace(rate=0.006), 14)
    values = [float(update.value) - np.log(3) for update in updates]  # 0: it knows nothing
    assert abs(values[0]) < 0.002
    assert np.mean(values[-6:]) < -0.01, "it tells winning from losing positions"
    point = loop.measure()
    assert 0 < point.shares["basic 3"].mean < 1
    assert 0 < point.guests["basic 3"].mean < 1
    assert loop.training.curve == [point]
