"""From a view back to the state: nothing is hidden in the dice game."""

from __future__ import annotations

from typing import cast

from stolik.core import Move, game_of_view, put
from stolik.games.pickomino.dice import Roll, aside_of, faces, hand_of
from stolik.games.pickomino.pieces import FACES, NO_DICE, Counts
from stolik.games.pickomino.rules import FRESH, Phase, PickominoState, Turn
from stolik.games.pickomino.table import Table
from stolik.games.pickomino.views import Dice, PickominoTurn, PickominoView


def state_from_view(view: PickominoView) -> PickominoState:
    """Return the state that a view shows, but for the order in which tiles were turned down.

    Only the actor's own view tells the legal moves.
    """
    seats, turn = view["seats"], view["turn"]
    table = Table(
        grill=tuple([spot["tile"] for spot in view["grill"] if spot["up"]]),
        down=tuple([spot["tile"] for spot in view["grill"] if not spot["up"]]),
        stacks=tuple([tuple(seat["stack"]) for seat in seats]),
        perched=tuple([(spot["tile"], spot["specialist"]) for spot in view["grill"] if spot["specialist"]]),
        held=tuple([seat["specialist"] for seat in seats]),
        round_worms=tuple([seat["round_worms"] for seat in seats]),
    )
    return PickominoState(
        game=game_of_view(view, len(seats)),
        table=table,
        seat=turn["seat"] if turn else 0,
        turn=_turn(turn) if turn else FRESH,
        phase=cast(Phase, view["phase"]),
        actor=view["actor"],
        legal=tuple(map(Move, view.get("moves", ()))),
        roll=_roll(turn) if turn else None,
        choice=tuple(view["choice"]),
    )


def _turn(turn: PickominoTurn) -> Turn:
    aside = aside_of(_counts(turn["aside"]))
    return Turn(aside, hand_of(turn["dice"], turn["odd_die"]), turn["gold"], turn["weasel_used"])


def _roll(turn: PickominoTurn) -> Roll | None:
    if turn["roll"] is None:
        return None
    counts = _counts(turn["roll"])
    return Roll(counts, faces(counts), None if turn["odd_face"] is None else FACES.index(turn["odd_face"]))


def _counts(dice: Dice) -> Counts:
    counts = NO_DICE
    for face, number in dice.items():
        counts = put(counts, FACES.index(face), number)
    return counts
