"""Solving turns: what every spot of their graph is worth to a player who chooses best, the end first."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stolik.games.pickomino.odds.board import NO_OFFER, Board, Prices, Stakes, stakes
from stolik.games.pickomino.odds.graph import Floats, Group, TurnGraph


class Values(NamedTuple):
    """What the points of a turn are worth; every board is a column."""

    kept: Floats
    """After setting aside: the values of a graph (see ``TurnGraph``)."""
    roll: Floats
    """Before a roll from each spot; meaningless where none is possible."""


class Solved(NamedTuple):
    """A board, solved: the only column of its values."""

    graph: TurnGraph
    stakes: Stakes
    plain: Values
    """Without the right to repeat a roll."""
    weasel: Values | None
    """With that right (D-15), if the board has it."""

    @property
    def now(self) -> Values:
        """The values with the right that the board has."""
        return self.weasel or self.plain


class _Memory(threading.local):
    """Arrays that a thread uses again: for many boards, new ones cost more time than the work in them."""

    def __init__(self) -> None:
        self._rooms: dict[str, Floats] = {}

    def array(self, name: str, *shape: int) -> Floats:
        """Return an array to be filled; it is good until the same name is asked for again."""
        size = math.prod(shape)
        room = self._rooms.get(name)
        if room is None or room.size < size:
            room = self._rooms[name] = np.empty(size)
        return room[:size].reshape(shape)


_MEMORY = _Memory()


class Work(NamedTuple):
    """Arrays in which the rolls of a group are weighed; where there is none, NumPy makes it."""

    best: Floats | None = None
    other: Floats | None = None
    whole: Floats | None = None
    other_whole: Floats | None = None


NEW_ARRAYS = Work()


def _work(group: Group, boards: int) -> Work:
    """Return arrays from a thread's memory."""
    rows, spots = group.choices[0].shape
    rolls = len(group.chances)
    return Work(
        _MEMORY.array("best", rows, spots, boards),
        _MEMORY.array("other", rows, spots, boards),
        _MEMORY.array("whole", rolls, spots, boards),
        _MEMORY.array("other whole", rolls, spots, boards),
    )


def solve_fresh(boards: Sequence[Board], paid: Sequence[Prices]) -> Floats:
    """Return the value of a whole turn on boards of the same graph, with the same right to repeat a roll."""
    graph = boards[0].graph
    size = len(graph.spots), len(boards)
    at_stake = stakes(boards, paid, _MEMORY.array("stop", *size))
    kept = _MEMORY.array("kept", graph.impossible + 1, len(boards))
    values = _solve(graph, at_stake, None, Values(kept, _MEMORY.array("roll", *size)))
    if boards[0].weasel:
        again = Values(kept, _MEMORY.array("roll with the weasel", *size))
        values = _solve(graph, at_stake, values.roll, again)
    fresh: Floats = values.roll[graph.places[graph.fresh]]
    return fresh.copy()


@lru_cache(maxsize=64)
def solve(board: Board, paid: Prices) -> Solved:
    """Solve a board; all decisions of a turn ask for the same."""
    graph, at_stake = board.graph, stakes([board], [paid])
    plain = _solve(graph, at_stake, None, _new_values(graph, 1))
    weasel = _solve(graph, at_stake, plain.roll, _new_values(graph, 1)) if board.weasel else None
    return Solved(graph, at_stake, plain, weasel)


@lru_cache(maxsize=16)
def solve_together(board: Board, paid: tuple[Prices, ...]) -> Values:
    """Solve a board for different prices, each a column: quicker than one after the other."""
    graph, at_stake = board.graph, stakes([board] * len(paid), paid)
    values = _solve(graph, at_stake, None, _new_values(graph, len(paid)))
    return _solve(graph, at_stake, values.roll, _new_values(graph, len(paid))) if board.weasel else values


def _new_values(graph: TurnGraph, boards: int) -> Values:
    return Values(np.empty((graph.impossible + 1, boards)), np.empty((len(graph.spots), boards)))


def _solve(graph: TurnGraph, at_stake: Stakes, again: Floats | None, values: Values) -> Values:
    """Fill in the values of a graph, level by level; ``again`` is what repeating a roll is worth (D-15)."""
    stop, burn = at_stake
    kept, roll = values
    kept[len(roll) : graph.impossible] = burn  # P-14
    kept[graph.impossible] = NO_OFFER
    last = slice(0, graph.last)
    kept[last] = np.where(stop[last] == NO_OFFER, kept[graph.burnt[last]], stop[last])  # P-13, P-14
    for level in graph.levels:
        for group in level.groups:
            best = _best_of_rolls(group, kept)
            if again is not None:
                np.maximum(best, again[group.spots], out=best)
            np.einsum("r,rsb->sb", group.chances, best, out=roll[group.spots])
        np.maximum(stop[level.spots], roll[level.spots], out=kept[level.spots])  # P-5
    return values


def _best_of_rolls(group: Group, kept: Floats) -> Floats:
    """Return what the best face of each roll is worth (P-4): rolls by spots by boards."""
    boards = kept.shape[1]
    work = _work(group, boards) if boards > 1 else NEW_ARRAYS
    first, *others = group.choices
    best: Floats = kept.take(first, 0, work.best, "clip")
    for other in others:
        np.maximum(best, kept.take(other, 0, work.other, "clip"), out=best)
    if group.halves is None:
        return best
    start, end = group.halves
    whole: Floats = best.take(start, 0, work.whole, "clip")
    return np.maximum(whole, best.take(end, 0, work.other_whole, "clip"), out=whole)
