"""The least that a judge can be: every player of the minimal game has the same chances."""

from __future__ import annotations

from stolik.analysis import Chances, Choice, Turnout
from stolik.core import Game, State

EVEN = (0.5, 0.5)


class Judge:
    """Expects nothing."""

    def __init__(self, depth: int) -> None:
        self.name = f"even, {depth}"

    def scale(self, game: Game) -> float:
        return 1.0

    def start(self, game: Game) -> Chances:
        return EVEN

    def chances(self, state: State) -> Chances:
        return EVEN

    def choice(self, state: State) -> Choice:
        moves = list(map(str, state.moves()))
        return Choice(EVEN, dict.fromkeys(moves, EVEN), moves[0], dict.fromkeys(moves, 0.0))

    def turnout(self, state: State, move: str) -> Turnout:
        return Turnout(EVEN, EVEN)


class Broken(Judge):
    """Fails at the second move."""

    def turnout(self, state: State, move: str) -> Turnout:
        if move == "say 2":
            raise ZeroDivisionError
        return super().turnout(state, move)
