"""How the values of the dice game are learned: a network comes to agree with itself one turn later.

At many tables at once a turn begins. What the network says of every way in which it can end is taken as true,
the turn is solved exactly, and what each seat can expect of it is what the network should have said before.
At the ends of games it is true; every step carries that one turn further back. Then the turns are played, now
and then in any way at all, and the next ones begin. Nothing that is learned from is a matter of luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from stolik.core import Game
from stolik.games.pickomino.bots.planner.features import FEATURES, VERSION, features
from stolik.games.pickomino.bots.planner.value_network import kind
from stolik.games.pickomino.lab import endings, lookahead, rules
from stolik.games.pickomino.lab.endings import Ends
from stolik.games.pickomino.lab.lookahead import Flow, Layers, Prospect
from stolik.games.pickomino.lab.table import ALL_TILES, START_PERCH, SeatBits, TableBits
from stolik.games.pickomino.notation import MAX_PLAYERS
from stolik.games.pickomino.pieces import TILES
from stolik.lab.stages import settled
from stolik.train.adam import Adam, step
from stolik.train.recipe import Learner, Recipe, Share
from stolik.train.training import Training

LONGEST: Final = 1000
"""After so many turns a game that is measured counts for what the network says of it."""
SLOWEST: Final = 0.02
"""At the end of a training run the rate of learning is this part of what it was."""
CALM: Final = (0.1, 0.005)
"""How far the calm network follows the one that learns in each step, at first and at last."""


class Settings(NamedTuple):
    """How it learns."""

    games: int
    """At how many tables each network learns at once."""
    width: int
    """How many numbers a hidden layer of a network has."""
    steps: int = 4
    """How many turns are played at each table between two looks at the clock."""
    rate: float = 2e-3
    stray: float = 0.6
    """How often at most a turn ends in any way, so that the network sees positions off the beaten track: at
    the last table so often, at the first never."""


SMALL: dict[str, Any] = {"games": 128, "width": 64}
LARGE: dict[str, Any] = {"games": 4096, "width": 256, "steps": 16, "rate": 1e-3}
"""How it learns on a processor, and on a graphics card."""


class Net(NamedTuple):
    """All that learns: a network for each kind of table, as ``bots.planner`` names them."""

    live: dict[str, Layers]
    calm: dict[str, Layers]
    """Follows the other slowly. It judges the ends of turns, and it is the one that plays."""


@dataclass(frozen=True)
class TurnRecipe(Recipe):
    """All tables of the dice game; with fewer tiles, a smaller game whose truth can be known."""

    tiles: tuple[int, ...] = TILES

    def name(self, game: Game) -> str:
        """Return what a table is called."""
        return f"{game.settings['variant']} {game.players}"

    def usual(self, *, large: bool, **asked: int) -> Settings:
        """Return settings for a graphics card or a processor."""
        return Settings(**(LARGE if large else SMALL) | asked)

    def settings(self, told: Mapping[str, Any]) -> Settings:
        """Return the settings that a checkpoint has."""
        return Settings(**told)

    def network(self, key: Array, settings: Any, tables: Sequence[Game]) -> Net:
        """Return a network that knows nothing: all seats are equally good."""
        kinds = sorted({kind(game) for game in tables})
        keys = jax.random.split(key, len(kinds))
        sizes = (FEATURES, settings.width, settings.width, 1)
        live = {name: _layers(one, sizes) for name, one in zip(kinds, keys, strict=True)}
        return Net(live, live)

    def learner(self, training: Training) -> Learner:
        """Return what goes on with a training run."""
        return TurnLearner(training, [self.begin(game) for game in training.tables])

    def mind(self, network: Net) -> dict[str, Layers]:
        """Return the network that plays."""
        return network.calm

    def begin(self, game: Game) -> TableBits:
        """Return one table as a game begins (P-2, D-1)."""
        deluxe = game.settings["variant"] == "deluxe"
        tiles = ALL_TILES if deluxe else self.tiles
        zero = jnp.zeros(1, jnp.uint32)
        return TableBits(
            grill=zero + sum(1 << ALL_TILES.index(tile) for tile in tiles),
            perch=zero + START_PERCH if deluxe else None,
            below=(zero, zero, zero),
            seats=(SeatBits(zero, zero, zero, zero),) * game.players,
        )


def _layers(key: Array, sizes: tuple[int, ...]) -> Layers:
    keys = jax.random.split(key, len(sizes))
    made = [
        (jax.random.normal(one, shape) * (2 / shape[0]) ** 0.5, jnp.zeros(shape[1]))
        for one, shape in zip(keys, pairwise(sizes), strict=False)
    ]
    weights, bias = made[-1]
    return (*made[:-1], (0.01 * weights, bias))


class Update(NamedTuple):
    """What was learned, as a mean over all tables."""

    off: Array
    """How far what the network said was from what the turn was worth."""


class TurnLearner:
    """Plays turns at all tables at once, and learns from each."""

    def __init__(self, training: Training, begun: list[TableBits]) -> None:
        self._training = training
        self._begun = begun
        self._kinds = [kind(game) for game in training.tables]
        settings: Any = training.settings
        self._sizes = [max(1, settings.games // self._kinds.count(name)) for name in self._kinds]
        self._tables = self._new()
        self._strays = [settings.stray * jnp.linspace(0, 1, size) ** 2 for size in self._sizes]
        with ThreadPoolExecutor(len(begun)) as pool:
            list(pool.map(look_ahead, self._calm(), self._tables))

    def _new(self) -> list[TableBits]:
        return [
            jax.tree.map(lambda part, size=size: jnp.repeat(part, size), table)
            for table, size in zip(self._begun, self._sizes, strict=True)
        ]

    def _calm(self) -> list[Layers]:
        return [self._training.network.calm[name] for name in self._kinds]

    def learn(self, so_far: float) -> Update:
        """Play on at all tables, and learn from it."""
        training = self._training
        settings: Any = training.settings
        first, last = CALM
        follow = jnp.float32(last + first * (1 - so_far) ** 2)
        rate = jnp.float32(settings.rate * max(SLOWEST, 1 - so_far))
        games, off = [], jnp.zeros(())
        for key in jax.random.split(training.key(), settings.steps):
            prospects = list(map(look_ahead, self._calm(), self._tables))
            flows = run(prospects, [one.chances[..., -1] for one in prospects])
            training.network, training.adam, off = agree(
                tuple(self._kinds), training.network, training.adam, prospects, flows, rate, follow
            )
            for number, (one, flow) in enumerate(zip(prospects, flows, strict=True)):
                ended, *_ = play(one, flow, self._strays[number], jax.random.fold_in(key, number))
                self._tables[number], over = begin_again(self._begun[number], ended)
                games.append(over)
        training.rounds += 1
        training.games += sum(map(int, games))
        training.decisions += settings.steps * sum(self._sizes)
        return Update(off)

    def measure(self, key: Array) -> list[Share]:
        """Return what part of its games the network wins among players who want worms, luck taken off."""
        shares = luck_adjusted(self._calm(), self._new(), key)
        return [Share(float(one.mean()), float(1.96 * one.std() / one.size**0.5)) for one in shares]


# -- One turn at many tables ------------------------------------------------------------------------------

look_ahead = partial(jax.jit, static_argnums=2)(lookahead.prospect)
run = jax.jit(lookahead.run)


@partial(jax.jit, static_argnums=0, donate_argnums=2)
def agree(
    kinds: tuple[str, ...],
    network: Net,
    adam: Adam,
    prospects: list[Prospect],
    flows: list[Flow],
    rate: Array,
    follow: Array,
) -> tuple[Net, Adam, Array]:
    """Let the network learn what the turns were worth; return also how far off it was."""
    wanted = [flow.expected(one.chances) for one, flow in zip(prospects, flows, strict=True)]

    def loss(live: dict[str, Layers]) -> tuple[Array, Array]:
        missed, off = jnp.zeros(()), []
        for name, one, chances in zip(kinds, prospects, wanted, strict=True):
            seen = features(settled(endings.positions(one.table)), jnp)
            said = jax.nn.log_softmax(lookahead.strengths(live[name], seen))
            missed -= (chances * said).sum(axis=1).mean()
            off.append(abs(jnp.exp(said) - chances).mean())
        return missed, jnp.stack(off).mean()

    slope, off = jax.grad(loss, has_aux=True)(network.live)
    steps, adam = step(adam, Net(slope, slope), rate)
    live = jax.tree.map(lambda weight, by: weight - by, network.live, steps.live)
    calm = jax.tree.map(lambda slow, quick: slow + follow * (quick - slow), network.calm, live)
    return Net(live, calm), adam, off


@jax.jit
def play(one: Prospect, flow: Flow, stray: Array, key: Array) -> tuple[Ends, Array, Array]:
    """Return the tables after turns that were played, the slots in which they ended, and with round worms."""
    slot, rich = lookahead.play(one, flow, stray, key)
    return lookahead.after(one, flow, slot, rich), slot, rich


@jax.jit
def begin_again(begun: TableBits, ended: Ends) -> tuple[TableBits, Array]:
    """Return the tables with new games where one is over, and how many these are."""
    tables: TableBits = jax.tree.map(lambda new, old: jnp.where(ended.over, new, old), begun, ended.table)
    return tables, ended.over.sum()


# -- How good a network is --------------------------------------------------------------------------------


class Match(NamedTuple):
    """Games in which the network plays one seat, and players who want worms the others."""

    table: TableBits
    seat: Array
    """The network's."""
    share: Array
    """What part of the game it has won, less the luck it had."""
    going: Array


def luck_adjusted(nets: Sequence[Layers], tables: list[TableBits], key: Array, ahead: int = 0) -> list[Array]:
    """Play one game at each table; return what part of it the network wins, less the luck it had.

    Its luck in a turn is what the network says of how it ended less what it says on average of how it might
    have ended, exactly: that is 0 on average whatever the network says, and most of what varies.
    """
    matches = []
    for table in tables:
        size = table.grill.size
        seat = jnp.arange(size) % len(table.seats)
        matches.append(Match(table, seat, jnp.zeros(size), jnp.ones(size, bool)))
    for turn in range(LONGEST):
        if turn % 8 == 0 and not any(bool(one.going.any()) for one in matches):
            break
        prospects = [look_ahead(net, one.table, ahead) for net, one in zip(nets, matches, strict=True)]
        now = jnp.int32(turn)
        flows = run(prospects, [_wanted(*both, now) for both in zip(matches, prospects, strict=True)])
        for number, (prospect, flow) in enumerate(zip(prospects, flows, strict=True)):
            one = jax.random.fold_in(jax.random.fold_in(key, turn), number)
            ended, slot, rich = play(prospect, flow, jnp.zeros(len(flow.giver)), one)
            matches[number] = _after(matches[number], prospect, flow, ended, slot, rich, now)
    return [one.share for one in matches]


@jax.jit
def _wanted(match: Match, one: Prospect, turn: Array) -> Array:
    """Return what each slot is worth to the player in turn: chances to win, or worms."""
    mine = (match.seat - turn) % len(match.table.seats) == 0
    return jnp.where(mine, one.chances[..., -1], worms(one))


@jax.jit
def _after(
    match: Match, one: Prospect, flow: Flow, ended: Ends, slot: Array, rich: Array, turn: Array
) -> Match:
    """Return the games after a turn."""
    place = (match.seat - turn - 1) % len(match.table.seats)  # when the next turn begins
    chances = jnp.take_along_axis(one.chances, place[None, :, None], axis=2)[..., 0]
    richer = jnp.take_along_axis(chances, flow.giver[None], axis=0)[0] - chances[0]
    said = jnp.take_along_axis(chances, slot[None], axis=0)[0] + jnp.where(rich, richer, 0.0)
    meant = ((flow.plain + flow.rich) * chances).sum(axis=0) + flow.rich.sum(axis=0) * richer
    won = jnp.take_along_axis(endings.won(ended.table), place[:, None], axis=1)[:, 0]
    got = jnp.where(ended.over, won, jnp.where(turn == LONGEST - 1, said, 0.0))
    share = match.share + jnp.where(match.going, got - (said - meant), 0.0)
    going = match.going & ~ended.over
    table = jax.tree.map(lambda new, old: jnp.where(going, new, old), ended.table, match.table)
    return Match(table, match.seat, share, going)


def worms(one: Prospect) -> Array:
    """Return by how many worms each slot brings the seat in turn ahead: a theft counts twice."""
    before, later = _lead(one.table.seats), _lead((one.ends.table.seats[-1], *one.ends.table.seats[:-1]))
    return later - before


def _lead(seats: tuple[SeatBits, ...]) -> Array:
    mine, *others = (rules.score(seat).astype(jnp.float32) for seat in seats)
    return mine - jnp.stack(others).sum(axis=0)


RECIPE = TurnRecipe(
    game="pickomino",
    version=VERSION,
    tables=tuple(
        Game("pickomino", players, variant=variant)
        for variant in ("base", "deluxe")
        for players in range(2, MAX_PLAYERS + 1)
    ),
)
