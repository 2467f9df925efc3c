"""What the dice game shows: views of a moment, and events between two. Nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from stolik.core import View
from stolik.games.pickomino.dice import set_aside
from stolik.games.pickomino.pieces import FACES, HEN, LOW_TILES, Counts, Specialist, worms_on

if TYPE_CHECKING:
    from stolik.games.pickomino.rules import PickominoState
    from stolik.games.pickomino.table import Table

# -- Types ------------------------------------------------------------------------------------------------

Dice = dict[str, int]
"""How many dice show each face, by its name; faces that none shows are left out."""


class GrillTile(TypedDict):
    """A tile that lies on the grill, face up or down."""

    tile: int
    """Its number."""
    worms: int
    """The worms on it."""
    up: bool
    """Whether it lies face up."""
    specialist: Specialist | None
    """The specialist that stands on it (D-1)."""
    exact: bool
    """Whether it is taken with exactly its sum only (D-2)."""


class PickominoSeat(TypedDict):
    """What lies before a player."""

    stack: list[int]
    """The tiles, the top one last."""
    worms: int
    """The worms on them."""
    top_worms: int
    """The worms on the top tile; 0 without one."""
    top_exact: bool
    """Whether the top tile is one that is taken with exactly its sum only (D-2)."""
    round_worms: int
    """The round worms (D-17)."""
    specialist: Specialist | None
    """The specialist that the player holds (D-3)."""
    score: int
    """What the player would score now."""


class PickominoTurn(TypedDict):
    """The turn that is being played."""

    seat: int
    """Whose turn it is."""
    aside: Dice
    """The dice set aside."""
    sum: int
    """Their sum, red worm included (D-11)."""
    worm: bool
    """Whether a worm is among the dice set aside, or the red worm counts as one (P-6, D-11)."""
    dice: int
    """How many dice are not set aside."""
    roll: Dice | None
    """What has fallen and waits for a choice."""
    gold: bool
    """Whether the golden die plays this turn (D-10)."""
    odd_die: bool
    """Whether a golden die of ones and worms is among the dice not set aside."""
    odd_face: str | None
    """What that die shows in ``roll``."""
    weasel_used: bool
    """Whether the weasel has repeated a roll this turn (D-15)."""
    lacks_worm: bool
    """Whether the sum would take a tile of the grill, if only there were a worm (P-6)."""


class PickominoTable(TypedDict):
    """The part of a view that is the dice game's own."""

    grill: list[GrillTile]
    """The tiles on the grill, lowest first."""
    seats: list[PickominoSeat]
    """What lies before each player."""
    supply: int
    """The round worms nobody has yet; 0 in the base game."""
    turn: PickominoTurn | None
    """The turn in progress; ``None`` before lots are drawn and after the end."""
    choice: list[Specialist]
    """The two specialists between which the actor has to choose (D-5); else empty."""
    parts: list[dict[str, int]] | None
    """When the game is over, what each seat's score is made of: ``worms``, ``round_worms``, ``apple``."""


class PickominoView(View, PickominoTable):
    """What everybody may see of the dice game."""

    variant: Literal["base", "deluxe"]
    """Which rules apply: P alone, or D as well."""
    golden_die: Literal["standard", "ones_and_worms"]
    """The faces of the golden die (D-10)."""
    hen_burn: Literal["nothing", "highest"]
    """What is turned down when the hen's holder burns a roll (D-13)."""
    first: Literal["seat0", "lots"]
    """Who begins (P-3)."""


class FirstEvent(TypedDict):
    """Lots were drawn: who begins (P-3)."""

    kind: Literal["first"]
    seat: int


class RollEvent(TypedDict):
    """A player throws so many dice; ``gold`` says whether the golden die is among those of this turn."""

    kind: Literal["roll"]
    seat: int
    dice: int
    gold: bool


class DiceEvent(TypedDict):
    """The dice have fallen, in ascending order, worms last.

    A golden die of ones and worms comes after all others, and ``odd_face`` says what it shows.
    """

    kind: Literal["dice"]
    seat: int
    dice: list[str]
    odd_face: str | None


class WeaselEvent(TypedDict):
    """The weasel repeats the roll (D-15)."""

    kind: Literal["weasel"]
    seat: int
    dice: int


class KeepEvent(TypedDict):
    """Dice of one face were set aside; ``sum`` and ``worm`` are those of the turn then."""

    kind: Literal["keep"]
    seat: int
    face: str
    dice: int
    sum: int
    worm: bool


class TakeEvent(TypedDict):
    """A tile, with so many worms, was taken from the grill; ``scores`` are those of all seats then."""

    kind: Literal["take"]
    seat: int
    tile: int
    worms: int
    scores: list[int]


class StackTile(TypedDict):
    """A tile of a stack, as it looks when it lies on top."""

    tile: int
    """Its number."""
    worms: int
    """The worms on it."""
    exact: bool
    """Whether it is taken with exactly its sum only (D-2)."""


StealEvent = TypedDict(
    "StealEvent",
    {
        "kind": Literal["steal", "steal_hen"],
        "seat": int,
        "tile": int,
        "worms": int,
        "from": int,
        "under": StackTile | None,
        "scores": list[int],
    },
)
"""A tile, with so many worms, was stolen from an opponent; or ``steal_hen``: the hen on it was (D-12).

``under`` is what lies under the tile, if there is anything; ``scores`` are those of all seats then.
"""

RoundWormEvent = TypedDict(
    "RoundWormEvent",
    {
        "kind": Literal["round_worm"],
        "seat": int,
        "worms": int,
        "from": int | None,
        "scores": list[int],
    },
)
"""A round worm was gained, from the supply (``None``) or from an opponent (D-17, D-18).

``worms`` is what it counts; ``scores`` are those of all seats then.
"""


class BurnEvent(TypedDict):
    """The roll is burnt (P-14); what follows from it comes as further events."""

    kind: Literal["burn"]
    seat: int


class ReturnEvent(TypedDict):
    """A tile, with so many worms, goes back to the grill (P-15); ``under`` is what lay under it.

    ``scores`` are those of all seats then.
    """

    kind: Literal["return"]
    seat: int
    tile: int
    worms: int
    under: StackTile | None
    scores: list[int]


class TurnDownEvent(TypedDict):
    """A tile is turned face down (P-15)."""

    kind: Literal["turn_down"]
    tile: int


class Place(TypedDict):
    """Where a specialist is: on a tile, with a seat, or back in the box."""

    to: Literal["tile", "seat", "box"]
    tile: NotRequired[int]
    seat: NotRequired[int]


class SpecialistEvent(Place):
    """A specialist moves ``to`` a ``tile``, to a ``seat``, or out of the game (``box``).

    ``scores`` are those of all seats then.
    """

    kind: Literal["specialist"]
    specialist: Specialist
    scores: list[int]


class OverEvent(TypedDict):
    """The game is over (P-18): ``reason`` is ``grill_empty``."""

    kind: Literal["over"]
    scores: list[int]
    places: list[int]
    reason: str


PickominoEvent = (
    FirstEvent | RollEvent | DiceEvent | WeaselEvent | KeepEvent | TakeEvent | StealEvent | RoundWormEvent
    | BurnEvent | ReturnEvent | TurnDownEvent | SpecialistEvent | OverEvent
)  # fmt: skip

# -- Views ------------------------------------------------------------------------------------------------


def shown(state: PickominoState) -> PickominoTable:
    """Return the table, the same for all."""
    game, table = state.game, state.table
    return {
        "grill": _grill(state),
        "seats": [
            {
                "stack": list(table.stacks[seat]),
                "worms": table.worms(seat),
                "top_worms": worms_on(table.stacks[seat][-1]) if table.stacks[seat] else 0,
                "top_exact": table.top(seat) in LOW_TILES,
                "round_worms": table.round_worms[seat],
                "specialist": table.held[seat],
                "score": table.score(seat),
            }
            for seat in range(game.players)
        ],
        "supply": table.supply if game.settings["variant"] == "deluxe" else 0,
        "turn": _turn(state),
        "choice": list(state.choice),
        "parts": _parts(table) if state.phase == "over" else None,
    }


def _parts(table: Table) -> list[dict[str, int]]:
    """Return what the scores are made of."""
    return [
        {
            "worms": table.worms(seat),
            "round_worms": table.round_worms[seat],
            "apple": table.score(seat) - table.worms(seat) - table.round_worms[seat],
        }
        for seat in range(len(table.stacks))
    ]


def _grill(state: PickominoState) -> list[GrillTile]:
    table = state.table
    perched = dict(table.perched)
    return [
        {
            "tile": tile,
            "worms": worms_on(tile),
            "up": tile not in table.down,
            "specialist": perched.get(tile),
            "exact": tile in LOW_TILES,
        }
        for tile in sorted((*table.grill, *table.down))
    ]


def _turn(state: PickominoState) -> PickominoTurn | None:
    if state.phase in ("lots", "over"):
        return None
    from stolik.games.pickomino.rules import tile_for  # the rules import this module

    turn, roll = state.turn, state.roll
    total, worm = state.so_far()
    return {
        "seat": state.seat,
        "aside": _faces(turn.aside.counts),
        "sum": total,
        "worm": worm,
        "dice": turn.dice,
        "roll": _faces(roll.counts) if roll else None,
        "gold": turn.gold,
        "odd_die": turn.hand.odd_die,
        "odd_face": FACES[roll.gold] if roll and roll.gold is not None else None,
        "weasel_used": turn.weasel_used,
        "lacks_worm": not worm and tile_for(state.table, total) is not None,
    }


def _faces(dice: Counts) -> Dice:
    return {face: number for face, number in zip(FACES, dice, strict=True) if number}


def turn_in(view: PickominoView) -> PickominoTurn:
    """Return the turn that is being played."""
    if view["turn"] is None:
        raise ValueError(f"there is no turn in the phase {view['phase']!r}")
    return view["turn"]


def roll_in(view: PickominoView) -> Dice:
    """Return the dice that have fallen and wait for a choice."""
    roll = turn_in(view)["roll"]
    if roll is None:
        raise ValueError(f"no dice have fallen in the phase {view['phase']!r}")
    return roll


def seat_in(view: PickominoView) -> int:
    """Return the seat whose view this is."""
    if view["seat"] is None:
        raise ValueError("this is a spectator's view; take the view of a seat")
    return view["seat"]


# -- Events -----------------------------------------------------------------------------------------------


def events(before: PickominoState, move: str, after: PickominoState) -> list[PickominoEvent]:
    """Return what a move made happen, in the order in which it happened."""
    word, *args = move.split(" ")
    seat, table = before.seat, before.table
    told: list[PickominoEvent] = []
    if word == "first":
        told.append({"kind": "first", "seat": int(args[0])})
    elif word == "roll":
        told.append({"kind": "roll", "seat": seat, "dice": after.turn.dice, "gold": after.turn.gold})
    elif word == "dice":
        odd_face = args[-1] if "gold" in args else None
        faces = [face for face in args if face != "gold"]
        told.append({"kind": "dice", "seat": seat, "dice": faces, "odd_face": odd_face})
    elif word == "weasel":
        told.append({"kind": "weasel", "seat": seat, "dice": after.turn.dice})
    elif word == "keep":
        told.append(kept(before, args[0]))
    elif word == "take":
        tile = int(args[0])
        table = table.grill_to_stack(tile, seat)
        taken: TakeEvent = {
            "kind": "take",
            "seat": seat,
            "tile": tile,
            "worms": worms_on(tile),
            "scores": _scores(table),
        }
        told.append(taken)
    elif word == "steal":
        told.append(_stolen(before, int(args[0])))
    moved = after.table is not before.table
    if moved:
        told += _round_worms(table, after.table)
    if _is_burnt(before, word, after):
        told.append({"kind": "burn", "seat": seat})
    if moved:
        told += _pieces(before, after)
    if after.phase == "over":
        told.append({"kind": "over", **after.result().view()})
    return told


def kept(before: PickominoState, face: str) -> KeepEvent:
    """Return what setting a face aside makes."""
    roll = before.roll
    assert roll is not None
    index = FACES.index(face)
    aside = set_aside(before.turn.aside, index, roll.counts[index])
    total, worm = before._replace(turn=before.turn._replace(aside=aside)).so_far()
    number = roll.counts[index]
    return {"kind": "keep", "seat": before.seat, "face": face, "dice": number, "sum": total, "worm": worm}


def _scores(table: Table) -> list[int]:
    return [table.score(seat) for seat in range(len(table.stacks))]


def _stolen(before: PickominoState, tile: int) -> StealEvent:
    table = before.table
    (robbed,) = (
        other for other in range(before.game.players) if other != before.seat and table.top(other) == tile
    )
    hen = table.held[robbed] == HEN
    return {
        "kind": "steal_hen" if hen else "steal",
        "seat": before.seat,
        "tile": tile,
        "worms": worms_on(tile),
        "from": robbed,
        "under": _under(table.stacks[robbed]),
        "scores": _scores(table if hen else table.stack_to_stack(robbed, before.seat)),
    }


def _under(stack: Sequence[int]) -> StackTile | None:
    """Return what lies under the top tile of a stack."""
    if len(stack) < 2:
        return None
    tile = stack[-2]
    return {"tile": tile, "worms": worms_on(tile), "exact": tile in LOW_TILES}


def _is_burnt(before: PickominoState, word: str, after: PickominoState) -> bool:
    """Whether the turn ended although no tile and no hen was gained."""
    ended = after.phase in ("start", "over")
    return ended and (
        word in ("dice", "keep", "burn") or (word == "worm" and before.phase == "worm_for_ones")
    )


def _round_worms(old: Table, new: Table) -> list[PickominoEvent]:
    change = [after - before for before, after in zip(old.round_worms, new.round_worms, strict=True)]
    if 1 not in change:
        return []
    scores = _scores(old._replace(round_worms=new.round_worms))
    giver = change.index(-1) if -1 in change else None
    return [{"kind": "round_worm", "seat": change.index(1), "worms": 1, "from": giver, "scores": scores}]


def _pieces(before: PickominoState, after: PickominoState) -> list[PickominoEvent]:
    """Return what moved besides the tile taken or stolen, in the order of D-7 and D-8."""
    old, new = before.table, after.table
    back: list[PickominoEvent] = [
        {
            "kind": "return",
            "seat": seat,
            "tile": tile,
            "worms": worms_on(tile),
            "under": _under(stack),
            "scores": _scores(new._replace(held=old.held)),  # specialists go back after it (D-7)
        }
        for seat, stack in enumerate(old.stacks)
        for tile in stack
        if tile in new.grill or tile in new.down
    ]
    turned = [tile for tile in new.down if tile not in old.down]
    places, new_places = _places(before), _places(after)
    moved: list[PickominoEvent] = []
    displaced: list[PickominoEvent] = []
    for name, place in places.items():
        new_place = new_places.get(name, _BOX)
        if new_place != place:
            on_turned = place.get("tile") in turned
            (displaced if on_turned else moved).append(
                {"kind": "specialist", "specialist": name, **new_place, "scores": _scores(new)}
            )
    down: list[PickominoEvent] = [{"kind": "turn_down", "tile": tile} for tile in turned]
    return back + moved + down + displaced


_BOX: Place = {"to": "box"}


def _places(state: PickominoState) -> dict[Specialist, Place]:
    """Return where each specialist is: on a tile or with a seat (one to choose about is with its seat)."""
    table = state.table
    places: dict[Specialist, Place] = {name: {"to": "tile", "tile": tile} for tile, name in table.perched}
    for seat, name in enumerate(table.held):
        if name:
            places[name] = {"to": "seat", "seat": seat}
    for name in state.choice:
        places[name] = {"to": "seat", "seat": state.seat}
    return places
