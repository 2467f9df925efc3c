"""The texts of Pig: what a player decides, and how the die falls."""

from __future__ import annotations

from typing import Final

from stolik.core import Move

ROLL: Final = Move("roll")
HOLD: Final = Move("hold")

DIE: Final = tuple(Move(f"die {face}") for face in range(1, 7))
"""The outcomes of a roll; the die that shows ``face`` is ``DIE[face - 1]``."""
