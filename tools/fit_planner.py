"""Fit the planner's value networks, and write them into the package.

``python -m tools.fit_planner`` fits all of them; with names, ``"base two" "deluxe more"``, only those.

The positions come from games of greedy players who now and then stray. A network first learns from the
results of these games. Then it learns, round after round, to agree with itself one turn later: what it says
of a position should be what the best turn from there is worth, exactly, if what it says of the ends of that
turn is true. At the ends of the game it is true; each round carries that one turn further back.
Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stolik.core import CHANCE, Game
from stolik.games.pickomino.bots.planner import value_network
from stolik.games.pickomino.bots.planner.features import features, positions
from stolik.games.pickomino.bots.planner.lookahead import Turns
from stolik.games.pickomino.bots.planner.value_network import (
    AT_ONCE,
    Batch,
    Layer,
    Network,
    kind,
    win_chances,
)
from stolik.games.pickomino.bots.simple import Greedy
from stolik.games.pickomino.odds.course import Floats
from stolik.games.pickomino.rules import PickominoState, start

PATH = Path(value_network.__file__).with_name(value_network.WEIGHTS)
SEED = 1
HIDDEN = (32, 16)
BATCH = 256
DIGITS = 3

TURNS = 30_000
"""From so many turns a network learns."""

TURNS_AT_ONCE = 500
STRAY = 0.06
"""How often a player makes any move instead of its own, for the sake of positions off the beaten track."""

ROUNDS = 16


def tables(variant: str, *players: int) -> tuple[Game, ...]:
    """Return the games with so many players, with all golden dice there are."""
    forms = ("standard", "ones_and_worms") if variant == "deluxe" else ("standard",)
    return tuple(
        Game("pickomino", number, variant=variant, golden_die=form) for number in players for form in forms
    )


TABLES = {
    kind(games[0]): games
    for variant in ("base", "deluxe")
    for games in (tables(variant, 2), tables(variant, 3, 4, 5, 3, 6, 7))
}
"""The games that each network is for, as often as they are played."""


# -- Playing ----------------------------------------------------------------------------------------------


class Lesson:
    """Turns of games with as many players, at their beginnings."""

    def __init__(self, states: Sequence[PickominoState], won: Sequence[Floats]) -> None:
        self.won = np.array(won)
        """Each seat's part of the win in the end, the one in turn first."""
        seen = positions(states)
        parts = [slice(start, start + AT_ONCE) for start in range(0, len(states), AT_ONCE)]
        self.features = np.concatenate([features(seen.part(part)) for part in parts])
        starts = range(0, len(states), TURNS_AT_ONCE)
        self._turns = [Turns(states[start : start + TURNS_AT_ONCE]) for start in starts]
        self._ends = [Batch.of(turns.ends) for turns in self._turns]

    def foreseen(self, network: Network) -> Floats:
        """Return each seat's chance to win if the network is right about the ends of the turns."""
        parts = zip(self._turns, self._ends, strict=True)
        return np.concatenate([turns.chances(ends.chances(network)) for turns, ends in parts])


def lessons(tables: Sequence[Game], seed: str) -> list[Lesson]:
    """Return a lesson for each number of players, from games at these tables in turn."""
    states: defaultdict[int, list[PickominoState]] = defaultdict(list)
    won: defaultdict[int, list[Floats]] = defaultdict(list)
    for number in count():
        if sum(map(len, states.values())) >= TURNS:
            break
        game = tables[number % len(tables)]
        begun, share = play(game, random.Random(f"{seed} {number}"))
        states[game.players] += begun
        won[game.players] += [np.roll(share, -state.seat) for state in begun]
    return [Lesson(states[players], won[players]) for players in states]


def play(game: Game, rng: random.Random) -> tuple[list[PickominoState], Floats]:
    """Play a game; return the beginnings of its turns, and each seat's part of the win."""
    bot, begun = Greedy(), []
    state = start(game)
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.play(state.draw(rng))
            continue
        if state.phase == "start":
            begun.append(state)
        strays = rng.random() < STRAY
        state = state.play(rng.choice(state.moves()) if strays else bot.choose(state.view(actor)))
    winners = state.result().winners
    return begun, np.array([(seat in winners) / len(winners) for seat in range(game.players)])


# -- Learning ---------------------------------------------------------------------------------------------


def new_network(seen: Floats, rng: np.random.Generator) -> Network:
    """Return a network that knows nothing, for features like these; one that is always 0 has no weight."""
    sizes = (seen.shape[-1], *HIDDEN, 1)
    first, *others = [
        Layer(rng.normal(0, np.sqrt(2 / before), (before, after)), np.zeros(after))
        for before, after in pairwise(sizes)
    ]
    first.weights[~seen.any(axis=(0, 1))] = 0.0
    others[-1].weights[:] *= 0.1  # what it does not know yet should not look like knowledge
    return (first, *others)


class Adam:
    """Steps downhill, each weight at its own pace (Kingma and Ba 2015)."""

    def __init__(self, network: Network) -> None:
        self._weights = [part.copy() for layer in network for part in layer]
        self._mean = [np.zeros_like(part) for part in self._weights]
        self._square = [np.zeros_like(part) for part in self._weights]
        self._steps = 0

    @property
    def network(self) -> Network:
        """The network as it is now."""
        return tuple(Layer(*self._weights[at : at + 2]) for at in range(0, len(self._weights), 2))

    def step(self, slopes: list[Floats], rate: float) -> None:
        """Change all weights a little."""
        self._steps += 1
        pace = rate * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, mean, square, slope in zip(self._weights, self._mean, self._square, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            weight -= pace * mean / (np.sqrt(square) + 1e-8)


def slopes(network: Network, seen: Floats, wanted: Floats) -> list[Floats]:
    """Return the slope of the loss (cross-entropy) at each weight and bias."""
    layers = [seen.reshape(-1, seen.shape[-1])]
    for weights, bias in network[:-1]:
        layers.append(np.maximum(layers[-1] @ weights + bias, 0.0))
    error = ((win_chances(network, seen) - wanted) / len(wanted)).reshape(-1, 1)
    found: list[Floats] = []
    for layer, before in zip(reversed(network), reversed(layers), strict=True):
        found[:0] = [before.T @ error, error.sum(axis=0)]
        error = (error @ layer.weights.T) * (before > 0)
    return found


class Task(NamedTuple):
    """What a network should say of positions with these features."""

    features: Floats
    chances: Floats


def fit(network: Network, tasks: list[Task], epochs: int, rate: float, rng: np.random.Generator) -> Network:
    """Return the network after it has gone through all tasks so many times, ever more slowly."""
    adam = Adam(network)
    for epoch in range(epochs):
        parts = [
            (task, rows)
            for task in tasks
            for rows in np.array_split(rng.permutation(len(task.features)), 1 + len(task.features) // BATCH)
        ]
        for number, which in enumerate(rng.permutation(len(parts))):
            task, rows = parts[which]
            done = (epoch + number / len(parts)) / epochs
            adam.step(slopes(adam.network, task.features[rows], task.chances[rows]), rate * (1 - done))
    return adam.network


def learn(name: str) -> Network:
    """Return the network for some of the games."""
    rng = np.random.default_rng(SEED)
    learned = lessons(TABLES[name], f"{name} {SEED}")
    network = new_network(learned[0].features, rng)
    network = fit(network, [Task(lesson.features, lesson.won) for lesson in learned], 8, 2e-3, rng)
    for number in range(ROUNDS):
        said = [win_chances(network, lesson.features) for lesson in learned]
        later = [lesson.foreseen(network) for lesson in learned]
        off = np.mean([abs(one - other).mean() for one, other in zip(said, later, strict=True)])
        print(f"  round {number + 1}: off by {off:.2%} on average", flush=True)
        tasks = [
            Task(lesson.features, (one + other) / 2)  # halfway: else an error would swing from seat to seat
            for lesson, one, other in zip(learned, said, later, strict=True)
        ]
        network = fit(network, tasks, 2, 1.5e-3, rng)
    return network


# -- Writing ----------------------------------------------------------------------------------------------


def text(networks: dict[str, list[dict[str, Any]]]) -> str:
    """Return networks as JSON, with a line for the weights of each input."""
    layers = {
        name: [
            json.dumps({"bias": layer["bias"]})[:-1]
            + ', "weights": [\n'
            + ",\n".join(map(json.dumps, layer["weights"]))
            + "\n]}"
            for layer in network
        ]
        for name, network in networks.items()
    }
    return (
        "{\n" + ",\n".join(f'"{name}": [\n' + ",\n".join(layers[name]) + "\n]" for name in layers) + "\n}\n"
    )


def plain(network: Network) -> list[dict[str, Any]]:
    """Return a network in its plain form, rounded."""
    return [
        {name: part.round(DIGITS).tolist() for name, part in layer._asdict().items()} for layer in network
    ]


def main() -> None:
    """Fit the networks that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TABLES))
    names = parser.parse_args().names or list(TABLES)
    if unknown := [name for name in names if name not in TABLES]:
        parser.error(f"unknown network {unknown[0]!r}; the networks are: {', '.join(TABLES)}")
    data = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}
    for name in names:
        print(name, flush=True)
        data[name] = plain(learn(name))
        PATH.write_text(text(data), encoding="utf-8")


if __name__ == "__main__":
    main()
