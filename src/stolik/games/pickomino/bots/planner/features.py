"""The features of positions: what each looks like to each seat, in numbers. The value network reads them.

Seats are listed in the order in which they will have their turns: the one whose turn begins comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stolik.games.pickomino.odds import Board, fresh
from stolik.games.pickomino.odds.course import Floats
from stolik.games.pickomino.pieces import (
    APPLE,
    APPLE_WORMS,
    DICE,
    GOLDEN_DIE,
    HEN,
    LOW_TILES,
    RAVEN,
    RED_WORM,
    SPECIALISTS,
    TILES,
    WEASEL,
    worms_on,
)
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.table import Table

ALL_TILES = (*LOW_TILES, *TILES)
NOBODY = 0
NUMBER: dict[str | None, int] = {None: NOBODY}
NUMBER.update({name: number for number, (_, name) in enumerate(SPECIALISTS, start=1)})
"""The specialists, numbered; 0 is none."""

HELD = tuple(number for name, number in NUMBER.items() if name not in (None, RAVEN))
"""Those that a player can hold (D-16)."""

WORMS = np.array([worms_on(tile) if tile in ALL_TILES else 0 for tile in range(max(TILES) + 1)])
"""The worms on a tile; none on tile 0, which stands for no tile."""

SCORE, TOP, BELOW, SIZE, HIGHEST, SPECIALIST = range(6)
"""What is noted of a seat: its score, top tile, the tile below it, how many tiles, the highest, who helps."""

Numbers: TypeAlias = NDArray[Any]
"""Whole numbers, truths or floats."""


class Positions(NamedTuple):
    """Many positions at tables of as many seats, in small whole numbers; all are beginnings of turns."""

    grill: Numbers
    """Which of all tiles are face up on the grill: positions by tiles."""
    perches: Numbers
    """The tile on which each specialist stands on the grill, or 0: positions by specialists."""
    supply: Numbers
    """The round worms nobody has yet."""
    seats: Numbers
    """What is noted of each seat: positions by seats by what it is."""

    def part(self, which: slice) -> Positions:
        """Return some of the positions."""
        return Positions(*(numbers[which].astype(np.intp) for numbers in self))


def positions(states: Sequence[PickominoState]) -> Positions:
    """Return positions in numbers."""
    grill, perches, supply, seats = [], [], [], []
    for state in states:
        table, first = state.table, state.seat
        grill.append([tile in table.grill for tile in ALL_TILES])
        stands = {name: tile for tile, name in table.perched}
        perches.append([stands.get(name, 0) for _, name in SPECIALISTS])
        supply.append(table.supply)
        order = [*range(first, len(table.stacks)), *range(first)]
        seats.append([_seat(table, seat) for seat in order])
    return Positions(*(np.array(part, np.int8) for part in (grill, perches, supply, seats)))


def _seat(table: Table, seat: int) -> tuple[int, ...]:
    stack = table.stacks[seat]
    top = stack[-1] if stack else 0
    below = stack[-2] if len(stack) > 1 else 0
    return table.score(seat), top, below, len(stack), max(stack, default=0), NUMBER[table.held[seat]]


# -- What a single turn can do ----------------------------------------------------------------------------


class Reach(NamedTuple):
    """The chances of a turn that aims at one tile only, by the player's specialist and the tile."""

    hit: Floats
    """To have exactly its number of points, as a theft needs (P-8)."""
    get: Floats
    """To have at least as many (P-9)."""


@cache
def reach() -> Reach:
    """Return the chances of all such turns, solved once."""
    hit = np.zeros((len(NUMBER), max(TILES) + 1))
    get = np.zeros_like(hit)
    for name, number in NUMBER.items():
        board = Board((), red_worm=name == RED_WORM, weasel=name == WEASEL)
        if name == GOLDEN_DIE:
            board = board._replace(dice=DICE + 1)
        aims = [board._replace(tops=(tile,)) for tile in TILES]
        hit[number, list(TILES)] = fresh(aims, [{f"steal {tile}": 1.0} for tile in TILES])
        aims = [board._replace(grill=(tile,)) for tile in ALL_TILES]
        get[number, list(ALL_TILES)] = fresh(aims, [{f"take {tile}": 1.0} for tile in ALL_TILES])
    return Reach(hit, get)


# -- Features ---------------------------------------------------------------------------------------------


def features(seen: Positions) -> Floats:
    """Return the features of positions: positions by seats by features, each about as large as 1."""
    found = [*_standing(seen), *_stacks(seen), *_thefts(seen), *_reaching(seen), *_table(seen)]
    shape = seen.seats.shape[:2]
    return np.stack([np.broadcast_to(feature, shape) for feature in found], axis=2, dtype=np.float64)


def _standing(seen: Positions) -> list[Numbers]:
    """Who is ahead, and by how much."""
    score, highest = seen.seats[..., SCORE], seen.seats[..., HIGHEST]
    rank = score * (max(TILES) + 1) + highest  # P-18
    lead = score - _best_other(score)
    return [
        lead / 8,
        np.tanh(lead / 3),
        lead / np.sqrt(_worms_up(seen) + 1.0) / 2,
        np.sign(rank - _best_other(rank)),
        (score - score.mean(axis=1, keepdims=True)) / 8,
    ]


def _stacks(seen: Positions) -> list[Numbers]:
    """What each seat has to lose."""
    _, top, below, tiles, _, _ = np.moveaxis(seen.seats, 2, 0)
    return [
        tiles > 0,
        tiles / 4,
        WORMS[top] / 4,
        _loot(seen) / 4,
        WORMS[below] / 4,
        top > _up(seen).max(axis=1, keepdims=True),  # P-16
    ]


def _thefts(seen: Positions) -> list[Numbers]:
    """What seats can steal from each other."""
    top, below, held = (seen.seats[..., part] for part in (TOP, BELOW, SPECIALIST))
    players = top.shape[1]
    hit = reach().hit
    theft = hit[held[:, None, :], top[:, :, None]] * ~np.eye(players, dtype=bool)  # from a seat, by another
    before_its_turn = np.tri(players, k=-1)
    soon = 1 - (1 - theft * before_its_turn).prod(axis=2)
    ever = 1 - (1 - theft).prod(axis=2)
    loot = _loot(seen)
    booty = theft * loot[:, :, None]
    return [
        soon,
        soon * loot,
        ever * loot,
        booty.sum(axis=1),
        booty.max(axis=1),
        hit[NOBODY, top],
        hit[NOBODY, below],
    ]


def _reaching(seen: Positions) -> list[Numbers]:
    """What each seat can reach on the grill, and with whose help."""
    held = seen.seats[..., SPECIALIST]
    get, up = reach().get, _up(seen)
    lowest = np.where(up > max(LOW_TILES), up, max(TILES) + 1).min(axis=1, keepdims=True) % (max(TILES) + 1)
    most_worms = np.maximum.accumulate(WORMS[up], axis=1)
    more_worms = np.where(seen.grill, np.diff(most_worms, axis=1, prepend=0), 0)
    offer = (get[held][:, :, ALL_TILES] * more_worms[:, None, :]).sum(axis=2)
    return [
        offer / 2,
        get[held, lowest],
        get[held, up.max(axis=1, keepdims=True)],
        *(held == number for number in HELD),
    ]


def _table(seen: Positions) -> list[Numbers]:
    """What is the same for all but for whose turn comes when."""
    players = seen.seats.shape[1]
    order = np.arange(players)
    apple = seen.perches[:, [NUMBER[APPLE] - 1]]
    return [
        order == 0,
        order == 1,
        order == players - 1,
        order / players,
        np.array(2 / players),
        _worms_up(seen) / 20,
        seen.grill.sum(axis=1, keepdims=True) / 8,
        seen.supply[:, None] / 4,
        seen.supply[:, None] == 0,
        *(seen.perches[:, [number]] > 0 for number in range(len(SPECIALISTS))),
        APPLE_WORMS * reach().hit[NOBODY, apple],
        *(seen.grill[:, [number]] for number in range(len(ALL_TILES))),
    ]


def _up(seen: Positions) -> Numbers:
    """Return the face-up tiles of the grill, with 0 for each tile that is not there."""
    return np.where(seen.grill, ALL_TILES, 0)


def _worms_up(seen: Positions) -> Numbers:
    found: Numbers = WORMS[_up(seen)].sum(axis=1, keepdims=True)
    return found


def _loot(seen: Positions) -> Numbers:
    """Return the worms a thief would get from each seat; D-12: none from the hen's holder."""
    return np.where(seen.seats[..., SPECIALIST] == NUMBER[HEN], 0, WORMS[seen.seats[..., TOP]])


def _best_other(numbers: Numbers) -> Numbers:
    """Return for each seat the largest number among the other seats."""
    second, best = np.sort(numbers, axis=1)[:, -2:].T[:, :, None]
    found: Numbers = np.where(numbers == best, second, best)
    return found
