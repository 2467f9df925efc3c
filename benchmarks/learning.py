"""What a few minutes of ``stolik train`` on a CPU are worth: ``make bench-train``.

``stolik train linko --players 3 --minutes 5`` learns at three tables at once. What it has learned plays
against two ``grabber`` and two ``weigher`` at each of them, every deal from each seat.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.tables import keep, show
from stolik.arena import play_match
from stolik.core import Game
from stolik.games.linko.mind import Mind
from stolik.words import Words
from stolik.words.numbers import Numbers

COMMAND: Final = ("train", "linko", "--players", "3", "--minutes")
MINUTES: Final = "5"
SEED: Final = 1
MODES: Final = ("basic", "advanced", "expert")
OPPONENTS: Final = ("grabber", "weigher")
GAMES: Final = 900
RESULTS: Final = Path(__file__).with_name("results-train.md")
HEADS: Final = ("table", "against two", "games", "wins alone", "fair share", "beyond the interval")


def learned(minutes: str, folder: Path) -> Path:
    """Train, and return the file of what has learned."""
    mind = folder / "mind.npz"
    files = ("--out", str(folder / "checkpoint.npz"), "--mind", str(mind), "--seed", str(SEED))
    processor = {**os.environ, "JAX_PLATFORMS": "cpu"}
    subprocess.run([sys.executable, "-m", "stolik", *COMMAND, minutes, *files], check=True, env=processor)
    return mind


def rows(mind: Path, games: int = GAMES) -> Iterator[tuple[str, ...]]:
    """Yield what it wins at each table against each opponent."""
    numbers = Numbers(Words("en"))
    for mode in MODES:
        game = Game("linko", 3, mode=mode)
        for other in OPPONENTS:
            own = {"learned": lambda _: Mind(mind)}
            result = play_match(game, ["learned", other], games=games, seed=SEED, own=own)
            rate, fair = result.standings[0].win_rate, 1 / game.players
            assert rate.half is not None
            beyond = "yes" if rate.mean - rate.half > fair else "no"
            won, even = numbers.rate(*rate), numbers.percent(fair)
            yield (f"{mode}, 3 players", f"`{other}`", numbers.count(result.games), won, even, beyond)


def main() -> None:
    """Train, play, and keep the table."""
    minutes = sys.argv[1] if sys.argv[1:] else MINUTES
    with TemporaryDirectory() as folder:
        mind = learned(minutes, Path(folder))
        told = Mind(mind).told
        found = list(rows(mind))
    show("What was learned", HEADS, found)
    page = (
        f"Written by `make bench-train`: `stolik {' '.join(COMMAND)} {minutes} --seed {SEED}` on a CPU "
        f"({os.cpu_count()} cores), which played {told['games']:,} games with {told['decisions']:,} "
        "decisions; then matches, every deal from each seat. It starts from the heuristic of the bot "
        "`weigher`, so that it cannot be far from that after so few games."
    )
    keep(RESULTS, "Training on a CPU", page, HEADS, found)


if __name__ == "__main__":
    main()
