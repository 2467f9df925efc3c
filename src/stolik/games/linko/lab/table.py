"""What lies on the tables of the card game, in arrays: the first axis is always the game in the batch.

The layers of all seats share one stack. There are never more than ``109 - players`` of them: a layer has at
least one card, and at least ``players`` cards lie elsewhere. While a game goes on nobody's hand is empty
(L-5); when it ends because one is, the others are not, and deck and pool are not both empty either, or the
game would have ended before (L-17). The top layers are kept apart, so ``108 - players`` lie under others at
most.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from stolik.games.linko.encoding import PHASES
from stolik.games.linko.lab import counts
from stolik.games.linko.pieces import BOX, JOKER, THIRTEEN
from stolik.lab import small

Array = jax.Array

PLAY, RAID, THEFT, RECALL, DRAW, MAY_DRAW, OVER = range(len(PHASES))

NO_PLACE: Final = 15
"""What stands for a place of the pool that is not there."""

QUIET: Final = 2**18 - 1
"""Where the count of quiet turns stops. It gets there only where no number of them ends the game (L-21)."""


class State(NamedTuple):
    """A batch of moments of the card game."""

    hands: Array
    """Each seat's hand: ``(batch, players, 2)`` packed counts."""
    known: Array
    """The cards that everybody knows to be in each hand: ``(batch, players, 2)`` packed counts."""
    laid: Array
    """The cards in all layers of each seat: ``(batch, players, 2)`` packed counts."""
    tops: Array
    """Each seat's top layer, 0 if there is none: ``(batch, players)``."""
    under: Array
    """The layers under the top ones, seat 0's first, the lowest first: ``(batch, 108 - players)``."""
    depth: Array
    """How many of them each seat has: ``(batch, players)``."""
    pool: Array
    """The places of the pool from left to right: ``(batch, 6)``."""
    deck: Array
    """The cards in the deck, whose order nobody knows: ``(batch, 2)`` packed counts."""
    row: Array
    """The virtual player's row, empty outside the duel: ``(batch, 2)`` packed counts."""
    turn: Array
    """A packed ``Turn``: ``(batch,)``."""
    rewards: Array
    """What the last step brought each seat: at an end (seats placed worse - seats placed better) / other
    seats, else nothing: ``(batch, players)``."""
    terminated: Array
    """Whether a game ended with the last step, and a new one has begun: ``(batch,)``."""

    @property
    def phase(self) -> Array:
        """What comes next: the index in ``stolik.games.linko.encoding.PHASES``."""
        return unpack(self.turn).phase

    @property
    def current_player(self) -> Array:
        """The seat that must decide."""
        return unpack(self.turn).actor


class Turn(NamedTuple):
    """What belongs to one turn: the same as in the engine, with whose turn it is and what comes next."""

    phase: Array
    seat: Array
    victim: Array
    owed: Array
    stole: Array
    quiet: Array

    @property
    def actor(self) -> Array:
        """The robbed player decides about a layer and draws for it; all else the player whose turn it is."""
        robbed = (self.phase == RECALL) | (self.phase == DRAW)
        return jnp.where(robbed, self.victim, self.seat)

    def packed(self) -> Array:
        """Return all in one word."""
        phase, seat, victim, owed, stole, quiet = self
        word = phase | seat << 3 | victim << 6 | owed << 9 | stole << 13 | jnp.minimum(quiet, QUIET) << 14
        return word.astype(jnp.uint32)


def unpack(word: Array) -> Turn:
    """Return what ``Turn.packed`` has packed."""
    fields = ((0, 7), (3, 7), (6, 7), (9, 15), (13, 1), (14, QUIET))
    phase, seat, victim, owed, stole, quiet = (
        ((word >> np.uint32(at)) & np.uint32(mask)).astype(jnp.int32) for at, mask in fields
    )
    return Turn(phase, seat, victim, owed, stole, quiet)


def most_under(players: int) -> int:
    """Return how many layers can lie under others at most."""
    return len(BOX) - players - 1


# -- Seats ------------------------------------------------------------------------------------------------


def is_seat(seat: Array, players: int) -> Array:
    """Return for each seat whether it is this one."""
    return seat[:, None] == np.arange(players)


def of_seat(things: Array, seat: Array) -> Array:
    """Return what one seat has; of a seat that is not there, what the first one has."""
    first, *others = small.columns(things)
    for number, thing in enumerate(others, 1):
        here = (seat == number).reshape(-1, *[1] * (thing.ndim - 1))
        first = jnp.where(here, thing, first)
    return first


def put(things: Array, seat: Array, thing: Array) -> Array:
    """Return what all seats have when one of them has something else."""
    mine = is_seat(seat, things.shape[1]).reshape(*things.shape[:2], *[1] * (things.ndim - 2))
    return jnp.where(mine, thing[:, None].astype(things.dtype), things)


# -- Layers -----------------------------------------------------------------------------------------------


class Layer(NamedTuple):
    """Cards played together; ``size`` is 0 where there is no layer."""

    value: Array
    size: Array
    jokers: Array

    def packed(self) -> Array:
        """Return all in one number."""
        return self.value | self.size << 4 | self.jokers << 8

    def cards(self) -> Array:
        """Return the cards of the layer; in a layer of jokers alone all are jokers."""
        return counts.of(self.value, self.size - self.jokers) + counts.of(
            jnp.full_like(self.value, JOKER), self.jokers
        )


def layer(number: Array) -> Layer:
    """Return what ``Layer.packed`` has packed."""
    number = number.astype(jnp.int32)
    return Layer(number & 15, number >> 4 & 15, number >> 8)


def under_at(state: State, place: Array) -> Array:
    """Return the layer at a place of ``under``; below 0, any."""
    return jnp.take_along_axis(state.under, jnp.maximum(place, 0)[:, None], axis=1)[:, 0]


def with_layer(
    state: State, seat: Array, new: Array, *, laid: Array, taken: Array
) -> tuple[Array, Array, Array]:
    """Return tops, under and depth when ``new`` was ``laid`` on a seat's layers, or its top one ``taken``."""
    players, room = state.depth.shape[1], state.under.shape[1]
    top, depth = of_seat(state.tops, seat), of_seat(state.depth, seat).astype(jnp.int32)
    before = np.arange(players) <= seat[:, None]
    end = small.total(jnp.where(before, state.depth.astype(jnp.int32), 0))  # of the seat's part of the stack
    goes_in = laid & (top > 0)
    comes_out = taken & (depth > 0)

    at = jnp.arange(room)
    last = under_at(state, end - 1)
    top_now = jnp.where(laid, new.astype(top.dtype), jnp.where(taken, jnp.where(depth > 0, last, 0), top))
    tops = put(state.tops, seat, top_now)
    depths = put(state.depth, seat, depth + goes_in - comes_out)

    up = jnp.pad(state.under[:, :-1], ((0, 0), (1, 0)))
    down = jnp.pad(state.under[:, 1:], ((0, 0), (0, 1)))
    raised = jnp.where(at == end[:, None], top[:, None], up)
    under = jnp.where(goes_in[:, None] & (at >= end[:, None]), raised, state.under)
    under = jnp.where(comes_out[:, None] & (at >= (end - 1)[:, None]), down, under)
    return tops, under, depths


# -- Pool -------------------------------------------------------------------------------------------------

ONE_THIRTEEN: Final = 1 << 4
ONE_JOKER: Final = 1 << 8
"""What a 13 and a joker add to a place; its bottom card stands for itself."""


def is_place(pool: Array) -> Array:
    """Return for each place of the pool whether there is one."""
    return pool != NO_PLACE


def is_group(place: Array) -> Array:
    """Whether a place is a duel's group (V-2)."""
    return place > NO_PLACE


def is_first(pool: Array) -> Array:
    """Return for each place of the pool whether no place further left is equal."""
    places = small.columns(pool)
    firsts = [jnp.ones_like(places[0], bool)]
    for number, place in enumerate(places[1:], 1):
        firsts.append(~reduce(or_, [place == further_left for further_left in places[:number]]))
    return jnp.stack(firsts, axis=1)


def place_cards(place: Array) -> Array:
    """Return the cards of a place of the pool."""
    place = place.astype(jnp.int32)
    thirteen, joker = jnp.full_like(place, THIRTEEN), jnp.full_like(place, JOKER)
    on_it = counts.of(thirteen, place >> 4 & 15) + counts.of(joker, place >> 8)
    return jnp.where((place == NO_PLACE)[..., None], np.uint32(0), counts.of(place & 15) + on_it)


def without_place(pool: Array, place: Array) -> Array:
    """Return the pool without a place, of equal ones the leftmost, closed up to the left."""
    gone = small.up_to(pool == place[:, None]) > 0
    closed = jnp.pad(pool[:, 1:], ((0, 0), (0, 1)), constant_values=NO_PLACE)
    return jnp.where(gone, closed, pool)


def place_for_a_group(pool: Array) -> list[Array]:
    """Return for each place whether it is V-2's: the lowest single card.

    If there is none, the lowest bottom card, then the smaller group; of equal ones the leftmost.
    """

    def rank(number: int, place: Array) -> Array:
        on_it = (place >> 4 & 15) + (place >> 8)
        return (on_it > 0) << 12 | (place & 15) << 8 | on_it << 3 | number

    ranks = [rank(number, place.astype(jnp.int32)) for number, place in enumerate(small.columns(pool))]
    first = reduce(jnp.minimum, ranks)
    return [one == first for one in ranks]
