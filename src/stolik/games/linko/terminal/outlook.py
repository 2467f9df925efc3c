"""What a move of the card game will bring, as far as its player can know it.

The engine is asked, and it is asked about a sample: a moment that looks the same to the player and has its
hidden cards redrawn. So no rule is written here, and nothing that is hidden can show through.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from stolik.core import State
from stolik.games.linko.notation import DISCARD, GRAB, LEAVE, RECALL

VIRTUAL = -1
"""Stands for the virtual player of the duel among the seats that are robbed."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who is robbed, in order (unless the cards run out before), or why the game ends at once."""

    robbed: tuple[int, ...] = ()
    over: str = ""


def imagine(state: State, seat: int) -> State:
    """Return a moment that ``seat`` cannot tell from this one."""
    return state.sample(seat, random.Random(0))


def look(imagined: State, move: str) -> Outlook:
    """Return what a move brings: every robbed player is made to take the layer back, so that none draws."""
    state = imagined.play(move)
    robbed = []
    while (pending := state.view(None)["pending"]) and pending["kind"] in ("raid", "theft"):
        robbed.append(pending.get("victim", VIRTUAL))
        settled = (LEAVE, RECALL) if pending["kind"] == "theft" else state.moves()[:1]
        for decision in settled:
            state = state.play(decision)
    over = state.actor is None and not robbed
    return Outlook(tuple(robbed), state.result().reason if over else "")


def owed(imagined: State) -> int:
    """Return how many cards the robbed player draws if the layer does not go back to the hand."""
    after = imagined.play(GRAB if GRAB in imagined.moves() else DISCARD)
    cards: int = after.view(None)["pending"]["cards"]
    return cards
