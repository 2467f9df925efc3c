"""Matches and tournaments of bots: who wins how often, and how sure that is.

>>> import stolik
>>> result = play_match(stolik.Game("pickomino", players=2), ["careful", "random"], games=20, seed=1)
>>> result.games, [standing.name for standing in result.standings]
(20, ['careful', 'random'])
>>> result.standings[0].win_rate.mean > 0.8
True

Every deal is played from each seat, with the same dice and cards; `stolik.arena.plan` tells who plays with
whom, `stolik.arena.tally` how the intervals come about, `stolik.arena.workers` who can do the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from stolik.arena.files import load, save
from stolik.arena.plan import Plan
from stolik.arena.result import MatchResult, Standing
from stolik.arena.running import Progress, WorkError, play_on
from stolik.arena.tally import Estimate
from stolik.arena.workers import Here
from stolik.core import Game


def play_match(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int,
    *,
    until: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> MatchResult:
    """Play bots against each other and return how they did.

    ``games`` are played at every table at least, in whole deals; ``until`` ends it sooner (see ``Plan``).
    Without an executor everything is played in this process; ``workers`` says how many an executor has, so
    that all of them get something to do. Nothing of that changes the result, which depends on the game, the
    names and the seed alone. ``progress`` is called with the result so far, now and then.
    """
    result = MatchResult(Plan(game, tuple(names), games, seed, until))
    play_on(result, executor or Here(), workers, progress)
    return result


__all__ = [
    "Estimate",
    "MatchResult",
    "Plan",
    "Standing",
    "WorkError",
    "load",
    "play_match",
    "play_on",
    "save",
]
