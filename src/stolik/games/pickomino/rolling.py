"""A roll die by die: the same chances as rolling all dice at once, with few outcomes at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stolik.core import Move
from stolik.encoding import StepwiseChance
from stolik.games.pickomino.dice import Hand, Roll, count, faces, roll_text
from stolik.games.pickomino.pieces import FACES, ONE, WORM


@dataclass(frozen=True, slots=True)
class DieByDie(StepwiseChance):
    """The dice in the order in which they fall; a step is a face. A golden die of ones and worms is first.

    >>> from stolik.games.pickomino.dice import hand_of
    >>> roll = DieByDie(hand_of(2, False))
    >>> roll.text(5), len(roll.outcomes())
    ('face w', 6)
    >>> roll.after(5).after(0)
    'dice 1 w'
    """

    hand: Hand
    fallen: tuple[int, ...] = ()

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the faces that the next die may show, with their probabilities."""
        possible = (ONE, WORM) if self.hand.odd_die and not self.fallen else range(len(FACES))
        return [(face, 1 / len(possible)) for face in possible]

    def after(self, step: int) -> DieByDie | Move:
        """Return the roll after one more die, or the whole of it."""
        fallen = (*self.fallen, step)
        if len(fallen) < self.hand.dice:
            return replace(self, fallen=fallen)
        counts = count(fallen)
        return Move(roll_text(Roll(counts, faces(counts), fallen[0] if self.hand.odd_die else None)))

    def text(self, step: int) -> str:
        """Return a face in words."""
        return f"face {FACES[step]}"

    def __str__(self) -> str:
        return f"fallen: {' '.join(FACES[face] for face in self.fallen)}" if self.fallen else ""
