"""Value learning by bootstrapping for the dice game, in many games at once.

Every turn is solved exactly, against a target network at its ends and the true result where the game is over.
The targets are expectations over all ends, not samples: there is no sampling noise. Then the turns are
played, some of them at random for exploration, and the next ones begin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

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
from stolik.train import devices, memory
from stolik.train.adam import Adam, step
from stolik.train.devices import SAME, SPREAD
from stolik.train.measure import measured_games, share
from stolik.train.recipe import Learner, Measured, Recipe
from stolik.train.training import Stream, Training

LONGEST: Final = 1000
"""After so many turns a game that is measured counts as the network predicts."""
SLOWEST: Final = 0.02
"""The learning rate at the end of a run, as a share of the initial one."""
CALM: Final = (0.1, 0.005)
"""The update rate of the target network, at the beginning and at the end of a run."""


class Settings(NamedTuple):
    """How it learns."""

    games: int
    """The number of games in which each network learns at once."""
    width: int
    """The number of units in a hidden layer."""
    steps: int = 4
    """The number of turns of every game in an update."""
    rate: float = 2e-3
    exploration: float = 0.6
    """The exploration rate: how often a turn ends at random, so that the network sees unusual positions. It
    rises from 0 in the first of the games to this in the last."""


SMALL: dict[str, Any] = {"games": 128, "width": 64}
LARGE: dict[str, Any] = {"games": 4096, "width": 256, "steps": 16, "rate": 1e-3}
"""Settings for a CPU, and for a GPU."""

FURTHER: dict[str, Any] = {"rate": 3e-4}
"""Settings for a run that starts from a mind."""


class Net(NamedTuple):
    """The networks in training, one for each kind of table, as ``bots.planner`` names them."""

    live: dict[str, Layers]
    calm: dict[str, Layers]
    """The target networks, slowly moving averages of ``live``: they evaluate the ends of turns, and play."""


@dataclass(frozen=True)
class TurnRecipe(Recipe):
    """How all tables of the dice game are learned; with fewer tiles, a smaller game that can be solved."""

    tiles: tuple[int, ...] = TILES

    def name(self, game: Game) -> str:
        """Return what a table is called."""
        return f"{game.settings['variant']} {game.players}"

    def usual(self, *, large: bool, further: bool = False, **asked: float) -> Settings:
        """Return settings for a GPU or a CPU."""
        return Settings(**(LARGE if large else SMALL) | (FURTHER if further else {}) | asked)

    def settings(self, told: Mapping[str, Any]) -> Settings:
        """Return the settings that a checkpoint has."""
        return Settings(**told)

    def network(self, key: Array, settings: Any, tables: Sequence[Game]) -> Net:
        """Return untrained networks, which give all seats nearly the same chance."""
        kinds = sorted({kind(game) for game in tables})
        keys = jax.random.split(key, len(kinds))
        sizes = (FEATURES, settings.width, settings.width, 1)
        live = {name: fresh_layers(one, sizes) for name, one in zip(kinds, keys, strict=True)}
        return Net(live, live)

    def learner(self, training: Training) -> Learner:
        """Return what continues a training run."""
        return TurnLearner(training, [self.begin(game) for game in training.tables])

    def mind(self, network: Net) -> dict[str, Layers]:
        """Return the network that plays."""
        return network.calm

    def learner_of(self, mind: dict[str, Layers], tables: Sequence[Game]) -> Net:
        """Return networks that start from those of a mind; raise ``ValueError`` if one is missing."""
        kinds = sorted({kind(game) for game in tables})
        if missing := [name for name in kinds if name not in mind]:
            raise ValueError(f"it has no network for: {', '.join(missing)}")
        chosen = {name: mind[name] for name in kinds}
        return Net(chosen, chosen)

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


def pace(settings: Settings, so_far: float) -> tuple[float, float]:
    """Return the learning rate and the update rate of the target network, at this part of a run."""
    first, last = CALM
    return settings.rate * max(SLOWEST, 1 - so_far), last + first * (1 - so_far) ** 2


def fresh_layers(key: Array, sizes: tuple[int, ...]) -> Layers:
    """Return an untrained network, whose output is nearly constant."""
    keys = jax.random.split(key, len(sizes))
    made = [
        (jax.random.normal(one, shape) * (2 / shape[0]) ** 0.5, jnp.zeros(shape[1]))
        for one, shape in zip(keys, pairwise(sizes), strict=False)
    ]
    weights, bias = made[-1]
    return (*made[:-1], (0.01 * weights, bias))


class Update(NamedTuple):
    """The losses of an update, as means over all tables."""

    off: Array
    """The mean absolute error of the predicted chances."""


class TurnLearner:
    """Plays turns at all tables at once, and learns from every turn."""

    def __init__(self, training: Training, begun: list[TableBits]) -> None:
        self._training = training
        training.network, training.adam = devices.to_all((training.network, training.adam))
        self._begun = begun
        self._kinds = [kind(game) for game in training.tables]
        settings: Any = training.settings
        here = devices.part(settings.games)
        self._sizes = [max(1, here // self._kinds.count(name)) for name in self._kinds]
        """How many games of each table a device has."""
        everywhere = [size * devices.number() for size in self._sizes]
        games = jax.eval_shape(partial(self._games, everywhere))
        self._turn, programs, held = self._compiled(*devices.to_be_spread(games))
        held += 2 * memory.size(games) // devices.number()  # before and after a turn
        fewest = devices.number() * max(map(self._kinds.count, self._kinds))
        memory.check(settings.games, fewest, training.network, training.adam, programs, held)
        self._tables, self._exploration = devices.spread(self._games(everywhere))

    @property
    def played(self) -> list[int]:
        """How many games are played at the tables of each kind, on all devices together."""
        sizes = dict(zip(self._kinds, self._sizes, strict=True))
        return [devices.number() * size * self._kinds.count(kind) for kind, size in sizes.items()]

    def _games(self, sizes: Sequence[int]) -> tuple[list[TableBits], list[Array]]:
        """Return new games at all tables, and their exploration rates."""
        settings: Any = self._training.settings
        return self._new(sizes), [settings.exploration * jnp.linspace(0, 1, size) ** 2 for size in sizes]

    def _compiled(self, tables: list[TableBits], exploration: list[Array]) -> tuple[Any, list[Any], int]:
        """Compile a turn at tables of these shapes.

        Return the function that plays it, the programs that it runs, and how many bytes are handed from one
        to another besides what they return.
        """
        training, number = self._training, jnp.float32(0)
        network, adam, key = training.network, training.adam, training.key(Stream.UPDATES)
        if devices.number() > 1:
            takes = (SAME, SAME, SPREAD, SPREAD, SAME, SAME, SAME)
            on_all = devices.on_all(self._turn_here, takes, (SAME, SAME, SPREAD, SAME, SAME))
            example = (network, adam, tables, exploration, key, number, number)
            turn: Any = jax.jit(on_all).lower(*example).compile()
            return turn, [turn], 0
        prospects = list(map(partial(jax.eval_shape, look_ahead), self._calm(), tables))
        worths = [jax.eval_shape(lambda one: one.chances[..., -1], one) for one in prospects]
        flows = jax.eval_shape(run, prospects, worths)
        jobs: list[tuple[Any, tuple[Any, ...]]] = [
            *((look_ahead, job) for job in zip(self._calm(), tables, strict=True)),
            (run, (prospects, worths)),
            (agree, (tuple(self._kinds), network, adam, prospects, flows, number, number)),
            *((play, (*job, key)) for job in zip(prospects, flows, exploration, strict=True)),
        ]
        with ThreadPoolExecutor(len(jobs)) as pool:
            programs = list(pool.map(lambda job: job[0].lower(*job[1]).compile(), jobs))
        return self._turn_here, programs, memory.size(worths)

    def _new(self, sizes: Sequence[int]) -> list[TableBits]:
        return [
            jax.tree.map(lambda part, size=size: jnp.repeat(part, size), table)
            for table, size in zip(self._begun, sizes, strict=True)
        ]

    def _calm(self) -> list[Layers]:
        return [self._training.network.calm[name] for name in self._kinds]

    def learn(self, so_far: float) -> Update:
        """Play on at all tables, and learn from it."""
        training = self._training
        settings: Any = training.settings
        rate, follow = map(jnp.float32, pace(settings, so_far))
        games, off = [], jnp.zeros(())
        for key in jax.random.split(training.key(Stream.UPDATES), settings.steps):
            training.network, training.adam, self._tables, over, off = self._turn(
                training.network, training.adam, self._tables, self._exploration, key, rate, follow
            )
            games += over
        ended = sum(map(int, games))
        float(off)  # waits for it, as the line above does: an update that fails is not counted
        training.rounds += 1
        training.games += ended
        training.decisions += settings.steps * devices.number() * sum(self._sizes)
        return Update(off)

    def _turn_here(
        self,
        network: Net,
        adam: Adam,
        tables: list[TableBits],
        exploration: list[Array],
        key: Array,
        rate: Array,
        follow: Array,
    ) -> tuple[Net, Adam, list[TableBits], list[Array], Array]:
        """Play a turn at the tables of a device, and learn from it; also count the games that ended."""
        prospects = list(map(look_ahead, [network.calm[name] for name in self._kinds], tables))
        flows = run(prospects, [one.chances[..., -1] for one in prospects])
        network, adam, off = agree(tuple(self._kinds), network, adam, prospects, flows, rate, follow)
        key, after, games = devices.own(key), [], []
        for number, (one, flow) in enumerate(zip(prospects, flows, strict=True)):
            ended, *_ = play(one, flow, exploration[number], jax.random.fold_in(key, number))
            table, over = begin_again(self._begun[number], ended)
            after.append(table)
            games.append(devices.total(over))
        return network, adam, after, games, off

    def measure(self, key: Array) -> list[Measured]:
        """Return the luck-adjusted win rate of the network among players who maximise worms."""
        players = [len(table.seats) for table in self._begun]
        sizes = map(partial(measured_games, luck_adjusted=True), self._sizes, players)
        found = luck_adjusted(self._calm(), self._new(list(sizes)), key)
        return [Measured(share(won), None) for won in found]


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
    """Take a gradient step towards the expected results of turns; return also the mean absolute error."""
    targets = [flow.expected(one.chances) for one, flow in zip(prospects, flows, strict=True)]
    seen = [features(settled(endings.positions(one.table)), jnp) for one in prospects]
    grad, off = devices.mean(jax.grad(cross_entropy, has_aux=True)(network.live, kinds, seen, targets))
    return *moved(network, adam, grad, rate, follow), off


def cross_entropy(
    live: dict[str, Layers], kinds: Sequence[str], seen: Sequence[Array], targets: Sequence[Array]
) -> tuple[Array, Array]:
    """Return the cross-entropy of networks at some tables, summed over these, and the mean absolute error."""
    loss, off = jnp.zeros(()), []
    for name, one, target in zip(kinds, seen, targets, strict=True):
        predicted = jax.nn.log_softmax(lookahead.strengths(live[name], one))
        loss -= (target * predicted).sum(axis=1).mean()
        off.append(abs(jnp.exp(predicted) - target).mean())
    return loss, jnp.stack(off).mean()


def moved(network: Net, adam: Adam, grad: dict[str, Layers], rate: Array, follow: Array) -> tuple[Net, Adam]:
    """Return the networks after a step of the optimiser, and of the target networks towards them."""
    steps, adam = step(adam, Net(grad, grad), rate)
    live = jax.tree.map(lambda weight, by: weight - by, network.live, steps.live)
    calm = jax.tree.map(lambda slow, quick: slow + follow * (quick - slow), network.calm, live)
    return Net(live, calm), adam


@jax.jit
def play(one: Prospect, flow: Flow, exploration: Array, key: Array) -> tuple[Ends, Array, Array]:
    """Play turns; return the tables after them, their slots, and whether with a round worm for ones."""
    slot, rich = lookahead.play(one, flow, exploration, key)
    return lookahead.after(one, flow, slot, rich), slot, rich


@jax.jit
def begin_again(begun: TableBits, ended: Ends) -> tuple[TableBits, Array]:
    """Return the tables with new games where one is over, and the number of these."""
    tables: TableBits = jax.tree.map(lambda new, old: jnp.where(ended.over, new, old), begun, ended.table)
    return tables, ended.over.sum()


# -- How good a network is --------------------------------------------------------------------------------


class Match(NamedTuple):
    """Games between the player that is measured, in one seat, and others in the rest."""

    table: TableBits
    seat: Array
    """That of the player that is measured."""
    share: Array
    """The luck-adjusted share of the win of that player."""
    going: Array

    def place(self, turn: Array) -> Array:
        """Return how many seats after the one in turn that player sits."""
        return (self.seat - turn) % len(self.table.seats)


Look: TypeAlias = Callable[[int, Match, Array], Prospect]
"""Returns the prospects of the n-th tables after so many turns, by the player that is measured."""
Wants: TypeAlias = Callable[[int, Match, Array, Prospect], Array]
"""Returns the value of each slot to the player in turn, where that is one of the others."""


def luck_adjusted(nets: Sequence[Layers], tables: list[TableBits], key: Array, ahead: int = 0) -> list[Array]:
    """Play one game at each table; return the luck-adjusted share of the network in each.

    The others maximise worms.
    """

    def look(number: int, match: Match, _turn: Array) -> Prospect:
        found: Prospect = look_ahead(nets[number], match.table, ahead)
        return found

    return luck_adjusted_by(tables, key, look, lambda _number, _match, _turn, one: worms(one))


def luck_adjusted_by(tables: list[TableBits], key: Array, look: Look, wants: Wants) -> list[Array]:
    """Play one game at each table; return the luck-adjusted share of the player with this look in each.

    The others maximise what ``wants`` returns. The luck of a turn is a control variate: the player's value of
    the end that came, less the expectation over all ends, exactly. Its mean is 0 whatever the values are.
    """
    matches = []
    for table in tables:
        size = table.grill.size
        seat = jnp.arange(size) % len(table.seats)
        matches.append(Match(table, seat, jnp.zeros(size), jnp.ones(size, bool)))
    for turn in range(LONGEST):
        if turn % 8 == 0 and not any(bool(one.going.any()) for one in matches):
            break
        now = jnp.int32(turn)
        prospects = [look(number, match, now) for number, match in enumerate(matches)]
        worths = [
            _wanted(match, one, wants(number, match, now, one), now)
            for number, (match, one) in enumerate(zip(matches, prospects, strict=True))
        ]
        flows = run(prospects, worths)
        for number, (prospect, flow) in enumerate(zip(prospects, flows, strict=True)):
            one = jax.random.fold_in(jax.random.fold_in(key, turn), number)
            ended, slot, rich = play(prospect, flow, jnp.zeros(len(flow.rich_slot)), one)
            matches[number] = _after(matches[number], prospect, flow, ended, slot, rich, now)
    return [one.share for one in matches]


@jax.jit
def _wanted(match: Match, one: Prospect, others: Array, turn: Array) -> Array:
    """Return the value of each slot to the player in turn: the chance to win, or what the others want."""
    return jnp.where(match.place(turn) == 0, one.chances[..., -1], others)


@jax.jit
def _after(
    match: Match, one: Prospect, flow: Flow, ended: Ends, slot: Array, rich: Array, turn: Array
) -> Match:
    """Return the games after a turn."""
    place = match.place(turn + 1)  # when the next turn begins
    chances = jnp.take_along_axis(one.chances, place[None, :, None], axis=2)[..., 0]
    richer = jnp.take_along_axis(chances, flow.rich_slot[None], axis=0)[0] - chances[0]
    reached = jnp.take_along_axis(chances, slot[None], axis=0)[0] + jnp.where(rich, richer, 0.0)
    expected = ((flow.plain + flow.rich) * chances).sum(axis=0) + flow.rich.sum(axis=0) * richer
    won = jnp.take_along_axis(endings.won(ended.table), place[:, None], axis=1)[:, 0]
    got = jnp.where(ended.over, won, jnp.where(turn == LONGEST - 1, reached, 0.0))
    share = match.share + jnp.where(match.going, got - (reached - expected), 0.0)
    going = match.going & ~ended.over
    table = jax.tree.map(lambda new, old: jnp.where(going, new, old), ended.table, match.table)
    return Match(table, match.seat, share, going)


@jax.jit
def worms(one: Prospect) -> Array:
    """Return by how many worms each slot improves the lead of the seat in turn: a theft counts twice."""
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
