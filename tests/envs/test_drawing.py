"""A picture shows all that a view does: whatever changes in a view changes its picture."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from stolik import CHANCE, Game, State
from stolik.core import View
from stolik.envs.drawing import picture
from tests.effort import effort

GAMES = [
    Game("pickomino", 3, variant="deluxe", golden_die="ones_and_worms", first="lots"),
    Game("linko", 3, mode="expert"),
    Game("linko", 2, mode="duel"),
]
DERIVED = {
    *("game", "seat", "moves", "over", "result", "hand"),
    *("worms", "top_worms", "top_exact", "exact", "supply", "worm", "lacks_worm", "value", "layer", "parts"),
}
"""What follows from the rest, is the same for a whole game, is a seat's own, or belongs to an end."""


def moments(game: Game) -> Iterator[State]:
    """Yield the decisions of a few random games in which tiles are taken and robbed often."""
    rng = random.Random(8)
    for _ in range(12):
        state = game.start()
        while state.actor is not None:
            yield state
            moves = state.moves()
            wanted = [move for move in moves if move.split(" ")[0] in ("take", "steal", "weasel")]
            state = state.play(state.draw(rng) if state.actor == CHANCE else rng.choice(wanted or moves))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything in a view that is there and has no parts."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in DERIVED:
                yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from leaves(part, (*path, number))
    elif value is not None:
        yield path


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"not {value}"


def altered(view: View, path: tuple[Any, ...]) -> View:
    other = copy.deepcopy(view)
    inside: Any = other
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = changed(inside[path[-1]])
    return other


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_whatever_changes_in_a_view_changes_its_picture(game: Game) -> None:
    rng = random.Random(1)
    tried: Counter[str] = Counter()
    for state in moments(game):
        view = state.view(None)
        for path in leaves(view):
            name = next(key for key in reversed(path) if len(str(key)) > 2)  # not a number, face or card
            if tried[name] < effort(6, 20) or rng.random() < 0.002:
                tried[name] += 1
                assert picture(altered(view, path)) != picture(view), path
    wanted = (
        {"weasel_used", "odd_face", "choice"} if game.name == "pickomino" else {"known", "victim", "quiet"}
    )
    assert wanted | set(game.settings) <= set(tried)
