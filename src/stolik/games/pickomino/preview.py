"""What setting a face aside would lead to, as far as everybody can tell before it is done.

It goes with the actor's view, so that the page can say "+6 → 23" without knowing a rule.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from stolik.games.pickomino import views
from stolik.games.pickomino.advice import burn_chance
from stolik.games.pickomino.pieces import FACES
from stolik.games.pickomino.rules import PickominoState, tile_for


class PickominoPreview(TypedDict):
    """The turn after a face is set aside."""

    sum: int
    worm: bool
    lacks_worm: bool
    """Whether the sum would take a tile of the grill, if only there were a worm (P-6)."""
    moves: list[str]
    """The moves there are then; none if that burns the roll."""
    risk: NotRequired[float]
    """The chance that rolling on burns at once."""


def preview(state: PickominoState, risk: bool) -> dict[str, PickominoPreview] | None:
    """Return what each ``keep …`` leads to; nothing where there is no face to choose."""
    if state.phase != "rolled":
        return None
    return {str(move): _kept(state, move, risk) for move in state.legal if move.word == "keep"}


def _kept(state: PickominoState, move: str, risk: bool) -> PickominoPreview:
    after = state.play(move)
    kept = views.kept(state, move.removeprefix("keep "))
    moves = [str(move) for move in after.legal] if after.actor == state.actor else []
    lacks_worm = not kept["worm"] and tile_for(state.table, kept["sum"]) is not None
    seen: PickominoPreview = {
        "sum": kept["sum"],
        "worm": kept["worm"],
        "lacks_worm": lacks_worm,
        "moves": moves,
    }
    if risk and "roll" in moves:
        used = [face for face, number in zip(FACES, after.turn.aside.counts, strict=True) if number]
        seen["risk"] = burn_chance(used, after.turn.dice, after.turn.hand.odd_die)
    return seen
