"""Slips: which decisions of a running game could be taken back.

Only those after which nothing random and nothing hidden has come up. So no chance outcome is ever undone:
nothing is rolled or drawn twice, and every chance event of a game keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from stolik.core import CHANCE, Move, State

Moment = tuple[State, str, State]
"""A move, and the game before and after it."""


class Slip(NamedTuple):
    """A command that could be undone, with all moves after it."""

    ply: int
    """The count of moves before it."""
    seat: int
    person: bool
    """Whether a person decided it, and not a bot, a clock or an absence."""
    before: State


class Slips:
    """The commands since the last thing that came up, oldest first."""

    def __init__(self, slips: Iterable[Slip] = ()) -> None:
        self._slips = list(slips)

    def __iter__(self) -> Iterator[Slip]:
        return iter(self._slips)

    def note(self, slip: Slip, moments: Iterable[Moment]) -> None:
        """Take note of a command that was just played."""
        moments = list(moments)
        if any(_shows(before, move, slip.seat) for before, move, _ in moments):
            self._slips = []
            return
        hidden = moments[0][0].game.plugin.hidden
        if hidden and self._slips and self._slips[-1].seat != slip.seat:
            self._slips = []  # what one player does tells the other something
        self._slips.append(slip)

    def last_of(self, seat: int) -> Slip | None:
        """Return the last decision of the person in a seat, if it can be undone."""
        return next((slip for slip in reversed(self._slips) if slip.seat == seat and slip.person), None)

    def undo(self, ply: int) -> State | None:
        """Forget what was done from a move on, and return the game before it; ``None`` if we do not know it.

        That is so if the log was written when the game allowed more to be taken back.
        """
        state = next((slip.before for slip in self._slips if slip.ply == ply), None)
        self._slips = [slip for slip in self._slips if slip.ply < ply]
        return state


def _shows(before: State, move: str, seat: int) -> bool:
    """Whether a move shows something that a seat could not know: chance, or what is hidden from it."""
    if before.actor == CHANCE:
        return True
    game = before.game.plugin
    return game.hidden and (before.actor != seat or Move(move).word not in game.undoable)
