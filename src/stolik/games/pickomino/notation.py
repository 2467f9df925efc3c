"""The text of every decision of the dice game. Rolls have theirs in ``dice``, lots have ``first N``."""

from __future__ import annotations

from typing import Final

from stolik.core import Move
from stolik.games.pickomino.pieces import FACES, LOW_TILES, SPECIALISTS, TILES, Specialist

MAX_PLAYERS: Final = 7  # P-1

ROLL: Final = Move("roll")
ROLL_GOLD: Final = Move("roll gold")
KEEP: Final = tuple(Move(f"keep {face}") for face in FACES)
TAKE: Final = {tile: Move(f"take {tile}") for tile in (*LOW_TILES, *TILES)}
STEAL: Final = {tile: Move(f"steal {tile}") for tile in TILES}
REPEAT: Final = Move("weasel")
BURN: Final = Move("burn")
WORM_FROM: Final = tuple(Move(f"worm from {seat}") for seat in range(MAX_PLAYERS))
HOLD: Final[dict[Specialist, Move]] = {name: Move(f"hold {name}") for _, name in SPECIALISTS}

KEEPS: Final = tuple(
    tuple(move for face, move in enumerate(KEEP) if faces >> face & 1) for faces in range(1 << len(FACES))
)
"""The keep moves for each set of faces, one bit a face."""
