"""How many there are of each card, packed: four bits a card, eight cards a word, two words in the last axis.

No count ever exceeds eight (L-1), so counts are added and subtracted like numbers, all cards at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np

from stolik.games.linko.pieces import CARDS, IN_BOX, JOKER, NO_CARDS

Array = jax.Array

WORDS: Final = 2
_BITS: Final = 4
_A_WORD: Final = 8  # cards in a word
_EVERY_BYTE: Final = np.uint32(0x01010101)
_LOW_FOUR: Final = np.uint32(0x0F0F0F0F)
_HIGH_BIT: Final = np.uint32(0x80808080)

_WORD_OF: Final = np.arange(len(CARDS)) // _A_WORD
_SHIFT_OF: Final = (np.arange(len(CARDS)) % _A_WORD * _BITS).astype(np.uint32)


def packed(counts: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Return the words of counts that are known beforehand."""
    words = [0] * WORDS
    for card, number in enumerate(counts):
        words[card // _A_WORD] |= number << (card % _A_WORD * _BITS)
    return np.array(words, np.uint32)


BOX: Final = packed(IN_BOX)


def jokers(number: int) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Return counts of so many jokers and no other card."""
    return packed((*NO_CARDS[:JOKER], number))


def of(card: Array, number: Array | int = 1) -> Array:
    """Return counts in which there are ``number`` of one card and no other; of no card at all from 16 on."""
    some = jnp.asarray(number, jnp.uint32) << (card % _A_WORD * _BITS).astype(jnp.uint32)
    return jnp.where((card // _A_WORD)[..., None] == np.arange(WORDS), some[..., None], np.uint32(0))


def put(pile: Array, card: Array) -> Array:
    """Return a pile with one card more; a card from 16 on is none.

    Each word is computed by itself, so that a compiler sees many draws one after the other as plain
    arithmetic.
    """
    return jnp.stack([pile[..., at] + word for at, word in enumerate(_words(card))], axis=-1)


def take(pile: Array, card: Array) -> Array:
    """Return a pile with one card less, in the same way."""
    return jnp.stack([pile[..., at] - word for at, word in enumerate(_words(card))], axis=-1)


def _words(card: Array) -> list[Array]:
    one = jnp.uint32(1) << (card % _A_WORD * _BITS).astype(jnp.uint32)
    return [jnp.where(card // _A_WORD == number, one, np.uint32(0)) for number in range(WORDS)]


def is_empty(counts: Array) -> Array:
    """Whether there are no cards."""
    return (counts[..., 0] | counts[..., 1]) == 0


def number_of(counts: Array, card: Array) -> Array:
    """Return how many there are of one card."""
    word = jnp.where(card < _A_WORD, counts[..., 0], counts[..., 1])
    return ((word >> (card % _A_WORD * _BITS).astype(jnp.uint32)) & np.uint32(15)).astype(jnp.int32)


def jokers_of(counts: Array) -> Array:
    """Return how many jokers there are."""
    return number_of(counts, jnp.int32(JOKER))


def total(counts: Array) -> Array:
    """Return how many cards there are."""
    pairs = _pairs(counts[..., 0]) + _pairs(counts[..., 1])
    return ((pairs * _EVERY_BYTE) >> np.uint32(24)).astype(jnp.int32)


def each(counts: Array) -> Array:
    """Return how many there are of each card, in a last axis of fourteen."""
    words = [counts[..., number, None] >> _SHIFT_OF[number == _WORD_OF] for number in range(WORDS)]
    return (jnp.concatenate(words, axis=-1) & np.uint32(15)).astype(jnp.int32)


def lower(counts: Array, card: Array) -> Array:
    """Return the counts of the cards below one card, without all others."""
    bits = (card[..., None] * _BITS - np.arange(WORDS) * (_A_WORD * _BITS)).clip(0, _A_WORD * _BITS)
    all_of = np.uint32(0xFFFFFFFF)
    some = all_of >> (_A_WORD * _BITS - bits).astype(jnp.uint32)
    return counts & jnp.where(bits > 0, some, np.uint32(0))


def nth(counts: Array, place: Array) -> Array:
    """Return the card at a place, from 0, when all lie in ascending order; 16 if there are not so many.

    It is the number of cards below which, themselves included, there are ``place`` cards or fewer. The sums
    are kept in bytes, four to a word, none above 109; a byte's high bit tells how two of them compare.
    """
    low, high = counts[..., 0], counts[..., 1]
    up_to_low = _pairs(low) * _EVERY_BYTE  # after the cards 1, 3, 5, 7
    up_to_high = _pairs(high) * _EVERY_BYTE + (up_to_low >> np.uint32(24)) * _EVERY_BYTE
    sought = place.astype(jnp.uint32) * _EVERY_BYTE | _HIGH_BIT
    passed = [
        ((sought - sums) & _HIGH_BIT) >> np.uint32(7)
        for up_to, word in ((up_to_low, low), (up_to_high, high))
        for sums in (up_to, up_to - _odds(word))  # and after the cards 0, 2, 4, 6
    ]
    together = passed[0] + passed[1] + passed[2] + passed[3]
    return ((together * _EVERY_BYTE) >> np.uint32(24)).astype(jnp.int32)


def _odds(word: Array) -> Array:
    return (word >> np.uint32(_BITS)) & _LOW_FOUR


def _pairs(word: Array) -> Array:
    """Return in each byte how many there are of a card and the next."""
    return (word & _LOW_FOUR) + _odds(word)
