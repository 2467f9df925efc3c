"""Whether the trainer of the card game is right about thefts: what it says beside what happens.

    python -m tools.thefts [--games 60] [--first 1] [--jobs 2]

Minds play against each other, three at a table. Of every layer that is laid the trainer says how likely it is
stolen before its owner's next turn.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, pairwise
from typing import Final, NamedTuple, cast

from rich.progress import track

from stolik import bots, threads
from stolik.core import CHANCE, Game, Move
from stolik.games.linko.judge import Judge
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.rules import LinkoState

GAME: Final = Game("linko", 3)
EDGES: Final = (0.0, 0.02, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)


class Laid(NamedTuple):
    """A layer on the table, and how likely it was said to be stolen."""

    height: int
    """How many layers its owner had before."""
    said: float


class Told(NamedTuple):
    """What was said of a layer, and whether it was stolen."""

    said: float
    stolen: bool


def thefts(seed: int) -> list[Told]:
    """Play a game; return what became of every layer."""
    rng, judge = random.Random(seed), Judge(0)
    minds = [bots.make("linko", "mind", seed) for _ in range(GAME.players)]
    laid: dict[int, Laid] = {}
    found: list[Told] = []
    state = cast(LinkoState, GAME.start())
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.play(state.draw(rng))
            continue
        move = Move(minds[actor].choose(state.view(actor)))
        if state.phase == "play":
            if actor in laid:
                found.append(Told(laid.pop(actor).said, False))
            if sum(state.table.hands[actor]) > LAYERS[move].size:
                said = judge.theft_chance(state, move)
                laid[actor] = Laid(len(state.table.layers[actor]), said)
        state = state.play(move)
        for seat, (height, said) in list(laid.items()):
            if len(state.table.layers[seat]) <= height:
                found.append(Told(said, True))
                del laid[seat]
    return found + [Told(said, False) for _, said in laid.values()]


def rows(found: list[Told]) -> list[str]:
    """Return what was said and what happened, by how likely it was said to be."""
    lines = ["| said | layers | said on average | stolen |", "|---|--:|--:|--:|"]
    for least, most in pairwise(EDGES):
        some = [one for one in found if least <= one.said < most or one.said == most == 1.0]
        if some:
            said, stolen = (sum(column) / len(some) for column in zip(*some, strict=True))
            lines.append(f"| {least:.0%} to {most:.0%} | {len(some)} | {said:.0%} | {stolen:.0%} |")
    return lines


def main() -> None:
    """Play, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs, initializer=threads.use_one) as pool:
        played = pool.map(thefts, range(args.first, args.first + args.games))
        found = list(chain.from_iterable(track(played, total=args.games, transient=True)))
    print("\n".join(rows(found)))
    off = sum((said - stolen) ** 2 for said, stolen in found) / len(found)
    print(f"\n{len(found)} layers in {args.games} games; mean square of what it was off by: {off:.4f}")


if __name__ == "__main__":
    main()
