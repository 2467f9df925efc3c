"""What the command line needs of a game to show it. A new game brings one module here with a ``Screen``."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stolik.cli.hints import advice
from stolik.cli.people import People
from stolik.cli.words import Words
from stolik.core import Event, State, View, plugin

if TYPE_CHECKING:
    from rich.console import RenderableType

ALWAYS = math.inf


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move as it is offered: what to type for it, the move's own text, and what it brings.

    Where there is no room for all, those of less ``weight`` give way; without one it is always listed.
    """

    key: str
    move: str
    text: str
    weight: float = ALWAYS


@dataclass(frozen=True, slots=True)
class Question:
    """What a person has to decide: the choices worth listing, and how one answers.

    ``wanted`` says in a word what is to be typed, ``hint`` in a sentence. ``about`` comes before the choices
    and says why one is asked; ``besides`` comes after them and says what else could be typed, and then, where
    there is room for it, comes the ``reminder``.
    """

    choices: Sequence[Choice]
    wanted: str
    hint: str
    about: str = ""
    besides: str = ""
    reminder: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What happened, in words; ``lasting`` is the part worth keeping once the turn is over."""

    text: str
    lasting: str


class Screen(ABC):
    """How one game is shown in a terminal: from views and events alone.

    ``secret`` is true where a view has something that the others at the table must not see.
    """

    game: str
    secret = False

    def __init__(self, words: Words, people: People) -> None:
        self.words = words
        self.people = people

    @abstractmethod
    def title(self, view: View) -> str:
        """Return the name of the game and its variant."""

    @abstractmethod
    def status(self, view: View) -> str:
        """Return what else is worth a place in the heading, if anything is."""

    @abstractmethod
    def table(self, view: View, width: int) -> RenderableType:
        """Return what stays from turn to turn, drawn in so many columns."""

    @abstractmethod
    def turn(self, view: View, width: int) -> RenderableType:
        """Return what belongs to the turn being played, or to the person who looks."""

    def whose(self, view: View) -> int | None:
        """Return the seat that has the turn (others may have to decide in it), if one has."""
        return view["turn"]["seat"] if view["turn"] else None

    # -- decisions ------------------------------------------------------------------------------------

    @abstractmethod
    def question(self, state: State, seat: int) -> Question:
        """Return what ``seat`` has to decide now; the same choice has the same key if it can."""

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        """Return the legal moves that are listed when ``seat`` is asked."""
        return self.question(state, seat).choices

    @abstractmethod
    def offer(self, state: State, seat: int, move: str) -> str:
        """Return a legal move in words, with what ``seat`` can know that it brings."""

    def hint(self, state: State, seat: int) -> str:
        """Return help with a decision in a sentence: what a good bot would do in the place of ``seat``."""
        level, move = advice(state.game, state.view(seat))
        offer = self.offer(state, seat, move)
        return self.words("play.advice", level=self.words(f"level.{level}"), offer=offer)

    def long_hint(self, state: State, seat: int, width: int) -> RenderableType | None:
        """Return help that needs a page of its own, if the game has any."""
        return None

    def read(self, state: State, seat: int, answer: str) -> str:
        """Return the move that an answer stands for which is none of the keys: it is written so."""
        return answer

    def refusal(self, move: str, reason: str) -> str:
        """Return why a move was refused, in words."""
        return self.words(f"{self.game}.reason.{reason}")

    # -- what happens ---------------------------------------------------------------------------------

    @abstractmethod
    def tell(self, move: str, events: Sequence[Event]) -> Told | None:
        """Return what a move made happen, or ``None`` if it goes without saying."""

    @abstractmethod
    def end(self, view: View) -> RenderableType:
        """Return the final count: places, how they came about, and what broke a tie."""


def make(game: str, words: Words, people: People) -> Screen:
    """Return the screen of a game."""
    screen: Screen = plugin(game).load("terminal")(words, people)
    return screen
