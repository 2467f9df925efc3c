"""What the seat that must decide may do and may know, as ``stolik.games.linko.encoding`` numbers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.linko.encoding import (
    DECK_DRAWS,
    DRAWS,
    GRABS,
    GROUPS,
    OF_A_CARD,
    OF_A_HAND,
    OF_QUIET_TURNS,
    OF_THE_DECK,
    PASSES,
    PHASES,
    PLAYS,
    PLAYS_OF_A_NUMBER,
    RAIDS,
    RECALLS,
    TOP_LAYERS,
)
from stolik.games.linko.lab import counts, table
from stolik.games.linko.lab.chance import below
from stolik.games.linko.lab.rules import is_duel, sets_to_raid
from stolik.games.linko.lab.table import DRAW, MAY_DRAW, PLAY, RAID, RECALL, THEFT, State
from stolik.games.linko.pieces import CARDS, COPIES, JOKER, JOKERS, POOL, THIRTEEN
from stolik.lab import small, stages
from stolik.lab.stages import settled

# -- Legal actions ----------------------------------------------------------------------------------------


def legal(game: Game, state: State) -> Array:
    """Return which actions the actor may take: ``(batch, actions)``."""
    turn = table.unpack(state.turn)
    phase = turn.phase[:, None]
    drawing = (phase == DRAW) | (phase == MAY_DRAW)
    parts = [
        jnp.tile(phase == THEFT, (1, 2)),  # L-7
        jnp.tile(phase == RECALL, (1, 2)),  # L-9
        phase == MAY_DRAW,  # L-16
        drawing & (state.deck != 0).any(1, keepdims=True),  # L-12
        drawing & (state.pool[:, :, None] == np.arange(len(CARDS))).any(1),
        (phase == PLAY) & plays(table.of_seat(state.hands, turn.seat)),
    ]
    if is_duel(game):
        layer = table.layer(table.of_seat(state.tops, turn.seat))
        parts += [(phase == RAID) & sets_to_raid(state.row, layer), drawing & groups(state.pool)]
    return jnp.concatenate(parts, axis=1)


def plays(hand: Array) -> Array:
    """L-3: any number of cards of one value; L-4: with any number of jokers, or jokers alone."""
    held = counts.each(hand)
    numbers = held[:, :JOKER, None, None] >= np.arange(1, COPIES + 1)[:, None]
    wild = held[:, JOKER, None] >= np.arange(JOKERS + 1)
    mixed = numbers & wild[:, None, None, :]
    return jnp.concatenate([mixed.reshape(len(hand), -1), wild[:, 1:]], axis=1)


def groups(pool: Array) -> Array:
    """V-4: mark the places of the pool that are groups, of equal ones the leftmost."""
    return table.is_group(pool) & table.is_first(pool)


def any_legal(game: Game, state: State, random: Array) -> Array:
    """Return a legal action of each game, all equally likely, from 32 random bits."""
    turn = table.unpack(state.turn)
    may = turn.phase == MAY_DRAW
    places = table.is_place(state.pool) & table.is_first(state.pool)
    there = small.total(places)
    deck = ~counts.is_empty(state.deck)

    hand = table.of_seat(state.hands, turn.seat)
    jokers = counts.jokers_of(hand)
    numbers = counts.total(hand) - jokers
    options = jnp.select(
        [turn.phase == PLAY, (turn.phase == DRAW) | may],
        [jokers + numbers * (jokers + 1), there + deck + may],
        2,
    )
    if is_duel(game):
        layer = table.layer(table.of_seat(state.tops, turn.seat))
        sets = sets_to_raid(state.row, layer)
        options = jnp.where(turn.phase == RAID, small.total(sets), options)
    nth = below(random, options)

    at = nth_flag(places, nth)
    place = jnp.take_along_axis(state.pool, at[:, None], axis=1)[:, 0].astype(jnp.int32)
    draw = jnp.where(table.is_group(place), GROUPS + at, DRAWS + place)
    draw = jnp.where(nth < there, draw, jnp.where(deck & (nth == there), DECK_DRAWS, PASSES))
    action = jnp.select(
        [turn.phase == PLAY, turn.phase == THEFT, turn.phase == RECALL],
        [nth_play(hand, jokers, nth), GRABS + nth, RECALLS + nth],
        draw,
    )
    return jnp.where(turn.phase == RAID, RAIDS + nth_flag(sets, nth), action) if is_duel(game) else action


def nth_play(hand: Array, jokers: Array, nth: Array) -> Array:
    """Return one of all plays of a hand: jokers alone come first, then each card with 0 to all jokers."""
    card, wild = (nth - jokers) // (jokers + 1), (nth - jokers) % (jokers + 1)
    value = counts.nth(hand, card)
    number = card - counts.total(counts.lower(hand, value))
    mixed = value * PLAYS_OF_A_NUMBER + number * (JOKERS + 1) + wild
    return PLAYS + jnp.where(nth < jokers, JOKER * PLAYS_OF_A_NUMBER + nth, mixed)


def nth_flag(flags: Array, nth: Array) -> Array:
    """Return the place of the ``nth`` flag that is set, from 0; some place if there are not so many."""
    passed = small.up_to(flags) <= nth[:, None]
    return jnp.minimum(small.total(passed), flags.shape[1] - 1)


# -- Observations -----------------------------------------------------------------------------------------


def divisors(game: Game) -> NDArray[np.float32]:
    """Return what each number of an observation is divided by."""
    cards, players = len(CARDS), game.players
    layer = [*[1] * cards, OF_A_HAND, OF_A_CARD]
    seat = [OF_A_HAND, *[OF_A_CARD] * (2 * cards), OF_A_HAND, *layer * TOP_LAYERS]
    place = [*[1] * cards, OF_A_CARD, OF_A_CARD]
    pool = [*place * POOL, *[OF_A_CARD] * THIRTEEN] if is_duel(game) else [OF_A_CARD] * cards
    turn = [*[1] * (len(PHASES) + 3 * players), OF_A_HAND, 1, OF_QUIET_TURNS]
    parts = [*[OF_A_CARD] * cards, *seat * players, *pool, OF_THE_DECK, *[OF_A_CARD] * cards, *turn]
    return np.array(parts, np.float32)


def observe(game: Game, state: State, observer: Array) -> list[Array]:
    """Return what a seat of each game may know, in blocks of rows of ``batch`` integers."""
    turn = table.unpack(state.turn)
    seats = [(observer + away) % game.players for away in range(game.players)]  # the observer comes first
    own = table.of_seat(state.hands, observer)
    ends = small.up_to(state.depth)
    seen = [seat_seen(state, seat, ends) for seat in seats]
    if stages.on_gpu():  # a CPU is quicker to work them out again
        seen = settled(seen)
    pool = [] if is_duel(game) else [counts.each(pool_cards(state.pool)).T]
    return [
        counts.each(own).T,
        *(row for one in seen for row in seat_rows(one)),
        *([*places_seen(state.pool), counts.each(state.row).T[:THIRTEEN]] if is_duel(game) else pool),
        counts.total(state.deck),
        counts.each(discarded(state)).T,
        *turn_seen(turn, seats),
    ]


class SeatSeen(NamedTuple):
    """What all see of one seat: its hand as far as it is known, and what lies before it."""

    in_hand: Array
    known: Array
    laid: Array
    layers: Array
    top: list[Array]
    """The top layers, the top one first."""


def seat_seen(state: State, seat: Array, ends: Array) -> SeatSeen:
    """Return what all see of a seat, given where the layers of all seats end."""
    depth, end = table.of_seat(state.depth, seat).astype(jnp.int32), table.of_seat(ends, seat)
    top = table.of_seat(state.tops, seat)
    under = [jnp.where(depth >= deep, table.under_at(state, end - deep), 0) for deep in range(1, TOP_LAYERS)]
    return SeatSeen(
        counts.total(table.of_seat(state.hands, seat)),
        table.of_seat(state.known, seat),
        table.of_seat(state.laid, seat),
        depth + (top > 0),
        [top, *under],
    )


def seat_rows(seat: SeatSeen) -> list[Array]:
    """Return the numbers of a seat."""
    top = [row for one in seat.top for row in layer_seen(one)]
    return [seat.in_hand, counts.each(seat.known).T, counts.each(seat.laid).T, seat.layers, *top]


def layer_seen(packed: Array) -> list[Array]:
    """Return value, size and jokers of a layer."""
    value, size, jokers = table.layer(packed)
    return [(value == np.arange(len(CARDS))[:, None]) & (size > 0), size, jokers]


def places_seen(pool: Array) -> list[Array]:
    """Return the six places of a duel's pool: the bottom card, and how many 13s and jokers lie on it."""
    rows = []
    for place in small.columns(pool.astype(jnp.int32)):
        rows += [(place & 15) == np.arange(len(CARDS))[:, None], place >> 4 & 15, place >> 8]
    return rows


def pool_cards(pool: Array) -> Array:
    """Return all cards of the pool."""
    return small.total(table.place_cards(pool))


def discarded(state: State) -> Array:
    """Return the discard pile: the cards of the box (L-1) that lie nowhere else."""
    held = small.total(state.hands + state.laid)
    return jnp.asarray(counts.BOX) - held - pool_cards(state.pool) - state.deck - state.row


def turn_seen(turn: table.Turn, seats: Sequence[Array]) -> list[Array]:
    """Return what comes next, who is concerned, how many cards are owed, and how the turn went so far."""
    robbing = (turn.phase == THEFT) | (turn.phase == RECALL)
    return [
        turn.phase == np.arange(len(PHASES))[:, None],
        *(seat == turn.seat for seat in seats),
        *(seat == turn.actor for seat in seats),
        *((seat == turn.victim) & robbing for seat in seats),
        turn.owed,
        turn.stole,
        turn.quiet,
    ]
