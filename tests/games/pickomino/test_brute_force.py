"""A turn with few dice left, enumerated twice: through the engine, and by a brute force that shares nothing.

Both walk every sequence of falls and decisions to the end of the turn and weigh it: a fall by its chance, a
decision as one of equally likely ones. They must agree on the number of sequences of single dice and on the
exact chance of every ending.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from stolik.games.pickomino.dice import aside_of, hand_of
from stolik.games.pickomino.pieces import FACES, Counts
from stolik.games.pickomino.rules import PickominoState, Turn, go_on
from tests.games.pickomino.positions import position

Endings = dict[str, tuple[int, Fraction]]


def by_engine(state: PickominoState) -> Endings:
    """Return how often and how likely the turn ends in each way, walking the engine's states."""
    ways: Counter[str] = Counter()
    chance: Counter[str] = Counter()

    def walk(state: PickominoState, number: int, weight: Fraction) -> None:
        if state.phase == "rolling":
            dice = state.turn.hand
            for move, falls in dice.weights.items():
                step(state, move, number * falls, weight * Fraction(falls, dice.total))
        else:
            for move in state.moves():
                step(state, move, number, weight / len(state.moves()))

    def step(state: PickominoState, move: str, number: int, weight: Fraction) -> None:
        after = state.play(move)
        if after.seat == state.seat:
            walk(after, number, weight)
        else:
            ending = move if move.startswith(("take", "steal")) else "burnt"
            ways[ending] += number
            chance[ending] += weight  # type: ignore[assignment]

    walk(state, 1, Fraction(1))
    return {ending: (ways[ending], Fraction(chance[ending])) for ending in ways}


def by_brute_force(
    aside: str, dice: int, grill: list[int], stealable: list[int], red_worm: bool, weasel: bool, odd_die: bool
) -> Endings:
    """Return the same from nothing but single dice and the words of the rules."""
    ways: Counter[str] = Counter()
    chance: Counter[str] = Counter()
    worth = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "w": 5}
    sides = ["1", "2", "3", "4", "5", "w"]

    def end(ending: str, weight: Fraction) -> None:
        ways[ending] += 1
        chance[ending] += weight  # type: ignore[assignment]

    def roll(kept: list[str], left: int, odd: bool, again: bool, weight: Fraction) -> None:
        kinds = [sides] * (left - odd) + ([["1", "1", "1", "w", "w", "w"]] if odd else [])
        for fall in product(*kinds):
            decide(kept, list(fall), odd, again, weight / 6**left)

    def decide(kept: list[str], fall: list[str], odd: bool, again: bool, weight: Fraction) -> None:
        free = sorted(set(fall) - set(kept))
        choices = len(free) + again if free else 2 * again
        if not choices:
            return end("burnt", weight)
        if again:
            roll(kept, len(fall), odd, False, weight / choices)
        if again and not free:
            end("burnt", weight / choices)
        for face in free:
            gone = fall.count(face)
            stays = odd and fall[-1] != face
            stop(kept + [face] * gone, len(fall) - gone, stays, again, weight / choices)
        return None

    def stop(kept: list[str], left: int, odd: bool, again: bool, weight: Fraction) -> None:
        total = sum(worth[face] for face in kept)
        worm = "w" in kept
        if red_worm and not worm:
            total, worm = total + 5, True
        endings = []
        if worm and total in grill:
            endings.append(f"take {total}")
        elif worm and [tile for tile in grill if 20 < tile < total]:
            endings.append(f"take {max(tile for tile in grill if 20 < tile < total)}")
        if worm and total in stealable:
            endings.append(f"steal {total}")
        can_roll = left > 0 and len(set(kept)) < 6
        choices = len(endings) + can_roll
        if not choices:
            return end("burnt", weight)
        for ending in endings:
            end(ending, weight / choices)
        if can_roll:
            roll(kept, left, odd, again, weight / choices)
        return None

    stop(aside.split(), dice, odd_die, weasel, Fraction(1))
    return {ending: (ways[ending], Fraction(chance[ending])) for ending in ways}


def in_mid_turn(state: PickominoState, aside: str, dice: int, odd_die: bool) -> PickominoState:
    counts: Counts = tuple(aside.split().count(face) for face in FACES)
    gold = len(aside.split()) + dice > 8
    return go_on(state.game, state.table, state.seat, Turn(aside_of(counts), hand_of(dice, odd_die), gold))


CASES = {
    "base, a worm already": ("21 23 25 26", ("30", "24"), "4 4 4 w w", 3, "base", ""),
    "base, no worm yet": ("21 22 25 29", ("30", "23"), "5 5 3 3 3", 3, "base", ""),
    "base, many faces used": ("24 25 29 30", ("", "34"), "2 3 4 5 5", 3, "base", ""),
    "low tiles": ("11 13 21", ("30", "22"), "w 1", 3, "deluxe", ""),
    "red worm": ("11 13 21 24", ("30:red_worm", "22"), "1 1 4 4 2", 3, "deluxe", "red_worm"),
    "weasel": ("27 28 30", ("29:weasel", "34"), "3 3 5 5 w w", 2, "deluxe", "weasel"),
    "golden die": ("28 30 32", ("31:golden_die", "35"), "4 4 4 5 5 3", 3, "deluxe", ""),
    "golden die of ones and worms": (
        "28 30 32", ("31:golden_die", "35"), "4 4 4 5 5 3", 3, "deluxe", "odd_die",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_engine_agrees_with_brute_force(name: str) -> None:
    grill, stacks, aside, dice, variant, special = CASES[name]
    odd_die = special == "odd_die"
    golden_die = "ones_and_worms" if odd_die else "standard"
    # All round worms are the player's own: ones change nothing here.
    worms = (7, 0) if variant == "deluxe" else ()
    state = position(grill, *stacks, variant=variant, golden_die=golden_die, worms=worms)
    mine = by_engine(in_mid_turn(state, aside, dice, odd_die))
    theirs = by_brute_force(
        aside,
        dice,
        grill=[int(tile) for tile in grill.split()],
        stealable=[int(stacks[1])],
        red_worm=special == "red_worm",
        weasel=special == "weasel",
        odd_die=odd_die,
    )
    assert mine == theirs
    assert sum(chance for _, chance in mine.values()) == 1
    assert len(mine) >= 3
