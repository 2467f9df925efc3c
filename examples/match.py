"""A luck-adjusted match in the arena: a bot of your own against one of the package.

    python examples/match.py                      # 100 games; their records go into the folder `games`

It needs NumPy (the extra `bots`).
"""

import random
import sys
from pathlib import Path

import stolik
from stolik.analysis import review
from stolik.arena import play_match


class Stopper:
    """Takes a tile as soon as there is one; until then it keeps the face that counts most, worms first."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: dict) -> str:
        """Return one of the moves."""
        moves = view["moves"]
        ending = [move for move in moves if move.startswith(("take", "steal"))]
        worms = [move for move in moves if move == "keep w"]
        return (ending or worms or moves)[-1]


def main(games: int = 100, records: Path = Path("games")) -> None:
    """Play the match, and review the first game that the bot lost."""
    table = stolik.Game("pickomino", players=2)
    own = {"stopper": Stopper}  # called with a random.Random to make a bot
    result = play_match(
        table, ["stopper", "careful"], games=games, seed=1, own=own, luck_adjusted=True, records=records
    )
    for standing in result.ranked:
        rate, fair = standing.win_rate, standing.adjusted
        print(f"{standing.name:8} {rate.mean:.1%} ± {rate.half:.1%}", end=", ")
        print(f"luck-adjusted {fair.mean:.1%} ± {fair.half:.1%}")
    print(f"as precise as {result.standings[0].as_many_games:.1f} times as many raw games")

    for path in sorted(records.iterdir()):
        record = stolik.Record.load(path)
        found = review(record, depth=0)
        mine = record.names.index("stopper")
        if not found["seats"][mine]["won"]:
            break
    worst = max((step for step in found["steps"] if step["seat"] == mine), key=lambda step: step["error"])
    print(
        f"{path.name}: {worst['move']!r} cost {worst['error']:.1%}; {worst['options'][0]['move']!r} was best"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
