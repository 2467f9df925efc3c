"""Positions of the dice game, drawn in a few words.

``position("21 22:hen 30", "24 31", "27:apple")`` is a Deluxe grill of three tiles with the hen on 22, seat 0
with tiles 24 and 31 (31 on top), seat 1 with tile 27 and the apple. All other tiles are face down.
"""

from stolik.core import Game
from stolik.games.pickomino.pieces import FACES, LOW_TILES, SPECIALISTS, TILES, Specialist
from stolik.games.pickomino.rules import PickominoState, turn_begins
from stolik.games.pickomino.table import Table

FULL_GRILL = "21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"
NAMES: dict[str, Specialist] = {name: name for _, name in SPECIALISTS}


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
    game = Game("pickomino", len(stacks), variant=variant, golden_die=golden_die, hen_burn=hen_burn)
    spots = [spot.partition(":") for spot in grill.split()]
    people = [stack.partition(":") for stack in stacks]
    tiles = tuple(tuple(map(int, stack.split())) for stack, _, _ in people)
    up = tuple(int(tile) for tile, _, _ in spots)
    every = (*LOW_TILES, *TILES) if variant == "deluxe" else TILES
    table = Table(
        grill=up,
        down=tuple(tile for tile in every if tile not in (*up, *sum(tiles, ()))),
        stacks=tiles,
        perched=tuple((int(tile), NAMES[name]) for tile, _, name in spots if name),
        held=tuple(NAMES[name] if name else None for _, _, name in people),
        round_worms=worms or (0,) * len(stacks),
    )
    return turn_begins(game, table, seat)


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
