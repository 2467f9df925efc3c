"""What the seat in turn sees, as numbers in the order of ``stolik.games.pickomino.encoding``.

Every number of an observation is a few bits of some word: tiles and choices are single bits, dice four each.
So an observation is put together from few words and a table that says which bits go where.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.games.pickomino.encoding import HOLDABLE, OF_DICE, OF_POINTS, OF_ROUND_WORMS, OF_WORMS, PHASES
from stolik.games.pickomino.lab import rules
from stolik.games.pickomino.lab.bits import Bits, Flag, bit, word
from stolik.games.pickomino.lab.table import (
    ALL_TILES,
    BASE_GRILL,
    DELUXE_GRILL,
    FACE_BITS,
    SeatBits,
    TableBits,
    TurnBits,
    as_set,
    perch_of,
    under,
)
from stolik.games.pickomino.pieces import FACES, LOW_TILES, SPECIALISTS
from stolik.lab.stages import settled

_HOLDABLE = tuple(place for place, (_, name) in enumerate(SPECIALISTS, start=1) if name in HOLDABLE)


class Field(NamedTuple):
    """Numbers of an observation that come from one word."""

    bits: Bits
    shifts: tuple[int, ...]
    """Where the bits of each number begin."""
    size: int = 1
    """How many bits a number has."""
    of: int = 1
    """What a number is divided by."""


def fields(table: TableBits, turn: TurnBits, away: Array | None = None) -> list[Field]:
    """Return what the seat in turn sees in each game, or one that sits so far ``away`` from it."""
    fields = see_grill(table)
    for seat in table.seats if away is None else seen_from(table.seats, away):
        fields += see_seat(table, seat)
    if table.perch is not None:
        fields.append(number(rules.supply(table), OF_ROUND_WORMS))
    return fields + see_turn(table, turn, away)


def rows(fields: list[Field]) -> list[Array]:
    """Return the numbers of an observation, not divided yet: blocks of rows of ``batch`` integers."""
    words = settled([field.bits for field in fields])
    return [
        word >> np.array(field.shifts, np.uint32)[:, None] & np.uint32((1 << field.size) - 1)
        for word, field in zip(words, fields, strict=True)
    ]


def divisors(fields: list[Field]) -> NDArray[np.float32]:
    """Return what each number of an observation is divided by."""
    return np.array([field.of for field in fields for _ in field.shifts], np.float32)


def see_grill(table: TableBits) -> list[Field]:
    """Return the tiles face up and face down, and (Deluxe) where each specialist stands."""
    deluxe = table.perch is not None
    taken = word(0)
    for seat in table.seats:
        taken |= seat.tiles
    down = word(DELUXE_GRILL if deluxe else BASE_GRILL) & ~table.grill & ~taken
    fields = [tiles(table.grill, deluxe=deluxe), tiles(down, deluxe=deluxe)]
    if table.perch is not None:
        spots = (perch_of(table.perch, specialist) for specialist in range(1, len(SPECIALISTS) + 1))
        fields += [tiles(as_set(spot), deluxe=True) for spot in spots]
    return fields


def seen_from(seats: tuple[SeatBits, ...], away: Array) -> tuple[SeatBits, ...]:
    """Return the seats as they follow from one that sits so far away from the first."""
    each = [jnp.stack(parts, axis=-1) for parts in zip(*seats, strict=True)]
    orders = [(away[:, None] + place) % len(seats) for place in range(len(seats))]
    return tuple(
        SeatBits(*(jnp.take_along_axis(part, order, axis=-1)[:, 0] for part in each)) for order in orders
    )


def see_seat(table: TableBits, seat: SeatBits) -> list[Field]:
    """Return a seat's tiles, the top one, the one under it, what they make, and what else it has."""
    deluxe = table.perch is not None
    beneath = jnp.where(seat.top == 0, 0, under(table.below, seat.top))
    fields = [tiles(one, deluxe=deluxe) for one in (seat.tiles, as_set(seat.top), as_set(beneath))]
    fields.append(number(rules.score(seat), OF_WORMS))
    if deluxe:
        fields += [number(seat.round_worms, OF_ROUND_WORMS), one_of(seat.held, _HOLDABLE)]
    return fields


def see_turn(table: TableBits, turn: TurnBits, away: Array | None) -> list[Field]:
    """Return whose turn it is, the dice, and (Deluxe) what the specialists have to do with it."""
    total, worm = rules.count_dice(table, turn.aside)
    each_face = tuple(FACE_BITS * face for face in range(len(FACES)))
    players = len(table.seats)
    place = jnp.zeros_like(turn.seat) if away is None else (-away % players).astype(turn.seat.dtype)
    fields = [
        one_of(place, tuple(range(players))),
        Field(turn.aside, each_face, FACE_BITS, OF_DICE),
        Field(rules.faces(turn.aside), each_face),
        Field(turn.roll, each_face, FACE_BITS, OF_DICE),
        number(total, OF_POINTS),
        flag(worm),
        number(rules.in_hand(turn), OF_DICE),
    ]
    if table.perch is not None:
        fields += [flag(turn.gold), flag(turn.odd_die), one_of(turn.odd_face, (1, 2)), flag(turn.weasel_used)]
        fields += [one_of(turn.phase, tuple(range(len(PHASES)))), one_of(turn.gained, _HOLDABLE)]
    return fields


def tiles(chosen: Bits, *, deluxe: bool) -> Field:
    """Return a set of tiles, a number a tile."""
    return Field(chosen, tuple(range(0 if deluxe else len(LOW_TILES), len(ALL_TILES))))


def one_of(chosen: Bits, choices: tuple[int, ...]) -> Field:
    """Return which of the choices it is."""
    return Field(bit(chosen), choices)


def number(value: Bits, of: int) -> Field:
    """Return one number."""
    return Field(value, (0,), 8, of)


def flag(value: Flag) -> Field:
    """Return one flag."""
    return Field(value.astype(jnp.uint32), (0,))
