"""The legal actions of a batch of games, as bits: ``stolik.games.pickomino.encoding`` numbers them."""

from __future__ import annotations

import jax.numpy as jnp

from stolik.games.pickomino.encoding import (
    AND_STEAL,
    AND_TAKE,
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
from stolik.games.pickomino.lab import rules
from stolik.games.pickomino.lab.bits import Bits, Flag, has
from stolik.games.pickomino.lab.table import (
    EACH_FACE,
    FACE_BITS,
    HOLD,
    RED_WORM,
    ROLLED,
    START,
    WORM_FOR_ONES,
    WORM_FOR_RAVEN,
    TableBits,
    TurnBits,
)
from stolik.games.pickomino.pieces import DICE, FACES, ONE, POINTS, SPECIALISTS, WORM, WORM_POINTS


def legal(table: TableBits, turn: TurnBits) -> tuple[Bits, Bits | None]:
    """Return the legal actions below ``WORMS`` and, in Deluxe, those from there on, one bit each."""
    if table.perch is None:
        return keeps(table, turn), None
    rolled = turn.phase == ROLLED
    actions = jnp.where(rolled, keeps(table, turn), 0)
    repeat = rolled & rules.weasel_ready(table, turn)
    actions |= _at(REPEATS, repeat) | _at(BURNS, repeat & (rules.to_keep(turn) == 0))
    actions |= jnp.where(turn.phase == START, jnp.uint32(1 << ROLLS | 1 << ROLLS_GOLD), 0)
    for place, name in enumerate(HOLDABLE):
        specialist = [other for _, other in SPECIALISTS].index(name) + 1
        either = (table.seats[0].held == specialist) | (turn.gained == specialist)
        actions |= _at(HOLDS + place, (turn.phase == HOLD) & either)
    return actions, worms(table, turn)


def keeps(table: TableBits, turn: TurnBits) -> Bits:
    """P-4, P-5, P-10, P-13: each face that may be set aside, with what may follow."""
    deluxe = table.perch is not None
    choices, used = rules.to_keep(turn), rules.faces(turn.aside)
    left = rules.in_hand(turn)
    total, worm = rules.points(turn.aside), rules.of_face(turn.aside, WORM) != 0
    red = ~worm & (table.seats[0].held == RED_WORM) if deluxe else None
    opponents = rules.tops(table)
    actions = jnp.zeros_like(choices)
    for face in range(len(FACES)):
        number = rules.of_face(turn.roll, face)
        kept = has(choices, 1 << FACE_BITS * face)
        rolls = (left != number) & ((used | 1 << FACE_BITS * face) != EACH_FACE)
        with_worm, points = worm, total + number * POINTS[face]
        if face == WORM:
            with_worm = jnp.ones_like(worm)
        elif red is not None:  # D-11
            with_worm, points = worm | red, points + jnp.where(red, jnp.uint32(WORM_POINTS), 0)
        if deluxe and face == ONE:  # D-18: first somebody must be chosen
            _, chosen = rules.earn_round_worm(table, number >= 2)
            actions |= _at(_keep(face, GO_ON), kept & chosen)
            kept &= ~chosen
        taken = with_worm & (rules.tile_for(table.grill, points) != 0)
        stolen = with_worm & has(rules.exact(points), opponents)
        actions |= _at(_keep(face, AND_TAKE), kept & taken)
        actions |= _at(_keep(face, AND_STEAL), kept & stolen)
        actions |= _at(_keep(face, GO_ON), kept & (rolls | ~taken & ~stolen))
    return actions


def worms(table: TableBits, turn: TurnBits) -> Bits:
    """D-18: each opponent who can give a round worm, with what may follow; after the raven's nothing does."""
    total, worm = rules.count_dice(table, turn.aside)
    for_ones, for_raven = turn.phase == WORM_FOR_ONES, turn.phase == WORM_FOR_RAVEN
    taken = for_ones & worm & (rules.tile_for(table.grill, total) != 0)
    stolen = for_ones & worm & has(rules.exact(total), rules.tops(table))
    on = for_raven | for_ones & (rules.may_roll(turn) | ~taken & ~stolen)
    follow = _at(GO_ON, on) | _at(AND_TAKE, taken) | _at(AND_STEAL, stolen)
    actions = jnp.zeros_like(follow)
    for place, seat in enumerate(table.seats[1:]):
        actions |= jnp.where(rules.gives(seat), follow << len(THENS) * place, 0)
    return actions


def _keep(face: int, then: int) -> int:
    return KEEPS + len(FACES) * then + face


def _at(action: int, when: Flag) -> Bits:
    return when.astype(jnp.uint32) << action


assert WORMS <= 32, "the actions below WORMS fit into one word"
assert DICE + 1 < 1 << FACE_BITS, "so do the dice of one face"
