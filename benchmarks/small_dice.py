"""A small dice game for two, solved exactly, and how far a network trained on it is from optimal.

``python -m benchmarks.small_dice 5 [FILE]`` trains for five minutes on the game with six tiles, and writes
the network to a file if one is named, for ``small_look``. ``--tiles 8`` is a larger game. It needs the extra
``train``, and a GPU to be fast. The network learns in single precision, in a
process of its own; the game is solved in double precision.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import numpy as np

from benchmarks import lines
from benchmarks.small_graph import GAME, Graph, graph
from benchmarks.small_solve import Solved, beaten, chances, played, solve
from stolik.games.pickomino.bots.planner.value_network import kind
from stolik.games.pickomino.lab.lookahead import Layers
from stolik.games.pickomino.lab.recipe import RECIPE, TurnRecipe
from stolik.train.files import save_mind
from stolik.train.recipe import SettingError, read_settings
from stolik.train.training import Training, TrainingLoop

TILES: Final = {4: (21, 25, 29, 31), 6: (21, 23, 25, 27, 29, 31), 8: (21, 23, 25, 27, 29, 31, 33, 35)}
"""The tiles of a small game by how many there are: four are for trying it out."""


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
    print(f"off by {float(off.mean()):.5f} on average, at most {float(off.max()):.5f}")
    for ahead in aheads:
        first, second = beaten(game, played(game, said, ahead), tell=lambda _: None)
        gain = found[f"exploitability {ahead}"] = (first + second - 1) / 2
        told = f"exploitability {gain:.6f}, as first {first:.6f}, as second {second:.6f}"
        print(f"ahead {ahead}: {told}", flush=True)
    return found


def main() -> None:
    """Train, solve, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float)
    parser.add_argument("file", type=Path, nargs="?", help="where the network is written")
    parser.add_argument("--tiles", type=int, choices=sorted(TILES), default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--try",
        dest="tries",
        nargs="*",
        action="append",
        metavar="NAME=NUMBER",
        help="settings to learn with; more than once: one network after the other, the first one in FILE",
    )
    parser.add_argument("--half", action="store_true", help="round the weights as a file of a network does")
    parser.add_argument("--ahead", type=int, nargs="*", default=[0, 1], help="turns of look-ahead")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the results are added as one line")
    args = parser.parse_args()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # two processes share a card
    usual = recipe(args.tiles).usual(large=False)
    try:
        tries = [read_settings(texts, usual) for texts in args.tries or [[]]]
    except SettingError as error:
        parser.error(str(error))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        files = (args.file, *[None] * len(tries))
        learning = [
            pool.submit(learn, args.tiles, args.minutes, args.seed, *both)
            for both in zip(tries, files, strict=False)
        ]
        learned = [one.result() for one in learning]
    print(f"learned in {', '.join(f'{one.seconds:.1f}' for one in learned)} s", flush=True)
    jax.config.update("jax_enable_x64", True)  # type: ignore[no-untyped-call]
    began = time.monotonic()
    game = graph(recipe(args.tiles))
    built = time.monotonic()
    print(f"{game.states} states in {built - began:.1f} s", flush=True)
    true = solve(game, tell=lambda told: print(told, flush=True))
    value, before = float(true.mine[0]), time.monotonic()
    solving = before - built
    print(f"the first player wins {value:.9f}; solved in {solving:.1f} s", flush=True)
    for one in learned:
        compared = compare(game, true, _rounded(one.layers, args.half), args.ahead)
        spent, before = time.monotonic() - before, time.monotonic()
        found = {
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
            "half": args.half,
            **compared,
            "seconds": {
                "learn": one.seconds,
                "graph": built - began,
                "solve": solving,
                "compare": spent,
            },
        }
        lines.add(args.json, found)


def _rounded(layers: Layers, half: bool) -> Layers:
    rounded: Layers = jax.tree.map(lambda part: part.astype(np.float16).astype(np.float32), layers)
    return rounded if half else layers


if __name__ == "__main__":
    main()
