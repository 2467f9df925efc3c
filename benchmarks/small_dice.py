"""A small dice game for two, solved exactly, and how far a network trained on it is from optimal.

``python -m benchmarks.small_dice 5 [FILE]`` trains for five minutes on the game with six tiles, and writes
the network to a file if one is named, for ``small_look``. ``--tiles 8`` is a larger game. It needs the extra
``train``, and a GPU to be fast. The network learns in single precision, in a process of its own; the game is
solved in double precision.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import numpy as np

from benchmarks import lines, options
from benchmarks.small_graph import GAME, Graph, graph
from benchmarks.small_solve import Solved, beaten, chances, played, solve
from stolik.games.pickomino.bots.planner.value_network import kind
from stolik.games.pickomino.lab.lookahead import Layers
from stolik.games.pickomino.lab.recipe import RECIPE, TurnRecipe
from stolik.train.files import save_mind
from stolik.train.training import Training, TrainingLoop

TILES: Final = {
    2: (21, 25),
    4: (21, 25, 29, 31),
    6: (21, 23, 25, 27, 29, 31),
    8: (21, 23, 25, 27, 29, 31, 33, 35),
}
"""The tiles of a small game by how many there are: two and four are for trying it out."""


def recipe(number: int) -> TurnRecipe:
    """Return how the game with so many tiles is learned."""
    return replace(RECIPE, tiles=TILES[number], tables=(GAME,))


SMALL: Final = recipe(6)


class Learned(NamedTuple):
    """A network that has learned the game."""

    layers: Layers
    turns: int
    settings: dict[str, Any]
    seconds: float


def learn(number: int, minutes: float, seed: int, asked: dict[str, Any], file: Path | None) -> Learned:
    """Train a network on the game with so many tiles, and write it to a file if one is named."""
    small, began = recipe(number), time.monotonic()
    settings = small.usual(large=jax.default_backend() != "cpu", **asked)
    training = Training.new(small, small.tables, settings, seed)
    TrainingLoop(training).run(minutes, lambda _: False)
    if file:
        save_mind(training, file)
    layers = jax.tree.map(np.asarray, training.network.calm[kind(GAME)])
    return Learned(layers, training.decisions, settings._asdict(), time.monotonic() - began)


def compare(game: Graph, true: Solved, layers: Layers, aheads: Sequence[int]) -> dict[str, float]:
    """Return how far off a network is, and what the best response to it wins above the value of the game."""
    said = chances(game, layers)
    off = abs(said - true.mine)[: game.states]
    found = {"off": float(off.mean()), "off at most": float(off.max())}
    for ahead in aheads:
        first, second = beaten(game, played(game, said, ahead), tell=lambda _: None)
        lines.tell(f"ahead {ahead}: the best response wins {first:.6f} as first, {second:.6f} as second")
        found[f"exploitability {ahead}"] = (first + second - 1) / 2
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, solve, compare, and print a line of JSON for each network."""
    parser = options.parser("small_dice", __doc__)
    parser.add_argument("minutes", type=options.minutes)
    parser.add_argument("file", type=Path, nargs="?", help="where the network is written")
    parser.add_argument("--tiles", type=int, choices=sorted(TILES), default=6)
    parser.add_argument(
        "--set",
        dest="sets",
        nargs="+",
        action="append",
        metavar="NAME=NUMBER",
        help="change settings of learning; again, for another network beside it (the first one is in FILE)",
    )
    parser.add_argument("--ahead", type=int, nargs="*", default=[0, 1], help="turns of look-ahead")
    args = parser.parse_args(arguments)
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # two processes share a card
    usual = recipe(args.tiles).usual(large=False)
    asked = [options.settings(parser, args.batch, texts, usual) for texts in args.sets or [[]]]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        files = (args.file, *[None] * len(asked))
        learning = [
            pool.submit(learn, args.tiles, args.minutes, args.seed, *both)
            for both in zip(asked, files, strict=False)
        ]
        learned = [one.result() for one in learning]
    lines.tell(f"learned in {', '.join(f'{one.seconds:.1f}' for one in learned)} s")
    with jax.enable_x64(True):
        for found in compared(args, learned):
            lines.add(args.json, found)


def compared(args: argparse.Namespace, learned: Sequence[Learned]) -> Iterator[dict[str, Any]]:
    """Solve the game, and yield a result for each network."""
    began = time.monotonic()
    game = graph(recipe(args.tiles))
    built = time.monotonic()
    lines.tell(f"{game.states} states in {built - began:.1f} s")
    true = solve(game, tell=lines.tell)
    value, before = float(true.mine[0]), time.monotonic()
    solving = before - built
    lines.tell(f"the first player wins {value:.9f}; solved in {solving:.1f} s")
    for one in learned:
        found = compare(game, true, one.layers, args.ahead)
        spent, before = time.monotonic() - before, time.monotonic()
        yield {
            "tiles": TILES[args.tiles],
            "states": game.states,
            "value": value,
            "policies": true.policies,
            "off by a turn": true.off,
            "device": jax.devices()[0].device_kind,
            "seed": args.seed,
            "minutes": args.minutes,
            "turns": one.turns,
            "settings": one.settings,
            **found,
            "seconds": {
                "learn": one.seconds,
                "graph": built - began,
                "solve": solving,
                "compare": spent,
            },
        }


if __name__ == "__main__":
    main()
