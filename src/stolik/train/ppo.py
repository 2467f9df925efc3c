"""Proximal policy optimisation by self-play, with a critic that sees everything.

A batch of games of one table is played for some steps by the network as it is. The critic says before every
decision how likely each seat is to win; what a decision changed of that, for the seat that took it and
smoothed over what came after it (generalised advantage estimation, for all seats at once), is what it was
worth. Then the network learns from all decisions of the batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from stolik.train import net
from stolik.train.net import Net

NEVER = -1e9
"""The logit of what is not there: an illegal action, an empty seat."""


class View(NamedTuple):
    """A batch of moments, as a network sees them."""

    seen: Array
    """What the actor may know: ``(batch, observation)``."""
    hidden: Array
    """What it may not: ``(batch, hidden)``."""
    legal: Array
    """``(batch, actions)``, ``bool``."""


@dataclass(frozen=True)
class Arena:
    """A table to learn at: its games in the lab, and how a network sees them."""

    name: str
    players: int
    seats: int
    """How many seats the network's values have; those from ``players`` on are empty."""
    init: Callable[[Array, int], Any]
    step: Callable[[Any, Array, Array], Any]
    view: Callable[[Any], View]


class Settings(NamedTuple):
    """How it learns."""

    games: int = 16_384
    steps: int = 32
    minibatches: int = 16
    smoothing: float = 0.97
    """How much of what comes later counts (the λ of GAE)."""
    clip: float = 0.2
    entropy: float = 0.01
    rate: float = 3e-4


class Decisions(NamedTuple):
    """What was decided, what was known, and what it was worth."""

    view: View
    action: Array
    likelihood: Array
    """The logarithm of the probability with which it was chosen."""
    advantage: Array
    chances: Array
    """How the game went on for each seat, seen from the actor: what the values should have been."""


class Adam(NamedTuple):
    """The state of the optimiser."""

    step: Array
    mean: Net
    square: Net


def no_steps(network: Net) -> Adam:
    """Return the optimiser before its first step."""
    mean, square = (jax.tree.map(jnp.zeros_like, network) for _ in range(2))
    return Adam(jnp.zeros((), jnp.int32), mean, square)


def _chances(arena: Arena, logits: Array) -> Array:
    here = jnp.arange(arena.seats) < arena.players
    return jax.nn.softmax(jnp.where(here, logits, NEVER), axis=-1)


def _by_seat(chances: Array, actor: Array, players: int) -> Array:
    """Return chances that are counted from the actor by seat: ``(batch, players)``."""
    order = (jnp.arange(players) - actor[:, None]) % players
    return jnp.take_along_axis(chances, order, axis=1)


def wins(rewards: Array) -> Array:
    """Return each seat's part of the win, given the rewards of a game that is over."""
    first = rewards == rewards.max(1, keepdims=True)
    return first / first.sum(1, keepdims=True)


def self_play(arena: Arena, settings: Settings, network: Net, state: Any, key: Array) -> tuple[Any, Decisions, Array]:
    """Play on, and return the games, what was decided, and how many games ended."""
    players = arena.players

    def one(state: Any, key: Array) -> tuple[Any, Any]:
        choosing, stepping = jax.random.split(key)
        view = arena.view(state)
        actor = state.current_player
        logits, _ = net.play(network, view.seen)
        logits = jnp.where(view.legal, logits, NEVER)
        action = jax.random.categorical(choosing, logits)
        likelihood = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], axis=1)[:, 0]
        value = _by_seat(_chances(arena, net.judge(network, view.seen, view.hidden)), actor, players)
        after = arena.step(state, action.astype(jnp.int32), stepping)
        result = jnp.where(after.terminated[:, None], wins(after.rewards), 0.0)
        return after, (view, action, likelihood, value, actor, result, after.terminated)

    playing, last = jax.random.split(key)
    state, told = lax.scan(one, state, jax.random.split(playing, settings.steps))
    view, action, likelihood, value, actor, result, over = told
    final = arena.view(state)
    after_all = _by_seat(_chances(arena, net.judge(network, final.seen, final.hidden)), state.current_player, players)

    def back(carry: tuple[Array, Array], now: Any) -> tuple[Any, Array]:
        later, gain = carry
        value, result, over = now
        going = 1.0 - over[:, None]
        surprise = result + going * later - value
        gain = surprise + settings.smoothing * going * gain
        return (value, gain), gain

    nothing = jnp.zeros_like(after_all)
    _, gain = lax.scan(back, (after_all, nothing), (value, result, over.astype(jnp.float32)), reverse=True)
    advantage = jnp.take_along_axis(gain, actor[..., None], axis=2)[..., 0]
    seats = (actor[..., None] + jnp.arange(players)) % players
    chances = jnp.take_along_axis(gain + value, seats, axis=2).clip(0, 1)
    chances = chances / chances.sum(-1, keepdims=True)
    chances = jnp.pad(chances, ((0, 0), (0, 0), (0, arena.seats - players)))
    decisions = Decisions(view, action, likelihood, advantage, chances)
    flat = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), decisions)
    return state, flat, over.sum()


class Lesson(NamedTuple):
    """What was learned: averages over the decisions."""

    policy: Array
    value: Array
    critic: Array
    entropy: Array
    change: Array
    """How much the policy has changed: the mean divergence from the one that played."""


def _loss(network: Net, some: Decisions, settings: Settings, entropy: Array) -> tuple[Array, Lesson]:
    view = some.view
    logits, value = net.play(network, view.seen)
    every = jax.nn.log_softmax(jnp.where(view.legal, logits, NEVER))
    now = jnp.take_along_axis(every, some.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(now - some.likelihood)
    gain = some.advantage
    clipped = ratio.clip(1 - settings.clip, 1 + settings.clip)
    policy = -jnp.minimum(ratio * gain, clipped * gain).mean()
    spread = -(jnp.exp(every) * jnp.where(view.legal, every, 0.0)).sum(1).mean()

    def missed(logits: Array) -> Array:
        here = view_seats(some)
        return -(some.chances * jax.nn.log_softmax(jnp.where(here, logits, NEVER))).sum(1).mean()

    own, all_of_it = missed(value), missed(net.judge(network, view.seen, view.hidden))
    loss = policy - entropy * spread + 0.5 * own + 0.5 * all_of_it
    return loss, Lesson(policy, own, all_of_it, spread, (some.likelihood - now).mean())


def view_seats(some: Decisions) -> Array:
    """Return which seats there are."""
    return some.chances.sum(0) > 0


@partial(jax.jit, static_argnums=(0,), donate_argnums=(1, 2, 3))
def learn(
    settings: Settings, network: Net, adam: Adam, decisions: Decisions, key: Array, rate: Array, entropy: Array
) -> tuple[Net, Adam, Lesson]:
    """Learn once from every decision, in shuffled parts."""
    count = len(decisions.action)
    gain = decisions.advantage
    decisions = decisions._replace(advantage=(gain - gain.mean()) / (gain.std() + 1e-6))
    order = jax.random.permutation(key, count).reshape(settings.minibatches, -1)

    def one(carry: tuple[Net, Adam], which: Array) -> tuple[tuple[Net, Adam], Lesson]:
        network, adam = carry
        some = jax.tree.map(lambda x: x[which], decisions)
        slope, lesson = jax.grad(_loss, has_aux=True)(network, some, settings, entropy)
        network, adam = _adam(network, adam, slope, rate)
        return (network, adam), lesson

    (network, adam), lessons = lax.scan(one, (network, adam), order)
    return network, adam, jax.tree.map(jnp.mean, lessons)


def _adam(network: Net, adam: Adam, slope: Net, rate: Array) -> tuple[Net, Adam]:
    """Take a step by Adam; a slope that is too steep is flattened first."""
    length = jnp.sqrt(sum((g * g).sum() for g in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda g: g * jnp.minimum(1.0, 0.5 / (length + 1e-6)), slope)
    step = adam.step + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, adam.mean, slope)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, adam.square, slope)
    low, high = 1 - 0.9**step, 1 - 0.999**step
    moved = jax.tree.map(
        lambda w, m, s: w - rate * (m / low) / (jnp.sqrt(s / high) + 1e-5), network, mean, square
    )
    return moved, Adam(step, mean, square)
