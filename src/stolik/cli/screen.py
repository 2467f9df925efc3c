"""What the command line needs of a game to show it. A new game brings one module here with a ``Screen``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from stolik.cli.people import People
from stolik.cli.words import Words
from stolik.core import Event, State, View

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move as it is offered: the number to type, the move's own text, and what it brings."""

    number: int
    move: str
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """What happened, in words; ``lasting`` is the part worth keeping once the turn is over."""

    text: str
    lasting: str


class Screen(Protocol):
    """How one game is shown in a terminal: from views and events alone.

    ``secret`` is true where a view has something that the others at the table must not see.
    """

    secret: bool

    def title(self, view: View) -> str:
        """Return the name of the game and its variant."""
        ...

    def status(self, view: View) -> str:
        """Return what else is worth a place in the heading, if anything is."""
        ...

    def table(self, view: View, width: int) -> RenderableType:
        """Return what stays from turn to turn, drawn in so many columns."""
        ...

    def turn(self, view: View) -> RenderableType:
        """Return what belongs to the turn being played."""
        ...

    def whose(self, view: View) -> int | None:
        """Return the seat that has the turn (others may have to decide in it), if one has."""
        ...

    def choices(self, state: State, seat: int) -> list[Choice]:
        """Return the legal moves with numbers and words; the same thing has the same number if it can."""
        ...

    def tell(self, move: str, events: Sequence[Event]) -> Told | None:
        """Return what a move made happen, or ``None`` if it goes without saying."""
        ...

    def end(self, view: View) -> RenderableType:
        """Return the final count: places, how they came about, and what broke a tie."""
        ...


GAMES = ("pickomino",)
"""The games that have a screen, each in the module of its name; the first is the usual one."""


def make(game: str, words: Words, people: People) -> Screen:
    """Return the screen of a game."""
    screen: Screen = import_module(f"stolik.cli.{game}").make(words, people)
    return screen
