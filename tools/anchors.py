"""How much bots err by the judgement of the look back: the anchors of its scale.

    python -m tools.anchors [--table "linko duel 2"] [--games 32] [--jobs 2]

Every bot plays against copies of itself, all games from seed 1 on. The rates are kept in
``tools/anchors.md``, from which ``tools.strength`` takes them; ``docs/analysis.md`` tells them, too.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from rich.progress import track

from stolik import threads
from stolik.analysis import review
from stolik.arena.playing import play_deal
from stolik.core import Game, Record
from tools.luck import Mean

KEPT: Final = Path(__file__).with_name("anchors.md")
HEAD: Final = ("| table | bot | games | error rate |", "|---|---|--:|--:|")
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


def kept() -> dict[tuple[str, str], str]:
    """Return what has been measured: rows of a table in Markdown, by table and bot."""
    rows = [line for line in KEPT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {(table, bot): row for row in rows[1:] for table, bot in [row.strip("| ").split(" | ")[:2]]}


def main() -> None:
    """Measure, and keep what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", choices=[name(game) for game, _ in TABLES], help="only of this table")
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    rows = kept()
    with ProcessPoolExecutor(args.jobs, initializer=threads.use_one) as pool:
        for game, bots in TABLES:
            for bot in bots if args.table in (None, name(game)) else ():
                seeds = range(1, args.games + 1)
                found = pool.map(error_rate, [game] * args.games, [bot] * args.games, seeds)
                parts = list(track(found, total=args.games, description=bot, transient=True))
                each = sum(decisions for _, decisions in parts) / len(parts)
                mean, error = Mean.of(1000 * errors / each for errors, _ in parts)
                row = f"| {name(game)} | {bot} | {len(parts)} | {mean:.2f} ± {1.96 * error:.2f} |"
                rows[name(game), bot] = row
                KEPT.write_text("\n".join([*HEAD, *rows.values(), ""]), encoding="utf-8")
                print(row, flush=True)


def name(game: Game) -> str:
    """Return a table in a few words."""
    kind = game.settings.get("variant", game.settings.get("mode"))
    return f"{game.name} {kind} {game.players}"


if __name__ == "__main__":
    main()
