"""Positions of the dice game in a few words, made with ``stolik.position``.

``position("21 22:hen 30", "24 31", "27:apple")`` is a Deluxe grill of three tiles with the hen on 22, seat 0
with tiles 24 and 31 (31 on top), seat 1 with tile 27 and the apple. All other tiles are face down.
"""

import stolik
from stolik.core.positions import by_seat, listed
from stolik.games.pickomino.pieces import FACES
from stolik.games.pickomino.rules import PickominoState

FULL_GRILL = "21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"


def position(
    grill: str,
    *stacks: str,
    seat: int = 0,
    worms: tuple[int, ...] = (),
    variant: str = "deluxe",
    golden_die: str = "standard",
    hen_burn: str = "nothing",
) -> PickominoState:
    """Return the beginning of a turn of ``seat``."""
    people = [stack.partition(":") for stack in stacks]
    fields = {
        "players": len(stacks),
        "variant": variant,
        "golden_die": golden_die,
        "hen_burn": hen_burn,
        "grill": listed(grill.split()),
        "stacks": by_seat(listed(tiles.split()) for tiles, _, _ in people),
        "held": by_seat(name or "-" for _, _, name in people),
        "worms": by_seat(map(str, worms or (0,) * len(stacks))),
        "turn": seat,
    }
    state = stolik.position(" ".join(["pickomino", *(f"{name}={value}" for name, value in fields.items())]))
    assert isinstance(state, PickominoState)
    return state


def base(grill: str, *stacks: str, seat: int = 0) -> PickominoState:
    """Return the beginning of a turn of ``seat`` by the base rules."""
    return position(grill, *stacks, seat=seat, variant="base")


def play(state: PickominoState, *moves: str) -> PickominoState:
    """Play moves and rolls in order."""
    for move in moves:
        state = state.play(move)
    return state


def aside(state: PickominoState, *groups: str, gold: bool = False) -> PickominoState:
    """Roll and set aside groups of dice: ``aside(state, "4 4 4", "w")`` has three fours and a worm."""
    for group in groups:
        face, *_ = shown = group.split()
        assert set(shown) == {face}
        state = state.play("roll gold" if gold and state.phase == "start" else "roll")
        other = "1" if face != "1" else "2"
        state = state.play(dice(*shown, *[other] * (state.turn.dice - len(shown))))
        state = state.play(f"keep {face}")
    return state


def dice(*faces: str) -> str:
    """Return the text of a roll, its faces in order."""
    return "dice " + " ".join(sorted(faces, key=FACES.index))


def burnt(state: PickominoState) -> PickominoState:
    """Burn the turn: one worm is set aside, then nothing but worms falls."""
    state = aside(state, "w").play("roll")
    return state.play(dice(*["w"] * state.turn.dice))
