"""The dice game with six tiles for two, solved exactly, and how far from that a network is that learns it.

``python -m benchmarks.small_dice 5 [FILE]`` trains for five minutes, and writes the network to a file if one
is named: ``small_look`` looks back with it. It needs the extra ``train``, and a graphics card to be done
soon: all states are solved some hundred times.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.pickomino.bots.planner.value_network import kind
from stolik.games.pickomino.lab import endings, lookahead
from stolik.games.pickomino.lab.recipe import RECIPE, TurnRecipe
from stolik.games.pickomino.lab.table import SeatBits, TableBits
from stolik.games.pickomino.lab.turns import values
from stolik.train.files import save_mind
from stolik.train.training import Training, TrainingLoop

TILES = (21, 23, 25, 27, 29, 31)
GAME = Game("pickomino", 2)
SMALL: TurnRecipe = replace(RECIPE, tiles=TILES, tables=(GAME,))
CLOSE = 1e-7
MOST_SWEEPS = 2000


class Graph(NamedTuple):
    """All states in which a turn can begin, and where each slot leads."""

    tables: TableBits
    next: Array
    """The state after a slot; of an end of the game, any: ``(slots, states)``."""
    there: Array
    over: Array
    won: Array
    """The share of the win of the player who had the turn, if the game is over."""


@jax.jit
def _ends(table: TableBits) -> tuple[Any, Array]:
    ends = endings.all_ends(table)
    return ends, endings.won(ends.table)[..., -1]


def _words(table: TableBits) -> NDArray[np.uint32]:
    """Return tables as rows that are equal if the tables are."""
    below = np.array(table.below, np.uint64)
    held = np.zeros_like(np.asarray(table.grill))
    for seat in table.seats:
        held = held | np.asarray(seat.tiles)
    for tile in range(18):  # what once lay under a tile that is in no stack does not matter
        word, place = divmod(tile, 6)
        gone = (held >> tile & 1) == 0
        below[word] = np.where(gone, below[word] & ~np.uint64(31 << 5 * place), below[word])
    seats = [part for seat in table.seats for part in (seat.tiles, seat.top)]
    return np.stack([np.asarray(table.grill), *below.astype(np.uint32), *map(np.asarray, seats)], axis=-1)


def _tables(words: NDArray[np.uint32]) -> TableBits:
    grill, low, middle, high, *seats = map(jnp.asarray, words.T)
    zero = jnp.zeros_like(grill)
    pairs = zip(seats[::2], seats[1::2], strict=True)
    return TableBits(
        grill, None, (low, middle, high), tuple(SeatBits(tiles, top, zero, zero) for tiles, top in pairs)
    )


def graph() -> Graph:
    """Return the whole game."""
    new = _words(SMALL.begin(GAME))
    known: dict[bytes, int] = {row.tobytes(): number for number, row in enumerate(new)}
    rows = list(new)
    while len(new):
        size = 1 << (len(new) - 1).bit_length()  # few sizes, so that little is compiled
        ends, _ = _ends(_tables(np.pad(new, ((0, size - len(new)), (0, 0)), mode="edge")))
        found = _words(ends.table)[np.asarray(ends.there & ~ends.over)]
        fresh = [row for row in np.unique(found, axis=0) if row.tobytes() not in known]
        for row in fresh:
            known[row.tobytes()] = len(rows)
            rows.append(row)
        new = np.array(fresh, np.uint32).reshape(-1, new.shape[1])
    tables = _tables(np.array(rows))
    ends, won = _ends(tables)
    words = _words(ends.table)
    there, over = np.asarray(ends.there), np.asarray(ends.over)
    leads = np.zeros(there.shape, np.int32)
    for slot, state in zip(*np.nonzero(there & ~over), strict=True):
        leads[slot, state] = known[words[slot, state].tobytes()]
    return Graph(tables, jnp.asarray(leads), ends.there, ends.over, won)


@jax.jit
def _best(game: Graph, later: Array) -> Array:
    """Return what a turn is worth to the player who has it, given what the next turn is worth to them."""
    mine = jnp.where(game.over, game.won, later[game.next])
    return values(endings.prices(game.tables, game.there, mine))


def _limit(sweep: Any, first: Array) -> Array:
    found = first
    for number in range(MOST_SWEEPS):
        before, found = found, sweep(found)
        if number % 10 == 9 and float(abs(found - before).max()) < CLOSE:
            break
    return found


def solve(game: Graph) -> Array:
    """Return the chance to win of the player in turn, in every state, if both play best."""
    return _limit(lambda value: _best(game, 1 - value), jnp.full(game.over.shape[1], 0.5))


def exploitability(game: Graph, layers: Any, ahead: int) -> tuple[float, float]:
    """Return what a player who knows the network's every move wins against it, as first and as second."""
    look = jax.jit(partial(lookahead.prospect, layers, ahead=ahead))
    one = look(game.tables)
    (flow,) = jax.jit(lookahead.run)([one], [one.chances[..., -1]])

    @jax.jit
    def against(mine: Array) -> Array:
        """Return the other's chance where the network has the turn."""
        other = jnp.where(game.over, 1 - game.won, mine[game.next])
        found: Array = (flow.plain * jnp.where(game.there, other, 0.0)).sum(axis=0)
        return found

    best = _limit(lambda mine: _best(game, against(mine)), jnp.full(game.over.shape[1], 0.5))
    return float(best[0]), float(against(best)[0])


def main() -> None:
    """Solve, train, compare."""
    game = graph()
    print(f"{game.over.shape[1]} states")
    value = solve(game)
    print(f"value of the first player: {float(value[0]):.6f}")
    settings = SMALL.usual(large=jax.default_backend() != "cpu")
    training = Training.new(SMALL, SMALL.tables, settings, seed=1)
    TrainingLoop(training).run(float(sys.argv[1]), lambda _: False)
    for path in sys.argv[2:]:
        save_mind(training, Path(path))
    layers = training.network.calm[kind(GAME)]
    off = abs(lookahead.chances(layers, game.tables)[:, 0] - value)
    print(
        f"{training.decisions} turns; "
        f"off by {float(off.mean()):.5f} on average, at most {float(off.max()):.5f}"
    )
    for ahead in (0, 1):
        first, second = exploitability(game, layers, ahead)
        gain = (first + second - 1) / 2
        print(f"ahead {ahead}: exploitability {gain:.6f}, as first {first:.6f}, as second {second:.6f}")


if __name__ == "__main__":
    main()
