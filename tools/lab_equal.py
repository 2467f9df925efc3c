"""Hold the lab against the engine for long: ``python -m tools.lab_equal pickomino --decisions 500000``.

Every variant, mode, option and number of players gets its share. The first disagreement ends the run with the
record that shows it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from importlib import import_module

from stolik import game_names


def main() -> None:
    """Play all settings in turn and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--decisions", type=int, default=500_000, help="how many in all (default: 500,000)")
    parser.add_argument("--batch", type=int, default=48, help="games side by side (default: 48)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = import_module(f"tests.lab.{chosen.game}_games")
    settings = game.settings()
    seen: Counter[str] = Counter()
    decisions = 0
    began = time.perf_counter()
    share = chosen.decisions // len(settings)
    for number, options in enumerate(settings):
        games = game.Lockstep(chosen.batch, chosen.seed * 1000 + number, **options)
        while games.decisions < share:
            games.step()
        decisions += games.decisions
        seen += games.seen
        words = " ".join(str(value) for value in options.values())
        print(f"{words}: {games.decisions:,} decisions, {games.seen['end']:,} games ended", flush=True)
    print(f"{decisions:,} decisions agree, in {time.perf_counter() - began:.0f} s")
    print(", ".join(f"{what} {number:,}" for what, number in seen.most_common()))


if __name__ == "__main__":
    main()
