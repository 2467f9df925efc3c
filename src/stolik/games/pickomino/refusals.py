"""Why a move is not allowed: a reason code for programs and a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stolik.core import CHANCE, IllegalMove, lots, lots_expected
from stolik.games.pickomino.notation import (
    BURN,
    HOLD,
    KEEP,
    REPEAT,
    ROLL,
    ROLL_GOLD,
    STEAL,
    TAKE,
    WORM_FROM,
)
from stolik.games.pickomino.pieces import FACES, HEN, LOW_TILES, WEASEL

if TYPE_CHECKING:
    from stolik.games.pickomino.rules import PickominoState

Reason = tuple[str, str]

DECISIONS = {
    ROLL, ROLL_GOLD, REPEAT, BURN, *KEEP, *TAKE.values(), *STEAL.values(), *WORM_FROM, *HOLD.values(),
}  # fmt: skip
LOW_THEFTS = tuple(f"steal {tile}" for tile in LOW_TILES)
FORMS = "roll, roll gold, keep 4, keep w, take 27, steal 27, weasel, burn, worm from 2, hold hen"


def illegal(state: PickominoState, move: str) -> IllegalMove:
    """Return the error for a move that ``state`` does not allow."""
    reason, message = _reason(state, move)
    return IllegalMove(reason, message, move, state.legal)


def _reason(state: PickominoState, move: str) -> Reason:
    if state.phase == "over":
        return "game_over", "the game is over"
    if not isinstance(move, str):
        return "unknown_move", f"a move is a text, not {type(move).__name__}"
    if state.actor == CHANCE:
        return _reason_at_chance(state, move)
    if move.split(" ")[0] == "dice" or move in lots(state.game.players):
        return "out_of_turn", f"no dice fall now: seat {state.actor} decides"
    if move in LOW_THEFTS:
        return "low_tile", f"tile {move.removeprefix('steal ')} cannot be stolen (D-2)"
    if move not in DECISIONS:
        return "unknown_move", f"no decision is written like this; they are written: {FORMS}"
    word, *args = move.split(" ")
    return _REASONS[word](state, args[-1] if args else "")


def _reason_at_chance(state: PickominoState, move: str) -> Reason:
    if state.phase == "lots":
        return "out_of_turn", lots_expected(state.game.players)
    if move.split(" ")[0] != "dice":
        return "out_of_turn", "the dice fall now, and nobody decides"
    dice = f"{state.turn.dice} dice" if state.turn.dice > 1 else "1 die"
    gold = ", the golden one last and named ('gold 1' or 'gold w')" if state.turn.hand.odd_die else ""
    return "wrong_dice", f"{dice} must fall, in the order {' '.join(FACES)}, single spaces between them{gold}"


def _roll(state: PickominoState, arg: str) -> Reason:
    if state.phase == "start":
        return "no_golden_die", f"seat {state.seat} does not hold the golden die (D-10)"
    if state.phase == "kept" and arg == "gold":
        return "too_late", "the golden die joins before the first roll of a turn only (D-10)"
    if state.phase == "kept":
        return "no_roll_left", "no dice are left to roll, or all six faces are used (P-13)"
    return _first_things_first(state)


def _keep(state: PickominoState, face: str) -> Reason:
    if state.phase != "rolled" or state.roll is None:
        return _first_things_first(state)
    index = FACES.index(face)
    if not state.roll.counts[index]:
        return "face_not_rolled", f"no die shows {face} (P-4)"
    return "face_used", f"dice showing {face} were set aside before in this turn (P-4)"


def _no_tile(state: PickominoState) -> Reason | None:
    """Return why no tile at all can be won now, if so."""
    if state.phase != "kept":
        return _first_things_first(state)
    _, worm = state.so_far()
    return None if worm else ("no_worm", "a tile needs a worm among the dice set aside (P-6)")


def _take(state: PickominoState, arg: str) -> Reason:
    if nothing := _no_tile(state):
        return nothing
    tile, (total, _) = int(arg), state.so_far()
    if tile not in state.table.grill:
        return "tile_not_on_grill", f"tile {tile} does not lie face up on the grill (P-7, P-17)"
    if tile > total:
        return "sum_too_low", f"the sum is {total}, too low for tile {tile} (P-7)"
    if tile in LOW_TILES:
        return "not_exact", f"tile {tile} needs exactly that sum, not {total} (D-2)"
    return "not_next_lower", f"with a sum of {total} a higher tile comes first (P-7, P-9)"


def _steal(state: PickominoState, arg: str) -> Reason:
    if nothing := _no_tile(state):
        return nothing
    tile, (total, _) = int(arg), state.so_far()
    if state.table.top(state.seat) == tile:
        return "own_tile", f"tile {tile} is on top of one's own stack (P-11)"
    if all(state.table.top(seat) != tile for seat in range(state.game.players)):
        return "not_on_top", f"tile {tile} is not on top of an opponent's stack (P-8)"
    return "not_exact", f"stealing tile {tile} needs exactly that sum, not {total} (P-8)"


def _weasel(state: PickominoState, _: str) -> Reason:
    if state.table.held[state.seat] != WEASEL:
        return "no_weasel", f"seat {state.seat} does not hold the weasel (D-15)"
    if state.turn.weasel_used:
        return "weasel_used", "the weasel repeats one roll a turn (D-15)"
    return "no_roll", "the weasel repeats a roll before dice of it are set aside (D-15)"


def _burn(_: PickominoState, __: str) -> Reason:
    return "not_burnt", "this roll is not burnt (P-14)"


def _worm(state: PickominoState, arg: str) -> Reason:
    giver = int(arg)
    if state.phase not in ("worm_for_ones", "worm_for_raven"):
        return "no_round_worm_due", "no round worm is taken from a player now (D-18)"
    if giver == state.seat or giver >= state.game.players:
        return "no_such_opponent", f"seat {giver} is not an opponent (D-18)"
    if state.table.held[giver] == HEN:
        return "hen_guards", f"seat {giver} holds the hen (D-14)"
    return "no_round_worm", f"seat {giver} has no round worm (D-18)"


def _hold(state: PickominoState, arg: str) -> Reason:
    if state.phase != "hold":
        return "no_choice", "no choice between two specialists is due now (D-5)"
    return "not_in_choice", f"{arg} is not one of the two specialists (D-5)"


def _first_things_first(state: PickominoState) -> Reason:
    """Return what has to be done before anything else in this phase."""
    return {
        "start": ("roll_first", "the turn begins with a roll (P-4)"),
        "rolled": ("set_aside_first", "dice of one face must be set aside first (P-4)"),
        "kept": ("roll_first", "nothing is rolled: roll again, or take a tile (P-5)"),
        "worm_for_ones": ("round_worm_first", "the round worm must be settled first (D-18)"),
        "worm_for_raven": ("round_worm_first", "the round worm must be settled first (D-18)"),
        "hold": ("choice_first", "one of the two specialists must be chosen first (D-5)"),
    }[state.phase]


_REASONS = {
    "roll": _roll,
    "keep": _keep,
    "take": _take,
    "steal": _steal,
    "weasel": _weasel,
    "burn": _burn,
    "worm": _worm,
    "hold": _hold,
}
