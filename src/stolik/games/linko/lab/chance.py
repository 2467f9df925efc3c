"""What chance does in the card game: the deal, and the cards that come off the deck.

No order of the deck is kept. The cards that nobody has seen are all equally likely to lie anywhere, so the
next card is drawn when it is turned up: a card of which the deck has more is as much likelier. Each game has
64 random bits a step, and every number it needs is mixed from them and a counter.
"""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from stolik.core import Game
from stolik.games.linko.lab import counts
from stolik.games.linko.lab.rules import NextCard, is_duel, lay_out
from stolik.games.linko.lab.table import State
from stolik.games.linko.pieces import DUEL_JOKERS, HAND, POOL
from stolik.lab import stages
from stolik.lab.stages import settled

RANDOM_WORDS: Final = 2
"""How many random words a game needs for a step."""

OFF_THE_DECK, CHOICE, LOTS, DEAL, FIRST_ROW = 0, 64, 65, 128, 256
"""Where the counters of each kind of chance begin."""


def random_bits(key: Array, batch: int) -> Array:
    """Return the random bits of one step."""
    return settled(jax.random.bits(key, (RANDOM_WORDS, batch), jnp.uint32).T)


def number(bits: Array, counter: int | Array) -> Array:
    """Return 32 random bits: every counter gives others."""
    mixed = bits[:, 1] + jnp.uint32(0x9E3779B9) * jnp.uint32(counter)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        mixed = (mixed ^ mixed >> np.uint32(shift)) * np.uint32(factor)
    return jnp.bitwise_xor(bits[:, 0], mixed ^ mixed >> np.uint32(16))


def below(random: Array, bound: Array) -> Array:
    """Return a number below a bound of at most 16 bits, from 32 random ones.

    Each is as likely as the others up to a relative error of the bound / 2^32.
    """
    bound = bound.astype(jnp.uint32)
    low = (random & np.uint32(0xFFFF)) * bound >> np.uint32(16)
    return ((random >> np.uint32(16)) * bound + low >> np.uint32(16)).astype(jnp.int32)


def off_the_deck(bits: Array, first: int = OFF_THE_DECK) -> NextCard:
    """Return the chance that turns up cards with these random bits, whose counter begins at ``first``."""

    def next_card(before: Array, deck: Array) -> Array:
        return counts.nth(deck, below(number(bits, first + before), counts.total(deck)))

    return next_card


def deal(game: Game, bits: Array) -> State:
    """L-2: shuffle and deal; V-1: in the duel each player takes two jokers first."""
    batch, players = len(bits), game.players
    taken = DUEL_JOKERS if is_duel(game) else 0
    each = HAND - taken
    next_card = off_the_deck(bits, DEAL)

    def deal_one(carry: tuple[Array, Array], nth: Array) -> tuple[tuple[Array, Array], Array]:
        deck, pile = carry
        card = next_card(nth, deck)
        return (counts.take(deck, card), counts.put(pile, card)), card

    def deal_some(deck: Array, pile: Array, first: int, number: int) -> tuple[tuple[Array, Array], Array]:
        on_gpu = stages.on_gpu()  # there a loop waits for its host after every card
        return lax.scan(deal_one, (deck, pile), first + jnp.arange(number), unroll=on_gpu)

    zero = bits[:, :1] & 0  # made of the bits, so that under shard_map it belongs to the same device
    deck, nothing = zero + (counts.BOX - players * counts.jokers(taken)), zero + counts.jokers(taken)
    dealt = []
    for player in range(players):
        (deck, hand), _ = deal_some(deck, nothing, player * each, each)
        dealt.append(hand)
    (deck, _), pool = deal_some(deck, nothing, players * each, POOL)
    hands, pool, deck = settled((jnp.stack(dealt, axis=1), pool.T, deck))
    seat = zero[:, 0].astype(jnp.int32)
    if game.settings["first"] == "lots":
        seat = below(number(bits, LOTS), jnp.full(batch, players))
    return lay_out(game, hands, pool, deck, seat, off_the_deck(bits, FIRST_ROW))
