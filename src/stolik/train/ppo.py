"""Proximal policy optimisation by self-play, with a critic that sees the full state.

The current network plays a batch of games of each table for some steps. Before every decision the critic
estimates how likely each seat is to win; the advantage of a decision is computed from that by generalised
advantage estimation, for all seats at once. Then the network learns from the decisions of all tables, mixed:
learning at one table after the other forgets the tables before.

Self-play alone stops exploring too early: nobody learns the response to an action that nobody takes. So every
legal action keeps some probability (``Settings.floor``), less and less as the run goes on.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax

from stolik.train import devices, net
from stolik.train.adam import Adam, step
from stolik.train.net import Net
from stolik.train.table import NEVER, TrainingTable, View

T = TypeVar("T")

CRITIC: Final = 10.0
"""How much faster than the rest the critic learns: a policy is only as good as its values."""
MOST_KINDS: Final = 16
"""More kinds of decisions than any game has."""


class Settings(NamedTuple):
    """How it learns."""

    games: int
    """How many games of a table are played at once."""
    minibatch: int
    """The number of decisions in a gradient step."""
    width: int
    """The number of units in a hidden layer."""
    steps: int = 32
    """The number of decisions of every game between two updates."""
    epochs: int = 1
    """The number of passes over the decisions of an update."""
    smoothing: float = 0.95
    """The λ of GAE."""
    clip: float = 0.2
    anchor: float = 0.2
    """The weight of the divergence from the heuristic: advantages are small compared with luck, and without
    this anchor the policy drifts away from the heuristic long before it has learned anything better."""
    floor: float = 0.001
    """The weight of the term that keeps every legal action probable. An entropy bonus does not: a rare action
    hardly contributes to it, and a kind of decision that was bad among beginners would never be tried again,
    nor would anybody learn the response to it. It decays over the run, as ``anchor`` does."""
    guests: float = 0.0
    """The share of the games with guests, who play by the heuristic: a policy that meets only itself learns
    neither to win against others nor to be safe from them."""
    alone: float = 0.5
    """The share of these in which guests have all seats but one; in the others they have one."""
    rate: float = 1e-4
    warm_up: float = 0.2
    """The part of the run in which only the values learn: before they separate good decisions from bad ones,
    the policy would learn noise and forget the heuristic."""


class Decisions(NamedTuple):
    """Decisions: the observation, the action, and what it was worth."""

    view: View
    action: Array
    likelihood: Array
    """The log-probability with which it was chosen."""
    own: Array
    """Whether the network decided, and not a guest."""
    advantage: Array
    chances: Array
    """The targets of the values: how the game went on for each seat, the actor first."""
    here: Array
    """Which of these seats exist."""


def _chances(table: TrainingTable, network: Net, view: View) -> Array:
    """Return the seats' chances from the full state; the actor comes first."""
    logits = net.judge(network, view)
    here = jnp.arange(logits.shape[1]) < table.players
    return jax.nn.softmax(jnp.where(here, logits, NEVER), axis=-1)


def _by_seat(chances: Array, actor: Array, players: int) -> Array:
    """Return chances that are counted from the actor by seat: ``(batch, players)``."""
    order = (jnp.arange(players) - actor[:, None]) % players
    return jnp.take_along_axis(chances, order, axis=1)


def wins(rewards: Array) -> Array:
    """Return each seat's part of the win, given the rewards of a game that is over."""
    first = rewards == rewards.max(1, keepdims=True)
    return first / first.sum(1, keepdims=True)


def guests(settings: Settings, players: int) -> Array:
    """Return at which seats guests sit: ``(games, players)``."""
    game = jnp.arange(settings.games)
    seat = (game % players)[:, None] == jnp.arange(players)
    visited = settings.guests * settings.games
    alone = (game < settings.alone * visited)[:, None]
    return (seat ^ alone) & (game < visited)[:, None]


def self_play(
    table: TrainingTable, settings: Settings, network: Net, state: Any, key: Array
) -> tuple[Any, Decisions, Array]:
    """Play on, and return the games, what was decided, and how many games ended."""
    players = table.players
    visiting = guests(settings, players)

    def one(state: Any, key: Array) -> tuple[Any, Any]:
        choosing, stepping = jax.random.split(key)
        view = table.view(state)
        actor = state.current_player
        logits, _ = net.play(network, view)
        guest = jnp.take_along_axis(visiting, actor[:, None], axis=1)[:, 0]
        theirs = table.guest(view).argmax(axis=1)
        action = jnp.where(guest, theirs, jax.random.categorical(choosing, logits))
        likelihood = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], axis=1)[:, 0]
        value = _by_seat(_chances(table, network, view), actor, players)
        after = table.step(state, action.astype(jnp.int32), stepping)
        result = jnp.where(after.terminated[:, None], wins(after.rewards), 0.0)
        return after, (view, action, likelihood, value, actor, result, after.terminated, ~guest)

    state, told = lax.scan(one, state, jax.random.split(key, settings.steps))
    view, action, likelihood, value, actor, result, over, own = told
    after_all = _by_seat(_chances(table, network, table.view(state)), state.current_player, players)

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
    order = (actor[..., None] + jnp.arange(players)) % players
    chances = jnp.take_along_axis(gain + value, order, axis=2).clip(0, 1)
    chances = chances / chances.sum(-1, keepdims=True)
    seats = network.value.bias.size
    chances = jnp.pad(chances, ((0, 0), (0, 0), (0, seats - players)))
    here = jnp.broadcast_to(jnp.arange(seats) < players, chances.shape)
    decisions = Decisions(view, action, likelihood, own, advantage, chances, here)
    flat: Decisions = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), decisions)
    gain = _compared(flat.advantage, flat.view.kind, flat.own)
    return state, flat._replace(advantage=gain), over.sum()


class Update(NamedTuple):
    """The losses of an update: averages over the decisions, those of the policy over the network's own."""

    policy: Array
    value: Array
    critic: Array
    entropy: Array
    away: Array
    """How far the policy is from the heuristic: the mean divergence."""
    change: Array
    """How much the policy has changed: the mean divergence from the policy that played."""


def _loss(
    network: Net, some: Decisions, settings: Settings, anchor: Array, floor: Array
) -> tuple[Array, Update]:
    view = some.view
    logits, value = net.play(network, view)
    every = jax.nn.log_softmax(logits)
    now = jnp.take_along_axis(every, some.action[:, None], axis=1)[:, 0]
    own = some.own.astype(jnp.float32)

    def decided(each: Array) -> Array:
        """Return the mean over the network's own decisions: from no others it learns to play."""
        return (own * each).sum() / jnp.maximum(own.sum(), 1)

    change = jnp.where(some.own, some.likelihood - now, 0.0)
    ratio = jnp.exp(-change)
    gain = some.advantage
    clipped = ratio.clip(1 - settings.clip, 1 + settings.clip)
    policy = -decided(jnp.minimum(ratio * gain, clipped * gain))
    legal = view.legal
    possible = jnp.where(legal, every, 0.0)
    share = jnp.exp(every)
    spread = -decided((share * possible).sum(1))
    prior = jax.nn.log_softmax(view.prior.astype(jnp.float32))
    away = decided((share * (possible - jnp.where(legal, prior, 0.0))).sum(1))
    shunned = -decided(possible.sum(1) / legal.sum(1))

    def cross_entropy(logits: Array) -> Array:
        return -(some.chances * jax.nn.log_softmax(jnp.where(some.here, logits, NEVER))).sum(1).mean()

    known, all_of_it = cross_entropy(value), cross_entropy(net.judge(network, view))
    play = policy + anchor * away + floor * shunned
    loss = play + 0.5 * known + 0.5 * all_of_it
    return loss, Update(policy, known, all_of_it, spread, away, decided(change))


def learn(
    settings: Settings,
    network: Net,
    adam: Adam,
    tables: list[Decisions],
    key: Array,
    rate: Array,
    anchor: Array,
    floor: Array,
    policy_too: Array,
) -> tuple[Net, Adam, Update]:
    """Learn from all decisions, in shuffled minibatches with equally many of each table.

    The values always learn, the policy only if ``policy_too`` is 1.
    """
    count = len(tables[0].action)
    share = min(count, max(1, settings.minibatch // len(tables)))
    parts = count // share
    orders = [
        [
            jax.random.permutation(jax.random.fold_in(one, number), count)[: parts * share]
            for number in range(len(tables))
        ]
        for one in jax.random.split(key, settings.epochs)
    ]
    order = jnp.concatenate([jnp.stack([o.reshape(parts, share) for o in one], axis=1) for one in orders])

    def one(carry: tuple[Net, Adam], which: Array) -> tuple[tuple[Net, Adam], Update]:
        network, adam = carry
        drawn = [jax.tree.map(itemgetter(rows), table) for table, rows in zip(tables, which, strict=True)]
        some = jax.tree.map(lambda *x: jnp.concatenate(x), *drawn)
        grad, update = jax.grad(_loss, has_aux=True)(network, some, settings, anchor, floor)
        network, adam = _adam(network, adam, devices.mean(grad), rate, policy_too)
        return (network, adam), update

    (network, adam), updates = lax.scan(one, (network, adam), order)
    return network, adam, devices.mean(jax.tree.map(jnp.mean, updates))


def _compared(gain: Array, kind: Array, own: Array) -> Array:
    """Return advantages centred by kind of decision, in standard deviations, those of all devices together.

    Only the network's own decisions count; those of guests get 0.
    """
    same = own[:, None] & (kind[:, None] == jnp.arange(MOST_KINDS))
    sums, numbers = devices.total(((same * gain[:, None]).sum(0), same.sum(0)))
    gain = jnp.where(own, gain - (sums / jnp.maximum(numbers, 1))[kind], 0.0)
    squares = devices.total((gain**2).sum())
    return gain / (jnp.sqrt(squares / jnp.maximum(numbers.sum(), 1)) + 1e-6)


def _adam(network: Net, adam: Adam, grad: Net, rate: Array, policy_too: Array) -> tuple[Net, Adam]:
    """Take a step by Adam, with the gradient clipped to a norm of 0.5.

    The optimiser sees the gradients of the policy also while that does not move. Without them its estimates
    of their size would begin at 0, and the first steps after the warm-up be several times too large.
    """
    length = jnp.sqrt(sum((g * g).sum() for g in jax.tree.leaves(grad)))
    grad = jax.tree.map(lambda g: g * jnp.minimum(1.0, 0.5 / (length + 1e-6)), grad)
    steps, adam = step(adam, grad, rate)
    steps = steps._replace(
        policy=_times(policy_too, steps.policy),
        critic=_times(CRITIC, steps.critic),
    )
    moved = jax.tree.map(lambda weight, step: weight - step, network, steps)
    return moved, adam


def _times(number: Array | float, steps: T) -> T:
    """Return so many times the steps of a part of the network."""
    found: T = jax.tree.map(lambda step: number * step, steps)
    return found
