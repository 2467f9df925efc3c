"""Help with a decision, as far as the game has any: a preview of each move, the risk, a trainer's advice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from stolik.core import CHANCE, Game, State, View, game_names, plugin
from stolik.core.game import options
from stolik.server.messages import Help, PerMove

MOVES = 500
"""Moves of each kind of game that are played before anybody plays it: so many meet all that it works out."""


def preview(state: State | None, seat: int | None, help: Help) -> PerMove | None:
    """Return what each move of a seat leads to, if it is that seat's turn and its game has previews."""
    if seat is None or state is None or state.actor != seat or not state.game.plugin.preview:
        return None
    found: PerMove | None = state.game.plugin.load("preview")(state, help != "none")
    return found


def risk(view: View | None) -> float | None:
    """Return the risk of the decision in a view, if its game knows of one."""
    if view is None or not plugin(view["game"]).advice:
        return None
    found: float | None = plugin(view["game"]).load("advice").risk(view)
    return found


def can_advise(view: View) -> bool:
    """Whether there is advice for the decision in a view."""
    found = plugin(view["game"])
    return bool(found.advice) and bool(found.load("advice").can_advise(view))


def advise(view: View) -> tuple[str, PerMove]:
    """Return the best move, and what a trainer says of each."""
    found: tuple[str, PerMove] = plugin(view["game"]).load("advice").advise(view)
    return found


@cache
def warm() -> None:
    """Help with the first decision of each game, and play on at random, once, so that all they need is there.

    It takes a moment, for which nobody who plays should have to wait.
    """
    rng = random.Random(0)
    for name in game_names():
        for game in _variants(name):
            state = game.start()
            while state.actor == CHANCE:
                state = _go_on(state, rng)
            preview(state, state.actor, "risk")
            risk(state.view(state.actor))
            for _ in range(MOVES):
                if state.actor is not None:
                    state = _go_on(state, rng)


def _go_on(state: State, rng: random.Random) -> State:
    """Return a game after a move at random."""
    return state.play(state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves()))


def _variants(name: str) -> Iterator[Game]:
    """Return a game as it is without any choice, and with each choice that it offers by a word."""
    known = {option.name: option for option in options(name)}
    players = int(known["players"].default)
    yield Game(name, players=players)
    for option in known.values():
        for choice in option.choices:
            if isinstance(choice, str) and choice != option.default:
                with suppress(ValueError):  # it needs another choice, too
                    yield Game(name, players=players, **{option.name: choice})
