"""What every action of a Deluxe table is worth, by what a value network says of the ends of the turn.

A turn is solved with eight dice, with and without the weasel, and with the golden die; each game looks up
its own spot. Where a tile or a round worm has been chosen about, an action ends the turn, and the table
it leaves is judged.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.games.pickomino.encoding import (
    BURNS,
    GO_ON,
    HOLDABLE,
    HOLDS,
    KEEPS,
    REPEATS,
    ROLLS,
    ROLLS_GOLD,
    THENS,
    WORMS,
)
from stolik.games.pickomino.lab import endings, lookahead, rules
from stolik.games.pickomino.lab.bits import Bits, Flag, word
from stolik.games.pickomino.lab.endings import BURN, Ends, Slots
from stolik.games.pickomino.lab.lookahead import Layers
from stolik.games.pickomino.lab.table import RED_WORM, WORM_FOR_ONES, TableBits, TurnBits
from stolik.games.pickomino.lab.turns import NO_OFFER, Spots, spots
from stolik.games.pickomino.odds.graph import TurnGraph, graph_of
from stolik.games.pickomino.pieces import DICE, FACES, ONE, POINTS, SPECIALISTS

NOWHERE: Final = 0
"""The place of what no turn comes to; it is never legal."""


class Where(NamedTuple):
    """A spot of the turn in each game, as in ``odds.graph.Spot``."""

    faces: Bits
    dice: Bits
    total: Bits
    odd_die: Flag
    earned: Flag
    """Whether ones have earned their round worm (D-17)."""


def values(
    layers: Layers, table: TableBits, turn: TurnBits, actions: int, *, odd: bool, hen_turns_down: bool
) -> Array:
    """Return what each action is worth, legal or not: ``(batch, actions)``."""
    aside = turn.aside
    giving = turn.phase == WORM_FOR_ONES
    giver = _giving_seat(layers, table, hen_turns_down=hen_turns_down)
    now = rules.worm_from(table, giver, giving)
    earned = rules.of_face(aside, ONE) >= 2
    solved = _Solved(layers, now, turn, earned, odd=odd, hen_turns_down=hen_turns_down)

    used = sum((rules.of_face(aside, face) != 0).astype(jnp.uint32) << face for face in range(len(FACES)))
    here = Where(jnp.asarray(used), rules.in_hand(turn), rules.points(aside), turn.odd_die, earned)
    found = [jnp.full_like(solved.burn, 2 * NO_OFFER)] * actions
    for face in range(len(FACES)):
        shown = rules.of_face(turn.roll, face)
        kept = Where(
            here.faces | 1 << face,
            here.dice - shown,
            here.total + shown * POINTS[face],
            rules.keep(turn, word(face), shown > 0).odd_die,
            earned | (shown >= 2) if face == ONE else earned,
        )
        each = solved.thens(kept)
        if face == ONE:  # D-18: first somebody is chosen, and then what to do
            _, chosen = rules.earn_round_worm(table, shown >= 2)
            each[GO_ON] = jnp.where(chosen, jnp.stack(each).max(axis=0), each[GO_ON])
        for then, worth in enumerate(each):
            found[KEEPS + len(FACES) * then + face] = worth
    found[ROLLS], found[ROLLS_GOLD] = solved.begun
    found[REPEATS], found[BURNS] = solved.again(here), solved.burn

    ended = [_held(table, turn, name) for name in HOLDABLE]
    certain = jnp.ones_like(giving, bool)
    ended += [rules.worm_from(table, word(away), certain) for away in range(1, len(table.seats))]
    mine = _judged(layers, jax.tree.map(lambda *parts: jnp.stack(parts), *ended))
    found[HOLDS : HOLDS + len(HOLDABLE)] = mine[: len(HOLDABLE)]
    each = solved.thens(here)
    for away, worth in enumerate(mine[len(HOLDABLE) :], start=1):
        for then in range(len(THENS)):
            for_ones = jnp.where(giver == away, each[then], NO_OFFER)
            found[WORMS + len(THENS) * (away - 1) + then] = jnp.where(giving, for_ones, worth)
    return jnp.stack(found, axis=1)


class _Solved:
    """The turns of a batch, solved with eight dice and with the golden die."""

    def __init__(
        self,
        layers: Layers,
        table: TableBits,
        turn: TurnBits,
        earned: Flag,
        *,
        odd: bool,
        hen_turns_down: bool,
    ) -> None:
        one = lookahead.prospect(layers, table, hen_turns_down=hen_turns_down)
        worth = one.chances[..., -1]
        more = jnp.take_along_axis(worth, lookahead.rich_slot(one, worth)[None], axis=0) - worth[0]
        plain, rich = (
            endings.prices(table, one.ends.there, worth + part)
            for part in (0.0, jnp.where(earned, 0.0, more))
        )
        self.burn = worth[0]
        self._gold = turn.gold
        self._ready = rules.weasel_ready(table, turn)
        red_worm = table.seats[0].held == RED_WORM
        graphs = graph_of(DICE, round_worm=True), graph_of(DICE + 1, odd_die=odd, round_worm=True)
        self._spots = [spots(graph, plain, rich, red_worm) for graph in graphs]
        self._repeated = spots(graphs[0], plain, rich, red_worm, again=self._spots[0].roll)
        self._places = [jnp.asarray(places(graph)) for graph in graphs]
        self.begun = [
            found.roll[graph.places[graph.fresh]] for found, graph in zip(self._spots, graphs, strict=True)
        ]
        """What the turn is worth that begins with eight dice, and with the golden die."""

    def thens(self, where: Where) -> list[Array]:
        """Return what it is worth at a spot to roll on, to take and to steal, as ``encoding.THENS``."""
        eight, nine = (self._at(which, found, where) for which, found in enumerate(self._spots))
        repeated = self._at(0, self._repeated, where)
        roll = jnp.where(self._ready, repeated[0], eight[0])
        each = zip((roll, *eight[1:]), nine, strict=True)
        return [jnp.where(self._gold, with_gold, without) for without, with_gold in each]

    def again(self, where: Where) -> Array:
        """Return what it is worth at a spot to roll once more without the weasel."""
        return self._at(0, self._spots[0], where)[0]

    def _at(self, which: int, found: Spots, where: Where) -> list[Array]:
        odd = where.odd_die.astype(jnp.int32)
        place = self._places[which][
            where.earned.astype(jnp.int32), odd, where.faces, where.dice, where.total
        ][None]
        return [jnp.take_along_axis(worth, place, axis=0)[0] for worth in found]


def _giving_seat(layers: Layers, table: TableBits, *, hen_turns_down: bool) -> Bits:
    """Return who should give a round worm (D-18), by what a burnt turn is worth with it; 0 if nobody can."""
    others = jnp.arange(1, len(table.seats), dtype=jnp.uint32)[:, None]
    spread = jax.tree.map(lambda part: jnp.broadcast_to(part, (len(others), *part.shape)), table)
    away = jnp.broadcast_to(others, spread.grill.shape)
    zero = jnp.zeros_like(away)
    ends = endings.end(spread, Slots(zero + BURN, zero, away, zero, zero + 1), hen_turns_down=hen_turns_down)
    worth = jnp.where(ends.there, lookahead.judged(layers, ends)[..., -1], NO_OFFER)
    return jnp.where(ends.there.any(axis=0), worth.argmax(axis=0) + 1, 0).astype(jnp.uint32)


def _held(table: TableBits, turn: TurnBits, name: str) -> TableBits:
    """Return the table after one of two specialists is held (D-5)."""
    specialist = next(n for n, (_, other) in enumerate(SPECIALISTS, start=1) if other == name)
    certain = jnp.ones_like(turn.gained, bool)
    return rules.hold(table, turn, jnp.full_like(turn.gained, specialist), certain)


def _judged(layers: Layers, table: TableBits) -> Array:
    """Return the chance of the seat in turn where its turn ends with a table as it is."""
    own, *others = table.seats
    over = table.grill == 0
    ends = Ends(table._replace(seats=(*others, own)), jnp.ones_like(over, bool), over)
    return lookahead.judged(layers, ends)[..., -1]


@cache
def places(graph: TurnGraph) -> NDArray[np.int32]:
    """Return the place of each spot by whether a round worm is earned, the odd die, faces, dice and sum."""
    dice = graph.fresh.dice
    found = np.full((2, 2, 1 << len(FACES), dice + 1, graph.sums), NOWHERE, np.int32)
    for spot, place in graph.places.items():
        found[int(not spot.round_worm), int(spot.odd_die), spot.faces, spot.dice, spot.total] = place
    return found
