"""The state graph of a small dice game for two: a node for every position in which a turn can begin.

An edge leads to the position after each possible end of the turn. A position is packed into two 32-bit words,
so that duplicates are found by sorting.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.pickomino.lab import endings
from stolik.games.pickomino.lab.bits import place_of_highest
from stolik.games.pickomino.lab.endings import TAKE, Slots, slots
from stolik.games.pickomino.lab.recipe import TurnRecipe
from stolik.games.pickomino.lab.table import ALL_TILES, TILE_BITS, TILES_A_WORD, SeatBits, TableBits, under

GAME: Final = Game("pickomino", 2)
MOST_TILES: Final = 8
GONE, ON_GRILL, MINE, OTHERS = range(4)
"""The place of a tile, in two bits."""
PLACE_BITS: Final = 2
BELOW_BITS: Final = 4
AT_ONCE: Final = 1 << 14
AT_ONCE_ON_CPU: Final = 1 << 11
"""The batch size, in positions: the turns of more would take much memory."""

Numbers = NDArray[np.uint64]


class Positions(NamedTuple):
    """Positions in which a turn begins, packed into two words each."""

    places: Array
    """Two bits a tile: its place."""
    below: Array
    """Four bits a tile: the index of the tile under it in a stack, counted from 1; 0 for none."""


class Ends(NamedTuple):
    """The edges from some positions: ``(slots, positions)``."""

    next: Positions
    there: Array
    """Whether a turn can end in this slot."""
    over: Array
    """Whether the game is over then."""
    won: Array
    """The share of the win of the player who had the turn, if the game is over."""


class Graph(NamedTuple):
    """The whole graph. The first position is the initial one; the last one may be repeated as padding."""

    tiles: tuple[int, ...]
    states: int
    """The number of different positions."""
    positions: Positions
    at_once: int
    """The batch size."""
    next: Array
    """The index of the position after a slot; 0 if there is none: ``(slots, positions)``."""
    there: Array
    over: Array
    won: Array

    def parts(self) -> Iterator[slice]:
        """Yield the batches of positions, all of the same size."""
        for start in range(0, self.next.shape[1], self.at_once):
            yield slice(start, start + self.at_once)


# -- Positions in two words -------------------------------------------------------------------------------


def encode(tiles: tuple[int, ...], table: TableBits) -> Positions:
    """Pack tables into two words each."""
    first, second = table.seats
    number_of = jnp.asarray([tiles.index(tile) + 1 if tile in tiles else 0 for tile in (0, *ALL_TILES)])
    places, below = jnp.zeros_like(table.grill), jnp.zeros_like(table.grill)
    for number, tile in enumerate(tiles):
        place = ALL_TILES.index(tile)
        mine, others = first.tiles >> place & 1, second.tiles >> place & 1
        where = ON_GRILL * (table.grill >> place & 1) + MINE * mine + OTHERS * others
        lies_on = number_of[under(table.below, jnp.uint32(place + 1))].astype(jnp.uint32)
        places |= where << PLACE_BITS * number
        below |= jnp.where(where >= MINE, lies_on, 0) << BELOW_BITS * number
    return Positions(places, below)


def decode(tiles: tuple[int, ...], positions: Positions) -> TableBits:
    """Unpack positions into tables."""
    zero = jnp.zeros_like(positions.places)
    tile_of = jnp.asarray([0, *(ALL_TILES.index(tile) + 1 for tile in tiles)], jnp.uint32)
    sets, covered, holders = [zero] * 4, zero, [zero] * 3
    for number, tile in enumerate(tiles):
        place = ALL_TILES.index(tile)
        where = positions.places >> PLACE_BITS * number & 3
        lies_on = tile_of[positions.below >> BELOW_BITS * number & 15]
        sets = [one | (where == which).astype(jnp.uint32) << place for which, one in enumerate(sets)]
        covered |= (jnp.uint32(1) << lies_on) >> 1
        word, shift = divmod(place, TILES_A_WORD)
        holders[word] |= lies_on << TILE_BITS * shift
    seats = []
    for stack in (sets[MINE], sets[OTHERS]):
        top = stack & ~covered
        seats.append(SeatBits(stack, jnp.where(top == 0, 0, place_of_highest(top) + 1), zero, zero))
    return TableBits(sets[ON_GRILL], None, (holders[0], holders[1], holders[2]), tuple(seats))


def ways(tiles: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the indices of the slots in which a turn can end with these tiles."""
    every: Slots = slots(2, deluxe=False)
    wanted = [ALL_TILES.index(tile) + 1 for tile in tiles]
    return np.nonzero((every.how != TAKE) | np.isin(every.tile, wanted))[0]


# -- The whole game ---------------------------------------------------------------------------------------


@partial(jax.jit, static_argnums=0)
def _ends(tiles: tuple[int, ...], positions: Positions) -> Ends:
    ends = jax.tree.map(lambda part: part[ways(tiles)], endings.all_ends(decode(tiles, positions)))
    return Ends(encode(tiles, ends.table), ends.there, ends.over, endings.won(ends.table)[..., -1])


def _numbers(positions: Positions) -> Numbers:
    """Return positions as one 64-bit number each."""
    high, low = (np.asarray(words).astype(np.uint64) for words in positions)
    found: Numbers = high << np.uint64(32) | low
    return found


def _positions(numbers: Numbers) -> Positions:
    low = (numbers & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    return Positions(jnp.asarray((numbers >> np.uint64(32)).astype(np.uint32)), jnp.asarray(low))


def _filled(numbers: Numbers, at_once: int) -> Numbers:
    """Return the numbers padded to whole batches, by repeating the last one."""
    return np.pad(numbers, (0, -len(numbers) % at_once), mode="edge")


def graph(recipe: TurnRecipe) -> Graph:
    """Build the graph of the game with the tiles of a recipe, by breadth-first search."""
    tiles = recipe.tiles
    if len(tiles) > MOST_TILES:
        raise ValueError(f"at most {MOST_TILES} tiles, not {len(tiles)}")
    most = AT_ONCE_ON_CPU if jax.default_backend() == "cpu" else AT_ONCE
    new = _numbers(encode(tiles, recipe.begin(GAME)))
    known, order = new, [new]
    while len(new):
        numbers = _filled(new, most)
        found = np.zeros(0, np.uint64)
        for start in range(0, len(numbers), most):
            ends = _ends(tiles, _positions(numbers[start : start + most]))
            later = _numbers(ends.next)[np.asarray(ends.there & ~ends.over)]
            found = np.union1d(found, later)
        new = np.setdiff1d(found, known, assume_unique=True)
        known = np.union1d(known, new)
        order.append(new)
    every = np.concatenate(order)
    at_once = min(most, 1 << (len(every) - 1).bit_length())
    numbers = _filled(every, at_once)
    by_number = np.argsort(every)
    sorted_numbers, parts = every[by_number], []
    for start in range(0, len(numbers), at_once):
        ends = _ends(tiles, _positions(numbers[start : start + at_once]))
        leads = by_number[np.searchsorted(sorted_numbers, _numbers(ends.next)) % len(every)]
        parts.append((jnp.asarray(leads, jnp.int32), ends.there, ends.over, ends.won))
    next_, there, over, won = (jnp.concatenate(part, axis=1) for part in zip(*parts, strict=True))
    next_ = jnp.where(there & ~over, next_, 0)
    return Graph(tiles, len(every), _positions(numbers), at_once, next_, there, over, won)
