"""The rules of the dice game, in the order of a rulebook, each with its id in ``docs/en/pickomino.md``.

Contents: the state · setup · a turn begins · rolling · setting aside · round worms · what is on offer ·
taking a tile · stealing · two specialists · burning · the turn ends · the end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, cast

from stolik.core import CHANCE, Game, Move, Result, Rng, State, draw_lots, lots, lots_with_odds, make
from stolik.games.pickomino import refusals, views
from stolik.games.pickomino.dice import ALL_FACES, Aside, Hand, Roll, aside_of, hand_of, set_aside
from stolik.games.pickomino.notation import (
    BURN,
    HOLD,
    KEEP,
    KEEPS,
    REPEAT,
    ROLL,
    ROLL_GOLD,
    STEAL,
    TAKE,
    WORM_FROM,
)
from stolik.games.pickomino.pieces import (
    DICE,
    GOLDEN_DIE,
    HEN,
    LOW_TILES,
    NO_DICE,
    ONE,
    RAVEN,
    RED_WORM,
    SPECIALISTS,
    TILES,
    WEASEL,
    WORM_POINTS,
    Specialist,
)
from stolik.games.pickomino.table import Table
from stolik.games.pickomino.views import PickominoEvent, PickominoTable, PickominoView

Phase = Literal[
    "lots", "start", "rolling", "rolled", "kept", "worm_for_ones", "worm_for_raven", "hold", "over"
]
"""What comes next: drawing lots, the first roll, dice falling, setting aside, going on or taking a tile,
choosing who gives a round worm (and why), choosing a specialist, nothing."""


class Turn(NamedTuple):
    """What belongs to one turn only."""

    aside: Aside = aside_of(NO_DICE)
    """The dice set aside."""
    hand: Hand = hand_of(DICE, False)
    """The dice not set aside."""
    gold: bool = False
    """The golden die plays this turn (D-10)."""
    weasel_used: bool = False
    """The weasel has repeated a roll this turn (D-15)."""

    @property
    def dice(self) -> int:
        """How many dice are not set aside."""
        return self.hand.dice


FRESH = Turn()
JUST_ROLL = (ROLL,)


class _Fields(NamedTuple):
    game: Game
    table: Table
    seat: int
    turn: Turn
    phase: Phase
    actor: int | None
    legal: tuple[Move, ...] = ()
    roll: Roll | None = None
    choice: tuple[Specialist, ...] = ()


class PickominoState(_Fields, State):
    """One moment of the dice game.

    ``seat`` has the turn; ``roll`` lies on the table, and nothing of it has been set aside yet; ``choice`` is
    what D-5 makes the seat choose between.
    """

    __slots__ = ()

    def moves(self) -> tuple[Move, ...]:
        return self.legal

    def play(self, move: str) -> PickominoState:
        if move in self.legal:
            rule, what = _DECISIONS[move]
            return rule(self, what)
        if self.phase == "rolling":
            roll = self.turn.hand.rolls.get(move) if isinstance(move, str) else None
            if roll:
                return fall(self, roll)
        elif self.phase == "lots" and move in lots(self.game.players):
            return turn_begins(self.game, self.table, lots(self.game.players).index(Move(move)))
        raise refusals.illegal(self, move)

    def draw(self, rng: Rng) -> Move:
        if self.phase == "rolling":
            return self.turn.hand.draw(rng)
        if self.phase == "lots":
            return draw_lots(self.game.players, rng)
        raise ValueError("nothing is left to chance now")

    def outcomes(self) -> list[tuple[Move, float]]:
        if self.phase == "rolling":
            dice = self.turn.hand
            return [(move, weight / dice.total) for move, weight in dice.weights.items()]
        if self.phase == "lots":
            return lots_with_odds(self.game.players)
        raise ValueError("nothing is left to chance now")

    def view(self, seat: int | None) -> PickominoView:
        return cast(PickominoView, super().view(seat))

    def shown(self, seat: int | None) -> PickominoTable:
        return views.shown(self)

    def told(self, move: str, after: PickominoState, seat: int | None) -> list[PickominoEvent]:
        return views.events(self, move, after)

    def result(self) -> Result:
        if self.phase != "over":
            raise ValueError("the game is not over")
        return final_count(self.table)

    def so_far(self) -> tuple[int, bool]:
        """Return the sum set aside so far and whether a worm is among it."""
        return count_dice(self.table, self.seat, self.turn.aside)

    def sample(self, seat: int | None, rng: Rng) -> PickominoState:
        if seat is not None:
            self.game.check_seat(seat)
        return self  # everything lies open in this game


# -- Setup ------------------------------------------------------------------------------------------------


def start(game: Game) -> PickominoState:
    """P-2, D-1: the grill and the specialists; P-3: seat 0 begins, or lots decide."""
    deluxe = is_deluxe(game)
    table = Table(
        grill=(*LOW_TILES, *TILES) if deluxe else TILES,
        down=(),
        stacks=((),) * game.players,
        perched=SPECIALISTS if deluxe else (),
        held=(None,) * game.players,
        round_worms=(0,) * game.players,
    )
    if game.settings["first"] == "lots":
        return PickominoState(game, table, 0, FRESH, "lots", CHANCE)
    return turn_begins(game, table, 0)


def is_deluxe(game: Game) -> bool:
    """Whether the D rules apply on top of the P rules."""
    return game.settings["variant"] == "deluxe"


# -- A turn begins ----------------------------------------------------------------------------------------


def turn_begins(game: Game, table: Table, seat: int) -> PickominoState:
    """P-4: the player rolls; D-10: the golden die may join before the first roll."""
    legal = (ROLL, ROLL_GOLD) if table.held[seat] == GOLDEN_DIE else (ROLL,)
    return make(PickominoState, (game, table, seat, FRESH, "start", seat, legal, None, ()))


# -- Rolling ----------------------------------------------------------------------------------------------


def roll(state: PickominoState, _: None) -> PickominoState:
    """P-4, P-5: roll all dice not set aside."""
    game, table, seat, turn = state[:4]
    return make(PickominoState, (game, table, seat, turn, "rolling", CHANCE, (), None, ()))


def roll_gold(state: PickominoState, _: None) -> PickominoState:
    """D-10: roll with the golden die as a ninth."""
    odd_die = state.game.settings["golden_die"] == "ones_and_worms"
    turn = Turn(hand=hand_of(DICE + 1, odd_die), gold=True)
    return roll(state._replace(turn=turn), None)


def weasel(state: PickominoState, _: None) -> PickominoState:
    """D-15: repeat the roll just made, once a turn; the new result stands."""
    return roll(state._replace(turn=state.turn._replace(weasel_used=True)), None)


def fall(state: PickominoState, fallen: Roll) -> PickominoState:
    """P-4: a face not set aside before may be chosen; P-14: with none it is burnt (D-15 may save it)."""
    game, table, seat, turn = state[:4]
    legal = KEEPS[fallen.faces & ~turn.aside.faces]
    if table.held[seat] == WEASEL and not turn.weasel_used:
        legal = (*legal, REPEAT) if legal else (REPEAT, BURN)
    if not legal:
        return burn(state, None)
    return make(PickominoState, (game, table, seat, turn, "rolled", seat, legal, fallen, ()))


# -- Setting aside ----------------------------------------------------------------------------------------


def keep(state: PickominoState, face: int) -> PickominoState:
    """P-4: set aside all dice of one face; D-17: two or more ones earn a round worm at once."""
    game, table, seat, turn = state[:4]
    aside, hand, gold, weasel_used = turn
    fallen = state.roll
    assert fallen is not None
    counts, _, gold_face = fallen
    number = counts[face]
    left = hand_of(hand.dice - number, False) if gold_face == face else hand.less[number]
    turn = make(Turn, (set_aside(aside, face, number), left, gold, weasel_used))
    if face == ONE and number >= 2 and is_deluxe(game):
        return earn_round_worm(game, table, seat, turn, "worm_for_ones")
    return go_on(game, table, seat, turn)


def go_on(game: Game, table: Table, seat: int, turn: Turn) -> PickominoState:
    """P-5: roll on or end the turn with a tile; P-14: with neither, the roll is burnt.

    P-13: without a tile to have one must roll; without dice to roll one must take a tile.
    """
    legal = offers(table, seat, turn.aside)
    if turn.hand.dice and turn.aside.faces != ALL_FACES:
        legal += JUST_ROLL
    state = make(PickominoState, (game, table, seat, turn, "kept", seat, legal, None, ()))
    return state if legal else burn(state, None)


# -- Round worms ------------------------------------------------------------------------------------------


def earn_round_worm(
    game: Game, table: Table, seat: int, turn: Turn, phase: Literal["worm_for_ones", "worm_for_raven"]
) -> PickominoState:
    """D-17: from the supply; D-18: once that is empty, from an opponent of the player's choice."""
    if table.supply:
        table = table.add_round_worms(seat, 1)
    elif givers := round_worm_givers(table, seat):
        legal = tuple(WORM_FROM[giver] for giver in givers)
        return PickominoState(game, table, seat, turn, phase, seat, legal)
    return after_round_worm(game, table, seat, turn, phase)


def round_worm_givers(table: Table, seat: int) -> list[int]:
    """D-18: opponents who have a round worm; D-14: not the hen's holder."""
    return [
        other
        for other, number in enumerate(table.round_worms)
        if other != seat and number and table.held[other] != HEN
    ]


def worm_from(state: PickominoState, giver: int) -> PickominoState:
    """D-18: take a round worm from an opponent."""
    game, table, seat, turn, phase = state[:5]
    table = table.add_round_worms(giver, -1).add_round_worms(seat, 1)
    return after_round_worm(game, table, seat, turn, phase)


def after_round_worm(game: Game, table: Table, seat: int, turn: Turn, phase: Phase) -> PickominoState:
    """D-17: a worm for ones leaves the turn as it is; D-16: one for the raven's tile ends it."""
    if phase == "worm_for_ones":
        return go_on(game, table, seat, turn)
    return turn_ends(game, table, seat)


# -- What is on offer -------------------------------------------------------------------------------------


def offers(table: Table, seat: int, aside: Aside) -> tuple[Move, ...]:
    """P-10: the tile from the grill and the theft that the dice allow; the player is free to choose."""
    total, worm = count_dice(table, seat, aside)
    if not worm:  # P-6
        return ()
    tile = tile_for(table, total)
    taking = (TAKE[tile],) if tile else ()
    return (*taking, STEAL[total]) if owner_to_rob(table, seat, total) is not None else taking


def count_dice(table: Table, seat: int, aside: Aside) -> tuple[int, bool]:
    """P-1, P-6: the sum, and whether there is a worm; D-11: the red worm is one while no worm die is."""
    if aside.worm or table.held[seat] != RED_WORM:
        return aside.total, aside.worm
    return aside.total + WORM_POINTS, True


def tile_for(table: Table, total: int) -> int | None:
    """P-7: the tile of exactly this sum; P-9: else the next lower one; D-2: but 11 and 13 only exactly."""
    below = bisect_right(table.grill, total)
    if not below:
        return None
    tile = table.grill[below - 1]
    return tile if tile == total or tile not in LOW_TILES else None


def owner_to_rob(table: Table, seat: int, total: int) -> int | None:
    """P-8: the opponent whose top tile is exactly the sum; P-11: not oneself; D-2: not for 11 and 13."""
    for other, stack in enumerate(table.stacks):
        if stack and stack[-1] == total and other != seat and total not in LOW_TILES:
            return other
    return None


# -- Taking a tile ----------------------------------------------------------------------------------------


def take(state: PickominoState, tile: int) -> PickominoState:
    """P-7, P-9, P-12: take a tile from the grill; D-3: its specialist comes along; D-16: not the raven."""
    game, table, seat, turn = state[:4]
    specialist = table.specialist_on(tile)
    table = table.grill_to_stack(tile, seat)
    if specialist is None:
        return turn_ends(game, table, seat)
    table = table.lift(specialist)
    if specialist == RAVEN:
        return earn_round_worm(game, table.perch(RAVEN), seat, turn, "worm_for_raven")
    return gain_specialist(state, table, specialist)


# -- Stealing ---------------------------------------------------------------------------------------------


def steal(state: PickominoState, tile: int) -> PickominoState:
    """P-8, P-12: take an opponent's top tile; D-4: and the specialist; D-12: or the hen that sits on it."""
    game, table, seat = state[:3]
    robbed = owner_to_rob(table, seat, tile)
    assert robbed is not None
    specialist = table.held[robbed]
    if specialist != HEN:
        table = table.stack_to_stack(robbed, seat)
    if specialist is None:
        return turn_ends(game, table, seat)
    return gain_specialist(state, table.hold(robbed, None), specialist)


# -- Two specialists --------------------------------------------------------------------------------------


def gain_specialist(state: PickominoState, table: Table, specialist: Specialist) -> PickominoState:
    """D-3: a player holds one specialist; D-5: with a second comes the choice."""
    game, seat, turn = state.game, state.seat, state.turn
    first = table.held[seat]
    if first is None:
        return turn_ends(game, table.hold(seat, specialist), seat)
    legal = (HOLD[first], HOLD[specialist])
    return PickominoState(game, table, seat, turn, "hold", seat, legal, None, (first, specialist))


def hold(state: PickominoState, kept: Specialist) -> PickominoState:
    """D-5: keep one of the two; the other goes back on the grill (D-6)."""
    (other,) = (specialist for specialist in state.choice if specialist != kept)
    return turn_ends(state.game, state.table.hold(state.seat, kept).perch(other), state.seat)


# -- Burning ----------------------------------------------------------------------------------------------


def burn(state: PickominoState, _: None) -> PickominoState:
    """P-15, D-7: back go the top tile and the specialist, then the highest tile is turned down.

    P-16: nothing happens to a player without tiles, and nothing is turned down if the tile that came back
    is the highest. D-13: the hen goes back instead of the tile; the option says what is turned down then.
    """
    game, table, seat = state[:3]
    tile, specialist = table.top(seat), table.held[seat]
    if tile is None:
        return turn_ends(game, table, seat)
    if specialist == HEN:
        table = table.hold(seat, None).perch(HEN)
        if game.settings["hen_burn"] == "highest":
            table = table.turn_highest_down()
        return turn_ends(game, table, seat)
    table = table.stack_to_grill(seat)
    if specialist is not None:
        table = table.hold(seat, None).perch(specialist)
    if table.grill[-1] != tile:
        table = table.turn_highest_down()
    return turn_ends(game, table, seat)


# -- The turn ends ----------------------------------------------------------------------------------------


def turn_ends(game: Game, table: Table, seat: int) -> PickominoState:
    """P-3: the next player's turn; P-18, D-19: unless no face-up tile is left on the grill."""
    if table.grill:
        return turn_begins(game, table, (seat + 1) % game.players)
    return PickominoState(game, table, seat, FRESH, "over", None)


# -- The end ----------------------------------------------------------------------------------------------


def final_count(table: Table) -> Result:
    """P-18: most worms, then the highest tile; those still equal share the place."""
    scores = tuple(map(table.score, range(len(table.stacks))))
    ranks = [(score, max(stack, default=0)) for score, stack in zip(scores, table.stacks, strict=True)]
    return Result.ranked(scores, ranks, "grill_empty")


_DECISIONS: dict[str, tuple[Callable[[PickominoState, Any], PickominoState], Any]] = {
    ROLL: (roll, None),
    ROLL_GOLD: (roll_gold, None),
    REPEAT: (weasel, None),
    BURN: (burn, None),
    **{move: (keep, face) for face, move in enumerate(KEEP)},
    **{move: (take, tile) for tile, move in TAKE.items()},
    **{move: (steal, tile) for tile, move in STEAL.items()},
    **{move: (worm_from, giver) for giver, move in enumerate(WORM_FROM)},
    **{move: (hold, specialist) for specialist, move in HOLD.items()},
}
