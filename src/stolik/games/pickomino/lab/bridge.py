"""From the lab to the engine and back: one game of a batch as a ``stolik`` state, and states as a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from stolik.core import Game, put
from stolik.games.pickomino.dice import Roll, aside_of, faces, hand_of
from stolik.games.pickomino.lab.table import ALL_TILES, DELUXE_GRILL, OUTCOME_BITS, OUTCOME_EVEN, State
from stolik.games.pickomino.notation import HOLD, WORM_FROM
from stolik.games.pickomino.pieces import DICE, FACES, NO_DICE, ONE, SPECIALISTS, WORM, Counts, Specialist
from stolik.games.pickomino.rules import (
    FRESH,
    Phase,
    PickominoState,
    Turn,
    fall,
    final_count,
    round_worm_givers,
    turn_begins,
)
from stolik.games.pickomino.table import Table

PHASES: Final[tuple[Phase, ...]] = ("rolled", "start", "worm_for_ones", "worm_for_raven", "hold", "over")


def to_states(game: Game, state: State) -> list[PickominoState]:
    """Return each game of a batch as the engine has it; tiles turned down come in ascending order."""
    words = [np.asarray(array).tolist() for array in (state.grill, *state.below, state.dice, state.roll)]
    seats = [np.asarray(array).tolist() for array in state.seats]
    perch = np.zeros(len(words[0]), int) if state.perch is None else np.asarray(state.perch)
    return [
        _to_state(game, *single, stacks, perched)
        for *single, stacks, perched in zip(*words, zip(*seats, strict=True), perch.tolist(), strict=True)
    ]


def _to_state(game: Game, grill: int, *rest: Any) -> PickominoState:
    low, middle, high, dice, roll, seats, perch = rest
    below = low | middle << 30 | high << 60
    players, seat = game.players, roll >> 26 & 7
    own = [seats[(place - seat) % players] for place in range(players)]
    stacks = tuple(_stack(word >> 18 & 31, below) for word in own)
    taken = {tile for stack in stacks for tile in stack}
    up = tuple(_tiles(grill))
    box = ALL_TILES if game.settings["variant"] == "deluxe" else ALL_TILES[2:]
    table = Table(
        grill=up,
        down=tuple(tile for tile in box if tile not in up and tile not in taken),
        stacks=stacks,
        perched=tuple(
            sorted(
                (ALL_TILES[(perch >> 5 * place & 31) - 1], name)
                for place, (_, name) in enumerate(SPECIALISTS)
                if perch >> 5 * place & 31
            )
        ),
        held=tuple(_specialist(word >> 26 & 7) for word in own),
        round_worms=tuple(word >> 23 & 7 for word in own),
    )
    for word, stack in zip(own, stacks, strict=True):
        assert set(_tiles(word & DELUXE_GRILL)) == set(stack), "a stack is not what its seat has"
    return _moment(game, table, seat, dice, roll)


def _moment(game: Game, table: Table, seat: int, dice: int, roll: int) -> PickominoState:
    phase = PHASES[dice >> 27 & 7]
    if phase == "over":
        return PickominoState(game, table, seat, FRESH, "over", None)
    if phase == "start":
        return turn_begins(game, table, seat)
    aside, gold = aside_of(_counts(dice)), bool(dice >> 24 & 1)
    hand = hand_of(DICE + gold - sum(aside.counts), bool(dice >> 25 & 1))
    turn = Turn(aside, hand, gold, bool(dice >> 26 & 1))
    moment = PickominoState(game, table, seat, turn, "rolling", seat)
    if phase == "rolled":
        counts = _counts(roll)
        return fall(moment, Roll(counts, faces(counts), (None, ONE, WORM)[roll >> 24 & 3]))
    if phase == "hold":
        first, second = table.held[seat], _specialist(roll >> 29 & 7)
        assert first is not None
        assert second is not None
        return moment._replace(phase="hold", legal=(HOLD[first], HOLD[second]), choice=(first, second))
    givers = tuple(WORM_FROM[giver] for giver in round_worm_givers(table, seat))
    return moment._replace(phase=phase, legal=givers)


def from_states(states: Sequence[PickominoState]) -> State:
    """Return states of one game, each at a decision or at the end, as a batch."""
    packed = [_from_state(state) for state in states]
    deluxe = states[0].game.settings["variant"] == "deluxe"
    columns = [jnp.array(column, jnp.uint32) for column in zip(*packed, strict=True)]
    grill, perch, low, middle, high, dice, roll, outcome, *seats = columns
    return State(grill, perch if deluxe else None, (low, middle, high), tuple(seats), dice, roll, outcome)


def _from_state(state: PickominoState) -> list[int]:
    if state.phase not in PHASES or (state.phase == "start" and len(state.moves()) == 1):
        raise ValueError(f"a game in the lab stops at {', '.join(PHASES)}, not at {state.phase}")
    table, turn, players = state.table, state.turn, state.game.players
    below = [0] * (len(ALL_TILES) + 1)
    for stack in table.stacks:
        for under, tile in zip((None, *stack), stack, strict=False):
            below[_number(tile)] = _number(under)
    words = [sum(below[1 + 6 * word + place] << 5 * place for place in range(6)) for word in range(3)]
    perch = dict.fromkeys((name for _, name in SPECIALISTS), 0) | {
        name: _number(tile) for tile, name in table.perched
    }
    seats = [
        sum(1 << _number(tile) - 1 for tile in table.stacks[seat])
        | _number(table.top(seat)) << 18
        | table.round_worms[seat] << 23
        | _specialist_number(table.held[seat]) << 26
        for seat in ((state.seat + away) % players for away in range(players))
    ]
    flags = turn.gold << 24 | turn.hand.odd_die << 25 | turn.weasel_used << 26
    dice = _packed(turn.aside.counts) | flags | PHASES.index(state.phase) << 27
    roll = state.seat << 26 | (_specialist_number(state.choice[1]) << 29 if state.choice else 0)
    if state.roll:
        roll |= _packed(state.roll.counts) | (None, ONE, WORM).index(state.roll.gold) << 24
    return [
        sum(1 << _number(tile) - 1 for tile in table.grill),
        sum(tile << 5 * place for place, tile in enumerate(perch.values())),
        *words,
        dice,
        roll,
        _outcome(state),
        *seats,
    ]


def _outcome(state: PickominoState) -> int:
    if state.phase != "over":
        return 0
    places = final_count(state.table).places
    return sum(
        OUTCOME_EVEN + sum(other > place for other in places) - sum(other < place for other in places)
        << OUTCOME_BITS * seat
        for seat, place in enumerate(places)
    )


def _tiles(bits: int) -> list[int]:
    return [tile for place, tile in enumerate(ALL_TILES) if bits >> place & 1]


def _stack(top: int, below: int) -> tuple[int, ...]:
    stack: tuple[int, ...] = ()
    while top:
        stack = (ALL_TILES[top - 1], *stack)
        top = below >> 5 * (top - 1) & 31
    return stack


def _number(tile: int | None) -> int:
    return 0 if tile is None else ALL_TILES.index(tile) + 1


def _specialist(number: int) -> Specialist | None:
    return SPECIALISTS[number - 1][1] if number else None


def _specialist_number(name: Specialist | None) -> int:
    return 0 if name is None else 1 + [other for _, other in SPECIALISTS].index(name)


def _counts(packed: int) -> Counts:
    counts = NO_DICE
    for face in range(len(FACES)):
        counts = put(counts, face, packed >> 4 * face & 15)
    return counts


def _packed(counts: Counts) -> int:
    return sum(number << 4 * face for face, number in enumerate(counts))
