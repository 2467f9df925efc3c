"""The graph of a turn: the spots it can come to, and how a roll leads from one to the next.

What a turn can still become depends on the faces used, the dice left and the sum alone (and on whether a
golden die of ones and worms is among those left, D-10): 1,939 spots for eight dice, not millions of turns.
A roll matters only by its dice of faces not used yet, which makes 34,389 pairs of a spot and a roll.
Where two or more ones earn a round worm (D-17), it also matters whether they have: the raven's tile brings
one too, and there may be none left for it (D-18). That makes 2,127 spots and 34,779 pairs.

Spots with as many dice left and as many faces free roll alike: they form a *group*, and what happens to a
group is done at once. Groups with as many dice left form a *level*: their spots do not lead to each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, groupby
from math import factorial, prod
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stolik.games.pickomino.dice import ALL_FACES, count
from stolik.games.pickomino.pieces import FACES, ONE, POINTS, WORM

FACE_ORDER = (ONE, WORM, *range(ONE + 1, WORM))
"""Those of a golden die of ones and worms first: with one of them used, it does not matter which one."""

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]


class Shown(NamedTuple):
    """The dice of one roll that show the same face."""

    number: int
    """How many there are."""
    odd: bool = False
    """The golden die of ones and worms is one of them."""


Roll: TypeAlias = tuple[Shown, ...]
"""What a roll shows of each free face, in order. The dice of used faces do not matter."""

Choice: TypeAlias = tuple[int, Shown]
"""A free face, as its number among them, and the dice that show it."""

BURNT: Choice = (-1, Shown(0))
"""What is left with a roll that shows no free face (P-14)."""


class Spot(NamedTuple):
    """A point of a turn at which dice have been set aside, or none yet."""

    faces: int
    """The faces set aside, one bit a face."""
    dice: int
    """How many dice are left."""
    total: int
    """The sum of the dice set aside, a red worm not counted."""
    odd_die: bool = False
    """A golden die of ones and worms is among those left."""
    round_worm: bool = False
    """Two or more ones would earn a round worm (D-17), and have not done so."""

    @property
    def free(self) -> tuple[int, ...]:
        """The faces that can still be set aside (P-4), in the order of ``FACE_ORDER``."""
        return tuple(face for face in FACE_ORDER if not self.faces >> face & 1)

    @property
    def golden(self) -> int:
        """How many free faces a golden die of ones and worms among the dice left can show."""
        return sum(face in self.free for face in (ONE, WORM)) if self.odd_die else 0

    @property
    def can_roll(self) -> bool:
        """Whether there are dice to roll and faces to set aside (P-13)."""
        return self.dice > 0 and self.faces != ALL_FACES

    def keep(self, face: int, shown: Shown) -> Spot:
        """Return the spot after all dice that show a face are set aside (P-4)."""
        total = self.total + shown.number * POINTS[face]
        odd_die = self.odd_die and not shown.odd
        round_worm = self.round_worm and not (face == ONE and shown.number >= 2)  # D-17
        return Spot(self.faces | 1 << face, self.dice - shown.number, total, odd_die, round_worm)


class Group(NamedTuple):
    """Spots that roll alike: in its tables a row is what may fall and a column is a spot.

    A table of ``choices`` says where, among the values of a graph, that of keeping a face is found; there
    is one for the first face of a row, one for the second, and so on. With four free faces and more, a row
    is no whole roll but half of one, its first faces or its last: halves are few where rolls are many.
    """

    spots: slice
    """Which spots these are."""
    chances: Floats
    """How likely each roll is."""
    choices: tuple[Ints, ...]
    """Where the value of keeping a row's first, second, third face is found, or that of a burnt roll."""
    halves: tuple[Ints, Ints] | None
    """The rows that are the first and the last half of each roll; ``None`` if rows are rolls."""


class Level(NamedTuple):
    """The spots with as many dice left, from which a roll is possible."""

    spots: slice
    groups: tuple[Group, ...]


class TurnGraph:
    """The graph of every turn with so many dice. Get one from ``graph_of``, which makes each once.

    The values of a graph stand in one column: those of its spots; those of a burnt roll, with a round worm
    for ones and without; last the value of what is impossible.
    """

    def __init__(self, dice: int, odd_die: bool, round_worm: bool) -> None:
        self.fresh = Spot(0, dice, 0, odd_die, round_worm)
        self.spots = sorted(_reachable(self.fresh), key=_kind)
        self.places = {spot: place for place, spot in enumerate(self.spots)}
        self.unearned = np.array([spot.round_worm for spot in self.spots], np.intp)
        """1 for each spot at which a round worm could be earned and has not been, 0 for the others."""
        self.burnt: Ints = len(self.spots) + self.unearned
        """Where the value of a roll burnt at each spot is found."""
        self.impossible = len(self.spots) + 2
        self.last = sum(not spot.can_roll for spot in self.spots)
        """How many spots there are at which no roll is left; they come first."""
        self.levels = tuple(self._levels())
        """The other spots, those with the fewest dice left first."""
        self.sums = 5 * dice + 6
        """How many sums there are, 0 and a red worm included."""
        worm = np.array([spot.faces >> WORM & 1 for spot in self.spots], np.intp)
        total = np.array([spot.total for spot in self.spots], np.intp)
        self.reach: Ints = (2 * self.unearned + worm) * self.sums + total
        """What each spot's dice come to: their sum, and ``sums`` more if a worm is among them; twice
        ``sums`` more as long as a round worm is not earned."""

    @property
    def terms(self) -> int:
        """How many pairs of a spot and a roll there are."""
        groups = [group for level in self.levels for group in level.groups]
        return sum(group.chances.size * group.choices[0].shape[1] for group in groups)

    def place(self, spot: Spot, face: int, shown: Shown) -> int:
        """Return where the value of keeping a face is found."""
        return self.places[spot.keep(face, shown)]

    def _levels(self) -> Iterator[Level]:
        start = self.last
        for _, level in groupby(self.spots[start:], key=lambda spot: spot.dice):
            begin, groups = start, []
            for _, alike in groupby(level, key=_kind):
                members = tuple(alike)
                groups.append(self._group(start, members))
                start += len(members)
            yield Level(slice(begin, start), tuple(groups))

    def _group(self, start: int, members: tuple[Spot, ...]) -> Group:
        spots = slice(start, start + len(members))
        fallen = _rolls(members[0])
        chances = np.array(list(fallen.values()))
        rolls = [tuple(enumerate(roll)) if _choices_of(roll) else (BURNT,) for roll in fallen]
        middle = len(members[0].free) // 2
        if middle < 2:
            return Group(spots, chances, self._choices(members, rolls), None)
        first, last = [roll[:middle] for roll in rolls], [roll[middle:] for roll in rolls]
        rows = {half: row for row, half in enumerate(dict.fromkeys(first + last))}
        halves = (
            np.array([rows[half] for half in first], np.intp),
            np.array([rows[half] for half in last], np.intp),
        )
        return Group(spots, chances, self._choices(members, list(rows)), halves)

    def _choices(self, members: tuple[Spot, ...], rows: list[tuple[Choice, ...]]) -> tuple[Ints, ...]:
        places = {choice: self._places(members, choice) for choice in set().union(*rows)}
        none = [self.impossible] * len(members)
        return tuple(
            np.array([places[row[face]] if face < len(row) else none for row in rows], np.intp)
            for face in range(max(map(len, rows)))
        )

    def _places(self, members: tuple[Spot, ...], choice: Choice) -> list[int]:
        if choice == BURNT:
            return [int(self.burnt[self.places[spot]]) for spot in members]
        which, shown = choice
        if not shown.number:
            return [self.impossible] * len(members)
        return [self.place(spot, spot.free[which], shown) for spot in members]


@cache
def graph_of(dice: int, odd_die: bool = False, round_worm: bool = False) -> TurnGraph:
    """Return the graph of a turn with so many dice.

    One of them is a golden die of ones and worms or not; two or more ones earn a round worm or do not.
    """
    return TurnGraph(dice, odd_die, round_worm)


def _kind(spot: Spot) -> tuple[int, ...]:
    """Return what spots that roll alike have in common. Sorted by it, a spot comes after all it leads to."""
    if not spot.can_roll:
        return (0,)
    return (spot.dice, *_hand(spot))


def _reachable(fresh: Spot) -> set[Spot]:
    """Return every spot a turn can come to."""
    seen = {fresh}
    ahead = [fresh]
    while ahead:
        spot = ahead.pop()
        if not spot.can_roll:
            continue
        after = {spot.keep(spot.free[which], shown) for which, shown in _choices(spot)}
        ahead += after - seen
        seen |= after
    return seen


def _choices(spot: Spot) -> set[Choice]:
    """Return all that can be set aside after a roll from a spot."""
    return _choices_of_all(*_hand(spot))


def _rolls(spot: Spot) -> dict[Roll, float]:
    """Return the rolls from a spot, and how likely each one is."""
    return _rolls_of(*_hand(spot))


def _hand(spot: Spot) -> tuple[int, int, int]:
    """Return all that matters for a roll: white dice, free faces, how many of these a golden die can show."""
    return spot.dice - spot.odd_die, len(spot.free), spot.golden


@cache
def _choices_of_all(white: int, free: int, golden: int) -> set[Choice]:
    return set().union(*map(_choices_of, _rolls_of(white, free, golden)))


def _choices_of(roll: Roll) -> list[Choice]:
    return [(which, shown) for which, shown in enumerate(roll) if shown.number]


@cache
def _rolls_of(white: int, free: int, golden: int) -> dict[Roll, float]:
    rolls: dict[Roll, float] = {}
    for shown in range(white if free == len(FACES) else 0, white + 1):
        for fallen in combinations_with_replacement(range(free), shown):
            counts = count(fallen)[:free]
            ways = factorial(white) // prod(map(factorial, (*counts, white - shown)))
            chance = ways * (len(FACES) - free) ** (white - shown) / 6**white
            roll = tuple(map(Shown, counts))
            for which in range(golden):  # D-10: half of the sides of the golden die are ones, half are worms
                rolls[_with_golden(roll, which)] = chance / 2
            if golden < 2:
                rolls[roll] = chance / (1 + golden)
    return rolls


def _with_golden(roll: Roll, which: int) -> Roll:
    """Return a roll of white dice with a golden die that shows a free face."""
    return (*roll[:which], Shown(roll[which].number + 1, True), *roll[which + 1 :])
