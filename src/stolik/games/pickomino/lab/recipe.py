"""How the values of the dice game are learned: a network comes to agree with itself one turn later.

At many tables at once a turn begins. What the network says of every way in which it can end is taken as true,
the turn is solved exactly, and what each seat can expect of it is what the network should have said before.
At the ends of games it is true; every step carries that one turn further back. Then the turns are played, now
and then in any way at all, and the next ones begin. Nothing that is learned from is a matter of luck.
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
"""After so many turns a game that is measured counts for what the network says of it."""
SLOWEST: Final = 0.02
"""At the end of a training run the rate of learning is this part of what it was."""
CALM: Final = (0.1, 0.005)
"""How far the calm network follows the one that learns in each step, at first and at last."""


class Settings(NamedTuple):
    """How it learns."""

    games: int
    """The number of tables at which each network learns at once."""
    width: int
    """The number of units in a hidden layer."""
    steps: int = 4
    """The number of turns at each table in an update."""
    rate: float = 2e-3
    stray: float = 0.6
    """The exploration rate: how often a turn ends at random, so that the network sees unusual positions. At
    the last table this often, at the first never."""


SMALL: dict[str, Any] = {"games": 128, "width": 64}
LARGE: dict[str, Any] = {"games": 4096, "width": 256, "steps": 16, "rate": 1e-3}
"""Settings for a CPU, and for a GPU."""

FURTHER: dict[str, Any] = {"rate": 3e-4}
"""Settings for a run that starts from a mind."""


class Net(NamedTuple):
    """All that learns: a network for each kind of table, as ``bots.planner`` names them."""

    live: dict[str, Layers]
    calm: dict[str, Layers]
    """A target network that follows ``live`` slowly: it evaluates the ends of turns, and it plays."""


@dataclass(frozen=True)
class TurnRecipe(Recipe):
    """All tables of the dice game; with fewer tiles, a smaller game whose truth can be known."""

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
        """Return an untrained network: all seats are equally good."""
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
    """Return the learning rate, and how far the calm network follows in a step, at this part of a run."""
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
    """What was learned, as a mean over all tables."""

    off: Array
    """How far what the network said was from what the turn was worth."""


class TurnLearner:
    """Plays turns at all tables at once, and learns from each."""

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
        self._tables, self._strays = devices.spread(self._games(everywhere))

    @property
    def played(self) -> list[int]:
        """How many games are played at the tables of each kind, on all devices together."""
        sizes = dict(zip(self._kinds, self._sizes, strict=True))
        return [devices.number() * size * self._kinds.count(kind) for kind, size in sizes.items()]

    def _games(self, sizes: Sequence[int]) -> tuple[list[TableBits], list[Array]]:
        """Return new games at all tables, and how often their turns end in any way."""
        settings: Any = self._training.settings
        return self._new(sizes), [settings.stray * jnp.linspace(0, 1, size) ** 2 for size in sizes]

    def _compiled(self, tables: list[TableBits], strays: list[Array]) -> tuple[Any, list[Any], int]:
        """Compile a turn at tables that are to be.

        Return what plays it, the programs that are run for it, and how many bytes are handed from one to
        another besides what they return.
        """
        training, number = self._training, jnp.float32(0)
        network, adam, key = training.network, training.adam, training.key(Stream.UPDATES)
        if devices.number() > 1:
            takes = (SAME, SAME, SPREAD, SPREAD, SAME, SAME, SAME)
            on_all = devices.on_all(self._turn_here, takes, (SAME, SAME, SPREAD, SAME, SAME))
            turn: Any = jax.jit(on_all).lower(network, adam, tables, strays, key, number, number).compile()
            return turn, [turn], 0
        prospects = list(map(partial(jax.eval_shape, look_ahead), self._calm(), tables))
        worths = [jax.eval_shape(lambda one: one.chances[..., -1], one) for one in prospects]
        flows = jax.eval_shape(run, prospects, worths)
        jobs: list[tuple[Any, tuple[Any, ...]]] = [
            *((look_ahead, job) for job in zip(self._calm(), tables, strict=True)),
            (run, (prospects, worths)),
            (agree, (tuple(self._kinds), network, adam, prospects, flows, number, number)),
            *((play, (*job, key)) for job in zip(prospects, flows, strays, strict=True)),
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
                training.network, training.adam, self._tables, self._strays, key, rate, follow
            )
            games += over
        ended = sum(map(int, games))
        float(off)  # waits for it, as the line above does: what fails is not counted
        training.rounds += 1
        training.games += ended
        training.decisions += settings.steps * devices.number() * sum(self._sizes)
        return Update(off)

    def _turn_here(
        self,
        network: Net,
        adam: Adam,
        tables: list[TableBits],
        strays: list[Array],
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
            ended, *_ = play(one, flow, strays[number], jax.random.fold_in(key, number))
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
    """Let the network learn what the turns were worth; return also how far off it was."""
    wanted = [flow.expected(one.chances) for one, flow in zip(prospects, flows, strict=True)]
    seen = [features(settled(endings.positions(one.table)), jnp) for one in prospects]
    slope, off = devices.mean(jax.grad(missed, has_aux=True)(network.live, kinds, seen, wanted))
    return *moved(network, adam, slope, rate, follow), off


def missed(
    live: dict[str, Layers], kinds: Sequence[str], seen: Sequence[Array], wanted: Sequence[Array]
) -> tuple[Array, Array]:
    """Return the loss of networks at some tables by what they see there, and how far off they are."""
    loss, off = jnp.zeros(()), []
    for name, one, chances in zip(kinds, seen, wanted, strict=True):
        said = jax.nn.log_softmax(lookahead.strengths(live[name], one))
        loss -= (chances * said).sum(axis=1).mean()
        off.append(abs(jnp.exp(said) - chances).mean())
    return loss, jnp.stack(off).mean()


def moved(network: Net, adam: Adam, slope: dict[str, Layers], rate: Array, follow: Array) -> tuple[Net, Adam]:
    """Return networks after a step down a slope, and the calm ones, which follow."""
    steps, adam = step(adam, Net(slope, slope), rate)
    live = jax.tree.map(lambda weight, by: weight - by, network.live, steps.live)
    calm = jax.tree.map(lambda slow, quick: slow + follow * (quick - slow), network.calm, live)
    return Net(live, calm), adam


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
    """Games in which the player that is measured has one seat, and others have the rest."""

    table: TableBits
    seat: Array
    """That of the player that is measured."""
    share: Array
    """What part of the game that player has won, less the luck it had."""
    going: Array

    def place(self, turn: Array) -> Array:
        """Return how many seats after the one in turn that player sits."""
        return (self.seat - turn) % len(self.table.seats)


Look: TypeAlias = Callable[[int, Match, Array], Prospect]
"""Returns what the player that is measured foresees at the tables of a number, after so many turns."""
Wants: TypeAlias = Callable[[int, Match, Array, Prospect], Array]
"""Returns what each slot is worth to the player in turn, where that is one of the others."""


def luck_adjusted(nets: Sequence[Layers], tables: list[TableBits], key: Array, ahead: int = 0) -> list[Array]:
    """Play one game at each table; return what part of it the network wins, less the luck it had.

    The others maximise worms.
    """

    def look(number: int, match: Match, _turn: Array) -> Prospect:
        found: Prospect = look_ahead(nets[number], match.table, ahead)
        return found

    return luck_adjusted_by(tables, key, look, lambda _number, _match, _turn, one: worms(one))


def luck_adjusted_by(tables: list[TableBits], key: Array, look: Look, wants: Wants) -> list[Array]:
    """Play one game at each table; return what part of it the player with this look wins, less its luck.

    The others play for what ``wants`` returns. Its luck in a turn is its value after the end that came less
    the expectation over all ends, exactly: that is 0 on average whatever its values are, and most of the
    variance.
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
    """Return what each slot is worth to the player in turn: chances to win, or what the others want."""
    return jnp.where(match.place(turn) == 0, one.chances[..., -1], others)


@jax.jit
def _after(
    match: Match, one: Prospect, flow: Flow, ended: Ends, slot: Array, rich: Array, turn: Array
) -> Match:
    """Return the games after a turn."""
    place = match.place(turn + 1)  # when the next turn begins
    chances = jnp.take_along_axis(one.chances, place[None, :, None], axis=2)[..., 0]
    richer = jnp.take_along_axis(chances, flow.rich_slot[None], axis=0)[0] - chances[0]
    said = jnp.take_along_axis(chances, slot[None], axis=0)[0] + jnp.where(rich, richer, 0.0)
    meant = ((flow.plain + flow.rich) * chances).sum(axis=0) + flow.rich.sum(axis=0) * richer
    won = jnp.take_along_axis(endings.won(ended.table), place[:, None], axis=1)[:, 0]
    got = jnp.where(ended.over, won, jnp.where(turn == LONGEST - 1, said, 0.0))
    share = match.share + jnp.where(match.going, got - (said - meant), 0.0)
    going = match.going & ~ended.over
    table = jax.tree.map(lambda new, old: jnp.where(going, new, old), ended.table, match.table)
    return Match(table, match.seat, share, going)


@jax.jit
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
