"""From the engine to the lab and back: ``stolik`` states as a batch, and each game of a batch as a state."""

from __future__ import annotations

from collections.abc import Sequence

import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.core import Game, Rng, shuffled
from stolik.games.linko.encoding import PHASES
from stolik.games.linko.lab import counts, observe, table
from stolik.games.linko.lab.table import NO_PLACE, ONE_JOKER, ONE_THIRTEEN, State
from stolik.games.linko.pieces import CARDS, JOKER, POOL, THIRTEEN, Counts, Layer, Place, count, spread
from stolik.games.linko.rules import LinkoState, Turn, moves_in
from stolik.games.linko.table import Table

# -- To the lab -------------------------------------------------------------------------------------------


def from_states(states: Sequence[LinkoState]) -> State:
    """Return states of one game, all of them dealt, as a batch. The order of their decks is forgotten."""
    tables = [state.table for state in states]
    players = states[0].game.players
    under = [[_number(layer) for layers in each.layers for layer in layers[:-1]] for each in tables]
    room = table.most_under(players)
    turns = [
        (PHASES.index(state.phase), state.seat, turn.victim, turn.owed, int(turn.stole), turn.quiet)
        for state, turn in [(state, state.turn) for state in states]
    ]
    return State(
        hands=packed([each.hands for each in tables]),
        known=packed([each.known for each in tables]),
        laid=packed([[_laid(layers) for layers in each.layers] for each in tables]),
        tops=_array([[_top(layers) for layers in each.layers] for each in tables], np.uint16),
        under=_array([numbers + [0] * (room - len(numbers)) for numbers in under], np.uint16),
        depth=_array([[max(len(layers) - 1, 0) for layers in each.layers] for each in tables], np.uint8),
        pool=_array([_places(each.pool) for each in tables], np.uint16),
        deck=packed([count(each.deck) for each in tables]),
        row=packed([count(()) if each.row is None else each.row for each in tables]),
        turn=table.Turn(*jnp.array(turns).T).packed(),
        rewards=jnp.zeros((len(states), players), jnp.float32),
        terminated=_array([state.actor is None for state in states], np.bool_),
    )


def _array(numbers: object, dtype: type[np.generic]) -> Array:
    return jnp.asarray(np.array(numbers, dtype))


def packed(piles: object) -> Array:
    """Return piles of cards, given as counts in nested lists, as packed counts."""
    each = np.array(piles, np.uint32)
    shifted = each << (np.arange(len(CARDS), dtype=np.uint32) % 8 * 4)
    return _array(np.stack([shifted[..., :8].sum(-1), shifted[..., 8:].sum(-1)], axis=-1), np.uint32)


def _laid(layers: Sequence[Layer]) -> Counts:
    return count(card for layer in layers for card in layer.cards())


def _number(layer: Layer) -> int:
    return layer.value | layer.size << 4 | layer.jokers << 8


def _top(layers: Sequence[Layer]) -> int:
    return _number(layers[-1]) if layers else 0


def _places(pool: Sequence[Place]) -> list[int]:
    numbers = [
        bottom + others.count(THIRTEEN) * ONE_THIRTEEN + others.count(JOKER) * ONE_JOKER
        for bottom, *others in pool
    ]
    return numbers + [NO_PLACE] * (POOL - len(numbers))


# -- To the engine ----------------------------------------------------------------------------------------


def to_states(game: Game, state: State, rng: Rng) -> list[LinkoState]:
    """Return each game of a batch as the engine has it, with its deck shuffled: the lab knows no order."""
    piles = [state.hands, state.known, state.deck, observe.discarded(state), state.row]
    numbers = [np.asarray(counts.each(pile)).tolist() for pile in piles]
    layers = [np.asarray(part).tolist() for part in (state.tops, state.under, state.depth, state.pool)]
    turns = np.stack([np.asarray(part) for part in table.unpack(state.turn)], axis=1).tolist()
    return [
        _state(game, _table(game, rng, *parts), *turn)
        for *parts, turn in zip(*numbers, *layers, turns, strict=True)
    ]


def _table(
    game: Game,
    rng: Rng,
    hands: list[list[int]],
    known: list[list[int]],
    deck: list[int],
    discard: list[int],
    row: list[int],
    tops: list[int],
    under: list[int],
    depth: list[int],
    pool: list[int],
) -> Table:
    layers: list[tuple[Layer, ...]] = []
    for top, deep in zip(tops, depth, strict=True):
        own, under = under[:deep], under[deep:]
        layers.append(tuple(_layer(number) for number in ([*own, top] if top else [])))
    return Table(
        hands=tuple(map(tuple, hands)),
        known=tuple(map(tuple, known)),
        layers=tuple(layers),
        pool=tuple(_place(number) for number in pool if number != NO_PLACE),
        deck=tuple(shuffled(rng, spread(tuple(deck)))),
        discard=tuple(discard),
        row=tuple(row) if game.settings["mode"] == "duel" else None,
    )


def _layer(number: int) -> Layer:
    return Layer(number & 15, number >> 4 & 15, number >> 8)


def _place(number: int) -> Place:
    return (number & 15, *[THIRTEEN] * (number >> 4 & 15), *[JOKER] * (number >> 8))


def _state(
    game: Game, on_it: Table, phase: int, seat: int, victim: int, owed: int, stole: int, quiet: int
) -> LinkoState:
    name = PHASES[phase]
    actor = None if name == "over" else victim if name in ("recall", "draw") else seat
    turn = Turn(victim, owed, bool(stole), quiet)
    return LinkoState(game, on_it, seat, turn, name, actor, moves_in(name, on_it, seat))
