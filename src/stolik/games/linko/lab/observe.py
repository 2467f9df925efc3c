"""What the seat that must decide may do and may know, as ``stolik.games.linko.encoding`` numbers it."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

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
from stolik.games.linko.pieces import CARDS, COPIES, JOKER, JOKERS, THIRTEEN

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
    there = places.sum(1, dtype=jnp.int32)
    deck = (state.deck != 0).any(1)

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
        options = jnp.where(turn.phase == RAID, sets.sum(1, dtype=jnp.int32), options)
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
    passed = jnp.cumsum(flags, axis=1) <= nth[:, None]
    return jnp.minimum(passed.sum(1, dtype=jnp.int32), flags.shape[1] - 1)


# -- Observations -----------------------------------------------------------------------------------------


def observe(game: Game, state: State, observer: Array) -> Array:
    """Return what a seat of each game may know: ``(batch, observation_size)``."""
    turn = table.unpack(state.turn)
    seats = (observer[:, None] + np.arange(game.players)) % game.players  # the observer comes first
    parts = [
        cards_seen(table.of_seat(state.hands, observer)),
        seats_seen(state, seats),
        places_seen(state.pool) if is_duel(game) else cards_seen(pool_cards(state.pool)),
        *([cards_seen(state.row)[:, :THIRTEEN]] if is_duel(game) else []),
        counts.total(state.deck)[:, None] / OF_THE_DECK,
        cards_seen(discarded(state)),
        turn_seen(turn, seats),
    ]
    return jnp.concatenate([part.reshape(len(seats), -1).astype(jnp.float32) for part in parts], axis=1)


def cards_seen(cards: Array) -> Array:
    """Return how many there are of each card."""
    return counts.each(cards) / OF_A_CARD


def seats_seen(state: State, seats: Array) -> Array:
    """Return what all see of each seat: its hand as far as it is known, and what lies before it."""

    def of_all(things: Array) -> Array:
        return jnp.take_along_axis(things, seats.reshape(*seats.shape, *[1] * (things.ndim - 2)), axis=1)

    depth = state.depth.astype(jnp.int32)
    ends = of_all(jnp.cumsum(depth, axis=1))
    depth, tops = of_all(depth), of_all(state.tops)
    layers = [tops] + [
        jnp.where(depth >= deep, jnp.take_along_axis(state.under, jnp.maximum(ends - deep, 0), axis=1), 0)
        for deep in range(1, TOP_LAYERS)
    ]
    parts = [
        counts.total(of_all(state.hands))[..., None] / OF_A_HAND,
        cards_seen(of_all(state.known)),
        cards_seen(of_all(state.laid)),
        (depth + (tops > 0))[..., None] / OF_A_HAND,
        *map(layer_seen, layers),
    ]
    return jnp.concatenate(parts, axis=2)


def layer_seen(packed: Array) -> Array:
    """Return value, size and jokers of a layer."""
    value, size, jokers = table.layer(packed)
    values = (value[..., None] == np.arange(len(CARDS))) & (size > 0)[..., None]
    return jnp.concatenate([values, size[..., None] / OF_A_HAND, jokers[..., None] / OF_A_CARD], axis=-1)


def places_seen(pool: Array) -> Array:
    """Return the six places of a duel's pool: the bottom card, and how many 13s and jokers lie on it."""
    place = pool.astype(jnp.int32)[..., None]
    bottom = (place & 15) == np.arange(len(CARDS))
    return jnp.concatenate([bottom, (place >> 4 & 15) / OF_A_CARD, (place >> 8) / OF_A_CARD], axis=-1)


def pool_cards(pool: Array) -> Array:
    """Return all cards of the pool."""
    return table.place_cards(pool).sum(1, dtype=jnp.uint32)


def discarded(state: State) -> Array:
    """Return the discard pile: the cards of the box (L-1) that lie nowhere else."""
    held = (state.hands + state.laid).sum(1, dtype=jnp.uint32)
    return jnp.asarray(counts.BOX) - held - pool_cards(state.pool) - state.deck - state.row


def turn_seen(turn: table.Turn, seats: Array) -> Array:
    """Return what comes next, who is concerned, how many cards are owed, and how the turn went so far."""
    robbing = (turn.phase == THEFT) | (turn.phase == RECALL)
    parts = [
        turn.phase[:, None] == np.arange(len(PHASES)),
        seats == turn.seat[:, None],
        seats == turn.actor[:, None],
        (seats == turn.victim[:, None]) & robbing[:, None],
        turn.owed[:, None] / OF_A_HAND,
        turn.stole[:, None],
        turn.quiet[:, None] / OF_QUIET_TURNS,
    ]
    return jnp.concatenate(parts, axis=1)
