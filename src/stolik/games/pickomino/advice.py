"""Help with a decision of the dice game: the risk of the next roll, or all that a trainer knows."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from math import fsum
from typing import TYPE_CHECKING, NotRequired, TypedDict

from stolik.games.pickomino.notation import BURN
from stolik.games.pickomino.pieces import FACES
from stolik.games.pickomino.views import PickominoView

if TYPE_CHECKING:
    from stolik.analysis import Judge
    from stolik.games.pickomino.rules import PickominoState

ROLLS = ("roll", "roll gold", "weasel")
DECISIONS = ("start", "rolled", "kept")
"""The phases in which there is something to say."""


class PickominoAdvice(TypedDict):
    """What the trainer knows of a move."""

    value: float
    """What it is worth on average, in worms."""
    endings: dict[str, float]
    """The chance of each way in which the turn may end."""
    chance: float
    """The part of the victory that the seat can expect after it."""
    then: NotRequired[dict[str, float]]
    """After setting a face aside, what each of the next moves is worth; the best as much as ``value``."""
    then_chances: NotRequired[dict[str, float]]
    """After setting a face aside, what the seat can then expect of each of the next moves."""


def can_advise(view: PickominoView) -> bool:
    """Whether the seat whose view this is has to decide about a turn."""
    return "moves" in view and view["phase"] in DECISIONS


def risk(view: PickominoView) -> float | None:
    """Return the chance that the next roll burns at once; nothing where there is none to make."""
    turn = view["turn"]
    roll = next((move for move in view.get("moves", ()) if move in ROLLS), None)
    if turn is None or roll is None or not can_advise(view):
        return None
    if turn["dice"] > 1:
        return burn_chance(turn["aside"], turn["dice"], turn["odd_die"])
    from stolik.games.pickomino.from_view import state_from_view  # the rules import the views

    return last_die_risk(state_from_view(view).play(roll))


def last_die_risk(thrown: PickominoState) -> float:
    """Return the chance that the last die burns: it shows a used face (P-4), or takes no tile (P-14)."""
    burnt = (chance for fallen, chance in thrown.outcomes() if not _goes_on(thrown.play(fallen)))
    return fsum(burnt)  # six sixths are one


def _goes_on(fallen: PickominoState) -> bool:
    keeps = (move for move in fallen.legal if move.startswith("keep "))
    return any(fallen.play(move).phase == "kept" for move in keeps)


def burn_chance(used: Collection[str], dice: int, odd_die: bool) -> float:
    """Return the chance that dice show only used faces; one may be of ones and worms (D-10)."""
    chance: float = (len(used) / len(FACES)) ** (dice - odd_die)
    return chance * (("1" in used) + ("w" in used)) / 2 if odd_die else chance


def tile_chances(view: PickominoView) -> dict[str, float] | None:
    """Return for each move the chance to end the turn with a tile, any tile; nothing without NumPy."""
    try:
        from stolik.games.pickomino import odds
    except ModuleNotFoundError:
        return None
    endings = odds.Board.of(view).endings
    return odds.values(view, {ending: 1.0 for ending in endings if ending != BURN})


def advise(view: PickominoView) -> tuple[str, dict[str, PickominoAdvice]]:
    """Return the move that wins most often, and for every move its value and the chance of each ending."""
    from stolik.games.pickomino import odds  # only trainers need NumPy
    from stolik.games.pickomino.from_view import state_from_view  # the rules import the views

    state = state_from_view(view)
    answer, judged = odds.turn(view), _judge().choice(state)
    moves: dict[str, PickominoAdvice] = {}
    for move, choice in answer.moves.items():
        said: PickominoAdvice = {
            "value": choice.value,
            "endings": {str(ending): chance for ending, chance in choice.endings.items()},
            "chance": judged.moves[str(move)][state.seat],
        }
        after = state.play(move) if move.startswith("keep ") else None
        if after is not None and after.phase == "kept":
            said["then"] = _then(after, choice.value)
            said["then_chances"] = {
                then: chances[state.seat] for then, chances in _judge().choice(after).moves.items()
            }
        moves[str(move)] = said
    return judged.best, moves


@cache
def _judge() -> Judge:
    from stolik.analysis import judge_for

    return judge_for("pickomino")


def _then(after: PickominoState, value: float) -> dict[str, float]:
    """Return what the moves after setting a face aside are worth, the best of them as much as that."""
    from stolik.games.pickomino import odds

    values = odds.values(after.view(after.actor))
    gained = value - max(values.values())  # a round worm for ones is the player's by then (D-17)
    return {str(move): worth + gained for move, worth in values.items()}
