"""What Pig shows: views of a moment, and events between two. Nothing is hidden in this game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from stolik.core import View
from stolik_pig.notation import HOLD, ROLL

if TYPE_CHECKING:
    from stolik_pig.rules import PigState

# -- Types ------------------------------------------------------------------------------------------------


class PigSeat(TypedDict):
    """What a player has."""

    score: int


class PigTurn(TypedDict):
    """The turn that is being played."""

    seat: int
    total: int
    """The points rolled in this turn, which a 1 would lose (R-4)."""


class PigTable(TypedDict):
    """The part of a view that is Pig's own."""

    seats: list[PigSeat]
    turn: PigTurn | None


class PigView(View, PigTable):
    """What everybody may see of Pig."""

    goal: int
    """The points that win (R-6)."""


class RollEvent(TypedDict):
    """A player rolls the die."""

    kind: Literal["roll"]
    seat: int


class DieEvent(TypedDict):
    """The die has fallen."""

    kind: Literal["die"]
    seat: int
    face: int


class BustEvent(TypedDict):
    """The die shows a 1: the points of the turn are lost (R-4)."""

    kind: Literal["bust"]
    seat: int
    lost: int


class HoldEvent(TypedDict):
    """A player keeps the points of the turn (R-5); ``score`` is what the player has then."""

    kind: Literal["hold"]
    seat: int
    points: int
    score: int


class OverEvent(TypedDict):
    """The game is over (R-6)."""

    kind: Literal["over"]
    scores: list[int]
    places: list[int]
    reason: str


PigEvent = RollEvent | DieEvent | BustEvent | HoldEvent | OverEvent

# -- Views ------------------------------------------------------------------------------------------------


def shown(state: PigState) -> PigTable:
    """Return the table, the same for all."""
    over = state.phase == "over"
    return {
        "seats": [{"score": score} for score in state.scores],
        "turn": None if over else {"seat": state.seat, "total": state.total},
    }


# -- Events -----------------------------------------------------------------------------------------------


def events(before: PigState, move: str, after: PigState) -> list[PigEvent]:
    """Return what a move made happen, in the order in which it happened."""
    seat = before.seat
    if move == ROLL:
        return [{"kind": "roll", "seat": seat}]
    if move == HOLD:
        told: list[PigEvent] = [
            {"kind": "hold", "seat": seat, "points": before.total, "score": after.scores[seat]}
        ]
        if after.phase == "over":
            told.append({"kind": "over", **after.result().view()})
        return told
    fallen: DieEvent = {"kind": "die", "seat": seat, "face": int(move.removeprefix("die "))}
    if after.phase == "rolled":
        return [fallen]
    return [fallen, {"kind": "bust", "seat": seat, "lost": before.total}]
