"""Chance: how each die would fall, whatever the players do. A roll of so many dice takes the first ones.

A step needs at most two rolls: one by the player who acts, and the first roll of the next player if that turn
ends. A die is three bits, 0 to 4 for the faces 1 to 5 and 5 for a worm; the ninth die comes last. Where it is
the golden die of ones and worms (D-10), 0 to 2 are a one and 3 to 5 a worm.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from stolik.games.pickomino.lab.bits import Bits, Flag, fraction, word
from stolik.games.pickomino.lab.table import DICE_MASK, FACE_BITS
from stolik.games.pickomino.pieces import DICE, FACES, ONE, WORM

DIE_BITS: Final = 3
DIE_MASK: Final = 7
_FRACTION: Final = 29
"""Random bits behind a few dice: the largest number of them that can be multiplied by six in 32 bits."""


class Chance(NamedTuple):
    """What chance brings in one step, for each game of a batch."""

    own: Array
    """How nine dice would fall for the player who acts."""
    following: Array
    """How eight dice would fall for the player whose turn, or whose game, begins."""
    first: Array | None
    """The seat that begins, should a game begin (P-3); ``None`` where seat 0 does."""


def draw(key: Array, batch: int, players: int, *, nine: bool, lots: bool) -> Chance:
    """Draw chance for a batch of games.

    Four dice come from 29 random bits, in Deluxe five from the 29 of another word: rolls are drawn with their
    true probabilities up to a total variation of 1.1 in a million.
    """
    words = random_words(key, 4 + lots, batch)
    own = fall(words[0], DICE // 2) | fall(words[1], DICE // 2 + nine) << DIE_BITS * (DICE // 2)
    following = fall(words[2], DICE // 2) | fall(words[3], DICE // 2) << DIE_BITS * (DICE // 2)
    return Chance(own, following, fraction(words[4], word(players), 3) if lots else None)


def random_words(key: Array, number: int, batch: int) -> list[Bits]:
    """Return random words for each game: those of keys split off, of which two cost no more than one."""
    pairs = jax.random.key_data(jax.random.split(key, ((number + 1) // 2, batch)))
    return [pairs[at // 2, :, at % 2] for at in range(number)]


def fall(random: Bits, dice: int) -> Bits:
    """Return how a few dice fall: the first digits of a fraction of 29 random bits, in base 6."""
    rest = random >> (32 - _FRACTION)
    fallen = jnp.zeros_like(random)
    for die in range(dice):
        rest = rest * len(FACES)
        fallen |= rest >> _FRACTION << DIE_BITS * die
        rest &= (1 << _FRACTION) - 1
    return fallen


def roll(fallen: Bits, dice: Bits, most: int) -> Bits:
    """Return how many of the first ``dice`` dice show each face; there are ``most`` at most (P-4)."""
    shown = fallen | word(0o777777777) << DIE_BITS * dice  # dice not rolled show 7, which is counted nowhere
    counts = jnp.zeros_like(fallen)
    for die in range(most):
        counts += word(1) << FACE_BITS * (shown >> DIE_BITS * die & DIE_MASK)
    return counts & DICE_MASK


def golden_worm(fallen: Bits) -> Flag:
    """Whether a golden die of ones and worms shows a worm (D-10)."""
    return fallen >> DIE_BITS * DICE >= len(FACES) // 2


ONE_DIE: Final = 1 << FACE_BITS * ONE
WORM_DIE: Final = 1 << FACE_BITS * WORM
