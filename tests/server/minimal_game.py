"""The least that a game can be: no words, no bots, nothing optional. Two people count to three in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stolik.core import Event, Game, IllegalMove, Move, Option, Plugin, Result, State
from stolik.core.chance import Rng


class _Fields(NamedTuple):
    game: Game
    number: int = 0


class Counting(_Fields, State):
    """The number that was said last."""

    __slots__ = ()

    @property
    def actor(self) -> int | None:
        return None if self.number == 3 else self.number % 2

    @property
    def phase(self) -> str:
        return "over" if self.number == 3 else "count"

    def moves(self) -> tuple[Move, ...]:
        return () if self.number == 3 else (Move(f"say {self.number + 1}"),)

    def play(self, move: str) -> Counting:
        if move not in self.moves():
            raise IllegalMove("not_the_next", "that is not the next number", move, self.moves())
        return Counting(self.game, self.number + 1)

    def draw(self, rng: Rng) -> Move:
        raise ValueError("nothing is left to chance")

    def outcomes(self) -> list[tuple[Move, float]]:
        raise ValueError("nothing is left to chance")

    def shown(self, seat: int | None) -> Mapping[str, object]:
        return {"number": self.number}

    def told(self, move: str, after: Counting, seat: int | None) -> Sequence[Event]:
        return [{"kind": "said_number", "number": after.number}]

    def result(self) -> Result:
        return Result.ranked((2, 1), (2, 1), "counted")

    def sample(self, seat: int | None, rng: Rng) -> Counting:
        return self


PLUGIN = Plugin(name="counting", options=(Option("players", (2,), 2, "option.players"),), start=Counting)
