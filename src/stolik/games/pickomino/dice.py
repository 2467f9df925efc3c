"""Rolling: a roll is a multiset of faces, so eight dice have 1,287 outcomes and not 6⁸."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from stolik.core import Move, Rng, below
from stolik.games.pickomino.pieces import FACES, ONE, POINTS, WORM, Counts

ALL_FACES = (1 << len(FACES)) - 1


class Roll(NamedTuple):
    """Dice that have fallen."""

    counts: Counts
    """How many show each face."""
    faces: int
    """Which faces there are, one bit a face."""
    gold: int | None = None
    """The face that a golden die of ones and worms shows."""


def faces(dice: Counts) -> int:
    """Return which faces some dice show, one bit a face."""
    return sum(1 << face for face, number in enumerate(dice) if number)


class Aside:
    """Dice set aside, and what they make. Get one from ``aside_of``, which makes each once."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.faces = faces(counts)
        self.total = sum(number * worth for number, worth in zip(counts, POINTS, strict=True))
        self.worm = counts[WORM] > 0

    def __reduce__(self) -> tuple[Callable[[Counts], Aside], tuple[Counts]]:
        return aside_of, (self.counts,)

    def __repr__(self) -> str:
        return f"aside_of({self.counts})"


_ASIDES: dict[Counts, Aside] = {}


def aside_of(counts: Counts) -> Aside:
    """Return so many dice of each face, set aside: always the same object, whichever thread asks."""
    return _ASIDES.get(counts) or _ASIDES.setdefault(counts, Aside(counts))


@cache
def set_aside(aside: Aside, face: int, number: int) -> Aside:
    """Return the dice set aside with ``number`` more of a face."""
    return aside_of(add(aside.counts, face, number))


class Hand:
    """Dice to be rolled, and all the ways they can fall. Get one from ``hand_of``, which makes each once.

    ``dice`` says how many; ``odd_die`` whether one of them is a golden die of ones and worms (D-10).
    """

    def __init__(self, dice: int, odd_die: bool) -> None:
        self.dice = dice
        self.odd_die = odd_die
        self.total = 6**dice

    def __reduce__(self) -> tuple[Callable[[int, bool], Hand], tuple[int, bool]]:
        return hand_of, (self.dice, self.odd_die)

    def __repr__(self) -> str:
        return f"hand_of({self.dice}, {self.odd_die})"

    @cached_property
    def less(self) -> tuple[Hand, ...]:
        """What is left when so many dice, none of them the odd one, are set aside."""
        return tuple(hand_of(left, self.odd_die) for left in range(self.dice, self.odd_die - 1, -1))

    @cached_property
    def weights(self) -> dict[Move, int]:
        """How often each roll falls, out of ``total``."""
        white = self.dice - self.odd_die
        return {Move(roll_text(roll)): weight for roll, weight in _rolls(white, self.odd_die)}

    @cached_property
    def rolls(self) -> dict[str, Roll]:
        """The roll that each text stands for."""
        falls = _rolls(self.dice - self.odd_die, self.odd_die)
        return {text: roll for text, (roll, _) in zip(self.weights, falls, strict=True)}

    def draw(self, rng: Rng) -> Move:
        """Return a roll drawn with its true probability.

        One number below 6 to the number of dice, written in base 6, has a digit a die: 0 to 4 are the faces
        1 to 5, 5 is a worm. A golden die of ones and worms is the leading digit: 0 to 2 a one, 3 to 5 a worm.
        """
        moves, leading, trailing = self._digits
        high, low = divmod(below(rng, self.total), len(trailing))
        return moves[leading[high] + trailing[low]]

    @cached_property
    def _digits(self) -> tuple[dict[int, Move], list[int], list[int]]:
        """The move of each packed roll, and what the leading and trailing half of the digits add to it."""
        moves = {_pack(roll): move for move, roll in zip(self.weights, self.rolls.values(), strict=True)}
        white = self.dice - self.odd_die
        return moves, _halves(white - white // 2, self.odd_die), _halves(white // 2, golden=False)


_HANDS: dict[tuple[int, bool], Hand] = {}


def hand_of(dice: int, odd_die: bool) -> Hand:
    """Return so many dice, one of them a golden die of ones and worms or not: always the same object."""
    key = (dice, odd_die)
    return _HANDS.get(key) or _HANDS.setdefault(key, Hand(dice, odd_die))


def roll_text(roll: Roll) -> str:
    """Return the canonical text of a roll: ``dice 1 4 4 w``, or ``dice 1 4 4 gold w``."""
    counts = list(roll.counts)
    gold = ""
    if roll.gold is not None:
        counts[roll.gold] -= 1
        gold = f" gold {FACES[roll.gold]}"
    shown = "".join(f" {face}" * number for face, number in zip(FACES, counts, strict=True))
    return f"dice{shown}{gold}"


def _rolls(white: int, golden: bool) -> Iterator[tuple[Roll, int]]:
    """Yield every roll with the number of ways it can fall, out of 6 to the number of dice."""
    for faces_shown in combinations_with_replacement(range(6), white):
        counts = count(faces_shown)
        ways = factorial(white) // prod(map(factorial, counts))
        if golden:
            for face in (ONE, WORM):
                shown = add(counts, face, 1)
                yield Roll(shown, faces(shown), face), ways * 3
        else:
            yield Roll(counts, faces(counts)), ways


def count(faces_shown: tuple[int, ...]) -> Counts:
    """Return how many of each face there are."""
    return tuple(faces_shown.count(face) for face in range(6))


def add(dice: Counts, face: int, number: int) -> Counts:
    """Return the dice with ``number`` more of a face."""
    return (*dice[:face], dice[face] + number, *dice[face + 1 :])


def _pack(roll: Roll) -> int:
    """Return a roll as one number, four bits a face, so that two halves of a roll can be added."""
    gold = 0 if roll.gold is None else _GOLD << roll.gold
    return sum(number << 4 * face for face, number in enumerate(roll.counts)) + gold


_GOLD = 1 << 4 * len(FACES)


@cache
def _halves(white: int, golden: bool) -> list[int]:
    """Return, for each number of so many base-6 digits, the dice it stands for, packed."""
    if golden:
        faces_shown = [ONE] * 3 + [WORM] * 3
        lead = [(1 << 4 * face) + (_GOLD << face) for face in faces_shown]
        return [first + rest for first in lead for rest in _halves(white, golden=False)]
    if not white:
        return [0]
    return [(1 << 4 * face) + rest for face in range(len(FACES)) for rest in _halves(white - 1, golden=False)]
