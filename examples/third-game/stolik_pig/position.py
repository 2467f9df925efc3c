"""The text of a position of Pig: ``pig players=2 scores=40/35 turn=1 total=12``.

``scores`` has the points of each seat, ``turn`` the seat in turn, ``total`` the points of the turn; they are
0 where they are left out. ``phase`` is there while the die falls and when the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stolik.core import Game, Rng
from stolik.core.positions import Fields, by_seat, read_number
from stolik_pig.rules import Phase, PigState, goal

NAMES: Final = ("scores", "turn", "total", "phase")
PHASES: Final[Mapping[str, Phase]] = {"rolling": "rolling", "over": "over"}
"""The phases that have to be named."""


def write(state: PigState, _seat: int | None) -> dict[str, str]:
    """Return the fields of a position; everybody knows all of them."""
    fields = {
        "scores": by_seat(map(str, state.scores)) if any(state.scores) else "",
        "turn": str(state.seat or ""),
        "total": str(state.total or ""),
        "phase": state.phase if state.phase in PHASES else "",
    }
    return {name: value for name, value in fields.items() if value}


def read(game: Game, given: Mapping[str, str], _rng: Rng | None) -> PigState:
    """Return the state that the fields describe."""
    fields = Fields(game, given, NAMES)
    scores = _scores(fields)
    total = fields.number("total", 0, 0)
    named = fields.choice("phase", tuple(PHASES))
    phase: Phase = PHASES[named] if named else "rolled" if total else "start"
    seat = fields.seat("turn")
    if (max(scores) >= goal(game)) != (phase == "over"):
        raise ValueError(f"the game is over when a seat has {goal(game)} points, and not before (R-6)")
    if phase == "over" and (total or scores[seat] < goal(game)):
        raise ValueError("the game is over with the turn of the winner, whose points are in scores (R-6)")
    return PigState(game, scores, seat, total, phase)


def _scores(fields: Fields) -> tuple[int, ...]:
    if "scores" not in fields:
        return (0,) * fields.game.players
    return tuple(read_number("scores", "".join(points), 0) for points in fields.seats("scores"))
