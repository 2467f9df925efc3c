"""What a move of the card game will bring, as far as its player can know it.

Whom a layer robs is asked of the rules (``preview`` and ``rules.robs``). What follows is asked of a sample: a
moment that looks the same to the player and has its hidden cards redrawn, so that nothing hidden shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from stolik.games.linko.notation import DISCARD, GRAB
from stolik.games.linko.preview import preview
from stolik.games.linko.rules import LinkoState, robs

VIRTUAL = -1
"""Stands for the virtual player of the duel among the seats that are robbed."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """Who is robbed, in order (unless the cards run out before), or why the game ends at once."""

    robbed: tuple[int, ...] = ()
    over: str = ""


class Lookahead:
    """Looks one move ahead from a state, with what the seat that decides can know."""

    def __init__(self, state: LinkoState, seat: int) -> None:
        self._state = state
        self._sample = state.sample(seat, random.Random(0))
        self._plays = preview(state, False) or {}

    def after(self, move: str) -> Consequences:
        """Return what a legal move brings."""
        if robbed := self._robbed(move):
            return Consequences(tuple(robbed))
        after = self._sample.play(move)
        return Consequences(over=after.result().reason if after.actor is None else "")

    def _robbed(self, move: str) -> list[int]:
        state = self._state
        if state.phase == "play":
            play = self._plays[move]
            return [*([VIRTUAL] if play["raids"] else []), *play["robs"]]
        if state.phase == "raid":
            return robs(state.game, state.table, state.seat, state.table.layers[state.seat][-1])
        return []

    def cards_to_draw(self) -> int:
        """Return how many cards the robbed player draws if the layer does not go back to the hand."""
        sample = self._sample
        return sample.play(GRAB if GRAB in sample.moves() else DISCARD).turn.owed
