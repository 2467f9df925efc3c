"""What the best response to a player of the dice game wins against it.

``python -m benchmarks.best_response_dice 4`` trains for four minutes against the shipped values, which stay
fixed. The network learns as ``stolik train`` does, from whole turns solved exactly: its own turns are
optimal, those of the rival as the rival plays them. It has one more feature, which seat is its own. Then its
luck-adjusted win rate is measured. It needs the extra ``train``, and a GPU.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
from jax import Array

from benchmarks import lines, options
from benchmarks.dice_matches import in_parts, layers_of
from stolik.core import Game
from stolik.games.pickomino.bots.planner.features import FEATURES, features
from stolik.games.pickomino.bots.planner.value_network import SHIPPED
from stolik.games.pickomino.lab import endings, lookahead
from stolik.games.pickomino.lab.lookahead import Flow, Layers, Prospect
from stolik.games.pickomino.lab.recipe import (
    RECIPE,
    Match,
    Net,
    Settings,
    TurnRecipe,
    begin_again,
    cross_entropy,
    fresh_layers,
    moved,
    pace,
    play,
    worms,
)
from stolik.games.pickomino.lab.table import TableBits
from stolik.lab.stages import settled
from stolik.train.adam import Adam, no_steps
from stolik.train.measure import share
from stolik.train.training import Stream, key_of

Rival: TypeAlias = Callable[[Prospect], Array]
"""Returns the value of each slot to the player in turn, where that is one of the others."""

TABLES: Final = 1 << 12
"""The number of games measured at once."""
TOLD_SECONDS: Final = 15.0
ANSWER: Final = "answer"
"""The name of the only network that learns."""


class Games(NamedTuple):
    """Games to learn from."""

    table: TableBits
    place: Array
    """How many seats after the one in turn the network sits."""


# -- Rivals -----------------------------------------------------------------------------------------------


def of_values(layers: Layers) -> Rival:
    """Return a player who maximises values at the end of the turn."""
    return lambda one: lookahead.prospect(layers, one.table).chances[..., -1]


# -- What the network sees, and says ----------------------------------------------------------------------


def seen(table: TableBits, place: Array) -> Array:
    """Return the features of each seat where the network sits at a place: one row a table."""
    found = features(settled(endings.positions(table)), jnp)
    own = place.reshape(-1)[:, None] == jnp.arange(len(table.seats))
    return jnp.concatenate((found, own[..., None].astype(found.dtype)), axis=-1)


def prospect(layers: Layers, rival: Rival, table: TableBits, place: Array, ahead: int) -> Prospect:
    """Return the ends of turns with their values, after so many more turns of look-ahead."""

    def judge(later: TableBits) -> Array:
        places = jnp.tile((place - 1) % len(table.seats), later.grill.size // place.size)
        if not ahead:
            return jax.nn.softmax(lookahead.strengths(layers, seen(later, places)))
        one = prospect(layers, rival, later, places, ahead - 1)
        return flow_of(one, rival, places).expected(one.chances)

    return lookahead.prospect_by(judge, table)


def flow_of(one: Prospect, rival: Rival, place: Array) -> Flow:
    """Return how turns run: the network's own optimally, the others' as the rival plays."""
    worth = jnp.where(place == 0, one.chances[..., -1], rival(one))
    (flow,) = lookahead.run([one], [worth])
    return flow


# -- Learning ---------------------------------------------------------------------------------------------


def begun(layers: Layers | None, width: int, seed: int) -> Net:
    """Return an untrained network, or one that plays by given values."""
    if layers is None:
        fresh = fresh_layers(key_of(seed, Stream.WEIGHTS), (FEATURES + 1, width, width, 1))
        return Net({ANSWER: fresh}, {ANSWER: fresh})
    (weights, bias), *others = layers
    same: Layers = ((jnp.pad(weights, ((0, 1), (0, 0))), bias), *others)
    return Net({ANSWER: same}, {ANSWER: same})


@partial(jax.jit, static_argnums=0, donate_argnums=2)
def learn(
    rival: Rival,
    net: Net,
    adam: Adam,
    games: Games,
    begin: TableBits,
    exploration: Array,
    speed: Array,
    key: Array,
) -> tuple[Net, Adam, Games, Array]:
    """Play a turn at all tables and learn from it; return also the mean absolute error of the network."""
    rate, follow = speed
    one = prospect(net.calm[ANSWER], rival, games.table, games.place, 0)
    flow = flow_of(one, rival, games.place)
    known, target = seen(games.table, games.place), flow.expected(one.chances)
    grad, off = jax.grad(cross_entropy, has_aux=True)(net.live, [ANSWER], [known], [target])
    net, adam = moved(net, adam, grad, rate, follow)
    playing, seating = jax.random.split(key)
    ended, *_ = play(one, flow, exploration, playing)
    table, _ = begin_again(begin, ended)
    players = len(games.table.seats)
    seats = jax.random.randint(seating, games.place.shape, 0, players)
    place = jnp.where(ended.over, seats, (games.place - 1) % players)
    return net, adam, Games(table, place), off


class Answer(NamedTuple):
    """A network that has learned a response to a rival."""

    layers: Layers
    turns: int


def answer(
    game: Game,
    rival: Rival,
    settings: Settings,
    net: Net,
    seed: int,
    minutes: float,
    recipe: TurnRecipe = RECIPE,
    steps: int | None = None,
) -> Answer:
    """Learn the best response to a rival, for so many minutes or so many steps; compiling is not timed."""
    size, adam = settings.games, no_steps(net)
    begin = recipe.begin(game)
    table = jax.tree.map(lambda part: jnp.repeat(part, size), begin)
    games = Games(table, jnp.arange(size) % game.players)
    exploration = settings.exploration * jnp.linspace(0, 1, size) ** 2
    exploration = jax.random.permutation(key_of(seed, Stream.GAMES), exploration)
    number, seconds, told = 0, 0.0, 0.0
    while True:
        part = number / steps if steps else seconds / (60 * minutes)
        if part >= 1:
            return Answer(net.calm[ANSWER], number * size)
        speed = jnp.array(pace(settings, part))
        began, compiling, off = time.monotonic(), number == 0, jnp.zeros(())
        for _ in range(1 if compiling else settings.steps):
            one = key_of(seed, Stream.UPDATES, number)
            net, adam, games, off = learn(rival, net, adam, games, begin, exploration, speed, one)
            number += 1
        off.block_until_ready()
        seconds += 0 if compiling else time.monotonic() - began
        if seconds >= told and not steps:
            told += TOLD_SECONDS
            lines.tell(f"{seconds:.0f} s, {number * size:,} turns: off by {float(off):.5f}")


# -- Measuring --------------------------------------------------------------------------------------------


def won(
    game: Game,
    rival: Rival,
    layers: Layers,
    ahead: int,
    games: int,
    seed: int,
    recipe: TurnRecipe = RECIPE,
) -> Array:
    """Return the luck-adjusted result of the network in each game."""

    @jax.jit
    def foreseen(layers: Layers, match: Match, turn: Array) -> Prospect:
        return prospect(layers, rival, match.table, match.place(turn), ahead)

    def look(_: int, match: Match, turn: Array) -> Prospect:
        found: Prospect = foreseen(layers, match, turn)
        return found

    wants = jax.jit(rival)

    def wanted(_number: int, _match: Match, _turn: Array, one: Prospect) -> Array:
        found: Array = wants(one)
        return found

    return in_parts(recipe.begin(game), games, min(games, TABLES), seed, look, wanted)


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, measure, and print a line of JSON for each depth."""
    parser = options.parser("best_response_dice", __doc__)
    options.add_set(parser)
    parser.add_argument("minutes", type=options.minutes)
    parser.add_argument("--mind", type=Path, help="the values to respond to (default: the shipped ones)")
    parser.add_argument("--worms", action="store_true", help="respond to players who maximise worms")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--variant", choices=("base", "deluxe"), default="base")
    parser.add_argument("--same", action="store_true", help="start from the values to respond to")
    parser.add_argument("--ahead", type=int, nargs="+", default=[0], help="the network's turns of look-ahead")
    parser.add_argument("--games", type=int, default=32768, help="the number of games measured")
    args = parser.parse_args(arguments)
    game = options.game(parser, "pickomino", args.players, variant=args.variant)
    options.check_games(parser, args.games, game)
    mind = args.mind or SHIPPED[0 if args.variant == "base" else 1]
    with options.reading(parser, "--mind", mind, f"a mind that has learned {RECIPE.name(game)}"):
        values = layers_of(mind, game)
    rival = worms if args.worms else of_values(values)
    large = jax.default_backend() != "cpu"
    asked = options.settings(parser, args.batch, args.set, RECIPE.usual(large=large))
    if args.same:
        if "width" in asked:
            parser.error("width cannot be changed with --same")
        asked["width"] = len(values[0][1])
    settings = RECIPE.usual(large=large, **asked)
    net = begun(values if args.same else None, settings.width, args.seed)
    found = answer(game, rival, settings, net, args.seed, args.minutes)
    for ahead in args.ahead:
        began = time.monotonic()
        shares = won(game, rival, found.layers, ahead, args.games, args.seed)
        mean, half = share(shares)
        told = {
            "table": RECIPE.name(game),
            "against": "worms" if args.worms else mind.name,
            "begins": "same" if args.same else "fresh",
            "minutes": args.minutes,
            "turns": found.turns,
            "settings": settings._asdict(),
            "ahead": ahead,
            "games": shares.size,
            "share": mean,
            "half": half,
            "gain": mean - 1 / game.players,
            "seed": args.seed,
            "seconds": time.monotonic() - began,
            "device": jax.devices()[0].device_kind,
        }
        lines.add(args.json, told)


if __name__ == "__main__":
    main()
