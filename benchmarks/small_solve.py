"""A small dice game solved by policy iteration, and what the best response to a player of it wins.

Only the *flow* of every turn of a policy matters: the probability that it ends in each slot. Finding the best
flow is most of the work; the value of a policy is then a small linear equation per position, solved by
repeated sweeps. A few policies suffice until none is better. The precision is that of JAX.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from benchmarks.small_graph import Graph, Positions, decode, ways
from stolik.games.pickomino.lab import endings, lookahead
from stolik.games.pickomino.lab.endings import slots
from stolik.games.pickomino.lab.lookahead import Layers
from stolik.games.pickomino.lab.turns import values

CLOSE: Final = 1e-7
"""A policy that changes no value by more is the last one; in single precision by 16 times its steps."""
MOST_POLICIES: Final = 60
MOST_SWEEPS: Final = 1000
START: Final = 0.5


# -- One turn at every position ---------------------------------------------------------------------------


@partial(jax.jit, static_argnums=0)
def _turns(tiles: tuple[int, ...], positions: Positions, there: Array, mine: Array) -> tuple[Array, Array]:
    """Return what turns are worth if played best, and their flow, given what each slot is worth."""
    table, which = decode(tiles, positions), ways(tiles)
    whole = (len(slots(2, deluxe=False).how), mine.shape[1])
    is_there = jnp.zeros(whole, bool).at[which].set(there)

    def worth(mine: Array) -> Array:
        return values(endings.prices(table, is_there, jnp.zeros(whole).at[which].set(mine)))

    value, back = jax.vjp(worth, mine)
    return value, back(jnp.ones_like(value))[0]


def turns(game: Graph, later: Array) -> tuple[Array, Array]:
    """Return what a turn is worth at every position if it is played best, and its flow.

    ``later`` is what the next turn, of the other, is worth to the player at each position.
    """
    found = []
    for part in game.parts():
        mine = jnp.where(game.over[:, part], game.won[:, part], later[game.next[:, part]])
        positions = jax.tree.map(lambda words, part=part: words[part], game.positions)
        found.append(_turns(game.tiles, positions, game.there[:, part], mine))
    each, flows = zip(*found, strict=True)
    return jnp.concatenate(each), jnp.concatenate(flows, axis=1)


class Sweep(NamedTuple):
    """What turns of fixed flows are worth: at once, and of the next position."""

    at_once: Array
    onwards: Array
    next: Array

    def __call__(self, later: Array) -> Array:
        """Return what the turns are worth, given what the next ones are."""
        found: Array = self.at_once + (self.onwards * later[self.next]).sum(axis=0)
        return found


def sweep(game: Graph, flow: Array, won: Array) -> Sweep:
    """Return what turns are worth to somebody who wins so much if the game is over after a slot."""
    return Sweep((flow * jnp.where(game.over, won, 0.0)).sum(axis=0), flow * ~game.over, game.next)


def _step(numbers: Array) -> float:
    """Return the step between numbers about as large as 1."""
    return float(np.finfo(numbers.dtype).eps)


@jax.jit
def _settled(own: Sweep, others: Sweep | None, first: Array) -> tuple[Array, Array]:
    """Return what a player's own turns and those of the other are worth to it, flows being fixed.

    Without the other's flow both play by the same one.
    """

    def once(state: tuple[Array, Array, Array, Array]) -> tuple[Array, Array, Array, Array]:
        before, _, number, _ = state
        theirs = 1 - before if others is None else others(before)
        found = own(theirs)
        return found, theirs, number + 1, abs(found - before).max()

    def is_moving(state: tuple[Array, Array, Array, Array]) -> Array:
        *_, number, change = state
        moving: Array = jnp.logical_and(number < MOST_SWEEPS, change > 8 * _step(first))
        return moving

    begin = first, first, jnp.int32(0), jnp.ones((), first.dtype)
    found, theirs, *_ = lax.while_loop(is_moving, once, begin)
    return found, theirs


# -- Policies ---------------------------------------------------------------------------------------------

Tell = Callable[[str], None]


class Solved(NamedTuple):
    """What all positions are worth to a player, if it plays best."""

    mine: Array
    """Where its turn begins."""
    theirs: Array
    """Where the other's turn begins, who is in turn there."""
    policies: int
    """How many were tried."""
    off: float
    """By how much a turn played best still differed at any position before the last policy."""


def solve(game: Graph, against: Array | None = None, tell: Tell = print) -> Solved:
    """Return what positions are worth if both play best, or against a player whose flow is known."""
    mine = theirs = jnp.full(game.next.shape[1], START, float)
    others = None if against is None else sweep(game, against, 1 - game.won)
    close = max(CLOSE, 16 * _step(mine))
    for number in range(1, MOST_POLICIES + 1):
        value, flow = turns(game, theirs)
        off, before = float(abs(value - mine).max()), mine
        mine, theirs = _settled(sweep(game, flow, game.won), others, before)
        change = float(abs(mine - before).max())
        tell(f"policy {number}: {float(mine[0]):.9f}, a turn off by {off:.1e}, changed by {change:.1e}")
        if change < close:
            return Solved(mine, theirs, number, off)
    raise RuntimeError(f"{MOST_POLICIES} policies, and the last one still changed a value by {change:.1e}")


# -- A network that plays it ------------------------------------------------------------------------------


@partial(jax.jit, static_argnums=1)
def _chances(layers: Layers, tiles: tuple[int, ...], positions: Positions) -> Array:
    return lookahead.chances(layers, decode(tiles, positions))[:, 0]


def chances(game: Graph, layers: Layers) -> Array:
    """Return what a network says of every position: the chance of the player in turn."""
    found = []
    for part in game.parts():
        positions = jax.tree.map(lambda words, part=part: words[part], game.positions)
        found.append(_chances(layers, game.tiles, positions))
    return jnp.concatenate(found)


def played(game: Graph, value: Array, ahead: int = 0) -> Array:
    """Return the flow of a player who goes by values of the positions, after so many turns of look-ahead."""
    value = value.astype(float)
    for _ in range(ahead):
        value, _ = turns(game, 1 - value)
    return turns(game, 1 - value)[1]


def beaten(game: Graph, flow: Array, tell: Tell = print) -> tuple[float, float]:
    """Return what a player who knows this flow wins against it, as first and as second."""
    best = solve(game, flow, tell)
    return float(best.mine[0]), float(best.theirs[0])
