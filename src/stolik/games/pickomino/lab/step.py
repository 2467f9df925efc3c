"""One step of a batch of games: an action, what it leads to, and the rolls that nobody has to ask for."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from stolik.games.pickomino.encoding import (
    AND_STEAL,
    AND_TAKE,
    BURNS,
    GO_ON,
    HOLDABLE,
    HOLDS,
    REPEATS,
    ROLLS,
    ROLLS_GOLD,
    THENS,
    WORMS,
)
from stolik.games.pickomino.lab import chance, rules
from stolik.games.pickomino.lab.bits import Bits, Flag, word
from stolik.games.pickomino.lab.chance import Chance
from stolik.games.pickomino.lab.table import (
    HOLD,
    OUTCOME_BITS,
    OUTCOME_EVEN,
    OVER,
    ROLLED,
    WORM_FOR_ONES,
    WORM_FOR_RAVEN,
    TableBits,
    TurnBits,
    settle,
)
from stolik.games.pickomino.pieces import DICE, FACES, ONE, SPECIALISTS


class Decision(NamedTuple):
    """What an action means; the flags exclude each other."""

    keeping: Flag
    face: Bits
    then: Bits
    giving: Flag
    away: Bits
    rolling: Flag
    gold: Flag
    repeating: Flag
    burning: Flag
    holding: Flag
    kept: Bits


def decision(action: Bits, *, deluxe: bool) -> Decision:
    """Return what an action means, as ``stolik.games.pickomino.encoding`` numbers them."""
    no = jnp.zeros_like(action, bool)
    keeping = action < ROLLS if deluxe else ~no
    then = (action >= len(FACES)).astype(jnp.uint32) + (action >= 2 * len(FACES)).astype(jnp.uint32)
    face = action - len(FACES) * then
    if not deluxe:
        return Decision(keeping, face, then, no, action, no, no, no, no, no, action)
    giving = action >= WORMS
    away = (action - WORMS) // len(THENS)
    kept = jnp.zeros_like(action)
    for place, name in enumerate(HOLDABLE):
        specialist = [other for _, other in SPECIALISTS].index(name) + 1
        kept |= jnp.where(action == HOLDS + place, word(specialist), 0)
    return Decision(
        keeping=keeping,
        face=jnp.where(keeping, face, 0),
        then=jnp.where(giving, action - WORMS - len(THENS) * away, then),
        giving=giving,
        away=away + 1,
        rolling=(action == ROLLS) | (action == ROLLS_GOLD),
        gold=action == ROLLS_GOLD,
        repeating=action == REPEATS,
        burning=action == BURNS,
        holding=kept != 0,
        kept=kept,
    )


class Effect(NamedTuple):
    """Where an action leads; in every game one of these happens, or a choice comes first."""

    taking: Flag
    stealing: Flag
    burnt: Flag
    holding: Flag
    done: Flag
    """The turn ends with the round worm for the raven's tile (D-16)."""
    choosing: Flag
    """Somebody must be chosen to give a round worm for the ones (D-18)."""
    total: Bits
    """What the dice set aside make."""
    kept: Bits
    """The specialist that is kept (D-5)."""

    def packed(self) -> Bits:
        """Return all this in one word."""
        *flags, total, kept = self
        word = total | kept << 8
        for place, flag in enumerate(flags, start=16):
            word |= flag.astype(jnp.uint32) << place
        return word

    @classmethod
    def unpacked(cls, word: Bits) -> Effect:
        """Return what ``packed`` has packed."""
        taking, stealing, burnt, holding, done, choosing = (
            (word >> 16 + place & 1) != 0 for place in range(6)
        )
        return cls(taking, stealing, burnt, holding, done, choosing, word & 255, word >> 8 & 255)


def advance(
    table: TableBits, turn: TurnBits, action: Array, fallen: Chance, *, odd: bool, hen_turns_down: bool
) -> tuple[TableBits, TurnBits]:
    """Return the games after an action, at the next decision or at the end.

    ``odd`` says that the golden die has ones and worms only (D-10), ``hen_turns_down`` that a burnt roll
    turns the highest tile down even if only the hen goes back (D-13).
    """
    table, turn, effect = decide(table, turn, action, fallen, odd=odd)
    table, turn, packed = settle(table, turn, effect.packed())
    table, turn, ended = settle(
        *carry_out(table, turn, Effect.unpacked(packed), hen_turns_down=hen_turns_down)
    )
    over = ended & (table.grill == 0)
    table, turn = rules.turn_ends(table, turn, ended & ~over)
    turn = turn._replace(phase=jnp.where(over, word(OVER), turn.phase))
    return table, first_roll(turn, fallen, ended & ~over)


def decide(
    table: TableBits, turn: TurnBits, action: Array, fallen: Chance, *, odd: bool
) -> tuple[TableBits, TurnBits, Effect]:
    """Set dice aside, settle the round worm for ones, roll on, and see where that leads."""
    deluxe = table.perch is not None
    what = decision(action.astype(jnp.uint32), deluxe=deluxe)
    turn = rules.keep(turn, what.face, what.keeping)
    going = what.keeping
    choosing = done = jnp.zeros_like(going)
    if deluxe:
        ones = what.keeping & (what.face == ONE) & (rules.of_face(turn.aside, ONE) >= 2)
        table, choosing = rules.earn_round_worm(table, ones)
        table = rules.worm_from(table, what.away, what.giving)
        done = what.giving & (turn.phase == WORM_FOR_RAVEN)
        going = what.keeping & ~choosing | what.giving & ~done

    on, may_roll = going & (what.then == GO_ON), rules.may_roll(turn)
    rolling = on & may_roll
    if deluxe:
        rolling |= what.rolling | what.repeating
        turn = turn._replace(
            gold=turn.gold | what.gold,
            odd_die=turn.odd_die | what.gold if odd else turn.odd_die,
            weasel_used=turn.weasel_used | what.repeating,
        )
    turn = rules.roll(turn, fallen.own, rolling, gold=deluxe, odd=odd)
    burnt = rolling & (rules.to_keep(turn) == 0) | on & ~may_roll
    if deluxe:
        burnt = burnt & ~(rolling & rules.weasel_ready(table, turn)) | what.burning
    total, _ = rules.count_dice(table, turn.aside)
    effect = Effect(
        taking=going & (what.then == AND_TAKE),
        stealing=going & (what.then == AND_STEAL),
        burnt=burnt,
        holding=what.holding,
        done=done,
        choosing=choosing,
        total=total,
        kept=what.kept,
    )
    return table, turn, effect


def carry_out(
    table: TableBits, turn: TurnBits, effect: Effect, *, hen_turns_down: bool
) -> tuple[TableBits, TurnBits, Flag]:
    """Take, steal or burn, and move the specialists; return also whether the turn has ended."""
    table, specialist, raven = rules.take(table, effect.total, effect.taking)
    table, stolen = rules.steal(table, effect.total, effect.stealing)
    table = rules.burn(table, effect.burnt, hen_turns_down=hen_turns_down)
    if table.perch is None:
        return table, turn, effect.taking | effect.stealing | effect.burnt
    table, raven_chosen = rules.earn_round_worm(table, raven)
    table, second = rules.gain_specialist(table, specialist | stolen)
    table = rules.hold(table, turn, effect.kept, effect.holding)
    phase = jnp.where(effect.choosing, word(WORM_FOR_ONES), word(ROLLED))
    phase = jnp.where(raven_chosen, word(WORM_FOR_RAVEN), jnp.where(second, word(HOLD), phase))
    turn = turn._replace(phase=phase, gained=jnp.where(second, specialist | stolen, 0))
    had = (effect.taking | effect.stealing) & ~raven_chosen & ~second
    return table, turn, had | effect.burnt | effect.holding | effect.done


def first_roll(turn: TurnBits, fallen: Chance, when: Flag) -> TurnBits:
    """P-4: the roll that begins a turn; D-10: unless the golden die may join."""
    rolled = chance.roll(fallen.following, word(DICE), DICE)
    return turn._replace(roll=jnp.where(when & (turn.phase == ROLLED), rolled, turn.roll))


def outcome(table: TableBits, turn: TurnBits) -> Bits:
    """P-18: for each seat, four bits: 8, more by one for each seat it beats, less for each that beats it.

    All are 0 in games that are not over.
    """
    ranks = [rules.rank(seat) for seat in table.seats]
    players = len(ranks)
    packed = jnp.zeros_like(turn.seat)
    for own, mine in enumerate(ranks):
        ahead = word(OUTCOME_EVEN)
        for theirs in ranks[:own] + ranks[own + 1 :]:
            ahead += (mine > theirs).astype(jnp.uint32) - (mine < theirs).astype(jnp.uint32)
        seat = turn.seat + own
        seat = jnp.where(seat >= players, seat - players, seat)
        packed |= ahead << OUTCOME_BITS * seat
    return jnp.where(turn.phase == OVER, packed, 0)
