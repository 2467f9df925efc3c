"""All ways in which a turn can end, for batches of tables at which one begins, by the rules of the lab.

They are the ends that ``stolik.games.pickomino.bots.planner.endings`` lists, in slots: most of them are empty
at any one table. The seat in turn comes first before the turn, and last after it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.games.pickomino.bots.planner.features import Positions
from stolik.games.pickomino.lab import rules
from stolik.games.pickomino.lab.bits import Bits, Flag, count, has, word
from stolik.games.pickomino.lab.table import (
    ALL_TILES,
    GOLDEN_DIE,
    LOW,
    RAVEN,
    RED_WORM,
    WEASEL,
    SeatBits,
    TableBits,
    TurnBits,
    as_set,
    perch_of,
    under,
)
from stolik.games.pickomino.lab.turns import NO_OFFER, Prices, Rights
from stolik.games.pickomino.pieces import LOW_TILES, SPECIALISTS

TAKE, STEAL, BURN, RAVENS = range(4)
"""How a slot's turn ends; the last is to take the raven's tile, with a round worm from an opponent."""


class Slots(NamedTuple):
    """Ways to end a turn."""

    how: Array
    tile: Array
    """The tile that is taken, counted from 1."""
    away: Array
    """The opponent who is robbed or gives a round worm, as so many seats away."""
    second: Array
    """Of two specialists the new one is kept (D-5)."""
    rich: Array
    """Ones have earned a round worm before (D-17); if the supply is empty, from the seat so far away."""

    def of(self, which: Array) -> Slots:
        """Return some of them."""
        return Slots(*(jnp.asarray(part)[which] for part in self))


@cache
def slots(players: int, *, deluxe: bool) -> Slots:
    """Return all ways to end a turn at a table."""
    tiles = range(1 if deluxe else 1 + len(LOW_TILES), len(ALL_TILES) + 1)
    others = range(1, players)
    kept = (0, 1) if deluxe else (0,)
    found = [(BURN, 0, 0, 0, 0)]
    found += [(TAKE, tile, 0, second, 0) for tile in tiles for second in kept]
    found += [(STEAL, 0, away, second, 0) for away in others for second in kept]
    if deluxe:
        found += [(RAVENS, 0, away, 0, 0) for away in others]
        found += [(BURN, 0, away, 0, 1) for away in (0, *others)]
    return Slots(*np.array(found, np.uint32).T)


class Ends(NamedTuple):
    """Tables after turns: the next seat comes first."""

    table: TableBits
    there: Flag
    """Whether the turn can end so."""
    over: Flag
    """Whether the game is over with it."""


def end(table: TableBits, slot: Slots, *, hen_turns_down: bool = False) -> Ends:
    """Return tables after turns that end so."""
    deluxe = table.perch is not None
    there = slot.rich == slot.rich
    if deluxe:
        rich, given = slot.rich != 0, slot.away != 0
        left = rules.supply(table) != 0
        gives = _of_seat(table, slot.away, [rules.gives(seat) for seat in table.seats])
        there = ~rich | jnp.where(given, ~left & gives, left)
        table, _ = rules.earn_round_worm(table, rich & ~given)
        table = rules.worm_from(table, slot.away, rich & given & there)
    top = _of_seat(table, slot.away, [seat.top for seat in table.seats])
    stealing, ravens = slot.how == STEAL, slot.how == RAVENS
    tile = jnp.where(stealing, top, slot.tile)
    if table.perch is not None:
        tile = jnp.where(ravens, perch_of(table.perch, RAVEN), tile)
    as_bit = as_set(tile)
    taking = ((slot.how == TAKE) | ravens) & has(table.grill, as_bit)
    stealing &= has(as_bit, ~word(LOW))
    burning = slot.how == BURN
    there &= taking | stealing | burning
    total = jnp.asarray((0, *ALL_TILES), jnp.uint32)[tile]
    table, specialist, raven = rules.take(table, total, taking)
    table, stolen = rules.steal(table, total, stealing)
    table = rules.burn(table, burning, hen_turns_down=hen_turns_down)
    if deluxe:
        table, choosing = rules.earn_round_worm(table, raven)
        gives = _of_seat(table, slot.away, [rules.gives(seat) for seat in table.seats])
        there &= jnp.where(ravens, choosing & gives, ~choosing)
        table = rules.worm_from(table, slot.away, ravens & there)
        gained = specialist | stolen
        table, both = rules.gain_specialist(table, gained)
        there &= both | (slot.second == 0)
        kept = jnp.where(slot.second != 0, gained, table.seats[0].held)
        table = rules.hold(table, _gained(gained), kept, both)
    own, *others = table.seats
    return Ends(table._replace(seats=(*others, own)), there, table.grill == 0)


def _gained(specialist: Bits) -> TurnBits:
    zero, no = jnp.zeros_like(specialist), jnp.zeros_like(specialist, bool)
    return TurnBits(zero, no, no, no, zero, zero, zero, zero, specialist)


def _of_seat(table: TableBits, away: Bits, each: list[Array]) -> Array:
    found = jnp.zeros_like(each[0])
    for place in range(1, len(table.seats)):
        found = jnp.where(away == place, each[place], found)
    return found


def all_ends(table: TableBits, *, hen_turns_down: bool = False) -> Ends:
    """Return tables after all ways in which a turn at them can end: ``(slots, tables)``."""
    ways = slots(len(table.seats), deluxe=table.perch is not None)
    spread = jax.tree.map(lambda part: jnp.broadcast_to(part, (len(ways.how), *part.shape)), table)
    shape = spread.grill.shape
    each = Slots(*(jnp.broadcast_to(jnp.asarray(part)[:, None], shape) for part in ways))
    return end(spread, each, hen_turns_down=hen_turns_down)


# -- What they are worth ----------------------------------------------------------------------------------


def prices(table: TableBits, there: Flag, mine: Array) -> Prices:
    """Return what tiles and thefts are worth to the seat in turn, given what each slot is worth to it."""
    ways = slots(len(table.seats), deluxe=table.perch is not None)
    worth = jnp.where(there, mine, NO_OFFER)
    tiles = np.arange(1, len(ALL_TILES) + 1, dtype=np.uint32)[:, None]
    taken = (
        worth[ways.how == TAKE].reshape(len(set(ways.tile[ways.how == TAKE])), -1, worth.shape[1]).max(axis=1)
    )
    take = jnp.pad(taken, ((len(ALL_TILES) - len(taken), 0), (0, 0)), constant_values=NO_OFFER)
    if table.perch is not None:
        ravens = worth[ways.how == RAVENS].max(axis=0)
        take = jnp.maximum(take, jnp.where(perch_of(table.perch, RAVEN) == tiles, ravens, NO_OFFER))
    stolen = worth[ways.how == STEAL].reshape(len(table.seats) - 1, -1, worth.shape[1]).max(axis=1)
    tops = jnp.stack([seat.top for seat in table.seats[1:]])
    steal = jnp.where(tops == tiles[:, None], stolen, NO_OFFER).max(axis=1)
    return Prices(take, steal, worth[0])


def rights(table: TableBits) -> Rights:
    """Return what the seat in turn may do besides."""
    held = table.seats[0].held
    return Rights(held == RED_WORM, held == WEASEL, held == GOLDEN_DIE)


# -- What the network sees --------------------------------------------------------------------------------


def positions(table: TableBits) -> Positions:
    """Return tables as the features of ``bots.planner`` have them, in one row."""
    tile_of = jnp.asarray((0, *ALL_TILES), jnp.int32)
    number = np.arange(len(ALL_TILES), dtype=np.uint32)
    grill = table.grill.reshape(-1)
    if table.perch is None:
        perches = jnp.zeros((grill.size, len(SPECIALISTS)), jnp.int32)
    else:
        stands = [perch_of(table.perch, which).reshape(-1) for which in range(1, len(SPECIALISTS) + 1)]
        perches = tile_of[jnp.stack(stands, axis=1)]
    return Positions(
        grill=(grill[:, None] >> number & 1).astype(jnp.int32),
        perches=perches,
        supply=rules.supply(table).reshape(-1).astype(jnp.int32),
        seats=jnp.stack([_noted(table, seat, tile_of) for seat in table.seats], axis=1),
    )


def _noted(table: TableBits, seat: SeatBits, tile_of: Array) -> Array:
    below = jnp.where(seat.top == 0, 0, under(table.below, seat.top))
    highest = rules.rank(seat) & (1 << 5) - 1
    noted = (
        rules.score(seat),
        tile_of[seat.top],
        tile_of[below],
        count(seat.tiles),
        tile_of[highest],
        seat.held,
        seat.round_worms,
    )
    return jnp.stack([part.reshape(-1).astype(jnp.int32) for part in noted], axis=1)


def won(table: TableBits) -> Array:
    """Return each seat's part of the win if the game is over (P-18): ``(…, players)``."""
    ranks = jnp.stack([rules.rank(seat) for seat in table.seats], axis=-1)
    first = ranks == ranks.max(axis=-1, keepdims=True)
    return first / first.sum(axis=-1, keepdims=True)
