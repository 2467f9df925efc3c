"""What a best response to the shipped mind wins against it in the card game.

``python -m benchmarks.best_response_cards 3.2 --players 3`` trains a network for 3.2 minutes against the
mind, starting from the mind itself: the mind stays fixed, has all other seats and plays greedily. Then the
network is measured among such minds. It needs the extra ``train``, and a GPU.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import jax
from jax import Array

from benchmarks import lines, options
from stolik.core import Game
from stolik.games.linko.lab.baseline import network
from stolik.games.linko.lab.recipe import RECIPE, training_table
from stolik.games.linko.mind import SHIPPED
from stolik.train import devices, files, net
from stolik.train.measure import measurer, share
from stolik.train.ppo import Settings
from stolik.train.table import TrainingTable, View
from stolik.train.training import Training, TrainingLoop

FIXED: Final[dict[str, Any]] = {"guests": 1.0, "alone": 1.0}
"""What makes it a best response: guests in every game, in all seats but one."""


def among_minds(game: Game) -> TrainingTable:
    """Return a table at which the shipped mind has all seats but one."""
    mind = network()

    def preferred(view: View) -> Array:
        return net.play(mind, view)[0]

    return replace(training_table(game), guest=preferred)


def begun(game: Game, asked: Mapping[str, float], seed: int) -> Training:
    """Return a training run among minds that begins as the mind: guests have all seats but one."""
    recipe = replace(RECIPE, tables=(game,), training_table=among_minds)
    settings = usual(**asked)._replace(**FIXED)
    training = Training.new(recipe, (game,), settings, seed)
    files.begin_with(training, SHIPPED)
    return training


def usual(**asked: float) -> Settings:
    """Return settings for this device; some of them as asked."""
    width = len(network().trunk[0].bias)
    large = jax.default_backend() != "cpu"
    return RECIPE.usual(large=large, further=True, **{"width": width, "anchor": 0.0, **asked})


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, learn, measure again, and print a line of JSON for each measurement."""
    parser = options.parser("best_response_cards", __doc__)
    options.add_set(parser)
    parser.add_argument("minutes", type=options.minutes)
    parser.add_argument("--mode", default="basic")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=65_536, help="the number of games measured")
    args = parser.parse_args(arguments)
    game = options.game(parser, "linko", args.players, mode=args.mode)
    options.check_games(parser, args.games, game)
    asked = options.settings(parser, args.batch, args.set, usual())
    if fixed := [name for name in asked if name in ("width", *FIXED)]:
        parser.error(f"{fixed[0]} cannot be changed here")
    training = begun(game, asked, args.seed)
    measure = jax.jit(measurer(among_minds(game), args.games))

    def tell() -> None:
        shares = measure(training.network, jax.random.key(args.seed + 1))
        mean, half = share(shares)
        found = {
            "table": training.recipe.name(game),
            "seed": args.seed,
            "device": devices.name(),
            "minutes": training.seconds / 60,
            "settings": training.settings._asdict(),
            "decisions": training.decisions,
            "games": shares.size,
            "share": mean,
            "half": half,
            "gain": mean - 1 / game.players,
        }
        lines.add(args.json, found)

    tell()
    TrainingLoop(training).run(args.minutes, lambda _: False)
    tell()


if __name__ == "__main__":
    main()
