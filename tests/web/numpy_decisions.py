"""What bots and judges come to; run with NumPy, and with what stands in for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import stolik
from stolik import bots
from stolik.analysis import judge_for
from stolik.games.linko.mind import shipped
from stolik.games.pickomino.bots.planner import Planner
from stolik.server.choosing import choose_move


class Chance:
    """The same random numbers for both implementations."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def permutation(self, size: int) -> Any:
        found = list(range(size))
        self._random.shuffle(found)
        return np.array(found, int)

    def permuted(self, value: Any, axis: int) -> Any:
        rows = value.tolist()
        for row in rows:
            self._random.shuffle(row)
        return np.array(rows, int).reshape(value.shape)


Ask = Callable[[Any, Any], Any]


def asked(ask: Ask, decisions: int, name: str, **options: Any) -> list[Any]:
    state, chance, found = stolik.Game(name, **options).start(), random.Random(1), list[Any]()
    while len(found) < decisions:
        if state.actor == stolik.CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(state.actor)
        if len(view["moves"]) > 1:
            found.append(ask(state, view))
        state = state.play(chance.choice(view["moves"]))
    return found


def judged(name: str) -> Ask:
    judge = judge_for(name, 0)

    def ask(state: Any, _: Any) -> list[Any]:
        choice = judge.choice(state)
        return [choice.now, choice.moves, choice.best]

    return ask


def chosen() -> list[Any]:
    """Return who plays at each level of each game, and what it chooses."""

    def choose(level: Any) -> Ask:
        return lambda _, view: choose_move(view["game"], level, 3, view)

    return [
        [name, level, asked(choose(level), 2, name, players=3)]
        for name in stolik.game_names()
        for level in bots.LEVELS
    ]


def decisions() -> dict[str, Any]:
    """Return what they come to, with the same chance on both sides."""
    np.random.default_rng = Chance  # type: ignore[assignment]
    planner, mind = Planner(), shipped()

    def plan(_: Any, view: Any) -> dict[str, float]:
        return planner.values(view)

    def prefer(_: Any, view: Any) -> Any:
        return mind.preferences(view).tolist()

    return {
        "levels": chosen(),
        "planner": asked(plan, 3, "pickomino", players=3),
        "planner with specialists": asked(plan, 3, "pickomino", players=4, variant="deluxe"),
        "judge of dice": asked(judged("pickomino"), 3, "pickomino", players=2),
        "mind": asked(prefer, 4, "linko", players=4),
        "mind in a duel": asked(prefer, 4, "linko", players=2, mode="duel"),
        "critic": asked(lambda state, _: mind.true_chances(state), 4, "linko", players=5),
        "judge of cards": asked(judged("linko"), 2, "linko", players=3),
    }
