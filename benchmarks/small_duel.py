"""The exploitability of a network that learns a duel with ten cards (``small_duel_tree.py``).

``python -m benchmarks.small_duel 5`` solves the duel, trains for five minutes, and prints the exploitability
of the network every minute and at the end, as a line of JSON. It needs the extras ``envs`` and ``train``. To
train on a machine without OpenSpiel, take three steps::

    python -m benchmarks.small_duel --tree duel.npz                     # here: solve it, and write it down
    python -m benchmarks.small_duel 5 --tree duel.npz --played run.npz  # there
    python -m benchmarks.small_duel --judge run.npz                     # here again

``--batch 4096 --set rate=1e-3`` changes the settings.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from benchmarks import lines, options
from stolik.core import Game
from stolik.games.linko.lab import bridge, chance, recipe
from stolik.games.linko.lab.env import make
from stolik.games.linko.lab.table import State
from stolik.lab.stages import settled
from stolik.train import net
from stolik.train.ppo import Settings
from stolik.train.table import NEVER, TrainingTable, View
from stolik.train.training import Training, TrainingLoop

if TYPE_CHECKING:
    from benchmarks.small_duel_tree import Policy, Tree

GAME: Final = Game("linko", 2, mode="duel", stall=1)
ITERATIONS: Final = 300
LARGE: Final[dict[str, Any]] = {
    "games": 8192,
    "minibatch": 8192,
    "width": 256,
    "epochs": 2,
    "rate": 3e-3,
    "warm_up": 0.02,
    "anchor": 0.0,
    "floor": 0.1,
}
"""Settings. The heuristic is a bad guide here (0.355): the network is not anchored to it, takes large steps,
and tries everything at first, as it must know the response to everything."""
SMALL: Final[dict[str, Any]] = {"games": 1024, "minibatch": 1024, "width": 128, "epochs": 4}
"""What is different on a CPU."""


class Duel(NamedTuple):
    """What learning the duel needs: arrays, without OpenSpiel."""

    deals: State
    """How the game may begin, ..."""
    likely: Array
    """... with probabilities."""
    moments: State
    """A moment of each information set."""


class Played(NamedTuple):
    """How a network played at some moment of its training."""

    seconds: float
    games: int
    policy: Policy


def of_tree(tree: Tree) -> Duel:
    """Return what learning a duel needs."""
    states, likely = zip(*tree.deals, strict=True)
    return Duel(bridge.from_states(states), jnp.array(likely), bridge.from_states(tree.moments))


def save(duel: Duel, path: Path) -> None:
    """Write a duel."""
    deals, moments = (
        {f"{name}.{part}": value for part, value in state._asdict().items()}
        for name, state in (("deals", duel.deals), ("moments", duel.moments))
    )
    np.savez_compressed(path, likely=duel.likely, **deals, **moments)


def load(path: Path) -> Duel:
    """Read a duel."""
    with np.load(path) as kept:
        deals, moments = (
            State(*(jnp.asarray(kept[f"{name}.{part}"]) for part in State._fields))
            for name in ("deals", "moments")
        )
        return Duel(deals, jnp.asarray(kept["likely"]), moments)


def training_table(duel: Duel) -> TrainingTable:
    """Return the small duel as a table to learn at, in the layout of all tables."""
    env = make(GAME)

    def begin(key: Array, batch: int) -> State:
        which = jax.random.choice(key, len(duel.likely), (batch,), p=duel.likely)
        begun: State = jax.tree.map(lambda part: part[which], duel.deals)
        return begun

    def step(state: State, action: Array, key: Array) -> State:
        playing, dealing = jax.random.split(key)
        bits = chance.random_bits(playing, len(action))
        after = settled(env.advance(state, action, chance.off_the_deck(bits)))
        fresh = begin(dealing, len(action))._replace(terminated=after.terminated, rewards=after.rewards)

        def either(new: Array, old: Array) -> Array:
            return jnp.where(after.terminated.reshape(-1, *[1] * (old.ndim - 1)), new, old)

        again: State = jax.tree.map(either, fresh, after)
        return again

    def view(state: State) -> View:
        return View(recipe.seen(env, state), recipe.hidden(env, state), recipe.prior(env, state), state.phase)

    return TrainingTable("small duel", 2, begin, step, view)


def of_logits(view: View, logits: Array) -> Policy:
    """Return how likely each legal action is."""
    legal: NDArray[np.bool_] = np.asarray(view.legal)
    return np.asarray(jax.nn.softmax(jnp.where(legal, logits, NEVER)))[legal]


def usual(**asked: Any) -> Settings:
    """Return settings for this device; some of them as asked."""
    here = SMALL if jax.default_backend() == "cpu" else {}
    return Settings(**{**LARGE, **here, **asked})


def train(duel: Duel, minutes: float, seed: int, settings: Settings, tell: Callable[[Played], None]) -> None:
    """Learn the duel, and report every minute and at the end how the network plays."""
    room = training_table(duel)
    small = replace(recipe.RECIPE, tables=(GAME,), training_table=lambda _: room)
    training = Training.new(small, small.tables, settings, seed)
    view = jax.jit(room.view)(duel.moments)
    play = jax.jit(lambda network: net.play(network, view)[0])
    due = 0.0
    rounds = -1
    """The number of updates at the last report."""

    def now() -> None:
        nonlocal rounds
        rounds = training.rounds
        policy = of_logits(view, play(training.network))
        tell(Played(training.seconds, training.games, policy))

    def on_update(_: object) -> bool:
        nonlocal due
        if training.seconds >= due:
            due += 60
            now()
        return False

    TrainingLoop(training).run(minutes, on_update)
    if rounds != training.rounds:
        now()


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve, train, judge; or one of these."""
    parser = options.parser("small_duel", __doc__)
    options.add_set(parser)
    parser.add_argument("minutes", type=options.minutes, nargs="?", help="train for so many minutes")
    parser.add_argument("--tree", type=Path, help="write the duel; with minutes, read it")
    parser.add_argument("--played", type=Path, help="write how the network plays, for --judge")
    parser.add_argument("--judge", type=Path, help="measure what --played wrote")
    asked = parser.parse_args(arguments)

    if asked.judge:
        with options.reading(parser, "--judge", asked.judge, "a file that --played has written"):
            told, played = _read(asked.judge)
        _judge(asked, told, played)
    elif asked.minutes is None:
        if not asked.tree:
            parser.error("minutes, --tree or --judge is missing")
        save(of_tree(_solved(asked)), asked.tree)
    else:
        settings = usual(**options.settings(parser, asked.batch, asked.set, usual()))
        duel = None
        if asked.tree:
            with options.reading(parser, "--tree", asked.tree, "a file that --tree has written"):
                duel = load(asked.tree)
        _train(asked, settings, duel)


def _train(asked: argparse.Namespace, settings: Settings, duel: Duel | None) -> None:
    """Train, and write or judge how the network plays."""
    told = {
        "seed": asked.seed,
        "device": jax.devices()[0].device_kind,
        "settings": settings._asdict(),
    }
    tree = None
    if duel is None:
        tree = _solved(asked)
        duel = of_tree(tree)
    played: list[Played] = []

    def tell(now: Played) -> None:
        played.append(now)
        if asked.played:
            _write(asked.played, told, played)
        found = {} if tree is None else {"exploitability": _off(tree, now.policy)}
        lines.add(asked.json, {**told, "seconds": round(now.seconds), "games": now.games, **found})

    train(duel, asked.minutes, asked.seed, settings, tell)


def _write(path: Path, told: Mapping[str, Any], played: Sequence[Played]) -> None:
    columns = dict(zip(Played._fields, map(np.array, zip(*played, strict=True)), strict=True))
    np.savez_compressed(path, told=np.array(json.dumps(told)), **columns)  # type: ignore[arg-type]


def _read(path: Path) -> tuple[dict[str, Any], list[Played]]:
    """Return what ``--played`` has written: of the training run, and how its network played."""
    with np.load(path) as kept:
        told: dict[str, Any] = json.loads(str(kept["told"]))
        return told, [Played(*now) for now in zip(*(kept[name] for name in Played._fields), strict=True)]


def _judge(asked: argparse.Namespace, told: Mapping[str, Any], played: Sequence[Played]) -> None:
    """Print the exploitability of a network at each moment; the last line is the final one."""
    from benchmarks.small_duel_tree import tree

    game = tree()
    for now in played:
        found = {"seconds": round(float(now.seconds)), "games": int(now.games)}
        lines.add(asked.json, {**told, **found, "exploitability": _off(game, now.policy)})


def _off(tree: Tree, policy: NDArray[np.float32]) -> float:
    from benchmarks.small_duel_tree import exploitability

    return round(exploitability(tree, policy), 5)


def _solved(asked: argparse.Namespace) -> Tree:
    """Return the duel, and print the exploitability of optimal, random and heuristic play."""
    from benchmarks.small_duel_tree import solved, tree

    game = tree()
    duel = of_tree(game)
    view = jax.jit(training_table(duel).view)(duel.moments)
    seen = np.unique(np.asarray(view.seen), axis=0)
    value, off = solved(game, ITERATIONS)
    found = {
        "deals": len(game.deals),
        "histories": game.histories,
        "information sets": len(game.names),
        "observations": len(seen),
        "value of the first player": value,
        "iterations of CFR+": ITERATIONS,
        "exploitability": {
            "CFR+": round(off, 6),
            "any legal move": _off(game, of_logits(view, jnp.zeros_like(view.prior))),
            "heuristic": _off(game, of_logits(view, 1e3 * view.prior)),
        },
    }
    lines.add(asked.json, found)
    return game


if __name__ == "__main__":
    main()
