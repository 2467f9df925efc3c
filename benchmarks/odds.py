"""Exact odds: one solution of a turn beside NumPy's own floor, and many boards at once: ``make bench``.

The floor is what NumPy takes for the same work without any order in it: as many values gathered, compared
and summed as a turn needs, in arrays of the same size, made before, in one call for each kind of step. No
program can solve a turn like that: a turn is solved level by level, each level from those below it. What is
above the floor is the price of the levels, of the groups in them, and of Python between NumPy's calls.

One solution is ``odds.fresh`` with one board; many are ``odds.fresh`` with many different boards, all told;
all chances are ``odds.fresh_turn`` with nothing solved before. All of it runs in one thread, and what is
measured is that thread's time on the processor: waiting for a busy machine does not count.
"""

from __future__ import annotations

import platform
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.progress import track

from benchmarks.tables import keep, show
from stolik.games.pickomino import odds
from stolik.games.pickomino.odds.graph import Floats, TurnGraph
from stolik.games.pickomino.odds.solve import solve

ROUNDS = 60
BATCH_ROUNDS = 9
BATCH = 256
SOLVE_GOAL = 1.0
BATCH_GOAL = 0.2
RESULTS = Path(__file__).with_name("results-odds.md")

TURNS = {
    "8 dice": odds.Board((), ()),
    "8 dice, weasel": odds.Board((), (), weasel=True, round_worm=True),
    "9 dice": odds.Board((), (), round_worm=True, dice=9),
    "9 dice, one of ones and worms": odds.Board((), (), round_worm=True, dice=9, odd_die=True),
}
HEADS = (
    "turn", "spots", "pairs", "one solution, ms", "goal", "NumPy's floor, ms", "ratio",
    f"{BATCH} boards, ms a board", "goal", "all chances, ms",
)  # fmt: skip


def milliseconds(task: Callable[[], object], rounds: int) -> float:
    """Return how much of the processor's time a task takes, at the median; it runs once before."""
    task()
    times = []
    for _ in range(rounds):
        began = time.thread_time()
        task()
        times.append(time.thread_time() - began)
    return 1000 * statistics.median(times)


def positions(kind: odds.Board, number: int) -> tuple[list[odds.Board], list[odds.Worth]]:
    """Return boards of a kind, the full grill first, and what their endings are worth."""
    rng = random.Random(1)
    tiles = list(range(21, 37))
    boards = [kind._replace(grill=tuple(tiles))]
    while len(boards) < number:
        grill = sorted(rng.sample(tiles, rng.randint(1, 15)))
        tops = [tile for tile in tiles if tile not in grill][: rng.randint(0, 3)]
        boards.append(kind._replace(grill=tuple(grill), tops=tuple(tops)))
    return boards, [{ending: rng.random() for ending in board.endings} for board in boards]


def floor(graph: TurnGraph) -> Callable[[], Floats]:
    """Return the work of one solution without any order in it."""
    groups = [group for level in graph.levels for group in level.groups]
    halved = [group for group in groups if group.halves]
    values = np.random.default_rng(1).random(graph.impossible + 1)
    columns = [
        np.concatenate([group.choices[column].ravel() for group in groups if column < len(group.choices)])
        for column in range(3)
    ]
    halves = np.arange(sum(len(group.chances) * group.choices[0].shape[1] for group in halved))
    halves %= len(columns[0])
    chances = np.concatenate([np.repeat(group.chances, group.choices[0].shape[1]) for group in groups])
    starts = np.linspace(0, len(chances), len(graph.spots) - graph.last, endpoint=False).astype(np.intp)
    best, other = np.empty((2, len(columns[0])))
    low, high = np.empty((2, len(halves)))
    terms, weighed = np.ones((2, len(chances)))

    def work() -> Floats:
        values.take(columns[0], out=best, mode="clip")
        for column in columns[1:]:
            more = other[: len(column)]
            values.take(column, out=more, mode="clip")
            np.maximum(best[: len(column)], more, out=best[: len(column)])
        best.take(halves, out=low, mode="clip")
        best.take(halves, out=high, mode="clip")
        np.maximum(low, high, out=terms[: len(halves)])
        np.multiply(terms, chances, out=weighed)
        summed: Floats = np.add.reduceat(weighed, starts)
        return summed

    return work


def row(name: str, kind: odds.Board) -> tuple[str, ...]:
    """Measure one kind of turn, and return its cells."""
    boards, worths = positions(kind, BATCH)
    graph = kind.graph
    passes = 2 if kind.weasel else 1  # with the weasel a turn is solved without it first
    one = milliseconds(lambda: odds.fresh(boards[:1], worths[:1]), ROUNDS)
    least = milliseconds(floor(graph), ROUNDS) * passes
    many = milliseconds(lambda: odds.fresh(boards, worths), BATCH_ROUNDS) / BATCH

    def answer() -> None:
        solve.cache_clear()
        odds.fresh_turn(boards[0], worths[0])

    chances = milliseconds(answer, ROUNDS)
    sizes = (f"{len(graph.spots):,}", f"{graph.terms:,}")
    solution = (f"{one:.3f}", f"{SOLVE_GOAL:.1f}", f"{least:.3f}", f"{one / least:.1f}")
    return name, *sizes, *solution, f"{many:.3f}", f"{BATCH_GOAL:.1f}", f"{chances:.3f}"


def main() -> None:
    """Measure, print and keep the result."""
    rows = [row(*turn) for turn in track(TURNS.items(), "measuring", transient=True)]
    show("Exact odds of a whole turn, one thread", HEADS, rows)
    told = (
        f"Written by `make bench`: Python {platform.python_version()}, NumPy {np.__version__}. Medians of"
        " processor time; the floor is the same work without any order in it (see `benchmarks/odds.py`)."
    )
    keep(RESULTS, "Exact odds", told, HEADS, rows)


if __name__ == "__main__":
    main()
