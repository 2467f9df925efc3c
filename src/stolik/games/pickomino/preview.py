"""What a move would lead to, as far as everybody can tell before it is made.

It goes with the actor's view, so that the page can say "+6 → 23" without knowing a rule.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from stolik.games.pickomino import views
from stolik.games.pickomino.advice import ROLLS, burn_chance, last_die_risk, tile_chances
from stolik.games.pickomino.notation import BURN
from stolik.games.pickomino.pieces import FACES, Specialist
from stolik.games.pickomino.rules import PickominoState, tile_for


class Loss(TypedDict):
    """What a burnt roll costs its player."""

    tile: int | None
    specialist: Specialist | None


class PickominoPreview(TypedDict):
    """What a move leads to: a face set aside to another turn, a roll to chances, a burnt roll to a loss."""

    sum: NotRequired[int]
    worm: NotRequired[bool]
    lacks_worm: NotRequired[bool]
    """Whether the sum would take a tile of the grill, if only there were a worm (P-6)."""
    moves: NotRequired[list[str]]
    """The moves there are then; none if that burns the roll."""
    risk: NotRequired[float]
    """The chance that the roll burns at once; after setting a face aside, that of rolling on."""
    tile: NotRequired[float]
    """The chance to end the turn with a tile, for a player who rolls (on) and wants any tile. Needs NumPy."""
    loss: NotRequired[Loss]


def preview(state: PickominoState, risk: bool) -> dict[str, PickominoPreview] | None:
    """Return what each move of a turn leads to; nothing where there is nothing to tell."""
    found = {str(move): seen for move in state.legal if (seen := _led_to(state, move, risk))}
    return found or None


def _led_to(state: PickominoState, move: str, risk: bool) -> PickominoPreview | None:
    if move.startswith("keep "):
        return _kept(state, move, risk)
    if move == BURN:
        return {"loss": _loss(state)}
    if risk and move in ROLLS:
        return _chances(state, move)
    return None


def _kept(state: PickominoState, move: str, risk: bool) -> PickominoPreview:
    after = state.play(move)
    kept = views.kept(state, move.removeprefix("keep "))
    moves = [str(move) for move in after.legal] if after.actor == state.actor else []
    lacks_worm = not kept["worm"] and tile_for(state.table, kept["sum"]) is not None
    seen: PickominoPreview = {
        "sum": kept["sum"],
        "worm": kept["worm"],
        "lacks_worm": lacks_worm,
        "moves": moves,
    }
    if risk and "roll" in moves:
        seen.update(_chances(after, "roll"))
    return seen


def _chances(state: PickominoState, roll: str) -> PickominoPreview:
    """Return how likely a roll burns, and how likely the turn then ends with a tile."""
    thrown = state.play(roll)
    turn = thrown.turn  # the golden die may be among the dice now
    used = [face for face, number in zip(FACES, turn.aside.counts, strict=True) if number]
    last = turn.dice == 1
    risk = last_die_risk(thrown) if last else burn_chance(used, turn.dice, turn.hand.odd_die)
    seen: PickominoPreview = {"risk": risk}
    chances = tile_chances(state.view(state.actor))
    if chances:
        seen["tile"] = chances[roll]
    return seen


def _loss(state: PickominoState) -> Loss:
    seat = state.seat
    before, after = state.table, state.play(BURN).table
    lost = len(after.stacks[seat]) < len(before.stacks[seat])
    held = before.held[seat]
    return {
        "tile": before.stacks[seat][-1] if lost else None,
        "specialist": held if after.held[seat] != held else None,
    }
