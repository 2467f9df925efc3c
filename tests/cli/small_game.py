"""A small game that brings no screen of its own: who takes the last of some stones has won."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from stolik.core import CHANCE, Event, Game, IllegalMove, Move, Option, Plugin, Result, Rng, State, below

MOST = 3
"""So many stones can be taken at once."""


class _Fields(NamedTuple):
    game: Game
    stones: int
    seat: int


class StonesState(_Fields, State):
    """How many stones lie there, none before chance has put them there, and whose turn it is."""

    __slots__ = ()

    @property
    def phase(self) -> str:
        """What comes next."""
        return "setup" if self.stones < 0 else "take" if self.stones else "over"

    @property
    def actor(self) -> int | None:
        """Chance puts the stones on the table, then the players take them by turns."""
        return {"setup": CHANCE, "take": self.seat, "over": None}[self.phase]

    def moves(self) -> tuple[Move, ...]:
        """Return how many can be taken."""
        return tuple(Move(f"take {number}") for number in range(1, min(self.stones, MOST) + 1))

    def play(self, move: str) -> StonesState:
        """Return the state after a move."""
        word, _, number = move.partition(" ")
        if self.phase == "setup" and word == "stones":
            return self._replace(stones=int(number))
        if move not in self.moves():
            reason = "too_many" if word == "take" else "unknown_move"
            raise IllegalMove(reason, "not now", move, self.moves())
        left = self.stones - int(number)
        return self._replace(stones=left, seat=(self.seat + 1) % self.game.players if left else self.seat)

    def draw(self, rng: Rng) -> Move:
        """Return how many stones there are."""
        return Move(f"stones {5 + below(rng, 4)}")

    def outcomes(self) -> list[tuple[Move, float]]:
        """Return all numbers of stones."""
        return [(Move(f"stones {number}"), 1 / 4) for number in range(5, 9)]

    def shown(self, seat: int | None) -> dict[str, object]:
        """Return the table."""
        return {
            "stones": max(self.stones, 0),
            "seats": [{"lucky": number == 1} for number in range(self.game.players)],
            "last": {"seat": self.seat, "some_list": [1, -2]},
        }

    def told(self, move: str, after: State, seat: int | None) -> Sequence[Event]:
        """Return what a move made happen."""
        word, _, number = move.partition(" ")
        told: list[Event] = [{"kind": "setup", "stones": int(number)}]
        if word == "take":
            told = [{"kind": "take", "seat": self.seat, "stones": int(number)}]
        return [*told, {"kind": "over", "reason": "no_stones"}] if after.actor is None else told

    def result(self) -> Result:
        """Return who took the last stone."""
        scores = tuple(int(seat == self.seat) for seat in range(self.game.players))
        return Result.ranked(scores, scores, "no_stones")

    def sample(self, seat: int | None, rng: Rng) -> StonesState:
        """Return the state itself: nothing is hidden."""
        return self


STONES = Plugin(
    name="stones",
    options=(
        Option("players", (2, 3), 2, "option.players"),
        Option("pile", ("small", "large"), "small", "stones.option.pile"),
    ),
    start=lambda game: StonesState(game, -1, 0),
    chance={"stones": None},
)
"""Without words, bots of its own, rules or a screen."""


def install(monkeypatch: pytest.MonkeyPatch, plugin: Plugin) -> None:
    """Make a game known for the time of a test."""
    monkeypatch.setitem(sys.modules["stolik.core.plugins"].__dict__["_PLUGINS"], plugin.name, plugin)
