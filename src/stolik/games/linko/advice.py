"""Help with a decision of the card game: what each move is worth, as far as the seat can know."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypedDict

from stolik.games.linko.views import LinkoView

if TYPE_CHECKING:
    from stolik.analysis import Judge


class LinkoAdvice(TypedDict):
    """What the trainer knows of a move."""

    chance: float
    """The part of the victory that the seat can expect after it."""
    doubt: float
    """How far off that may be, compared with the best move: a standard error."""


def can_advise(view: LinkoView) -> bool:
    """Whether the seat whose view this is has something to choose."""
    return len(view.get("moves", ())) > 1


def risk(_: LinkoView) -> None:
    """Return nothing: no decision of this game burns."""


def advise(view: LinkoView) -> tuple[str, dict[str, LinkoAdvice]]:
    """Return the best move, and what every move is worth."""
    from stolik.games.linko.from_view import state_from_view  # the rules import the views

    found, seat = _judge().choice(state_from_view(view)), view["seat"]
    assert seat is not None
    said: dict[str, LinkoAdvice] = {
        move: {"chance": chances[seat], "doubt": found.doubt[move]} for move, chances in found.moves.items()
    }
    return found.best, said


@cache
def _judge() -> Judge:
    from stolik.analysis import judge_for  # only trainers need NumPy

    return judge_for("linko", depth=0)  # people wait for it
