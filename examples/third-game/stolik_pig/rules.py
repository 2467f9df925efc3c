"""The rules of Pig, in the order of ``words/rules.en.md``, each with its id there.

Contents: the state · setup · rolling · holding · the turn ends · the end.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

from stolik.core import CHANCE, Game, Move, Result, Rng, State, below, put
from stolik_pig import refusals, views
from stolik_pig.notation import DIE, HOLD, ROLL
from stolik_pig.views import PigEvent, PigTable, PigView

Phase = Literal["start", "rolling", "rolled", "over"]
"""What comes next: the first roll of a turn, the die falling, rolling again or holding, nothing."""

LEGAL: dict[Phase, tuple[Move, ...]] = {"start": (ROLL,), "rolling": (), "rolled": (ROLL, HOLD), "over": ()}
"""The moves of each phase (R-2, R-3)."""

LOSING_FACE = 1


class _Fields(NamedTuple):
    game: Game
    scores: tuple[int, ...]
    seat: int
    total: int
    phase: Phase


class PigState(_Fields, State):
    """One moment of Pig: ``seat`` has the turn, and ``total`` is what it has rolled in this turn."""

    __slots__ = ()

    @property
    def actor(self) -> int | None:
        """The seat in turn, chance while the die falls, nobody when the game is over."""
        if self.phase == "over":
            return None
        return CHANCE if self.phase == "rolling" else self.seat

    def moves(self) -> tuple[Move, ...]:
        """Return ``roll`` and ``hold``, as far as they are legal."""
        return LEGAL[self.phase]

    def play(self, move: str) -> PigState:
        """Return the state after a decision or after the die has fallen."""
        if move in self.moves():
            return roll(self) if move == ROLL else hold(self)
        if self.phase == "rolling" and move in DIE:
            return fall(self, face_of(move))
        raise refusals.illegal(self, move)

    def draw(self, rng: Rng) -> Move:
        """Return how the die falls: each face is equally likely."""
        self._check_chance()
        return DIE[below(rng, len(DIE))]

    def outcomes(self) -> list[tuple[Move, float]]:
        """Return every face with its probability."""
        self._check_chance()
        return [(move, 1 / len(DIE)) for move in DIE]

    def _check_chance(self) -> None:
        if self.phase != "rolling":
            raise ValueError("nothing is left to chance now")

    def view(self, seat: int | None) -> PigView:
        """Return what ``seat`` sees: everything, and the moves if it is to decide."""
        return cast(PigView, super().view(seat))

    def shown(self, seat: int | None) -> PigTable:
        """Return the table, the same for all."""
        return views.shown(self)

    def told(self, move: str, after: PigState, seat: int | None) -> list[PigEvent]:
        """Return what a move made happen, the same for all."""
        return views.events(self, move, after)

    def result(self) -> Result:
        """Return scores and places."""
        if self.phase != "over":
            raise ValueError("the game is not over")
        return final_count(self.scores)

    def sample(self, seat: int | None, rng: Rng) -> PigState:
        """Return the state itself: nothing is hidden."""
        if seat is not None:
            self.game.check_seat(seat)
        return self


# -- Setup ------------------------------------------------------------------------------------------------


def start(game: Game) -> PigState:
    """R-1: nobody has a point, and the first seat begins."""
    return PigState(game, (0,) * game.players, 0, 0, "start")


# -- Rolling ----------------------------------------------------------------------------------------------


def roll(state: PigState) -> PigState:
    """R-2, R-3: roll the die."""
    return state._replace(phase="rolling")


def fall(state: PigState, face: int) -> PigState:
    """R-3: a face counts for the turn, and the player may go on; R-4: a 1 loses it all."""
    if face == LOSING_FACE:
        return turn_ends(state)
    return state._replace(total=state.total + face, phase="rolled")


def face_of(move: str) -> int:
    """Return the face that a roll shows."""
    return DIE.index(Move(move)) + 1


# -- Holding ----------------------------------------------------------------------------------------------


def hold(state: PigState) -> PigState:
    """R-5: the turn's points become the player's own; R-6: with enough of them the game is over."""
    score = state.scores[state.seat] + state.total
    state = state._replace(scores=put(state.scores, state.seat, score))
    if score >= goal(state.game):
        return state._replace(total=0, phase="over")
    return turn_ends(state)


# -- The turn ends ----------------------------------------------------------------------------------------


def turn_ends(state: PigState) -> PigState:
    """R-1: the next seat's turn."""
    return state._replace(seat=(state.seat + 1) % state.game.players, total=0, phase="start")


# -- The end ----------------------------------------------------------------------------------------------


def goal(game: Game) -> int:
    """R-6: the points that win."""
    return int(game.settings["goal"])


def final_count(scores: tuple[int, ...]) -> Result:
    """R-6: most points win; those who are equal share a place."""
    return Result.ranked(scores, scores, "goal_reached")
