"""A game driven by the numbers of actions: between two of them everything happens that nobody decides."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stolik.core import CHANCE, Game, Result, State
from stolik.encoding import AnyEncoding, encoding_of
from stolik.envs.drawing import picture

RENDER_MODES = ("ansi",)


def check_render_mode(mode: str | None) -> None:
    """Raise ``ValueError`` for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be None or one of: {', '.join(RENDER_MODES)}; not {mode!r}")


class Driven:
    """One game at a time: at a decision of ``actor``, or over."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoding: AnyEncoding = encoding_of(game)
        self.state: State = game.start()
        self._rng = random.Random(0)

    def begin(self, seed: int) -> None:
        """Begin a game whose chance follows from a seed."""
        self._rng = random.Random(seed)
        self.state = self.game.start()
        self._settle()

    @property
    def actor(self) -> int | None:
        """The seat that must decide; ``None`` when the game is over."""
        return self.state.actor

    def act(self, action: int) -> None:
        """Play a legal action, and let happen what follows by itself."""
        for move in self.encoding.texts(action, self.state):
            self.state = self.state.play(move)
        self._settle()

    def play(self, move: str) -> None:
        """Play a single move, as bots do, and let happen what follows by itself."""
        self.state = self.state.play(move)
        self._settle()

    def _settle(self) -> None:
        while self.state.actor is not None:
            move = (
                self.state.draw(self._rng) if self.state.actor == CHANCE else self.encoding.forced(self.state)
            )
            if move is None:
                return
            self.state = self.state.play(move)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return 1 for every action that is legal now; none if it is somebody else's turn."""
        mask = np.zeros(self.encoding.actions, np.int8)
        if self.state.actor == seat:
            mask[self.encoding.legal(self.state)] = 1
        return mask

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat may know."""
        return np.array(self.encoding.observation(self.state.view(seat)), np.float32)

    def rewards(self) -> list[float]:
        """Return what the game has brought each seat, once it is over; nothing before."""
        return rewards(self.state.result()) if self.state.actor is None else [0.0] * self.game.players

    def picture(self) -> str:
        """Return the table as text, as everybody may see it."""
        return picture(self.state.view(None))


def rewards(result: Result) -> list[float]:
    """Return (seats placed worse - seats placed better) / other seats: they sum to 0, as in the lab."""
    places: Sequence[int] = result.places
    return [
        sum((other > place) - (other < place) for other in places) / (len(places) - 1) for place in places
    ]
