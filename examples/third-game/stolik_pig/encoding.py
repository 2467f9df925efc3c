"""Numbers for Pig: what each action stands for, and a view as a list of numbers.

The roll that begins a turn needs no action. An observation has, for every seat from the observer on, its
score and whether it has the turn; then the points of the turn. Points are parts of the goal, at most 1.
"""

from __future__ import annotations

from typing import Final

from stolik import encoding
from stolik.core import Game, Move
from stolik_pig.notation import HOLD, ROLL
from stolik_pig.rules import PigState, goal
from stolik_pig.views import PigView

ACTIONS: Final = (ROLL, HOLD)


class Encoding(encoding.Encoding[PigState, PigView]):
    """Actions and observations of one game as numbers.

    >>> game = Game("pig", players=2)
    >>> state = game.start().play("roll").play("die 5")
    >>> numbers = Encoding(game)
    >>> numbers.legal(state), numbers.texts(1, state)
    ([0, 1], ('hold',))
    >>> numbers.observation(state.view(0))
    [0.0, 1.0, 0.0, 0.0, 0.05]
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = len(ACTIONS)
        self.observation_size = 2 * game.players + 1

    def moves(self, now: PigState | PigView) -> dict[int, tuple[Move, ...]]:
        """Return the legal actions, each with its move."""
        legal = () if self.forced(now) else _moves(now)
        return {ACTIONS.index(move): (move,) for move in legal}

    def forced(self, now: PigState | PigView) -> Move | None:
        """Return the roll that begins a turn (R-2)."""
        return ROLL if _moves(now) == (ROLL,) else None

    def observation(self, view: PigView) -> list[float]:
        """Return what a seat may know."""
        if view["seat"] is None:
            raise ValueError("a spectator has no observation; take the view of a seat")
        turn = view["turn"]
        numbers: list[float] = []
        for away in range(self.game.players):
            seat = (view["seat"] + away) % self.game.players
            has_turn = turn is not None and turn["seat"] == seat
            numbers += [self._part(view["seats"][seat]["score"]), float(has_turn)]
        return [*numbers, self._part(turn["total"] if turn else 0)]

    def _part(self, points: int) -> float:
        return min(points / goal(self.game), 1.0)


def _moves(now: PigState | PigView) -> tuple[Move, ...]:
    return now.moves() if isinstance(now, PigState) else tuple(map(Move, now.get("moves", ())))
