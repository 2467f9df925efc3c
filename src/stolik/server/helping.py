"""The table's help for whoever has to decide in the dice game: the risk, or all that a trainer knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from stolik.server.messages import View

ROLLS = ("roll", "roll gold", "weasel")
DECISIONS = ("start", "rolled", "kept")
"""The phases in which there is something to say."""


def may_be_helped(view: View | None) -> bool:
    """Whether whoever sees this view has to decide about a turn of the dice game."""
    return view is not None and view["game"] == "pickomino" and "moves" in view and view["phase"] in DECISIONS


def risk(view: View | None) -> float | None:
    """Return the chance that the next roll shows only faces that are set aside already (P-4)."""
    if view is None or not may_be_helped(view) or not any(move in ROLLS for move in view["moves"]):
        return None
    turn: dict[str, Any] = view["turn"]
    return burning(turn["aside"], turn["dice"], turn["odd_die"])


def burning(used: Collection[str], dice: int, odd_die: bool) -> float:
    """Return the chance that dice show only used faces; one may be of ones and worms (D-10)."""
    chance: float = (len(used) / 6) ** (dice - odd_die)
    return chance * (("1" in used) + ("w" in used)) / 2 if odd_die else chance


def advice(view: View) -> tuple[str, dict[str, Any]]:
    """Return the best move, and for every move its value in worms and the chance of each ending."""
    from stolik.bots import odds  # only trainers need NumPy

    answer = odds.turn(view)
    moves = {
        str(move): {
            "value": choice.value,
            "endings": {str(ending): chance for ending, chance in choice.endings.items()},
        }
        for move, choice in answer.moves.items()
    }
    return str(answer.best), moves
