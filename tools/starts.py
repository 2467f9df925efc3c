"""Write what the judge of the card game expects before the deal, at every table.

    python -m tools.starts

It judges so many random deals by the shipped mind. To be run again whenever the mind changes.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
from rich.progress import track

from stolik.core import Game
from stolik.games.linko.judge import STARTS, table_name
from stolik.games.linko.mind import SHIPPED, shipped
from stolik.games.linko.rules import LinkoState, start
from stolik.games.linko.worlds import true_chances

DEALS: Final = 40_000
SEED: Final = 1
AT_ONCE: Final = 500


def games() -> list[Game]:
    """Return all tables that the judge tells apart."""
    groups = [
        Game("linko", players, mode=mode)
        for mode in ("basic", "advanced", "expert")
        for players in range(3, 6)
    ]
    return [*groups, *(Game("linko", 2, mode="duel", row=row) for row in ("full", "dealt"))]


def expected(game: Game) -> list[float]:
    """Return what each seat can expect on average over random deals."""
    rng, total = random.Random(f"{SEED} {table_name(game)}"), np.zeros(game.players)
    for _ in track(range(DEALS // AT_ONCE), description=table_name(game)):
        states = [_dealt(game, rng) for _ in range(AT_ONCE)]
        total += true_chances(shipped(), states).astype(np.float64).sum(0)
    return [round(part, 5) for part in (total / total.sum()).tolist()]


def _dealt(game: Game, rng: random.Random) -> LinkoState:
    state = start(game)
    return state.play(state.draw(rng))


def main() -> None:
    """Write the file."""
    told = {
        "mind": sha256(SHIPPED.read_bytes()).hexdigest(),
        "deals": DEALS,
        "seed": SEED,
        "chances": {table_name(game): expected(game) for game in games()},
    }
    path = Path("src/stolik/games/linko") / STARTS
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
