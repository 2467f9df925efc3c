"""The rules of the dice game once more, for whole batches, in the order of ``stolik.games.pickomino.rules``.

Every stage works on all games at once and takes a flag that says in which games it happens (``when``). Deluxe
rules are left out of base games when the step is compiled: ``table.perch`` is ``None`` there.
"""

from __future__ import annotations

import jax.numpy as jnp

from stolik.games.pickomino.lab import chance
from stolik.games.pickomino.lab.bits import (
    Bits,
    Flag,
    bit,
    count,
    has,
    highest,
    lowest,
    place_of_highest,
    word,
)
from stolik.games.pickomino.lab.chance import ONE_DIE, WORM_DIE
from stolik.games.pickomino.lab.table import (
    APPLE,
    EACH_FACE,
    FACE_BITS,
    GOLDEN_DIE,
    HEN,
    LOW,
    NO_ONE,
    RAVEN,
    RED_WORM,
    ROLLED,
    START,
    TILE_BITS,
    TILE_MASK,
    WEASEL,
    WITH_WORMS,
    SeatBits,
    TableBits,
    TurnBits,
    as_set,
    lay,
    perch_of,
    under,
)
from stolik.games.pickomino.pieces import (
    APPLE_WORMS,
    DICE,
    FACES,
    ONE,
    POINTS,
    ROUND_WORMS,
    SPECIALISTS,
    TILES,
    WORM,
    WORM_POINTS,
)

# -- Dice -------------------------------------------------------------------------------------------------


def faces(dice: Bits) -> Bits:
    """Return the faces that some dice show, one bit a face."""
    return (dice | dice >> 1 | dice >> 2 | dice >> 3) & EACH_FACE


def number(dice: Bits) -> Bits:
    """Return how many dice there are: the sum of six times four bits, at most nine."""
    return dice * EACH_FACE >> FACE_BITS * WORM & 15


def of_face(dice: Bits, face: Bits | int) -> Bits:
    """Return how many dice show a face."""
    return dice >> FACE_BITS * face & 15


def points(dice: Bits) -> Bits:
    """P-1: what some dice are worth."""
    total = of_face(dice, ONE)
    for face in range(1, len(FACES)):
        total += of_face(dice, face) * POINTS[face]
    return total


def in_hand(turn: TurnBits) -> Bits:
    """Return how many dice are not set aside: of eight, or of nine with the golden die (D-10)."""
    return DICE + turn.gold.astype(jnp.uint32) - number(turn.aside)


# -- Rolling ----------------------------------------------------------------------------------------------


def roll(turn: TurnBits, fallen: Bits, when: Flag, *, gold: bool, odd: bool) -> TurnBits:
    """P-4, P-5: all dice not set aside fall; D-10: one of them may be a golden die of ones and worms.

    ``gold`` and ``odd`` say whether there can be a ninth die, and one of ones and worms. No roll lies on the
    table in games where none falls now.
    """
    dice = in_hand(turn)
    if not odd:
        return turn._replace(roll=jnp.where(when, chance.roll(fallen, dice, DICE + gold), 0))
    white = chance.roll(fallen, dice - turn.odd_die.astype(jnp.uint32), DICE)
    worm = chance.golden_worm(fallen)
    golden = jnp.where(turn.odd_die, jnp.where(worm, word(WORM_DIE), word(ONE_DIE)), 0)
    odd_face = jnp.where(when & turn.odd_die, 1 + worm.astype(jnp.uint32), 0)
    return turn._replace(roll=jnp.where(when, white + golden, 0), odd_face=odd_face)


def to_keep(turn: TurnBits) -> Bits:
    """P-4: the faces rolled and not set aside before."""
    return faces(turn.roll) & ~faces(turn.aside)


def weasel_ready(table: TableBits, turn: TurnBits) -> Flag:
    """D-15: once a turn the weasel's holder may repeat the roll just made."""
    return (table.seats[0].held == WEASEL) & ~turn.weasel_used


# -- Setting aside ----------------------------------------------------------------------------------------


def keep(turn: TurnBits, face: Bits, when: Flag) -> TurnBits:
    """P-4: set aside all dice of one face; the odd die goes with its face (D-10)."""
    shift = FACE_BITS * face
    dice = turn.roll & word(15) << shift
    goes = (turn.odd_face != 0) & (turn.odd_face == jnp.where(face == WORM, word(2), word(1)))
    goes &= (face == WORM) | (face == ONE)
    return turn._replace(
        aside=jnp.where(when, turn.aside | dice, turn.aside), odd_die=turn.odd_die & ~(when & goes)
    )


def may_roll(turn: TurnBits) -> Flag:
    """P-5, P-13: dice are left, and a face not set aside before."""
    return (in_hand(turn) != 0) & (faces(turn.aside) != EACH_FACE)


# -- Round worms ------------------------------------------------------------------------------------------


def supply(table: TableBits) -> Bits:
    """D-1: the round worms nobody has yet."""
    return ROUND_WORMS - sum((seat.round_worms for seat in table.seats), word(0))


def gives(seat: SeatBits) -> Flag:
    """D-18: whether an opponent can give a round worm; D-14: not the hen's holder."""
    return (seat.round_worms != 0) & (seat.held != HEN)


def earn_round_worm(table: TableBits, when: Flag) -> tuple[TableBits, Flag]:
    """D-17: from the supply; D-18: once that is empty, from an opponent; return whether to choose one."""
    left = supply(table) != 0
    givers = jnp.zeros_like(when)
    for seat in table.seats[1:]:
        givers |= gives(seat)
    own = table.seats[0]
    own = own._replace(round_worms=own.round_worms + (when & left).astype(jnp.uint32))
    return table._replace(seats=(own, *table.seats[1:])), when & ~left & givers


def worm_from(table: TableBits, away: Bits, when: Flag) -> TableBits:
    """D-18: take a round worm from the opponent who sits so many seats away."""
    own, *others = table.seats
    seats = [own._replace(round_worms=own.round_worms + when.astype(jnp.uint32))]
    for place, seat in enumerate(others, start=1):
        gave = (when & (away == place)).astype(jnp.uint32)
        seats.append(seat._replace(round_worms=seat.round_worms - gave))
    return table._replace(seats=tuple(seats))


# -- What is on offer -------------------------------------------------------------------------------------


def exact(total: Bits) -> Bits:
    """P-7: the tile of this sum, as a set."""
    tile = jnp.where((total >= TILES[0]) & (total <= TILES[-1]), bit(total - (TILES[0] - 2) & 31), 0)
    return tile | (total == 11).astype(jnp.uint32) | (total == 13).astype(jnp.uint32) << 1


def next_lower(total: Bits) -> Bits:
    """P-9: the tiles up to this sum; D-2: 11 and 13 are not among them."""
    places = jnp.minimum(total, TILES[-1]) - (TILES[0] - 3)
    return jnp.where(total >= TILES[0], (bit(places & 31) - 1) & ~word(LOW), 0)


def tile_for(grill: Bits, total: Bits) -> Bits:
    """P-7, P-9, D-2: the tile to be had from the grill, as a set of one or none."""
    return highest(grill & (exact(total) | next_lower(total)))


def tops(table: TableBits) -> Bits:
    """P-8, P-11: the opponents' top tiles; D-2: 11 and 13 cannot be stolen."""
    shown = jnp.zeros_like(table.grill)
    for seat in table.seats[1:]:
        shown |= as_set(seat.top)
    return shown & ~word(LOW)


def count_dice(table: TableBits, aside: Bits) -> tuple[Bits, Flag]:
    """P-1, P-6: the sum, and whether there is a worm; D-11: the red worm is one while no worm die is."""
    total, worm = points(aside), of_face(aside, WORM) != 0
    if table.perch is None:
        return total, worm
    red = ~worm & (table.seats[0].held == RED_WORM)
    return total + jnp.where(red, WORM_POINTS, 0).astype(jnp.uint32), worm | red


# -- Taking a tile ----------------------------------------------------------------------------------------


def take(table: TableBits, total: Bits, when: Flag) -> tuple[TableBits, Bits, Flag]:
    """P-7, P-9, P-12: take a tile from the grill.

    Return also the specialist that comes along (D-3), and whether the raven stood there: it moves (D-16).
    """
    taken = jnp.where(when, tile_for(table.grill, total), 0)
    own, *others = table.seats
    tile = place_of_highest(taken) + 1
    below = lay(table.below, tile, own.top, when)
    own = own._replace(tiles=own.tiles | taken, top=jnp.where(when, tile, own.top))
    table = table._replace(grill=table.grill & ~taken, below=below, seats=(own, *others))
    nobody = jnp.zeros_like(taken)
    if table.perch is None:
        return table, nobody, jnp.zeros_like(when)
    specialist = jnp.where(when, standing_on(table.perch, tile), 0)
    raven = specialist == RAVEN
    table = perch(lift(table, specialist), jnp.where(raven, specialist, 0))
    return table, jnp.where(raven, nobody, specialist), raven


# -- Stealing ---------------------------------------------------------------------------------------------


def steal(table: TableBits, total: Bits, when: Flag) -> tuple[TableBits, Bits]:
    """P-8, P-12: take an opponent's top tile; D-4: and the specialist; D-12: or the hen that sits on it."""
    own, *others = table.seats
    wanted = jnp.where(when, exact(total), 0)
    tile = place_of_highest(wanted) + 1
    beneath = under(table.below, tile)
    specialist = jnp.zeros_like(wanted)
    stolen = jnp.zeros_like(wanted)
    seats = []
    for seat in others:
        robbed = has(as_set(seat.top), wanted)
        loses = robbed & (seat.held != HEN)
        stolen |= jnp.where(loses, wanted, 0)
        specialist |= jnp.where(robbed, seat.held, 0)
        seats.append(
            seat._replace(
                tiles=jnp.where(loses, seat.tiles & ~wanted, seat.tiles),
                top=jnp.where(loses, beneath, seat.top),
                held=jnp.where(robbed, NO_ONE, seat.held),
            )
        )
    got = stolen != 0
    below = lay(table.below, tile, own.top, got)
    own = own._replace(tiles=own.tiles | stolen, top=jnp.where(got, tile, own.top))
    return table._replace(below=below, seats=(own, *seats)), specialist


# -- Specialists on the grill -----------------------------------------------------------------------------


def standing_on(perched: Bits, tile: Bits) -> Bits:
    """Return the specialist that stands on a tile."""
    found = jnp.zeros_like(perched)
    for specialist in range(1, len(SPECIALISTS) + 1):
        found |= jnp.where(perch_of(perched, specialist) == tile, word(specialist), 0)
    return found


def lift(table: TableBits, specialist: Bits) -> TableBits:
    """Take a specialist off the grill; 0 is none."""
    assert table.perch is not None
    field = word(TILE_MASK) << (TILE_BITS * (specialist - 1) & 31)
    return table._replace(perch=jnp.where(specialist == NO_ONE, table.perch, table.perch & ~field))


def perch(table: TableBits, specialist: Bits) -> TableBits:
    """D-6: put a specialist (0 is none) on the lowest free tile; with no free tile it leaves the game."""
    assert table.perch is not None
    occupied = jnp.zeros_like(table.perch)
    for other in range(1, len(SPECIALISTS) + 1):
        occupied |= as_set(perch_of(table.perch, other))
    free = lowest(table.grill & ~occupied)
    tile = jnp.where(free == 0, 0, place_of_highest(free) + 1)
    put = table.perch | tile << (TILE_BITS * (specialist - 1) & 31)
    return table._replace(perch=jnp.where(specialist == NO_ONE, table.perch, put))


# -- Two specialists --------------------------------------------------------------------------------------


def gain_specialist(table: TableBits, specialist: Bits) -> tuple[TableBits, Flag]:
    """D-3: a player holds one specialist; D-5: return whether there is a second to choose about."""
    own, *others = table.seats
    second = (specialist != NO_ONE) & (own.held != NO_ONE)
    own = own._replace(held=jnp.where(second, own.held, own.held | specialist))
    return table._replace(seats=(own, *others)), second


def hold(table: TableBits, turn: TurnBits, kept: Bits, when: Flag) -> TableBits:
    """D-5: keep one of the two; the other goes back on the grill (D-6)."""
    own, *others = table.seats
    other = jnp.where(kept == own.held, turn.gained, own.held)
    own = own._replace(held=jnp.where(when, kept, own.held))
    return perch(table._replace(seats=(own, *others)), jnp.where(when, other, 0))


# -- Burning ----------------------------------------------------------------------------------------------


def burn(table: TableBits, when: Flag, *, hen_turns_down: bool) -> TableBits:
    """P-15, D-7: back go the top tile and the specialist, then the highest tile is turned down.

    P-16: nothing happens to a player without tiles, and nothing is turned down if the tile that came back
    is the highest. D-13: the hen goes back instead of the tile, and the highest tile is turned down only if
    ``hen_turns_down``.
    """
    own, *others = table.seats
    when &= own.top != 0
    loses = when if table.perch is None else when & (own.held != HEN)
    back = jnp.where(loses, as_set(own.top), 0)
    leaves = jnp.where(when, own.held, NO_ONE)
    own = SeatBits(
        tiles=own.tiles & ~back,
        top=jnp.where(loses, under(table.below, own.top), own.top),
        round_worms=own.round_worms,
        held=jnp.where(when, NO_ONE, own.held),
    )
    table = table._replace(grill=table.grill | back, seats=(own, *others))
    if table.perch is not None:
        table = perch(table, leaves)
    turns_down = when if hen_turns_down else loses
    return turn_highest_down(table, turns_down & (highest(table.grill) != back))


def turn_highest_down(table: TableBits, when: Flag) -> TableBits:
    """P-15: the highest face-up tile is turned face down; D-8: its specialist moves."""
    down = jnp.where(when, highest(table.grill), 0)
    table = table._replace(grill=table.grill & ~down)
    if table.perch is None:
        return table
    displaced = jnp.where(when, standing_on(table.perch, place_of_highest(down) + 1), 0)
    return perch(lift(table, displaced), displaced)


# -- The turn ends ----------------------------------------------------------------------------------------


def turn_ends(table: TableBits, turn: TurnBits, when: Flag) -> tuple[TableBits, TurnBits]:
    """P-3: the next player's turn, and the seats move up by one; D-10: the golden die may join first."""
    own, *others = table.seats
    moved = (*others, own)
    seats = tuple(
        SeatBits(*(jnp.where(when, new, old) for new, old in zip(coming, seat, strict=True)))
        for coming, seat in zip(moved, table.seats, strict=True)
    )
    no, zero = jnp.zeros_like(when), word(0)
    seat = jnp.where(turn.seat + 1 == len(seats), 0, turn.seat + 1)
    phase = jnp.where(others[0].held == GOLDEN_DIE, word(START), word(ROLLED))
    return table._replace(seats=seats), TurnBits(
        aside=jnp.where(when, zero, turn.aside),
        gold=jnp.where(when, no, turn.gold),
        odd_die=jnp.where(when, no, turn.odd_die),
        weasel_used=jnp.where(when, no, turn.weasel_used),
        phase=jnp.where(when, phase, turn.phase),
        roll=jnp.where(when, zero, turn.roll),
        odd_face=jnp.where(when, zero, turn.odd_face),
        seat=jnp.where(when, seat, turn.seat),
        gained=jnp.where(when, zero, turn.gained),
    )


# -- The end ----------------------------------------------------------------------------------------------


def score(seat: SeatBits) -> Bits:
    """P-18: the worms on a player's tiles, round worms (D-17) and the apple (D-9)."""
    worms = sum((count(seat.tiles & tiles) for tiles in WITH_WORMS), word(0))
    return worms + seat.round_worms + jnp.where(seat.held == APPLE, word(APPLE_WORMS), word(0))


def rank(seat: SeatBits) -> Bits:
    """P-18: most worms, then the highest tile; the higher number wins."""
    return score(seat) << TILE_BITS | jnp.where(seat.tiles == 0, 0, place_of_highest(seat.tiles) + 1)
