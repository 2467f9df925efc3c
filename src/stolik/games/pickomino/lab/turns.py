"""Whole turns solved exactly, for batches of tables: what they are worth, and how likely each end is.

The same as ``stolik.games.pickomino.odds``, in JAX. A turn is solved from its end: at every spot of its
graph the player stops or rolls on, whichever is worth more. How the value of a turn changes with what one of
its ends is worth is how likely that end is: the gradient of the value has all chances of a turn at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from numpy.typing import NDArray

from stolik.games.pickomino.lab.table import ALL_TILES
from stolik.games.pickomino.odds.graph import Floats, Ints, Level, TurnGraph, graph_of
from stolik.games.pickomino.pieces import DICE, LOW_TILES, TILES, WORM_POINTS

NO_OFFER: Final = -1e9
"""The worth of what is not there."""
FACES_A_HALF: Final = 3
FEW: Final = 0.25
ALL: Final = 64
"""What part of many tables, and how many of few, may have the weasel or the golden die."""


class Prices(NamedTuple):
    """What the ends of a turn are worth to the player: a column a table."""

    take: Array
    """Each tile of the grill, ``NO_OFFER`` where it is not there: ``(tiles, tables)``."""
    steal: Array
    """Each tile that can be stolen: ``(tiles, tables)``."""
    burn: Array


class Rights(NamedTuple):
    """What a player of Deluxe may do besides."""

    red_worm: Array
    weasel: Array
    golden_die: Array


def values(prices: Prices, rich: Prices | None = None, rights: Rights | None = None) -> Array:
    """Return what turns are worth, each played best.

    In Deluxe, ``rich`` is what ends are worth with a round worm for ones, counted (D-17). A player with the
    golden die, an ordinary ninth die here, uses it if that is better (D-10). Of many tables at once those
    with the weasel or the golden die are solved apart: at most ``FEW`` of all, beyond that as without.
    """
    if rich is None or rights is None:
        return _turn(graph_of(DICE), (prices, None, None), repeat=False)
    eight, nine = (graph_of(dice, round_worm=True) for dice in (DICE, DICE + 1))
    board = prices, rich, rights.red_worm
    value = _turn(eight, board, repeat=False)
    for graph, right in ((eight, rights.weasel), (nine, rights.golden_die)):
        holders = jnp.argsort(~right, stable=True)[: max(ALL, int(FEW * right.size))]
        some = jax.tree.map(lambda part, which=holders: part[..., which], board)
        helped = jnp.maximum(value[holders], _turn(graph, some, repeat=graph is eight))
        value = value.at[holders].set(jnp.where(right[holders], helped, value[holders]))
    return value


class Spots(NamedTuple):
    """What it is worth at each spot of a turn to do something: ``(spots, tables)``."""

    roll: Array
    """To roll on; where no roll is left, to let it burn."""
    take: Array
    steal: Array


def spots(
    graph: TurnGraph,
    prices: Prices,
    rich: Prices | None = None,
    red_worm: Array | None = None,
    again: Array | None = None,
) -> Spots:
    """Return what it is worth at each spot of a turn to roll on, to take and to steal.

    In Deluxe, ``rich`` is what ends are worth with a round worm for ones; ``again`` is what a roll from each
    spot is worth, for those who may repeat one (D-15).
    """
    nothing = jnp.full_like(prices.take, NO_OFFER)

    def offers(**none: Array) -> Array:
        both = [prices] if rich is None else [rich, prices]
        parts = [_offers(graph.sums, ends._replace(**none), red_worm) for ends in both]
        return jnp.concatenate(parts)[graph.reach]

    take, steal = offers(steal=nothing), offers(take=nothing)
    burnt = jnp.stack([(prices if rich is None else rich).burn, prices.burn])
    roll = _solve(graph, jnp.maximum(take, steal), burnt, again)
    can_roll = np.arange(len(graph.spots))[:, None] >= graph.last
    return Spots(jnp.where(can_roll, roll, burnt[graph.unearned]), take, steal)


Board = tuple[Prices, Prices | None, Array | None]
"""What ends are worth, what with a round worm, and whether the player has the red worm."""


def _turn(graph: TurnGraph, board: Board, *, repeat: bool) -> Array:
    """Return what turns of a graph are worth; a roll may be repeated in them or not (D-15)."""
    prices, rich, red_worm = board
    offers = _offers(graph.sums, prices, red_worm)
    burnt = [prices.burn, prices.burn]
    if rich is not None:  # in the order of ``TurnGraph.reach`` and ``TurnGraph.burnt``
        offers = jnp.concatenate((_offers(graph.sums, rich, red_worm), offers))
        burnt[0] = rich.burn
    stop = offers[graph.reach]
    roll = _solve(graph, stop, jnp.stack(burnt), None)
    if repeat:
        roll = _solve(graph, stop, jnp.stack(burnt), roll)
    return roll[graph.places[graph.fresh]]


def _offers(sums: int, prices: Prices, red_worm: Array | None) -> Array:
    """Return the worth of the best offer for all sums without a worm, then for all with one (P-6 to P-11)."""
    nothing, low = jnp.full_like(prices.burn, NO_OFFER), len(LOW_TILES)
    lower = [nothing]
    for take in prices.take[low:]:
        lower.append(jnp.where(take > NO_OFFER, take, lower[-1]))
    taken = jnp.stack([*prices.take[:low], *lower])
    stolen = jnp.concatenate((prices.steal, nothing[None]))
    exact = [ALL_TILES.index(total) if total in ALL_TILES else len(ALL_TILES) for total in range(sums)]
    up_to = [sum(total >= tile for tile in TILES) for total in range(sums)]  # P-9
    which = [place if place < low else low + tiles for place, tiles in zip(exact, up_to, strict=True)]  # D-2
    found = jnp.maximum(taken[np.array(which)], stolen[np.array(exact)])
    without = jnp.full_like(found, NO_OFFER)
    if red_worm is not None:  # D-11
        raised = jnp.concatenate((found[WORM_POINTS:], without[:WORM_POINTS]))
        without = jnp.where(red_worm, raised, NO_OFFER)
    return jnp.concatenate((without, found))


# -- Solving ----------------------------------------------------------------------------------------------


class Steps(NamedTuple):
    """The levels of a graph, all filled up to the same sizes so that one program does for each of them.

    The values stand in another order than in ``TurnGraph``: those of a burnt roll come first, with a round
    worm for ones and without, then that of what is impossible, then those of the spots.
    """

    choices: Ints
    """Where the values of keeping each face of a half roll are found: levels by faces by half rolls."""
    first: Ints
    last: Ints
    """The half rolls that make a roll; rolls follow each other by spots."""
    weight: Floats
    """How likely a roll is; 0 where there is none."""
    spot: Ints
    """The spot of its level from which it is rolled."""
    begin: NDArray[np.int32]
    """Where the spots of each level begin."""


@cache
def steps(graph: TurnGraph) -> Steps:
    """Return the levels of a graph."""
    found = [_step(graph, level) for level in graph.levels]
    halves, rolls = (max(step[part].shape[-1] for step in found) for part in (0, 1))

    def filled(array: NDArray[Any], size: int) -> NDArray[Any]:
        return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, size - array.shape[-1])])

    sizes = (halves, rolls, rolls, rolls, rolls)
    parts = [np.stack([filled(step[part], size) for step in found]) for part, size in enumerate(sizes)]
    begin = np.array([level.spots.start for level in graph.levels], np.int32)
    return Steps(parts[0], parts[1], parts[2], parts[3], parts[4], begin)


def _step(graph: TurnGraph, level: Level) -> tuple[NDArray[Any], ...]:
    choices, first, last, weight, spot = [], [], [], [], []
    rows = 0
    for group in level.groups:
        kept = np.full((FACES_A_HALF, *group.choices[0].shape), graph.impossible)
        kept[: len(group.choices)] = group.choices
        ways, spots = kept.shape[1:]
        place = rows + np.arange(ways * spots).reshape(ways, spots)
        rolls = np.arange(ways)
        start, end = (rolls, rolls) if group.halves is None else group.halves
        choices.append(kept.reshape(FACES_A_HALF, -1))
        first.append(place[start].T.ravel())
        last.append(place[end].T.ravel())
        weight.append(np.tile(group.chances, spots))
        of_level = np.arange(group.spots.start, group.spots.stop) - level.spots.start
        spot.append(np.repeat(of_level, len(group.chances)))
        rows += ways * spots
    moved = (np.concatenate(choices, axis=1) - len(graph.spots)) % (graph.impossible + 1)
    whole = [np.concatenate(part).astype(np.int32) for part in (first, last, spot)]
    return moved.astype(np.int32), whole[0], whole[1], np.concatenate(weight), whole[2]


def _solve(graph: TurnGraph, stop: Array, burnt: Array, again: Array | None) -> Array:
    """Return what a roll from each spot is worth; ``again`` is what repeating one is worth (D-15)."""
    levels = steps(graph)
    size = max(level.spots.stop - level.spots.start for level in graph.levels)
    at_once = burnt[graph.burnt[: graph.last] - len(graph.spots)]
    ended = jnp.where(stop[: graph.last] <= NO_OFFER / 2, at_once, stop[: graph.last])  # P-13, P-14
    later = jnp.zeros((len(graph.spots) - graph.last + size, stop.shape[1]), stop.dtype)
    kept = jnp.concatenate((burnt, jnp.full_like(burnt[:1], NO_OFFER), ended, later))
    before = kept.shape[0] - size - len(graph.spots)
    room = jnp.zeros((size, stop.shape[1]), stop.dtype)
    stop = jnp.concatenate((stop, room))
    repeat = None if again is None else jnp.concatenate((again, room))

    def level(kept: Array, step: Steps) -> tuple[Array, Array]:
        half = kept.at[step.choices].get(mode="promise_in_bounds").max(axis=0)
        best = jnp.maximum(half[step.first], half[step.last])
        if repeat is not None:
            best = jnp.maximum(best, lax.dynamic_slice_in_dim(repeat, step.begin, size)[step.spot])
        weighed = best * step.weight.astype(stop.dtype)[:, None]
        roll = jax.ops.segment_sum(weighed, step.spot, size)
        found = jnp.maximum(lax.dynamic_slice_in_dim(stop, step.begin, size), roll)  # P-5
        return lax.dynamic_update_slice_in_dim(kept, found, before + step.begin, 0), roll

    _, rolls = lax.scan(jax.checkpoint(level), kept, jax.tree.map(jnp.asarray, levels))
    sizes = [one.spots.stop - one.spots.start for one in graph.levels]
    parts = [roll[:number] for roll, number in zip(rolls, sizes, strict=True)]
    return jnp.concatenate((jnp.zeros_like(ended), *parts))
