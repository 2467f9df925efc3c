"""The features of positions: what each looks like to each seat, in numbers. The value network reads them.

Seats are listed in the order in which they will have their turns: the one whose turn begins comes first.
At the table the arrays are NumPy's; in the lab, where the network learns, they are JAX's (``xp``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from stolik.games.pickomino.odds import Board, fresh
from stolik.games.pickomino.odds.graph import Floats
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
    Specialist,
    worms_on,
)
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.table import Table

VERSION = 1
"""Changes with the meaning of the features."""
FEATURES = 291
"""How many there are of a seat."""

ALL_TILES = (*LOW_TILES, *TILES)
NOBODY = 0
NUMBER: dict[str | None, int] = {None: NOBODY}
NUMBER.update({name: number for number, (_, name) in enumerate(SPECIALISTS, start=1)})
"""The specialists, numbered; 0 is none."""

HELD = tuple(number for name, number in NUMBER.items() if name not in (None, RAVEN))
"""Those that a player can hold (D-16)."""

WORMS = np.array([worms_on(tile) if tile in ALL_TILES else 0 for tile in range(max(TILES) + 1)])
"""The worms on a tile; none on tile 0, which stands for no tile."""

SCORE, TOP, BELOW, SIZE, HIGHEST, SPECIALIST, ROUND_WORMS = range(7)
"""What is noted of a seat: its score, top tile, the tile below it, how many tiles, the highest, who helps,
and its round worms."""

Numbers: TypeAlias = Any
"""Whole numbers, truths or floats, in an array of NumPy or of JAX."""


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
    grill, perches, supply, seats = list[bytes](), list[bytes](), list[int](), list[bytes]()
    for state in states:
        table, first = state.table, state.seat
        grill.append(_grill(table.grill))
        perches.append(_perches(table.perched))
        supply.append(table.supply)
        noted = list(map(_seat, table.stacks, table.held, table.round_worms))
        seats += noted[first:] + noted[:first]
    number, players = len(states), len(seats) // (len(states) or 1)
    return Positions(
        _array(grill, number, len(ALL_TILES)),
        _array(perches, number, len(SPECIALISTS)),
        np.array(supply, np.int8),
        _array(seats, number, players, ROUND_WORMS + 1),
    )


def _array(rows: list[bytes], *shape: int) -> Numbers:
    return np.frombuffer(b"".join(rows), np.int8).reshape(shape)


# Positions that are looked at together differ in little: what was noted of a part is noted once.


@lru_cache(maxsize=1024)
def _grill(grill: tuple[int, ...]) -> bytes:
    return bytes(tile in grill for tile in ALL_TILES)


@lru_cache(maxsize=1024)
def _perches(perched: tuple[tuple[int, Specialist], ...]) -> bytes:
    stands = {name: tile for tile, name in perched}
    return bytes(stands.get(name, 0) for _, name in SPECIALISTS)


@lru_cache(maxsize=4096)
def _seat(stack: tuple[int, ...], held: Specialist | None, round_worms: int) -> bytes:
    alone = Table((), (), (stack,), (), (held,), (round_worms,))
    top = stack[-1] if stack else 0
    below = stack[-2] if len(stack) > 1 else 0
    return bytes((alone.score(0), top, below, len(stack), max(stack, default=0), NUMBER[held], round_worms))


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


def features(seen: Positions, xp: Any = np) -> Numbers:
    """Return the features of positions: positions by seats by features, each about as large as 1.

    A seat's own come first, then those of the seat after it, then the mean of all others'.
    """
    shape = seen.seats.shape[:2]
    single = [
        *_standing(seen, xp),
        *_stacks(seen, xp),
        *_thefts(seen, xp),
        *_reaching(seen, xp),
        *_table(seen, xp),
    ]
    columns = [xp.broadcast_to(xp.asarray(one, np.float32), shape) for one in single]
    rows = [xp.asarray(one, np.float32) for one in _pieces(seen, xp)]
    many = [xp.broadcast_to(one, (*shape, one.shape[2])) for one in rows]
    own = xp.concatenate((xp.stack(columns, axis=2), *many), axis=2)
    following = xp.roll(own, -1, axis=1)
    others = (own.sum(axis=1, keepdims=True) - own) / (shape[1] - 1)
    return xp.concatenate((own, following, others), axis=2)


def _standing(seen: Positions, xp: Any) -> list[Numbers]:
    """Who is ahead, and by how much."""
    score, highest = seen.seats[..., SCORE], seen.seats[..., HIGHEST]
    rank = score * (max(TILES) + 1) + highest  # P-18
    lead = score - _best_other(score, xp)
    return [
        lead / 8,
        xp.tanh(lead / 3),
        lead / xp.sqrt(_worms_up(seen) + 1.0) / 2,
        xp.sign(rank - _best_other(rank, xp)),
        (score - score.mean(axis=1, keepdims=True)) / 8,
    ]


def _stacks(seen: Positions, xp: Any) -> list[Numbers]:
    """What each seat has to lose."""
    top, below, tiles, worms = (seen.seats[..., part] for part in (TOP, BELOW, SIZE, ROUND_WORMS))
    return [
        tiles > 0,
        tiles / 4,
        xp.asarray(WORMS)[top] / 4,
        _loot(seen, xp) / 4,
        xp.asarray(WORMS)[below] / 4,
        top > _up(seen, xp).max(axis=1, keepdims=True),  # P-16
        worms / 4,
    ]


def _thefts(seen: Positions, xp: Any) -> list[Numbers]:
    """What seats can steal from each other."""
    top, below, held = (seen.seats[..., part] for part in (TOP, BELOW, SPECIALIST))
    players = top.shape[1]
    hit = xp.asarray(reach().hit, np.float32)
    theft = hit[held[:, None, :], top[:, :, None]] * ~np.eye(players, dtype=bool)  # from a seat, by another
    before_its_turn = np.tri(players, k=-1, dtype=np.float32)
    soon = 1 - (1 - theft * before_its_turn).prod(axis=2)
    ever = 1 - (1 - theft).prod(axis=2)
    loot = _loot(seen, xp)
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


def _reaching(seen: Positions, xp: Any) -> list[Numbers]:
    """What each seat can reach on the grill, and with whose help."""
    held = seen.seats[..., SPECIALIST]
    get, up = xp.asarray(reach().get, np.float32), _up(seen, xp)
    none = max(TILES) + 1
    lowest = xp.where(up > max(LOW_TILES), up, none).min(axis=1, keepdims=True) % none
    worms = _worms(seen)
    below = (worms[:, None, :] * np.tri(len(ALL_TILES), k=-1, dtype=np.int32)).max(axis=2)
    more_worms = xp.maximum(worms - below, 0)  # what a tile brings more than those that are easier to get
    offer = (get[:, list(ALL_TILES)][held] * more_worms[:, None, :]).sum(axis=2)
    return [
        offer / 2,
        get[held, lowest],
        get[held, up.max(axis=1, keepdims=True)],
    ]


def _table(seen: Positions, xp: Any) -> list[Numbers]:
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
        APPLE_WORMS * xp.asarray(reach().hit, np.float32)[NOBODY, apple],
    ]


def _pieces(seen: Positions, xp: Any) -> list[Numbers]:
    """Which pieces are where: positions by seats by pieces."""
    top, below, held = (seen.seats[..., part, None] for part in (TOP, BELOW, SPECIALIST))
    tiles = xp.asarray(ALL_TILES)
    return [
        held == xp.asarray(HELD),
        seen.perches[:, None, :] > 0,
        seen.grill[:, None, :],
        top == tiles,
        below == tiles,
    ]


def _up(seen: Positions, xp: Any) -> Numbers:
    """Return the face-up tiles of the grill, with 0 for each tile that is not there."""
    return seen.grill * xp.asarray(ALL_TILES)


def _worms(seen: Positions) -> Numbers:
    """Return the worms on each tile of the grill."""
    return seen.grill * WORMS[list(ALL_TILES)]


def _worms_up(seen: Positions) -> Numbers:
    return _worms(seen).sum(axis=1, keepdims=True)


def _loot(seen: Positions, xp: Any) -> Numbers:
    """Return the worms a thief would get from each seat; D-12: none from the hen's holder."""
    return (seen.seats[..., SPECIALIST] != NUMBER[HEN]) * xp.asarray(WORMS)[seen.seats[..., TOP]]


def _best_other(numbers: Numbers, xp: Any) -> Numbers:
    """Return for each seat the largest number among the other seats."""
    oneself = np.eye(numbers.shape[1], dtype=bool)
    return xp.where(oneself, -1, numbers[:, None, :]).max(axis=2)
