"""What a best response to the shipped mind wins against it in the card game.

``python -m benchmarks.best_response_cards 3.2 --players 3`` trains a network for 3.2 minutes against the
mind, starting from the mind itself: the mind stays fixed, has all other seats and plays greedily. Then the
network is measured among such minds. It needs the extra ``train``, and a GPU.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

import jax
from jax import Array

from benchmarks import lines
from stolik.core import Game
from stolik.games.linko.lab.baseline import network
from stolik.games.linko.lab.recipe import RECIPE, training_table
from stolik.games.linko.mind import SHIPPED
from stolik.train import devices, files, net
from stolik.train.measure import measurer
from stolik.train.table import TrainingTable, View
from stolik.train.training import Training, TrainingLoop

GAMES = 65_536
"""The number of games in which the best response is measured."""


def among_minds(game: Game) -> TrainingTable:
    """Return a table at which the shipped mind has all seats but one."""
    mind = network()

    def preferred(view: View) -> Array:
        return net.play(mind, view)[0]

    return replace(training_table(game), guest=preferred)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, learn, measure again, and print a line of JSON for each measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.best_response_cards", description=__doc__)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--mode", default="basic")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, help="the number of games at once")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    game = Game("linko", chosen.players, mode=chosen.mode)
    recipe = replace(RECIPE, tables=(game,), training_table=among_minds)
    large = jax.default_backend() != "cpu"
    width = len(network().trunk[0].bias)
    asked = {"width": width} | ({"games": chosen.games} if chosen.games else {})
    settings = recipe.usual(large=large, further=True, **asked)._replace(guests=1.0, alone=1.0, anchor=0.0)
    training = Training.new(recipe, (game,), settings, chosen.seed)
    files.begin_with(training, SHIPPED)
    measure = jax.jit(measurer(among_minds(game), GAMES if large else settings.games))

    def tell() -> None:
        wins, half = map(float, measure(training.network, jax.random.key(chosen.seed + 1)))
        found = {
            "table": recipe.name(game),
            "seed": chosen.seed,
            "device": devices.name(),
            "minutes": training.seconds / 60,
            "games": training.games,
            "wins": wins,
            "half": half,
            "gain": wins - 1 / game.players,
        }
        lines.add(None, found)

    tell()
    TrainingLoop(training).run(chosen.minutes, lambda _: False)
    tell()


if __name__ == "__main__":
    main()
