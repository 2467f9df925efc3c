"""What goes with the view of whoever must decide: what choices lead to, the risk, and a trainer's advice."""

from __future__ import annotations

from typing import Any

from stolik.core import State, View, plugin
from stolik.server.messages import Event, Help


def preview(state: State | None, seat: int | None, help: Help) -> dict[str, Event] | None:
    """Return what follows from each move of the seat that sees, where its game can say so."""
    if seat is None or state is None or state.actor != seat or not state.game.plugin.preview:
        return None
    found: dict[str, Event] | None = state.game.plugin.load("preview")(state, help != "none")
    return found


def risk(view: View | None) -> float | None:
    """Return the risk of what whoever sees this view may do next, where its game knows of one."""
    if view is None or not plugin(view["game"]).advice:
        return None
    found: float | None = plugin(view["game"]).load("advice").risk(view)
    return found


def can_advise(view: View) -> bool:
    """Whether a trainer has something to say to whoever sees this view."""
    found = plugin(view["game"])
    return bool(found.advice) and bool(found.load("advice").can_advise(view))


def advise(view: View) -> tuple[str, dict[str, Any]]:
    """Return the best move, and what a trainer knows of each."""
    found: tuple[str, dict[str, Any]] = plugin(view["game"]).load("advice").advise(view)
    return found
