"""What a play would lead to, as far as everybody can tell before it is made: whom it robs, and in what order.

It goes with the actor's view, so that the page can say "you rob Ola, then Lis" without knowing a rule.
"""

from __future__ import annotations

from typing import TypedDict

from stolik.games.linko.notation import LAYERS
from stolik.games.linko.pieces import Layer
from stolik.games.linko.rules import LinkoState, robs, sets_to_raid


class LinkoPreview(TypedDict):
    """What follows from a play."""

    ends: bool
    """Whether it ends the game (L-5)."""
    robs: list[int]
    """The seats it robs, in order (L-6)."""
    raids: list[str]
    """The moves that can follow at once: each steals a set of the virtual player (V-5)."""


def preview(state: LinkoState, _risk: bool) -> dict[str, LinkoPreview] | None:
    """Return what each ``play …`` leads to; nothing where no cards are to be played."""
    if state.phase != "play":
        return None
    return {str(move): _played(state, LAYERS[move]) for move in state.legal}


def _played(state: LinkoState, layer: Layer) -> LinkoPreview:
    table = state.table
    if sum(table.hands[state.seat]) == layer.size:
        return {"ends": True, "robs": [], "raids": []}
    raids = [] if table.row is None else [str(move) for move in sets_to_raid(table, layer.value, layer.size)]
    return {"ends": False, "robs": robs(state.game, table, state.seat, layer), "raids": raids}
