"""Find puzzles in games of the strongest players, and write the file of each game.

    python -m tools.puzzles [--game pickomino] [--each 60] [--jobs 2]

To be run again for a game whose judge has changed. Every variant and mode, and some numbers of players get
``--each`` puzzles, all from seeds 1, 2, 3, …
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from rich.progress import Progress

from stolik import bots
from stolik.analysis import judge_for
from stolik.analysis.puzzles import FILE, Puzzle, find
from stolik.arena.playing import play_deal
from stolik.core import Game

TABLES: Final = (
    *(Game("pickomino", players, variant=variant) for variant in ("base", "deluxe") for players in (2, 3, 4)),
    *(Game("linko", players, mode=mode) for mode in ("basic", "advanced", "expert") for players in (3, 4)),
    Game("linko", 2, mode="duel"),
)
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


def puzzles(game: Game, number: int, pool: ProcessPoolExecutor) -> Iterator[Puzzle]:
    """Yield so many puzzles of a table, whatever the number of processes."""
    seed = 1
    while number > 0:
        parts = pool.map(found_in, [game] * AT_ONCE, range(seed, seed + AT_ONCE))
        for puzzle in [one for part in parts for one in part][:number]:
            number -= 1
            yield puzzle
        seed += AT_ONCE


def main() -> None:
    """Find them, and write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(STRONG), help="only of this game")
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("src/stolik/games"))
    args = parser.parse_args()
    kept: dict[str, list[Puzzle]] = {}
    with ProcessPoolExecutor(args.jobs) as pool, Progress() as progress:
        for game in TABLES:
            if args.game not in (None, game.name):
                continue
            task = progress.add_task(str(game), total=args.each)
            for puzzle in puzzles(game, args.each, pool):
                kept.setdefault(game.name, []).append(puzzle)
                progress.advance(task)
    for name, some in kept.items():
        told = {"command": f"python -m tools.puzzles --each {args.each}", "puzzles": some}
        path = args.out / name / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(told, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
