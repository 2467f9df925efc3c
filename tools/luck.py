"""Whether luck is fair: its mean over many games is 0, within two standard errors.

    python -m tools.luck FILE [--games 10000] [--table "linko basic 3"] [--jobs 2]

A bot plays against copies of itself, from seed 1 on. The luck of seat 0 in each game goes to FILE as soon as
it is known, so that another run, or one with more games, resumes from there; Ctrl-C shows what is there.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from rich.progress import Progress

from stolik import bots, threads
from stolik.analysis import judge_for, luck
from stolik.arena.playing import play_game
from stolik.core import Game

TABLES: Final = {
    "pickomino base 2": (Game("pickomino", 2), "careful"),
    "pickomino deluxe 3": (Game("pickomino", 3, variant="deluxe"), "careful"),
    "linko basic 3": (Game("linko", 3), "grabber"),
    "linko duel 2": (Game("linko", 2, mode="duel"), "grabber"),
}
"""Tables, and who plays at them."""
AT_ONCE: Final = 8
"""Games that are given to a process together."""


class Mean(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean:
        """Return the mean of two values or more."""
        some = list(values)
        mean = sum(some) / len(some)
        spread = sum((one - mean) ** 2 for one in some) / (len(some) - 1)
        return cls(mean, sqrt(spread / len(some)))


def luck_of_the_first(table: str, seed: int) -> float:
    """Return the luck of seat 0 in a game."""
    game, bot = TABLES[table]
    secret = hashlib.sha256(f"stolik luck {seed}".encode()).digest()
    seats = range(game.players)
    played = play_game(
        game, (bot,) * game.players, seats, secret, bots.DEADLINE, bots.NONE, recorded=True, luck=None
    )
    assert played.record is not None
    return luck(played.record, judge_for(game.name, 0))[0]


def kept(path: Path) -> dict[str, dict[int, float]]:
    """Return what a file has: the luck of seat 0 by table and seed."""
    found: dict[str, dict[int, float]] = defaultdict(dict)
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            table, seed, value = line.split("\t")
            found[table][int(seed)] = float(value)
    return found


def measure(path: Path, tables: Iterable[str], games: int, jobs: int) -> None:
    """Play the games that a file does not have yet, and add their luck to it."""
    known = kept(path)
    with (
        Progress() as progress,
        path.open("a", encoding="utf-8") as file,
        ProcessPoolExecutor(jobs, initializer=threads.use_one) as pool,
    ):
        for table in tables:
            seeds = [seed for seed in range(1, games + 1) if seed not in known[table]]
            task = progress.add_task(table, total=games, completed=games - len(seeds))
            try:
                found = pool.map(luck_of_the_first, [table] * len(seeds), seeds, chunksize=AT_ONCE)
                for seed, value in zip(seeds, found, strict=True):
                    file.write(f"{table}\t{seed}\t{value!r}\n")
                    file.flush()
                    progress.advance(task)
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                raise


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--table", choices=TABLES, help="only this one")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with suppress(KeyboardInterrupt):
        measure(args.file, [args.table] if args.table else TABLES, args.games, args.jobs)
    print("| table | games of | games | mean luck of the first seat | standard error |")
    print("|---|---|--:|--:|--:|")
    for table, values in kept(args.file).items():
        if len(values) > 1:
            mean, error = Mean.of(values.values())
            print(f"| {table} | {TABLES[table][1]} | {len(values):,} | {mean:+.4f} | {error:.4f} |")


if __name__ == "__main__":
    main()
