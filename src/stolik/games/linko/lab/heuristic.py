"""The heuristic of ``stolik.games.linko.bots.heuristic`` on arrays: the values of actions."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from stolik.core import Game
from stolik.games.linko.bots import heuristic
from stolik.games.linko.lab import counts, table
from stolik.games.linko.lab.rules import beats, is_duel
from stolik.games.linko.lab.table import Layer, State
from stolik.games.linko.pieces import CARDS, COPIES, HAND, JOKER, JOKERS, POOL, THIRTEEN

_WEIGHTS: Final = np.zeros((len(CARDS), COPIES + 1), np.float32)
for _card, _weights in enumerate(heuristic.WEIGHT):
    _WEIGHTS[_card, : len(_weights)] = _weights

_ALONE: Final = np.arange(1, JOKERS + 1)
_VALUE: Final = np.concatenate([np.repeat(np.arange(JOKER), COPIES * (JOKERS + 1)), np.full(JOKERS, JOKER)])
_NUMBERS: Final = np.concatenate(
    [np.tile(np.repeat(np.arange(1, COPIES + 1), JOKERS + 1), JOKER), np.zeros(JOKERS, int)]
)
_JOKERS: Final = np.concatenate([np.tile(np.arange(JOKERS + 1), JOKER * COPIES), _ALONE])
_SIZE: Final = _NUMBERS + _JOKERS
"""Of every play, in the order of the actions: its value, number cards, jokers and size."""
_SIZES: Final = COPIES + JOKERS + 1


def values(game: Game, state: State) -> Array:
    """Return the value of every action to the actor, ``(batch, actions)``; of illegal ones any number."""
    turn = table.unpack(state.turn)
    hand = counts.each(table.of_seat(state.hands, turn.actor))
    draws = _draws(state, hand)
    victim = table.layer(table.of_seat(state.tops, turn.victim))
    added = _added_layer(hand, victim)
    harm = victim.size - _burden(victim)
    grab = heuristic.THEIR_LOSS * harm - added
    recall = jnp.take_along_axis(draws.costs, victim.size[:, None], axis=1)[:, 0] - added
    nothing = jnp.zeros_like(grab)
    single = nothing[:, None]
    parts = [
        jnp.stack([grab, nothing, recall, nothing], axis=1),
        single + heuristic.NOT_OWED,
        single - heuristic.DECK_CARD,
        -_added_one(hand),
        _plays(game, state, turn, hand, draws.costs),
    ]
    if is_duel(game):
        parts += [_raids(state, hand), -draws.places]
    return jnp.concatenate(parts, axis=1)


def _weigh(hand: Array, more: Array | int = 0) -> Array:
    """Return what the cards of each kind weigh if there are some more or fewer of them."""
    number = (hand + more).clip(0, COPIES)
    return jnp.asarray(_WEIGHTS)[np.arange(len(CARDS)), number]


def _added_one(hand: Array) -> Array:
    """Return how much heavier one more of each card makes a hand."""
    return _weigh(hand, 1) - _weigh(hand)


def _added_layer(hand: Array, layer: Layer) -> Array:
    """Return how much heavier the cards of a layer make a hand."""
    more = counts.each(layer.cards())
    return (_weigh(hand, more) - _weigh(hand)).sum(1)


def _burden(layer: Layer) -> Array:
    """Return what its owner has to bear if a layer is stolen but not taken."""
    back = jnp.asarray(_WEIGHTS)[layer.value, (layer.size - layer.jokers).clip(0, COPIES)]
    back = jnp.where(layer.value == JOKER, 0.0, back)
    return jnp.minimum(back, heuristic.DECK_CARD * layer.size)


class _Draws(NamedTuple):
    places: Array
    """How much heavier each place of the pool makes the hand."""
    costs: Array
    """How much heavier 0, 1, 2, … draws make it, each from where it does least harm."""


def _draws(state: State, hand: Array) -> _Draws:
    more = counts.each(table.place_cards(state.pool))
    places = (_weigh(hand[:, None], more) - _weigh(hand)[:, None]).sum(2)
    there = table.is_place(state.pool)
    best = jnp.where(there, jnp.minimum(places, heuristic.DECK_CARD), heuristic.DECK_CARD)
    best = jnp.pad(jnp.sort(best, axis=1), ((0, 0), (0, _SIZES - POOL)), constant_values=heuristic.DECK_CARD)
    costs = jnp.pad(jnp.cumsum(best, axis=1), ((0, 0), (1, 0)))
    return _Draws(places, costs)


def _plays(game: Game, state: State, turn: table.Turn, hand: Array, costs: Array) -> Array:
    players = game.players
    in_hand = counts.total(state.hands)
    score = counts.total(state.laid) - in_hand
    others = np.arange(players) != turn.seat[:, None]
    deck = (counts.total(state.deck) + table.is_place(state.pool).sum(1)) / players
    left = jnp.minimum(deck, jnp.where(others, in_hand, 2 * HAND * COPIES).min(1))
    point = heuristic.POINT + heuristic.POINT_AT_THE_END / left

    fewer = hand[:, None] - np.arange(COPIES + 1)[:, None]
    numbers = _weigh(hand)[..., None] - _weigh(fewer).swapaxes(1, 2)
    wild = jnp.asarray(_WEIGHTS[JOKER])[hand[:, JOKER]][:, None]
    wild = wild - jnp.asarray(_WEIGHTS[JOKER])[(hand[:, JOKER, None] - np.arange(JOKERS + 1)).clip(0)]
    relief = jnp.where(_VALUE == JOKER, 0.0, numbers[:, _VALUE, _NUMBERS]) + wild[:, _JOKERS]
    points = point[:, None] * _SIZE
    loss = points + jnp.minimum(relief, costs[:, _SIZE])
    risk = np.array(
        [
            heuristic.chance_of_theft(value, size, players - 1)
            for value, size in zip(_VALUE.tolist(), _SIZE.tolist(), strict=True)
        ],
        np.float32,
    )
    worth = relief + points - risk * loss + _robbery(game, state, others, in_hand, hand)[:, _VALUE, _SIZE]
    mine = table.of_seat(score, turn.seat)[:, None] + 2 * _SIZE
    wins = mine >= jnp.where(others, score, -len(CARDS) * COPIES).max(1, keepdims=True)
    last = table.of_seat(in_hand, turn.seat)[:, None] == _SIZE
    return jnp.where(last, jnp.where(wins, heuristic.DECIDES, -heuristic.DECIDES), worth)


def _robbery(game: Game, state: State, others: Array, in_hand: Array, hand: Array) -> Array:
    """Return what it gains to play each value in each size: ``(batch, 14, sizes)``."""
    tops = table.layer(state.tops)
    share = heuristic.THEIR_LOSS + heuristic.THEIR_LOSS_AT_THE_END / jnp.maximum(in_hand, 1)
    gains = jnp.where(others & (tops.size > 0), share * (heuristic.POINT * tops.size + _burden(tops)), 0.0)
    value, size = np.arange(len(CARDS))[:, None], np.arange(_SIZES)
    theirs = Layer(*(part[:, :, None, None] for part in tops))
    beaten = beats(game, Layer(jnp.asarray(value), jnp.asarray(size), jnp.zeros((), jnp.int32)), theirs)
    gain = jnp.where(beaten, gains[:, :, None, None], 0.0).sum(1)
    if not is_duel(game):
        return gain
    row = counts.each(state.row)[:, :THIRTEEN]
    raids = jnp.where(row[:, :, None] == size, _raids(state, hand)[:, :, None], -jnp.inf)
    lower = jnp.pad(lax.cummax(raids, axis=1), ((0, 0), (1, 0), (0, 0)), constant_values=-jnp.inf)
    lower = jnp.pad(lower, ((0, 0), (0, len(CARDS) - lower.shape[1]), (0, 0)), mode="edge")
    return gain + jnp.where(jnp.isinf(lower), 0.0, lower)


def _raids(state: State, hand: Array) -> Array:
    """Return what it is worth to steal each set of the row."""
    row = counts.each(state.row)
    return -(_weigh(hand, row) - _weigh(hand))[:, :THIRTEEN]
