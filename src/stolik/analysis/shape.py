"""What a review says, ready for JSON. ``docs/analysis.md`` explains every word."""

from __future__ import annotations

from typing import Literal, TypedDict

from stolik.core import Settings

Verdict = Literal["inaccuracy", "mistake", "blunder", "find"]
Grade = Literal["engine", "expert", "advanced", "experienced", "casual", "beginner"]


class Option(TypedDict):
    """A move that the seat could have chosen."""

    move: str
    chance: float
    """The part of the victory that the seat could expect of it, by what it knew; of no move more than of the
    one that the judge would choose."""


class Step(TypedDict):
    """A move of the record: a decision, or what chance brought. All lists are by seat."""

    ply: int
    """Which move of the record, from 0."""
    move: str
    seat: int
    """Who decided; -1 for chance."""
    owner: int | None
    """Whose luck it is: who decided, or who had thrown the dice; nobody's at the deal."""
    chances: list[float]
    """The part of the victory each seat can expect after it."""
    luck: list[float]
    """What chance changed; it sums to 0."""
    error: float
    """What the decision cost who took it, by what that seat knew; 0 for the best move."""
    counted: bool
    """Whether there was anything to decide: moves that differ."""
    verdict: Verdict | None
    options: list[Option]
    """The moves there were, the best first; none where a decision was not looked at."""
    gift: list[float]
    """What the error did to each seat: to the seat itself as much as it cost."""
    information: list[float]
    """What turned out well or badly because of something that the seat could not know."""
    residual: list[float]
    """Where the judge disagrees with itself one step later."""


class SeatReview(TypedDict):
    """What the whole game was for one seat. The parts sum up to what it won."""

    name: str
    won: float | None
    """Its part of the victory; nothing as long as the game is not over."""
    start: float
    """What it could expect before the game."""
    own_luck: float
    """By its own dice and cards."""
    other_luck: float
    """By the deal, and by the dice and cards of others."""
    errors: float
    """What its own errors cost; never below 0."""
    gifts: float
    """What the errors of others brought it, or cost it."""
    information: float
    residual: float
    decisions: int
    """How many of its decisions are counted."""
    error_rate: float | None
    """What a decision cost on average, in thousandths of a victory; nothing without decisions."""
    accuracy: float | None
    """The same as a percentage: 100 without errors."""
    grade: Grade | None
    adjusted: float | None
    """Its luck-adjusted result."""
    verdicts: dict[Verdict, int]


class Review(TypedDict):
    """The review of a game."""

    game: str
    players: int
    settings: Settings
    judge: str
    """Whose judgement it is."""
    start: list[float]
    """What each seat could expect before the game."""
    steps: list[Step]
    seats: list[SeatReview]
    moments: list[int]
    """The plies that decided the game, up to three, in the order of the game."""
    over: bool
    """Whether the game was played to its end; if not, this is a review as far as it went."""
