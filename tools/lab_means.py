"""Hold what random games come to in the lab against the engine: ``python -m tools.lab_means``.

Both choose each time among the same actions with equal chance; length, scores and wins of every seat then
differ by chance alone, by so many standard errors. What the engine has played is kept in ``--save``, and
played on from there.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stolik import lab
from stolik.core import CHANCE, Game, State, options
from stolik.encoding import AnyEncoding, encoding_of
from stolik.lab.sim import Simulation

Setting = tuple[str, int, str]
"""A game, its number of players, and the choice of one of its options."""

SETTINGS: tuple[Setting, ...] = (
    ("pickomino", 2, "base"),
    ("pickomino", 2, "deluxe"),
    ("linko", 3, "basic"),
    ("linko", 3, "advanced"),
    ("linko", 3, "expert"),
    ("linko", 2, "duel"),
)
CHUNK = 500
"""Games of the engine that are played and kept together."""
TOO_FAR = 4.0
"""Standard errors that two means may not lie apart."""


@dataclass
class Sums:
    """Sums over games, and sums of squares, of each of ``figures``."""

    games: int
    sums: list[float]
    squares: list[float]

    def add(self, other: Sums) -> None:
        """Add further games."""
        self.games += other.games
        self.sums = [ours + theirs for ours, theirs in zip(self.sums, other.sums, strict=True)]
        self.squares = [ours + theirs for ours, theirs in zip(self.squares, other.squares, strict=True)]

    def means(self) -> list[tuple[float, float]]:
        """Return the mean of each figure, and its standard error."""
        mean = np.array(self.sums) / self.games
        error = np.sqrt((np.array(self.squares) / self.games - mean**2) / self.games)
        return [(float(one), float(its)) for one, its in zip(mean, error, strict=True)]


def figures(players: int) -> list[str]:
    """Return what is compared of a game: how long it is, and what each seat scores and wins."""
    return ["length", *(f"{what} {seat}" for what in ("score", "wins") for seat in range(players))]


def nothing(players: int) -> Sums:
    """Return the sums of no games."""
    return Sums(0, [0.0] * len(figures(players)), [0.0] * len(figures(players)))


# -- The engine -------------------------------------------------------------------------------------------


def game_of(setting: Setting) -> Game:
    """Return the game of a setting: the option is the one that has this choice."""
    name, players, choice = setting
    (option,) = (option for option in options(name) if choice in option.choices)
    return Game(name, players, **{option.name: choice})


def engine_sums(setting: Setting, seed: int, chunk: int, games: int = CHUNK) -> Sums:
    """Return the sums over one chunk of the engine's games."""
    game = game_of(setting)
    encoding = encoding_of(game)
    rng = random.Random(f"{setting} {seed} {chunk}")
    rows = np.array([_played(game, encoding, rng) for _ in range(games)])
    return Sums(games, rows.sum(0).tolist(), (rows**2).sum(0).tolist())


def _played(game: Game, encoding: AnyEncoding, rng: random.Random) -> list[float]:
    """Return the figures of one game."""
    state: State = game.start()
    length = 0
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.play(state.draw(rng))
        elif actions := list(encoding.moves(state).values()):
            length += 1
            for move in rng.choice(actions):
                state = state.play(move)
        else:
            forced = encoding.forced(state)
            assert forced
            state = state.play(forced)
    result = state.result()
    wins = [(seat in result.winners) / len(result.winners) for seat in range(game.players)]
    return [length, *result.scores, *wins]


def _chunks(setting: Setting, seed: int, first: int, last: int, processes: int) -> Iterator[Sums]:
    """Yield the sums of the chunks in their order."""
    workers = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    try:
        numbers = range(first, last)
        waiting = [
            workers.submit(engine_sums, setting, seed, number) for number in islice(numbers, 4 * processes)
        ]
        for number in numbers:
            yield waiting.pop(0).result()
            if number + 4 * processes < last:
                waiting.append(workers.submit(engine_sums, setting, seed, number + 4 * processes))
    finally:
        workers.shutdown(cancel_futures=True)


# -- The lab ----------------------------------------------------------------------------------------------


def lab_means(setting: Setting, games: int, seed: int, progress: Progress) -> list[tuple[float, float]]:
    """Return the means over the lab's games, and their standard errors."""
    name, players, choice = setting
    game = game_of(setting)
    env = lab.make(name, players, **game.settings)
    batch = min(games, 1 << 14)
    simulation = Simulation(env, "random", batch, -(-games // batch), seed)
    task = progress.add_task(f"lab: {name} {choice}", total=simulation.games)
    while not simulation.finished:
        simulation.run(128)
        progress.update(task, completed=simulation.tally.games)
    tally = simulation.tally
    return [
        tally.mean_length(),
        *(tally.mean_score(seat) for seat in range(players)),
        *(tally.win_rate(seat) for seat in range(players)),
    ]


# -- Both -------------------------------------------------------------------------------------------------


def main() -> None:
    """Play both, show the means side by side, and fail where they are too far apart."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="of each setting (default: 1,000,000)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("lab-means.json"), help="the engine's sums so far")
    parser.add_argument("--only", choices=[mode for _, _, mode in SETTINGS], action="append")
    chosen = parser.parse_args()
    console = Console()
    table = Table("game", "figure", "lab", "engine", "apart", box=box.MARKDOWN)
    furthest = 0.0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        for setting in SETTINGS:
            if chosen.only and setting[2] not in chosen.only:
                continue
            engine = _engine(setting, chosen, progress)
            lab = lab_means(setting, chosen.games, chosen.seed, progress)
            for figure, ours, theirs in zip(figures(setting[1]), lab, engine.means(), strict=True):
                apart = (ours[0] - theirs[0]) / float(np.hypot(ours[1], theirs[1]))
                furthest = max(furthest, abs(apart))
                shown = (f"{mean:.4f} ± {error:.4f}" for mean, error in (ours, theirs))
                table.add_row(f"{setting[2]}, {setting[1]} players", figure, *shown, f"{apart:+.2f}")
    console.print(table)
    print(f"furthest apart: {furthest:.2f} standard errors; allowed: {TOO_FAR:g}")
    sys.exit(furthest > TOO_FAR)


def _engine(setting: Setting, chosen: argparse.Namespace, progress: Progress) -> Sums:
    """Return the sums of the engine's games, those of earlier runs among them."""
    saved = json.loads(chosen.save.read_text()) if chosen.save.exists() else {}
    key = " ".join(map(str, (*setting, chosen.seed)))
    sums = Sums(**saved[key]) if key in saved else nothing(setting[1])
    task = progress.add_task(f"engine: {setting[0]} {setting[2]}", total=chosen.games, completed=sums.games)
    last = -(-chosen.games // CHUNK)
    for more in _chunks(setting, chosen.seed, sums.games // CHUNK, last, chosen.processes):
        sums.add(more)
        progress.update(task, completed=sums.games)
        chosen.save.write_text(json.dumps({**saved, key: asdict(sums)}, indent=1))
    return sums


if __name__ == "__main__":
    main()
