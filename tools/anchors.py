"""How much bots err by the judgement of the look back: the anchors of its scale, for ``docs/strength.md``.

    python -m tools.anchors [--game pickomino] [--games 32] [--lucky 2000] [--jobs 2]

Every bot plays against copies of itself, all games from seed 1 on. The mean luck of seat 0 over many games is
measured as well: it has to be 0 within its interval.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Final

from rich.progress import track

from stolik.analysis import judge_for, luck, review
from stolik.arena.playing import play_deal
from stolik.core import Game, Record

DICE: Final = ("random", "beginner", "careful", "greedy", "planner")
CARDS: Final = ("random", "lowest", "grabber", "weigher", "mind")
TABLES: Final = (
    (Game("pickomino", 2), DICE),
    (Game("pickomino", 3, variant="deluxe"), DICE),
    (Game("linko", 3), CARDS),
    (Game("linko", 2, mode="duel"), CARDS),
)


def game_of(game: Game, bot: str, seed: int) -> Record:
    """Return a game of a bot against copies of itself."""
    record = play_deal(game, (bot,) * game.players, seed, 0, recorded=True)[0].record
    assert record is not None
    return record


def error_rate(game: Game, bot: str, seed: int) -> tuple[float, int]:
    """Return what errors cost in a game, and how many decisions count."""
    seats = review(game_of(game, bot, seed))["seats"]
    return sum(seat["errors"] for seat in seats), sum(seat["decisions"] for seat in seats)


def luck_of_the_first(game: Game, bot: str, seed: int) -> float:
    """Return the luck of seat 0 in a game."""
    return luck(game_of(game, bot, seed), judge_for(game.name, 0))[0]


def interval(values: Iterable[float]) -> tuple[float, float]:
    """Return a mean, and half the width of its 95 % interval."""
    some = list(values)
    mean = sum(some) / len(some)
    spread = sum((one - mean) ** 2 for one in some) / (len(some) - 1)
    return mean, 1.96 * sqrt(spread / len(some))


def main() -> None:
    """Measure, and print tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted({game.name for game, _ in TABLES}), help="only of this game")
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--lucky", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    tables = [(game, bots) for game, bots in TABLES if args.game in (None, game.name)]
    with ProcessPoolExecutor(args.jobs) as pool:
        print("| table | bot | games | decisions | error rate |\n|---|---|--:|--:|--:|")
        for game, bots in tables:
            for bot in bots:
                seeds = range(1, args.games + 1)
                found = pool.map(error_rate, [game] * args.games, [bot] * args.games, seeds)
                parts = list(track(found, total=args.games, description=bot, transient=True))
                decisions = sum(number for _, number in parts)
                each = decisions / len(parts)
                mean, half = interval(1000 * errors / each for errors, _ in parts)
                print(f"| {name(game)} | {bot} | {len(parts)} | {decisions} | {mean:.2f} ± {half:.2f} |")
        print("\n| table | games of | games | mean luck of the first seat |\n|---|---|--:|--:|")
        for game, bots in tables:
            seeds = range(1, args.lucky + 1)
            lucky = pool.map(
                luck_of_the_first, [game] * args.lucky, [bots[2]] * args.lucky, seeds, chunksize=8
            )
            mean, half = interval(track(lucky, total=args.lucky, description=name(game), transient=True))
            print(f"| {name(game)} | {bots[2]} | {args.lucky} | {mean:+.4f} ± {half:.4f} |")


def name(game: Game) -> str:
    """Return a table in a few words."""
    kind = game.settings.get("variant", game.settings.get("mode"))
    return f"{game.name} {kind} {game.players}"


if __name__ == "__main__":
    main()
