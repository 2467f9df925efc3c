"""The page about views and their schema are written from the declarations, and real games keep to them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import jsonschema_rs
import pytest

from stolik import CHANCE, Game
from stolik.core import plugin
from tools import views_pages

GAMES = [
    Game("pickomino", 3),
    Game("pickomino", 2, variant="deluxe", golden_die="ones_and_worms", first="lots"),
    Game("linko", 3, mode="expert", first="lots"),
    Game("linko", 2, mode="duel"),
]
TYPES = {"pickomino": "Pickomino", "linko": "Linko"}


def checker(name: str) -> Callable[[object], None]:
    """Return what raises for anything that is not of a type, as it would come over a wire."""
    validator = jsonschema_rs.validator_for({**views_pages.schema(), "$ref": f"#/$defs/{name}"})
    return lambda value: validator.validate(json.loads(json.dumps(value)))


def test_the_page_has_its_tables_from_the_declarations() -> None:
    written = views_pages.PAGE.read_text(encoding="utf-8")
    assert views_pages.page(written) == written, "run make views"


def test_the_schema_is_that_of_the_declarations() -> None:
    assert views_pages.SCHEMA.read_text(encoding="utf-8") == views_pages.schema_text(), "run make views"


def test_every_key_in_the_page_is_explained() -> None:
    rows = [line for line in views_pages.PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert len(rows) > 80
    assert not [row for row in rows if "|  |" in row]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_views_events_and_previews_keep_to_the_schema(game: Game) -> None:
    check_view, check_event, check_preview = (
        checker(TYPES[game.name] + kind) for kind in ("View", "Event", "Preview")
    )
    preview = plugin(game.name).load("preview")
    rng, state = random.Random(3), game.start()
    while (actor := state.actor) is not None:
        for seat in (None, 0, 1):
            check_view(state.view(seat))
        for seen in (preview(state, True) or {}).values():
            check_preview(seen)
        move = state.draw(rng) if actor == CHANCE else rng.choice(state.moves())
        for event in state.events(move, 0):
            check_event(event)
        state = state.play(move)
    check_view(state.view(0))


def test_a_view_with_a_key_of_the_wrong_type_is_refused() -> None:
    view = {**Game("linko", 3).start().view(0), "deck": "many"}
    with pytest.raises(jsonschema_rs.ValidationError, match="many"):
        checker("LinkoView")(view)
