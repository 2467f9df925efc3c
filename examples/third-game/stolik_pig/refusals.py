"""Why a move is not allowed: a reason code for programs and a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stolik.core import CHANCE, IllegalMove, Move
from stolik_pig.notation import DIE, HOLD, ROLL

if TYPE_CHECKING:
    from stolik_pig.rules import PigState


def illegal(state: PigState, move: str) -> IllegalMove:
    """Return the error for a move that ``state`` does not allow."""
    reason, message = _reason(state, move)
    return IllegalMove(reason, message, move, state.moves())


def _reason(state: PigState, move: str) -> tuple[str, str]:
    if state.phase == "over":
        return "game_over", "the game is over"
    if not isinstance(move, str):
        return "unknown_move", f"a move is a text, not {type(move).__name__}"
    if state.actor == CHANCE:
        if Move(move).word == "die":
            return "wrong_die", f"the die shows 1 to {len(DIE)} (R-1): {DIE[0]!r} to {DIE[-1]!r}"
        return "out_of_turn", "the die falls now, and nobody decides"
    if move in DIE:
        return "out_of_turn", f"no die falls now: seat {state.actor} decides"
    if move == HOLD:
        return "roll_first", "a turn begins with a roll (R-2)"
    return "unknown_move", f"no decision is written like this; they are written: {ROLL}, {HOLD}"
