"""What the page makes of events on its stage is what the engine makes of the moves."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from stolik import Game
from stolik.core import CHANCE, Event

WEB = Path(__file__).parents[2] / "web"
NODE = Path(sys.executable).with_name("node")
GAMES = [
    Game("pickomino", 3, variant="base"),
    Game("pickomino", 4, variant="deluxe"),
    Game("pickomino", 3, variant="deluxe", golden_die="ones_and_worms"),
    Game("linko", 3),
    Game("linko", 4, mode="advanced"),
    Game("linko", 5, mode="expert"),
    Game("linko", 2, mode="duel"),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_events_lead_to_what_the_engine_shows(game: Game, tmp_path: Path) -> None:
    """Scenes of the server end at a decision: chance and what follows by itself are in the same scene."""
    rng = random.Random(str(game))
    transitions = []
    for seat in (0, None):
        state = game.start()
        while state.actor == CHANCE:
            state = state.play(state.draw(rng))
        while state.actor is not None:
            before, events = state.view(seat), list[Event]()
            while state.actor is not None:
                move = state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves())
                events += state.events(move, seat)
                state = state.play(move)
                if state.actor != CHANCE:
                    break
            transitions.append({"before": before, "events": events, "after": state.view(seat)})
    path = tmp_path / "transitions.json"
    path.write_text(json.dumps(transitions[:1500]))
    checked = subprocess.run(
        [NODE, WEB / "tests" / "staging-check.mjs", path], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr[-4000:]
    assert int(checked.stdout) == len(transitions[:1500]) > 100
