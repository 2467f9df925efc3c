"""The text of a position of the dice game. ``docs/notation.md`` has its fields with examples."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, get_args

from stolik.core import CHANCE, Game, Rng
from stolik.core.positions import Fields, by_seat, listed, read_number, wrong
from stolik.games.pickomino.dice import ALL_FACES, Aside, Roll, aside_of, count, faces, hand_of
from stolik.games.pickomino.notation import HOLD, WORM_FROM
from stolik.games.pickomino.pieces import (
    DICE,
    FACES,
    GOLDEN_DIE,
    ONE,
    RAVEN,
    ROUND_WORMS,
    SPECIALISTS,
    WEASEL,
    WORM,
    Counts,
    Specialist,
)
from stolik.games.pickomino.rules import (
    FRESH,
    Phase,
    PickominoState,
    Turn,
    fall,
    go_on,
    is_deluxe,
    round_worm_givers,
    start,
    turn_begins,
)
from stolik.games.pickomino.table import Table

OF_TURN: Final = ("aside", "gold", "weasel", "roll", "gained")
NAMES: Final = ("grill", "down", "stacks", "held", "worms", "turn", "phase", *OF_TURN)
PHASES: Final[Mapping[str, Phase]] = {phase: phase for phase in get_args(Phase)}
NAMED: Final[Mapping[str, Specialist]] = {name: name for _, name in SPECIALISTS}

# -- Writing ------------------------------------------------------------------------------------------------


def write(state: PickominoState, _seat: int | None) -> dict[str, str]:
    """Return the fields of a position; everybody knows all of them."""
    fields = _written_table(state.table, start(state.game).table)
    turn = _written_turn(state)
    if state.phase != _default_phase(state.game, {*fields, *turn}, state.table.grill):
        fields["phase"] = state.phase
    return {name: value for name in NAMES if (value := {**fields, **turn}.get(name))}


def _written_table(table: Table, first: Table) -> dict[str, str]:
    fields = {}
    if (table.grill, table.perched) != (first.grill, first.perched):
        fields["grill"] = _written_grill(table)
    if list(table.down) != _usual_order(table.down):
        fields["down"] = listed(table.down)
    if any(table.stacks):
        fields["stacks"] = by_seat(map(listed, table.stacks))
    if any(table.held):
        fields["held"] = by_seat(name or listed([]) for name in table.held)
    if any(table.round_worms):
        fields["worms"] = by_seat(map(str, table.round_worms))
    return fields


def _written_grill(table: Table) -> str:
    """Return the face-up tiles, three or more in a row as ``30-36``, each specialist on its tile."""
    standing = dict(table.perched)
    rows: list[list[int]] = []
    for tile in table.grill:
        if rows and rows[-1][-1] == tile - 1 and not standing.keys() & {tile, tile - 1}:
            rows[-1].append(tile)
        else:
            rows.append([tile])
    texts: list[str] = []
    for row in rows:
        if len(row) > 2:
            texts.append(f"{row[0]}-{row[-1]}")
        else:
            texts += [f"{tile}:{standing[tile]}" if tile in standing else str(tile) for tile in row]
    return listed(texts)


def _usual_order(down: Iterable[int]) -> list[int]:
    """Return tiles in the order in which they are mostly turned down: the highest first."""
    return sorted(down, reverse=True)


def _written_turn(state: PickominoState) -> dict[str, str]:
    turn, roll = state.turn, state.roll
    fields = {}
    if state.seat:
        fields["turn"] = str(state.seat)
    if any(turn.aside.counts):
        fields["aside"] = listed(_faces(turn.aside.counts))
    if turn.gold:
        lies_aside = _has_odd_die(state.game) and not turn.hand.odd_die
        fields["gold"] = "aside" if lies_aside else "yes"
    if turn.weasel_used:
        fields["weasel"] = "used"
    if roll:
        fields["roll"] = listed(_written_roll(roll))
    if state.choice:
        fields["gained"] = state.choice[1]
    return fields


def _written_roll(roll: Roll) -> list[str]:
    shown = _faces(roll.counts)
    if roll.gold is not None:
        shown.remove(FACES[roll.gold])
        shown.append(f"{FACES[roll.gold]}:gold")
    return shown


def _faces(dice: Counts) -> list[str]:
    return [face for face, number in zip(FACES, dice, strict=True) for _ in range(number)]


# -- Reading ------------------------------------------------------------------------------------------------


def read(game: Game, given: Mapping[str, str], _rng: Rng | None) -> PickominoState:
    """Return the state that the fields of a position describe; nothing is unknown."""
    fields = Fields(game, given, NAMES)
    table = _table(fields)
    seat = fields.seat("turn")
    phase = PHASES[
        fields.choice("phase", tuple(PHASES)) or _default_phase(game, given.keys() - {"phase"}, table.grill)
    ]
    if bool(table.grill) == (phase == "over") and phase not in ("worm_for_raven", "hold"):
        raise wrong("grill", "empty if the game is over, and only then", listed(table.grill))
    if phase in ("lots", "start", "over"):
        fields.only((), OF_TURN, f"phase={phase}")
        return _between_turns(game, table, seat, phase)
    return _in_a_turn(fields, table, seat, phase)


def _default_phase(game: Game, fields: Collection[str], grill: tuple[int, ...]) -> Phase:
    """Return the phase that the other fields mean if ``phase`` is left out."""
    if not fields:
        return start(game).phase
    if "roll" in fields:
        return "rolled"
    if "gained" in fields:
        return "hold"
    if "aside" in fields:
        return "kept"
    return "start" if grill else "over"


def _table(fields: Fields) -> Table:
    game, first = fields.game, start(fields.game).table
    box = first.grill
    standing = dict(first.perched)
    grill = list(first.grill)
    if "grill" in fields:
        spots = [spot for text in fields.items("grill") for spot in _spots(game, text, box)]
        grill = sorted(tile for tile, _ in spots)
        standing = {tile: name for tile, name in spots if name}
    stacks = tuple(tuple(_tile("stacks", text, box) for text in stack) for stack in fields.seats("stacks"))
    placed = [*grill, *(tile for stack in stacks for tile in stack)]
    for tile in placed:
        if placed.count(tile) > 1:
            raise ValueError(f"grill and stacks have tile {tile} more than once")
    rest = _usual_order(set(box) - set(placed))
    down = [_tile("down", text, box) for text in fields.items("down")] if "down" in fields else rest
    if _usual_order(down) != rest:
        raise wrong("down", f"the tiles neither on the grill nor in a stack, {listed(rest)}", listed(down))
    held = _held(fields)
    everyone = [*standing.values(), *filter(None, held)]
    if len(set(everyone)) < len(everyone):
        raise wrong("held", "specialists that are nowhere else", fields.given.get("held", listed([])))
    return Table(
        tuple(grill), tuple(down), stacks, tuple(sorted(standing.items())), held, _round_worms(fields, game)
    )


def _tile(field: str, text: str, box: tuple[int, ...]) -> int:
    if text not in map(str, box):
        raise wrong(field, f"tiles: {listed(box)}", text)
    return int(text)


def _spots(game: Game, text: str, box: tuple[int, ...]) -> list[tuple[int, Specialist | None]]:
    """Return the tiles that one part of ``grill`` names: ``24``, ``30-36`` or ``22:hen``."""
    lowest, dash, highest = text.partition("-")
    if dash:
        ends = _tile("grill", lowest, box), _tile("grill", highest, box)
        return [(tile, None) for tile in box if ends[0] <= tile <= ends[1]]
    tile, colon, name = text.partition(":")
    specialist = _specialist("grill", name) if colon else None
    if specialist and not is_deluxe(game):
        raise wrong("grill", "without specialists unless variant=deluxe", text)
    return [(_tile("grill", tile, box), specialist)]


def _specialist(field: str, name: str) -> Specialist:
    if name not in NAMED:
        raise wrong(field, f"specialists: {', '.join(NAMED)}", name)
    return NAMED[name]


def _held(fields: Fields) -> tuple[Specialist | None, ...]:
    """Return the specialist of each seat: one at most, and never the raven (D-3, D-16)."""
    seats = fields.seats("held")
    for names in seats:
        if len(names) > 1 or RAVEN in names:
            raise wrong("held", "one specialist a seat, not the raven", listed(names))
        if names and not is_deluxe(fields.game):
            raise wrong("held", "left out unless variant=deluxe", listed(names))
    return tuple(_specialist("held", names[0]) if names else None for names in seats)


def _round_worms(fields: Fields, game: Game) -> tuple[int, ...]:
    most = ROUND_WORMS if is_deluxe(game) else 0
    worms = tuple(read_number("worms", listed(number or [0]), 0, most) for number in fields.seats("worms"))
    if sum(worms) > most:
        raise wrong("worms", f"at most {most} in all", sum(worms))
    return worms


def _between_turns(game: Game, table: Table, seat: int, phase: Phase) -> PickominoState:
    if phase == "start":
        return turn_begins(game, table, seat)
    if phase == "over":
        return PickominoState(game, table, seat, FRESH, "over", None)
    if game.settings["first"] != "lots" or seat:
        raise wrong("phase", "lots only with first=lots and turn=0", phase)
    return PickominoState(game, table, 0, FRESH, "lots", CHANCE)


def _in_a_turn(fields: Fields, table: Table, seat: int, phase: Phase) -> PickominoState:
    own = {"rolled": "roll", "hold": "gained"}.get(phase)
    fields.only(("aside", "gold", "weasel", own), OF_TURN, f"phase={phase}")
    if own and own not in fields:
        raise ValueError(f"phase={phase} needs {own}")
    if phase in ("kept", "worm_for_ones") and "aside" not in fields:
        raise ValueError(f"phase={phase} needs aside")
    state = PickominoState(fields.game, table, seat, _turn(fields, table, seat), "rolling", CHANCE)
    if phase == "rolled":
        return _rolled(fields, state)
    if phase == "kept":
        after = go_on(state.game, table, seat, state.turn)
        if after.phase != "kept":
            raise wrong("aside", "dice with which one can roll on or take a tile", fields.given["aside"])
        return after
    if phase == "hold":
        return _hold(fields, state)
    if phase in ("worm_for_ones", "worm_for_raven"):
        givers = round_worm_givers(table, seat)
        if table.supply or not givers:
            raise wrong(
                "worms",
                f"all {ROUND_WORMS} with the seats, some with a giver",
                by_seat(map(str, table.round_worms)),
            )
        return state._replace(phase=phase, actor=seat, legal=tuple(WORM_FROM[giver] for giver in givers))
    if not state.turn.dice or state.turn.aside.faces == ALL_FACES:
        raise wrong("aside", "dice with which one can roll on", fields.given["aside"])
    return state


def _turn(fields: Fields, table: Table, seat: int) -> Turn:
    game, held = fields.game, table.held[seat]
    gold = fields.choice("gold", ("yes", "aside"))
    if gold and held != GOLDEN_DIE:
        raise wrong("gold", f"left out unless seat {seat} holds the golden die", gold)
    weasel = fields.choice("weasel", ("used",))
    if weasel and held != WEASEL:
        raise wrong("weasel", f"left out unless seat {seat} holds the weasel", weasel)
    aside = aside_of(_dice("aside", fields.items("aside")))
    left = DICE + bool(gold) - sum(aside.counts)
    if left < 0:
        raise wrong("aside", f"at most {DICE + bool(gold)} dice", sum(aside.counts))
    if gold == "aside" and not (_has_odd_die(game) and _may_have_odd_die(aside)):
        raise wrong("gold", "aside only with golden_die=ones_and_worms and a 1 or w set aside", gold)
    return Turn(aside, hand_of(left, _has_odd_die(game) and gold == "yes"), bool(gold), bool(weasel))


def _has_odd_die(game: Game) -> bool:
    return game.settings["golden_die"] == "ones_and_worms"


def _may_have_odd_die(aside: Aside) -> bool:
    return bool(aside.counts[ONE] or aside.counts[WORM])


def _dice(field: str, texts: list[str]) -> Counts:
    for text in texts:
        if text not in FACES:
            raise wrong(field, f"faces: {listed(FACES)}", text)
    return count(tuple(map(FACES.index, texts)))


def _rolled(fields: Fields, state: PickominoState) -> PickominoState:
    texts = fields.items("roll")
    odd = [text for text in texts if text.endswith(":gold")]
    golden = [text.removesuffix(":gold") for text in odd]
    if len(odd) != state.turn.hand.odd_die or not set(golden) <= {FACES[ONE], FACES[WORM]}:
        raise wrong("roll", "with 1:gold or w:gold if the golden die of ones and worms falls", listed(texts))
    counts = _dice("roll", [text.removesuffix(":gold") for text in texts])
    if sum(counts) != state.turn.dice:
        raise wrong("roll", f"{state.turn.dice} dice, all that are not set aside", len(texts))
    after = fall(state, Roll(counts, faces(counts), FACES.index(golden[0]) if golden else None))
    if after.phase != "rolled":
        raise wrong("roll", "dice of which a face can be set aside: this roll is burnt", listed(texts))
    return after


def _hold(fields: Fields, state: PickominoState) -> PickominoState:
    table, seat = state.table, state.seat
    first, second = table.held[seat], _specialist("gained", fields.given["gained"])
    if first is None:
        raise wrong("held", f"a specialist for seat {seat}, who has gained a second", listed([]))
    if second in (RAVEN, *table.held, *dict(table.perched).values()):
        raise wrong("gained", "a specialist that is nowhere else, not the raven", second)
    return state._replace(phase="hold", actor=seat, legal=(HOLD[first], HOLD[second]), choice=(first, second))
