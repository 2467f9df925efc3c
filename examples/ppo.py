"""A player that learns from nothing but the rules: PPO by self-play in the lab, in about a hundred lines.

    python examples/ppo.py                        # the dice game for two; then a match with the level medium
    python examples/ppo.py linko --players 2 --mode duel --updates 20000     # cards take far longer

It needs JAX (the extra `train`). The same seed gives the same player on the same machine.
"""

import argparse
import time
from functools import partial
from itertools import pairwise

import jax
import jax.numpy as jnp
import numpy as np

from stolik import lab
from stolik.arena import play_match
from stolik.envs.policy import PolicyBot

GAMES, STEPS, WIDTH = 256, 64, 128  # games at once, decisions of each in an update, size of a hidden layer
EPOCHS, PARTS, RATE = 2, 8, 1e-3  # passes over an update's decisions, minibatches, the first step size
SMOOTHING, CLIP, ENTROPY = 0.95, 0.2, 0.01


def new_net(env, key):
    """Return layers of weights: two hidden ones, then logits of the actions and a value for each seat."""
    sizes = [env.observation_size, WIDTH, WIDTH, env.actions + env.players]
    keys = jax.random.split(key, 3)
    scale = [2**0.5, 2**0.5, 0.1]  # a policy that prefers nothing at first
    return [
        (s * jax.random.normal(k, (a, b)) / a**0.5, jnp.zeros(b))
        for s, k, (a, b) in zip(scale, keys, pairwise(sizes), strict=True)
    ]


def think(net, seen, legal, np=jnp):
    """Return the logits of the actions, and what each seat can expect, the one that looks first."""
    for weights, bias in net[:-1]:
        seen = np.maximum(seen @ weights + bias, 0)
    weights, bias = net[-1]
    out, actions = seen @ weights + bias, legal.shape[-1]
    return np.where(legal, out[..., :actions], -1e9), np.tanh(out[..., actions:])


def turned(values, by):
    """Return values of seats that are counted from one seat, counted from another."""
    seats = values.shape[-1]
    return jnp.take_along_axis(values, (jnp.arange(seats) + by[..., None]) % seats, axis=-1)


def play(env, net, state, key):
    """Play on against itself; return the games and, for every decision, what there is to learn."""

    def one(state, key):
        choosing, stepping = jax.random.split(key)
        seen, legal, actor = env.observe(state), env.legal(state), state.current_player
        logits, value = think(net, seen, legal)
        action = jax.random.categorical(choosing, logits)
        chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], 1)[:, 0]
        after = env.step(state, action.astype(jnp.int32), stepping)
        return after, (
            seen,
            legal,
            actor,
            action,
            chosen,
            turned(value, -actor),
            after.rewards,
            after.terminated,
        )

    state, told = jax.lax.scan(one, state, jax.random.split(key, STEPS))
    seen, legal, actor, action, chosen, value, reward, over = told
    last = turned(think(net, env.observe(state), env.legal(state))[1], -state.current_player)

    def back(carry, now):  # generalised advantage estimation, for all seats at once
        later, gain = carry
        value, reward, over = now
        going = 1.0 - over[:, None]
        gain = reward + going * (later + SMOOTHING * gain) - value
        return (value, gain), gain

    _, gain = jax.lax.scan(back, (last, 0 * last), (value, reward, over), reverse=True)
    own = jnp.take_along_axis(gain, actor[..., None], 2)[..., 0]
    own = (own - own.mean()) / (own.std() + 1e-6)
    told = seen, legal, action, chosen, own, turned(gain + value, actor)
    return state, jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), told), over.sum()


def loss(net, seen, legal, action, chosen, gain, target):
    """Return how bad the net is: its decisions by their gain, its values by what came of them."""
    logits, value = think(net, seen, legal)
    every = jax.nn.log_softmax(logits)
    ratio = jnp.exp(jnp.take_along_axis(every, action[:, None], 1)[:, 0] - chosen)
    policy = -jnp.minimum(ratio * gain, ratio.clip(1 - CLIP, 1 + CLIP) * gain).mean()
    entropy = -jnp.where(legal, jnp.exp(every) * every, 0).sum(1).mean()
    return policy + ((value - target) ** 2).mean() - ENTROPY * entropy


@partial(jax.jit, static_argnums=0, donate_argnums=(1, 2, 3))
def update(env, net, adam, state, key, rate):
    """Play, then learn from it by Adam; return the new net, and how many games ended."""
    playing, mixing = jax.random.split(key)
    state, told, ended = play(env, net, state, playing)
    order = jnp.concatenate(
        [jax.random.permutation(k, GAMES * STEPS) for k in jax.random.split(mixing, EPOCHS)]
    )

    def one(carry, rows):
        net, (count, mean, square) = carry
        grad = jax.grad(loss)(net, *(part[rows] for part in told))
        count = count + 1
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grad)
        square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, square, grad)
        size = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        net = jax.tree.map(lambda w, m, s: w - size * m / (jnp.sqrt(s) + 1e-6), net, mean, square)
        return (net, (count, mean, square)), None

    (net, adam), _ = jax.lax.scan(one, (net, adam), order.reshape(EPOCHS * PARTS, -1))
    return net, adam, state, ended


def learn(env, updates, seed=1):
    """Return a net that has learned, as NumPy arrays."""
    beginning, dealing, key = jax.random.split(jax.random.key(seed), 3)
    net, state = new_net(env, beginning), jax.jit(env.init, static_argnums=1)(dealing, GAMES)
    adam = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, net), jax.tree.map(jnp.zeros_like, net))
    games, since = 0, time.monotonic()
    for number in range(updates):
        rate = RATE * (1 - number / updates)
        net, adam, state, ended = update(env, net, adam, state, jax.random.fold_in(key, number), rate)
        games += int(ended)
        if (number + 1) % max(1, updates // 10) == 0:
            print(f"update {number + 1}, {games:,} games, {time.monotonic() - since:.0f} s", flush=True)
    return jax.tree.map(np.asarray, net)


def bot(game, net):
    """Return a player for the arena that does what the net likes best."""

    def policy(seen, legal):
        there = np.isin(np.arange(net[-1][1].size - game.players), legal)
        return int(think(net, np.asarray(seen), there, np)[0].argmax())

    return PolicyBot(game, policy)


def main(words=None):
    """Learn, then play a match."""
    arguments = argparse.ArgumentParser(description="Learn a game by self-play, then play a match.")
    arguments.add_argument("game", nargs="?", default="pickomino")
    arguments.add_argument("--players", type=int, default=2)
    arguments.add_argument("--mode", help="of the card game")
    arguments.add_argument("--updates", type=int, default=600)
    arguments.add_argument("--against", default="medium", help="a level or a bot")
    arguments.add_argument("--games", type=int, default=2000, help="of the match")
    asked = arguments.parse_args(words)
    options = {"mode": asked.mode} if asked.mode else {}
    env = lab.make(asked.game, asked.players, **options)
    net = learn(env, asked.updates)
    own = {"learned": lambda _: bot(env.game, net)}
    result = play_match(env.game, ["learned", asked.against], games=asked.games, seed=1, own=own)
    rate = result.standings[0].win_rate
    print(f"against {asked.against}: {rate.mean:.1%} ± {rate.half:.1%} of {result.games:,} games")


if __name__ == "__main__":
    main()
