"""Help with a decision of the card game: what each move is worth, as far as the seat can know."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NotRequired, TypedDict

from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.notation import LAYERS
from stolik.games.linko.reasons import LinkoReason, reasons
from stolik.games.linko.views import LinkoView

if TYPE_CHECKING:
    from stolik.games.linko.judge import Judge


BEST: Final = 3
"""Of how many moves it is told why they are good."""


class LinkoAdvice(TypedDict):
    """What the trainer knows of a move."""

    chance: float
    """The part of the victory that the seat can expect after it."""
    doubt: float
    """How far off that may be, compared with the best move: a standard error."""
    place: NotRequired[int]
    """For the best three: which of them, from 1."""
    why: NotRequired[list[LinkoReason]]
    """For the best three: what speaks for it."""
    stolen: NotRequired[float]
    """For the best three plays: how likely the layer is stolen before the seat's next turn."""


def can_advise(view: LinkoView) -> bool:
    """Whether the seat whose view this is has something to choose."""
    return len(view.get("moves", ())) > 1


def risk(_: LinkoView) -> None:
    """Return nothing: no decision of this game burns."""


def advise(view: LinkoView) -> tuple[str, dict[str, LinkoAdvice]]:
    """Return the best move, and what every move is worth."""
    judge, state, seat = _judge(), state_from_view(view), view["seat"]
    assert seat is not None
    found = judge.choice(state)
    most = found.moves[found.best][seat]  # of many moves some look better than they are: none is better
    said: dict[str, LinkoAdvice] = {
        move: {"chance": min(chances[seat], most), "doubt": found.doubt[move]}
        for move, chances in found.moves.items()
    }
    best = sorted(said, key=lambda move: (move != found.best, -said[move]["chance"]))[:BEST]
    for place, move in enumerate(best, 1):
        said[move] |= {"place": place, "why": reasons(state, move)}
        if state.phase == "play" and sum(state.table.hands[seat]) > LAYERS[move].size:
            said[move]["stolen"] = judge.theft_chance(state, move)
    return found.best, said


@cache
def _judge() -> Judge:
    from stolik.games.linko.judge import Judge  # only trainers need NumPy

    return Judge(depth=0)  # people wait for it
