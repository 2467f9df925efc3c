"""A state from a view: it looks the same to the seat whose view it is, and knows no more than it."""

import json
import random
from collections.abc import Iterator

import pytest

from stolik.core import CHANCE, Game
from stolik.games.linko import LinkoState
from stolik.games.linko.bots import heuristic
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.pieces import IN_BOX
from stolik.games.linko.views import LinkoView
from tests.games.linko.positions import on_table

TABLES = [
    *(Game("linko", players, mode=mode) for mode in ("basic", "advanced", "expert") for players in (3, 4, 5)),
    Game("linko", 2, mode="duel"),
    Game("linko", 3, mode="expert", first="lots", stall=1),
    Game("linko", 2, mode="duel", first="lots", stall=0),
]


def decisions(game: Game, seed: int, *, well_played: bool) -> Iterator[tuple[LinkoState, LinkoView]]:
    """Yield every decision of a game, with the actor's view as it comes over a wire."""
    rng = random.Random(seed)
    state = game.start()
    while (actor := state.actor) is not None:
        assert isinstance(state, LinkoState)
        if actor == CHANCE:
            state = state.play(state.draw(rng))
            continue
        yield state, json.loads(json.dumps(state.view(actor)))
        state = state.play(heuristic.best(state) if well_played else rng.choice(state.moves()))


@pytest.mark.parametrize("game", TABLES, ids=repr)
@pytest.mark.parametrize("well_played", [True, False])
def test_a_state_from_a_view_looks_like_the_view(game: Game, well_played: bool) -> None:
    phases = set()
    for state, view in decisions(game, seed=7, well_played=well_played):
        found = state_from_view(view)
        assert found.view(view["seat"]) == view
        assert found.moves() == state.moves()
        assert found.table.known == state.table.known
        assert on_table(found.table) == IN_BOX
        phases.add(state.phase)
    assert {"play", "theft", "draw"} <= phases


def test_hidden_cards_make_no_difference() -> None:
    """Whatever the others hold, the same view makes the same state, and the heuristic values it alike."""
    for number, (state, view) in enumerate(decisions(Game("linko", 3), seed=3, well_played=True)):
        seat = view["seat"]
        assert seat is not None
        other = state.sample(seat, random.Random(number))
        assert heuristic.values(other) == heuristic.values(state)
        assert state_from_view(json.loads(json.dumps(other.view(seat)))) == state_from_view(view)
