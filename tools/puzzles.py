"""Find puzzles in games of the strongest players, and write the file of each game.

    python -m tools.puzzles [--game pickomino] [--jobs 2]

It goes on where it was left: to find all puzzles of a game again, as its judge has changed, remove its file.
They come in batches, each with seeds of its own, so that those that are there keep their numbers when there
are more.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from rich.progress import Progress

from stolik import bots, threads
from stolik.analysis import judge_for
from stolik.analysis.puzzles import FILE, Puzzle, find
from stolik.arena.playing import play_deal
from stolik.core import Game

DICE: Final = [
    Game("pickomino", players, variant=kind) for kind in ("base", "deluxe") for players in (2, 3, 4)
]
CARDS: Final = [
    Game("linko", players, mode=mode) for mode in ("basic", "advanced", "expert") for players in (3, 4)
]
DUEL: Final = Game("linko", 2, mode="duel")
BATCHES: Final = (
    (1, dict.fromkeys((*DICE, *CARDS, DUEL), 60)),
    (10_001, {**dict.fromkeys(CARDS, 40), DUEL: 140, **dict.fromkeys(DICE, 10)}),
)
"""The first seed of a batch, and how many puzzles of each table it has: 200 or more of each kind in all."""
STRONG: Final = {"pickomino": "planner", "linko": "mind"}
SIMPLE: Final = {"pickomino": "careful", "linko": "grabber"}
"""Who plays the games, and who does what comes to mind first."""
FROM_A_GAME: Final = 2
"""How many puzzles of one game are taken at most: those of a game resemble each other."""
AT_ONCE: Final = 16


def found_in(game: Game, seed: int) -> list[Puzzle]:
    """Return the puzzles in a game of this seed."""
    first = play_deal(game, (STRONG[game.name],) * game.players, seed, 0, recorded=True)[0]
    assert first.record is not None
    judge, deeper = judge_for(game.name, 1), judge_for(game.name, 2)
    found = find(first.record, judge, deeper, bots.make(game.name, SIMPLE[game.name], seed))
    harder_first = sorted(found, key=lambda puzzle: -len(puzzle["options"]))
    return harder_first[:FROM_A_GAME]


def puzzles(game: Game, seed: int, number: int, pool: ProcessPoolExecutor) -> Iterator[Puzzle]:
    """Yield so many puzzles of a table from a seed on, whatever the number of processes."""
    while number > 0:
        parts = pool.map(found_in, [game] * AT_ONCE, range(seed, seed + AT_ONCE))
        for puzzle in [one for part in parts for one in part][:number]:
            number -= 1
            yield puzzle
        seed += AT_ONCE


def complete(path: Path, name: str, pool: ProcessPoolExecutor, progress: Progress) -> None:
    """Add to a file the puzzles of a game that it does not have yet, table by table."""
    found: list[Puzzle] = json.loads(path.read_text(encoding="utf-8"))["puzzles"] if path.exists() else []
    before = 0
    for seed, tables in BATCHES:
        for game, number in tables.items():
            if game.name != name:
                continue
            before += number
            if before > len(found):
                task = progress.add_task(str(game), total=number)
                found += progress.track(puzzles(game, seed, number, pool), task_id=task)
                path.parent.mkdir(parents=True, exist_ok=True)
                told = {"command": "python -m tools.puzzles", "puzzles": found}
                path.write_text(json.dumps(told, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Find them, and write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=sorted(STRONG), help="only of this game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("src/stolik/games"))
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs, initializer=threads.use_one) as pool, Progress() as progress:
        for name in [args.game] if args.game else STRONG:
            complete(args.out / name / FILE, name, pool, progress)


if __name__ == "__main__":
    main()
