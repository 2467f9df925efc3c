"""How long the bots of each level think, and what memory Python takes; run by ``benchmarks.here``."""

from __future__ import annotations

import random
import time
from typing import Any

import stolik
from stolik import bots

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("pickomino", {"players": 3}),
    ("pickomino", {"players": 3, "variant": "deluxe"}),
    ("linko", {"players": 4}),
    ("linko", {"players": 2, "mode": "duel"}),
]


def measured(game: str, options: dict[str, Any], level: str) -> dict[str, object]:
    """Return how long a level thinks in a whole game; the first time, when it also prepares, apart."""
    here = bots.startable(game, level)[0]
    state, chance, took = stolik.Game(game, **options).start(), random.Random(1), list[float]()
    players = [bots.guarded(game, here, seat) for seat in range(state.game.players)]
    while (actor := state.actor) is not None:
        if actor == stolik.CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(actor)
        began = time.perf_counter()
        move = players[actor].choose(view)
        if len(view["moves"]) > 1:  # else there was nothing to think about
            took.append(1000 * (time.perf_counter() - began))
        state = state.play(move)
    first, *others = took
    name = " ".join([game, *(str(value) for value in options.values() if isinstance(value, str))])
    return {
        "game": name,
        "level": level,
        "here": here,
        "first": round(first),
        "mean": round(sum(others) / len(others), 1),
        "longest": round(max(others)),
    }


def thinking() -> dict[str, Any]:
    """Return all levels, and the bytes that Python has taken."""
    import pyodide_js  # type: ignore[import-not-found]  # there is none but in browsers

    rows = [measured(*table, level) for table in TABLES for level in bots.LEVELS]
    return {"rows": rows, "memory": pyodide_js._module.HEAPU8.length}
