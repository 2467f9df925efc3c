"""Help with a decision: what a bot would do in a person's place, and how likely each move is to win."""

from __future__ import annotations

from random import Random

from stolik import bots
from stolik.core import Game, State, View

ADVISER = "hard"
"""The level that is asked: strong, and quick enough to wait for."""


def advice(game: Game, view: View) -> tuple[str, str]:
    """Return a level, and what its bot would do: a lower one where something is missing that it needs."""
    level, _ = bots.startable(game, ADVISER)
    return level, bots.make(game, level, seed=0).choose(view)


def chances(state: State, seat: int) -> dict[str, float]:
    """Return how likely ``seat``, which decides, is to win with each move, the best first.

    The judge gets a state that looks the same to the seat, so that nothing hidden can be told. Nothing is
    returned where nobody can judge: the game has no judge, or a package is missing.
    """
    from stolik.analysis import judge_for

    if not state.game.plugin.judge:
        return {}
    try:
        judge = judge_for(state.game.name)
    except ModuleNotFoundError:
        return {}
    found = judge.choice(state.sample(seat, Random(0))).moves
    return {move: found[move][seat] for move in sorted(found, key=lambda move: -found[move][seat])}
