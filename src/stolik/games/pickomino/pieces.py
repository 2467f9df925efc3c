"""What is in the box of the dice game: dice, tiles, specialists and round worms."""

from __future__ import annotations

from typing import Final, Literal

Counts = tuple[int, ...]
"""How many dice show each face: 1, 2, 3, 4, 5, worm."""

FACES: Final = ("1", "2", "3", "4", "5", "w")  # P-1
POINTS: Final = (1, 2, 3, 4, 5, 5)  # P-1: a worm counts five points, yet is another face than 5
ONE: Final = 0
WORM: Final = 5
WORM_POINTS: Final = POINTS[WORM]
DICE: Final = 8  # P-1
NO_DICE: Final[Counts] = (0, 0, 0, 0, 0, 0)

TILES: Final = tuple(range(21, 37))  # P-2
LOW_TILES: Final = (11, 13)  # D-1
ROUND_WORMS: Final = 7  # D-1
APPLE_WORMS: Final = 3  # D-9

Specialist = Literal["red_worm", "hen", "raven", "weasel", "golden_die", "apple"]
RED_WORM: Final = "red_worm"
HEN: Final = "hen"
RAVEN: Final = "raven"
WEASEL: Final = "weasel"
GOLDEN_DIE: Final = "golden_die"
APPLE: Final = "apple"
SPECIALISTS: Final[tuple[tuple[int, Specialist], ...]] = (  # D-1: where each one starts
    (11, RED_WORM),
    (21, HEN),
    (23, RAVEN),
    (25, WEASEL),
    (27, GOLDEN_DIE),
    (29, APPLE),
)


def worms_on(tile: int) -> int:
    """Return how many worms a tile shows (P-2, D-1)."""
    return 1 if tile in LOW_TILES else (tile - 17) // 4
