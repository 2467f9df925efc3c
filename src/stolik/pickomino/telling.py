"""What the dice game tells: views of a moment, and events between two. Nothing is hidden in this game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stolik.core import Event, View
from stolik.pickomino.dice import set_aside
from stolik.pickomino.pieces import FACES, HEN, Counts, Specialist, worms_on

if TYPE_CHECKING:
    from stolik.pickomino.rules import PickominoState


def shown(state: PickominoState) -> View:
    """Return the table, the same for all."""
    game, table = state.game, state.table
    return {
        "grill": _grill(state),
        "seats": [
            {
                "stack": list(table.stacks[seat]),
                "worms": table.worms(seat),
                "top_worms": worms_on(table.stacks[seat][-1]) if table.stacks[seat] else 0,
                "round_worms": table.round_worms[seat],
                "specialist": table.held[seat],
                "score": table.score(seat),
            }
            for seat in range(game.players)
        ],
        "supply": table.supply if game.settings["variant"] == "deluxe" else 0,
        "turn": _turn(state),
        "choice": list(state.choice),
    }


def _grill(state: PickominoState) -> list[dict[str, Any]]:
    table = state.table
    perched = dict(table.perched)
    return [
        {
            "tile": tile,
            "worms": worms_on(tile),
            "up": tile not in table.down,
            "specialist": perched.get(tile),
        }
        for tile in sorted((*table.grill, *table.down))
    ]


def _turn(state: PickominoState) -> dict[str, Any] | None:
    if state.phase in ("lots", "over"):
        return None
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
    }


def _faces(dice: Counts) -> dict[str, int]:
    return {face: number for face, number in zip(FACES, dice, strict=True) if number}


# -- Events -----------------------------------------------------------------------------------------------


def events(before: PickominoState, move: str, after: PickominoState) -> list[Event]:
    """Return what a move made happen, in the order in which it happened."""
    word, *args = move.split(" ")
    seat = before.seat
    told: list[Event] = []
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
        told.append({"kind": "take", "seat": seat, "tile": int(args[0])})
    elif word == "steal":
        told.append(_stolen(before, int(args[0])))
    moved = after.table is not before.table
    if moved:
        told += _round_worms(before, after)
    if _is_burnt(before, word, after):
        told.append({"kind": "burn", "seat": seat})
    if moved:
        told += _pieces(before, after)
    if after.phase == "over":
        told.append({"kind": "over", **after.result().view()})
    return told


def kept(before: PickominoState, face: str) -> Event:
    """Return what setting a face aside makes."""
    roll = before.roll
    assert roll is not None
    index = FACES.index(face)
    aside = set_aside(before.turn.aside, index, roll.counts[index])
    total, worm = before._replace(turn=before.turn._replace(aside=aside)).so_far()
    number = roll.counts[index]
    return {"kind": "keep", "seat": before.seat, "face": face, "dice": number, "sum": total, "worm": worm}


def _stolen(before: PickominoState, tile: int) -> Event:
    table = before.table
    (robbed,) = (
        other for other in range(before.game.players) if other != before.seat and table.top(other) == tile
    )
    kind = "steal_hen" if table.held[robbed] == HEN else "steal"
    return {"kind": kind, "seat": before.seat, "tile": tile, "from": robbed}


def _is_burnt(before: PickominoState, word: str, after: PickominoState) -> bool:
    """Whether the turn ended although no tile and no hen was gained."""
    ended = after.phase in ("start", "over")
    return ended and (
        word in ("dice", "keep", "burn") or (word == "worm" and before.phase == "worm_for_ones")
    )


def _round_worms(before: PickominoState, after: PickominoState) -> list[Event]:
    change = [new - old for old, new in zip(before.table.round_worms, after.table.round_worms, strict=True)]
    if 1 not in change:
        return []
    giver = change.index(-1) if -1 in change else None
    return [{"kind": "round_worm", "seat": change.index(1), "from": giver}]


def _pieces(before: PickominoState, after: PickominoState) -> list[Event]:
    """Return what moved besides the tile taken or stolen, in the order of D-7 and D-8."""
    old, new = before.table, after.table
    back = [
        {"kind": "return", "seat": seat, "tile": tile}
        for seat, stack in enumerate(old.stacks)
        for tile in stack
        if tile in new.grill or tile in new.down
    ]
    turned = [tile for tile in new.down if tile not in old.down]
    places, new_places = _places(before), _places(after)
    moved: list[Event] = []
    displaced: list[Event] = []
    for name, place in places.items():
        new_place = new_places.get(name, {"to": "box"})
        if new_place != place:
            on_turned = place.get("tile") in turned
            (displaced if on_turned else moved).append(
                {"kind": "specialist", "specialist": name, **new_place}
            )
    down = [{"kind": "turn_down", "tile": tile} for tile in turned]
    return back + moved + down + displaced


def _places(state: PickominoState) -> dict[Specialist, dict[str, Any]]:
    """Return where each specialist is: on a tile or with a seat (one to choose about is with its seat)."""
    table = state.table
    places: dict[Specialist, dict[str, Any]] = {
        name: {"to": "tile", "tile": tile} for tile, name in table.perched
    }
    for seat, name in enumerate(table.held):
        if name:
            places[name] = {"to": "seat", "seat": seat}
    for name in state.choice:
        places[name] = {"to": "seat", "seat": state.seat}
    return places
