"""What more turns of look-ahead gain in the dice game, and what new values gain over old ones.

``python -m benchmarks.dice_headroom --mind new.npz`` measures values with no, one and two turns of look-ahead
against players who maximise worms, with ``--old old.npz`` against other values with as many turns. All are
luck-adjusted; each result is one line of JSON. It needs the extra ``train``, and a GPU.

The look-ahead is computed only for the slots that can come up: two turns ahead these are a fifth of all.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from benchmarks import lines, options
from benchmarks.dice_matches import in_parts, layers_of
from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import SHIPPED
from stolik.games.pickomino.lab import lookahead
from stolik.games.pickomino.lab.lookahead import Layers, Prospect
from stolik.games.pickomino.lab.recipe import RECIPE, Match, worms
from stolik.games.pickomino.lab.table import TableBits
from stolik.train.measure import share

AT_ONCE: Final = (1 << 14, 1 << 12) if jax.default_backend() != "cpu" else (1 << 9, 1 << 7)
"""So many tables are looked ahead from together: by one turn, and by more."""
TABLES: Final = 1 << 13
"""So many games are played at once."""


# -- Looking ahead where it matters -----------------------------------------------------------------------


@jax.jit
def _ends(table: TableBits) -> Prospect:
    """Return what can become of turns, with chances only where the game is over."""
    return lookahead.prospect_by(lambda later: jnp.zeros((later.grill.size, len(later.seats))), table)


_judged = jax.jit(lookahead.chances)
_expected = jax.jit(lookahead.expected)
_foreseen = jax.jit(lambda layers, table: lookahead.expected(lookahead.prospect(layers, table)))


@jax.jit
def _some(table: TableBits, which: Array) -> TableBits:
    some: TableBits = jax.tree.map(lambda part: part.reshape(-1)[which], table)
    return some


def worth(layers: Layers, table: TableBits, ahead: int) -> NDArray[np.float32]:
    """Return each seat's chance where turns begin, the one in turn first, after some turns of look-ahead."""
    if ahead == 0:
        return np.asarray(_judged(layers, table))
    if ahead == 1:
        return np.asarray(_foreseen(layers, table))
    return np.asarray(_expected(foresee(layers, table, np.full(table.grill.size, ahead - 1))))


def foresee(layers: Layers, table: TableBits, ahead: NDArray[np.intp]) -> Prospect:
    """Return what can become of turns; at each table so many turns more are looked ahead, none if below 0."""
    one = _ends(table)
    chances = np.array(one.chances)
    flat = chances.reshape(-1, chances.shape[-1])
    open_ = np.asarray(one.ends.there & ~one.ends.over)
    for depth in sorted(set(ahead[ahead >= 0].tolist())):
        places = np.nonzero((open_ & (ahead == depth)).ravel())[0]
        size = AT_ONCE[depth > 1]
        for start in range(0, len(places), size):
            part = places[start : start + size]
            some = _some(one.ends.table, jnp.asarray(np.resize(part, size)))
            flat[part] = worth(layers, some, depth)[: len(part)]
    return Prospect(table, one.ends, jnp.asarray(chances))


# -- Matches ----------------------------------------------------------------------------------------------


def _ahead(match: Match, turn: Array, mine: int, others: int) -> NDArray[np.intp]:
    """Return how far to look ahead at each table where a game goes on, by whose turn it is."""
    found = jnp.where(match.place(turn) == 0, mine, others)
    return np.asarray(jnp.where(match.going, found, -1))


def played(
    game: Game, layers: Layers, ahead: int, old: Layers | None, games: int, seed: int, at_once: int = TABLES
) -> Array:
    """Return what a network wins of each game, less its luck; the others want worms, or have old values.

    Where it is not its turn it only has to tell luck, and looks ahead one turn less.
    """

    def look(_: int, match: Match, turn: Array) -> Prospect:
        return foresee(layers, match.table, _ahead(match, turn, ahead, max(0, ahead - 1)))

    def wants(_: int, match: Match, turn: Array, one: Prospect) -> Array:
        if old is None:
            found: Array = worms(one)
            return found
        return foresee(old, match.table, _ahead(match, turn, -1, ahead)).chances[..., -1]

    return in_parts(RECIPE.begin(game), games, at_once, seed, look, wants)


def measured(
    game: Game, mind: Path, old: Path | None, aheads: Sequence[int], games: Sequence[int], seed: int
) -> Iterator[dict[str, Any]]:
    """Yield what was measured by turns of look-ahead: against those who want worms, or against old values."""
    for ahead, number in zip(aheads, games, strict=True):
        began = time.monotonic()
        rival = None if old is None else layers_of(old, game)
        shares = played(game, layers_of(mind, game), ahead, rival, number, seed, min(number, TABLES))
        mean, half = share(shares)
        yield {
            "table": RECIPE.name(game),
            "mind": mind.name,
            "against": "worms" if old is None else old.name,
            "ahead": ahead,
            "games": shares.size,
            "share": mean,
            "half": half,
            "seed": seed,
            "seconds": time.monotonic() - began,
            "device": jax.devices()[0].device_kind,
        }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each result."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dice_headroom", description=__doc__)
    parser.add_argument("--mind", type=Path, default=SHIPPED[0], help="the values (those of the package)")
    parser.add_argument("--old", type=Path, help="against these values, not players who want worms")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--variant", choices=("base", "deluxe"), default="base")
    parser.add_argument("--ahead", type=int, nargs="+", default=[0, 1, 2], help="turns of look-ahead")
    parser.add_argument(
        "--games", type=int, nargs="+", help="how many for each (32768, and 8192 from two turns on)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="append the results here, a line each")
    args = parser.parse_args(arguments)
    game = options.game(parser, "pickomino", args.players, variant=args.variant)
    games = args.games or [32768 if ahead < 2 else 8192 for ahead in args.ahead]
    if len(games) != len(args.ahead):
        parser.error(f"{len(args.ahead)} depths have {len(games)} numbers of games")
    options.check_games(parser, min(games), game)
    for option, path in (("--mind", args.mind), ("--old", args.old)):
        if path:
            with options.reading(parser, option, path, f"a mind that has learned {RECIPE.name(game)}"):
                layers_of(path, game)
    for found in measured(game, args.mind, args.old, args.ahead, games, args.seed):
        lines.add(args.json, found)


if __name__ == "__main__":
    main()
