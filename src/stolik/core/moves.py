"""A move is its text: one canonical text for every decision and every chance outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stolik.core.values import quoted

CHANCE: Final = -1
"""The actor when nobody decides and something random must happen: a roll, a deal, drawing lots."""


class Move(str):
    """The canonical text of a decision or of a chance outcome, such as ``keep 4`` or ``dice 1 1 w``.

    A move is a string, so it can be printed, compared, stored and sent as it is; ``state.play`` takes a
    plain string with the same text just as well.

    >>> Move("keep 4").word, Move("keep 4").args
    ('keep', ('4',))
    """

    __slots__ = ()

    @property
    def word(self) -> str:
        """The first word, which says what kind of move it is."""
        return self.partition(" ")[0]

    @property
    def args(self) -> tuple[str, ...]:
        """The words after the first."""
        return tuple(self.split(" ")[1:])


class IllegalMove(ValueError):  # noqa: N818 -- the name of the contract: what was tried, not a fault of the program
    """A move that the rules do not allow now. The state it was tried on is unchanged.

    ``reason`` is a stable code for programs; ``move`` is the text that was tried; ``allowed`` lists what
    can be played instead (empty where that is a chance outcome or nothing at all).
    """

    def __init__(self, reason: str, message: str, move: str, allowed: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.move = move
        self.allowed = tuple(allowed)

    def __str__(self) -> str:
        text = f"{quoted(self.move)}: {self.args[0]}"
        return f"{text}; allowed: {', '.join(self.allowed)}" if self.allowed else text

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str, tuple[str, ...]]]:
        return IllegalMove, (self.reason, str(self.args[0]), self.move, self.allowed)
