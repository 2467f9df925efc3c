"""How a game is shown in a terminal: the interface that a game's ``terminal`` part implements."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from stolik.cli.hints import advice, chances
from stolik.cli.people import People
from stolik.core import State, View, plugin
from stolik.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType

ALWAYS = math.inf

BEST = 3
"""How many of the best moves a hint tells."""

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move in the list of choices: what to type for it, the move's own text, and what it brings.

    Where there is no room for all, those of less ``weight`` are left out; one without is
    always listed.
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
class LogEntry:
    """What happened, in words; ``summary`` is the part worth keeping once the turn is over."""

    text: str
    summary: str


class Screen(ABC, Generic[S, V]):
    """How one game is shown in a terminal: from its views and events."""

    game: str

    def __init__(self, words: Words, people: People) -> None:
        self.words = words
        self.people = people

    @abstractmethod
    def title(self, view: V) -> str:
        """Return the name of the game and its variant."""

    def status(self, view: V) -> str:
        """Return what else is worth a place in the heading, if anything is."""
        return ""

    @abstractmethod
    def table(self, view: V, width: int) -> RenderableType:
        """Return what stays from turn to turn, drawn in so many columns."""

    @abstractmethod
    def turn(self, view: V, width: int) -> RenderableType:
        """Return what belongs to the turn being played, or to the person who looks."""

    def situation(self, view: V) -> str:
        """Return the table in a line of words, as far as what happens in the turn does not tell it."""
        return ""

    @abstractmethod
    def whose_turn(self, view: V) -> int | None:
        """Return the seat that has the turn (others may have to decide in it), if one has."""

    # -- decisions ------------------------------------------------------------------------------------

    @abstractmethod
    def question(self, state: S, seat: int) -> Question:
        """Return what ``seat`` has to decide now; the same choice has the same key if it can."""

    @abstractmethod
    def offer(self, state: S, seat: int, move: str) -> str:
        """Return a legal move in words, with what ``seat`` can know that it brings."""

    def hint(self, state: S, seat: int) -> str:
        """Return help with a decision in a sentence: what a good bot would do in the place of ``seat``."""
        level, move = advice(state.game, state.view(seat))
        offer = self.offer(state, seat, move)
        return self.words("play.advice", level=self.words(f"level.{level}"), offer=offer)

    def long_hint(self, state: S, seat: int, width: int) -> RenderableType | None:
        """Return help on a page of its own: the best moves with their chances, if anybody can judge."""
        found = chances(state, seat)
        if not found:
            return None
        from stolik.cli.hint_page import draw

        return draw(self.words, {self.offer(state, seat, move): found[move] for move in list(found)[:BEST]})

    def read(self, state: S, seat: int, answer: str) -> str:
        """Return the move that is meant by an answer that is none of the keys."""
        return answer

    def refusal(self, move: str, reason: str) -> str:
        """Return why a move was refused, in words."""
        return refusal(self.words, self.game, reason)

    # -- what happens ---------------------------------------------------------------------------------

    @abstractmethod
    def log_entry(self, before: S, move: str, after: S, seat: int | None) -> LogEntry | None:
        """Return what a move made happen, as ``seat`` sees it; ``None`` if there is nothing to say."""

    @abstractmethod
    def end(self, view: V) -> RenderableType:
        """Return the final count: places, how they came about, and what broke a tie."""


AnyScreen = Screen[Any, Any]
"""The screen of some game; it goes with the states and views of that game only."""


def make(game: str, words: Words, people: People) -> AnyScreen:
    """Return the screen of a game; the plain one for a game that has none of its own."""
    if not plugin(game).terminal:
        from stolik.cli.plain_screen import PlainScreen

        return PlainScreen(game, words, people)
    screen: AnyScreen = plugin(game).load("terminal")(words, people)
    return screen


def refusal(words: Words, game: str, reason: str) -> str:
    """Return why a game refuses a move, in words; the code itself where there are none."""
    return words.get(f"{game}.reason.{reason}", words.get(f"reason.{reason}", reason.replace("_", " ")))
