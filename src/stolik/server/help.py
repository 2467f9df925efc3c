"""Help with a decision, as far as the game has any: a preview of each move, the risk, a trainer's advice."""

from __future__ import annotations

from stolik.core import State, View, plugin
from stolik.server.messages import Help, PerMove


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
