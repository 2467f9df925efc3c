"""How a batch of games lies in memory: a few ``uint32`` a game, the seat in turn always first.

Tiles are counted 1 to 18 from the lowest (11, 13, 21 … 36), and 0 is no tile; as a set, tile ``n`` is bit
``n - 1``. Dice are counted by face in six times four bits. Specialists are counted 1 to 6 in the order of
``SPECIALISTS``, and 0 is none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.games.pickomino.lab.bits import Bits, Flag, bit, word
from stolik.games.pickomino.pieces import LOW_TILES, SPECIALISTS, TILES, worms_on
from stolik.lab.stages import settled

ALL_TILES: Final = (*LOW_TILES, *TILES)
LOW: Final = (1 << len(LOW_TILES)) - 1
BASE_GRILL: Final = (1 << len(ALL_TILES)) - 1 - LOW
DELUXE_GRILL: Final = (1 << len(ALL_TILES)) - 1
WITH_WORMS: Final = tuple(
    sum(1 << place for place, tile in enumerate(ALL_TILES) if worms_on(tile) >= least)
    for least in (1, 2, 3, 4)
)
"""The tiles with at least one, two, three, four worms."""

NO_ONE: Final = 0
RED_WORM, HEN, RAVEN, WEASEL, GOLDEN_DIE, APPLE = range(1, len(SPECIALISTS) + 1)
START_PERCH: Final = sum(
    (ALL_TILES.index(tile) + 1) << 5 * place for place, (tile, _) in enumerate(SPECIALISTS)
)

ROLLED, START, WORM_FOR_ONES, WORM_FOR_RAVEN, HOLD, OVER = range(6)
"""What comes next, as in the rules; a game stops at no other phase."""

FACE_BITS: Final = 4
DICE_BITS: Final = 24
DICE_MASK: Final = (1 << DICE_BITS) - 1
EACH_FACE: Final = 0x111111
"""One bit a face: a set of faces is spread like the dice."""

TILE_BITS: Final = 5
TILE_MASK: Final = 31
TILES_A_WORD: Final = 6

OUTCOME_BITS: Final = 4
OUTCOME_MASK: Final = 15
OUTCOME_EVEN: Final = 8


class State(NamedTuple):
    """A batch of games. Each array has one entry a game; ``seats`` begins with the seat in turn."""

    grill: Array
    """The face-up tiles on the grill."""
    perch: Array | None
    """The tile each specialist stands on, five bits each; ``None`` in the base game."""
    below: tuple[Array, Array, Array]
    """The tile under each tile of a stack, five bits a tile, six tiles a word."""
    seats: tuple[Array, ...]
    """From the lowest bit: 18 bits the tiles of the stack, 5 its top, 3 round worms, 3 the specialist."""
    dice: Array
    """From the lowest bit: 24 bits dice aside, 1 golden die, 1 odd die in hand, 1 weasel used, 3 phase."""
    roll: Array
    """From the lowest bit: 24 bits the roll, 2 the odd die's face, 3 the seat, 3 the new specialist."""
    outcome: Array
    """Four bits a seat: seats placed worse - better + 8; all 0 unless the last step ended a game."""

    @property
    def terminated(self) -> Array:
        """Whether the last step ended a game (what is here now is then the beginning of the next)."""
        return self.outcome != 0

    @property
    def rewards(self) -> Array:
        """What the last step brought each seat, ``(batch, players)``.

        At the end of a game (seats placed worse - seats placed better) / other seats: 1 for a sole winner, -1
        for a sole last; 0 before.
        """
        players = len(self.seats)
        ahead = self.outcome[:, None] >> OUTCOME_BITS * jnp.arange(players, dtype=jnp.uint32) & OUTCOME_MASK
        worth = np.arange(-OUTCOME_EVEN, OUTCOME_EVEN, dtype=np.float32) / np.float32(players - 1)
        worth[0] = 0  # no end
        return jnp.asarray(worth)[ahead]  # looked up, because a compiler may divide less exactly

    @property
    def current_player(self) -> Array:
        """The seat that must decide: it is always the seat in turn."""
        return (self.roll >> 26 & 7).astype(jnp.int32)


class SeatBits(NamedTuple):
    """What a player has."""

    tiles: Bits
    top: Bits
    round_worms: Bits
    held: Bits


class TableBits(NamedTuple):
    """Everything that stays from turn to turn."""

    grill: Bits
    perch: Bits | None
    below: tuple[Bits, Bits, Bits]
    seats: tuple[SeatBits, ...]


class TurnBits(NamedTuple):
    """What belongs to one turn only."""

    aside: Bits
    gold: Flag
    odd_die: Flag
    weasel_used: Flag
    phase: Bits
    roll: Bits
    odd_face: Bits
    """What a golden die of ones and worms shows: 1 a one, 2 a worm, 0 it is not in the roll."""
    seat: Bits
    gained: Bits
    """The second specialist of D-5."""


Words = tuple[Array, Array | None, tuple[Array, Array, Array], tuple[Array, ...], Array, Array]
"""The fields of a state before its outcome."""


def pack(table: TableBits, turn: TurnBits) -> Words:
    """Return a batch of games in few words."""
    seats = tuple(
        seat.tiles | seat.top << 18 | seat.round_worms << 23 | seat.held << 26 for seat in table.seats
    )
    dice = turn.aside | turn.phase << 27
    for place, flag in ((24, turn.gold), (25, turn.odd_die), (26, turn.weasel_used)):
        dice |= flag.astype(jnp.uint32) << place
    roll = turn.roll | turn.odd_face << 24 | turn.seat << 26 | turn.gained << 29
    return table.grill, table.perch, table.below, seats, dice, roll


def unpack(state: State) -> tuple[TableBits, TurnBits]:
    """Return the table and the turn of a batch of games."""
    return _unpack(state[:-1])


def settle(table: TableBits, turn: TurnBits, extra: Array) -> tuple[TableBits, TurnBits, Array]:
    """Return the same, computed once (see ``stages``)."""
    words, extra = settled((pack(table, turn), extra))
    return *_unpack(words), extra


def _unpack(words: Words) -> tuple[TableBits, TurnBits]:
    grill, perch, below, seats, dice, roll = words
    table = TableBits(
        grill,
        perch,
        below,
        tuple(
            SeatBits(seat & DELUXE_GRILL, seat >> 18 & TILE_MASK, seat >> 23 & 7, seat >> 26 & 7)
            for seat in seats
        ),
    )
    turn = TurnBits(
        aside=dice & DICE_MASK,
        gold=(dice >> 24 & 1) != 0,
        odd_die=(dice >> 25 & 1) != 0,
        weasel_used=(dice >> 26 & 1) != 0,
        phase=dice >> 27 & 7,
        roll=roll & DICE_MASK,
        odd_face=roll >> 24 & 3,
        seat=roll >> 26 & 7,
        gained=roll >> 29 & 7,
    )
    return table, turn


# -- Tiles ------------------------------------------------------------------------------------------------


def as_set(tile: Bits) -> Bits:
    """Return the set of one tile, or of none if it is 0."""
    return bit(tile) >> 1


def under(below: tuple[Bits, Bits, Bits], tile: Bits) -> Bits:
    """Return the tile that lies under a tile in a stack."""
    first, second, third = below
    holder = jnp.where(tile <= TILES_A_WORD, first, jnp.where(tile <= 2 * TILES_A_WORD, second, third))
    return holder >> _shift(tile) & TILE_MASK


def lay(below: tuple[Bits, Bits, Bits], tile: Bits, on: Bits, when: Flag) -> tuple[Bits, Bits, Bits]:
    """Return what lies under each tile once a tile is laid on another."""
    shift = _shift(tile)
    mask, put = word(TILE_MASK) << shift, on << shift
    first, second, third = (
        jnp.where(when & (tile > low) & (tile <= low + TILES_A_WORD), holder & ~mask | put, holder)
        for low, holder in zip((0, TILES_A_WORD, 2 * TILES_A_WORD), below, strict=True)
    )
    return first, second, third


def _shift(tile: Bits) -> Bits:
    place = tile - 1
    for _ in range(2):
        place = jnp.where(place >= TILES_A_WORD, place - TILES_A_WORD, place)
    return TILE_BITS * place & 31


# -- Specialists ------------------------------------------------------------------------------------------


def perch_of(perch: Bits, specialist: int) -> Bits:
    """Return the tile a specialist stands on."""
    return perch >> TILE_BITS * (specialist - 1) & TILE_MASK
