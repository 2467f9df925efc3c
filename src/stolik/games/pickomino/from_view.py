"""From a view back to the state: nothing is hidden in the dice game."""

from __future__ import annotations

from stolik.core import CHANCE, Game, Move, put
from stolik.games.pickomino.dice import Roll, aside_of, faces, hand_of
from stolik.games.pickomino.pieces import FACES, NO_DICE, Counts, Specialist
from stolik.games.pickomino.rules import PickominoState, Turn
from stolik.games.pickomino.table import Table
from stolik.games.pickomino.views import PickominoView


def state_of(game: Game, view: PickominoView) -> PickominoState:
    """Return the state that a view shows: all lies open but the order in which tiles were turned down."""
    seats = view["seats"]
    held: tuple[Specialist | None, ...] = tuple(seat["specialist"] for seat in seats)
    table = Table(
        grill=tuple(spot["tile"] for spot in view["grill"] if spot["up"]),
        down=tuple(spot["tile"] for spot in view["grill"] if not spot["up"]),
        stacks=tuple(tuple(seat["stack"]) for seat in seats),
        perched=tuple((spot["tile"], spot["specialist"]) for spot in view["grill"] if spot["specialist"]),
        held=held,
        round_worms=tuple(seat["round_worms"] for seat in seats),
    )
    seen = view["turn"]
    if seen is None:
        return PickominoState(
            game, table, 0, Turn(), view["phase"], CHANCE if view["actor"] == CHANCE else None
        )
    return PickominoState(
        game,
        table,
        seen["seat"],
        Turn(
            aside_of(_counts(seen["aside"])),
            hand_of(seen["dice"], seen["odd_die"]),
            seen["gold"],
            seen["weasel_used"],
        ),
        view["phase"],
        view["actor"],
        tuple(map(Move, view.get("moves", ()))),
        _roll(seen),
        tuple(view["choice"]),
    )


def _roll(turn: PickominoView) -> Roll | None:
    if turn["roll"] is None:
        return None
    counts = _counts(turn["roll"])
    return Roll(counts, faces(counts), None if turn["odd_face"] is None else FACES.index(turn["odd_face"]))


def _counts(dice: dict[str, int]) -> Counts:
    counts = NO_DICE
    for face, number in dice.items():
        counts = put(counts, FACES.index(face), number)
    return counts
