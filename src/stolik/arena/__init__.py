"""Matches and tournaments of bots: win rates and scores, with 95 % intervals.

>>> import stolik
>>> result = play_match(stolik.Game("pickomino", players=2), ["careful", "random"], games=20, seed=1)
>>> result.games, [standing.name for standing in result.standings]
(20, ['careful', 'random'])
>>> result.standings[0].win_rate.mean > 0.8
True

Every deal is played from each seat, with the same dice and cards. `stolik.arena.plan` says who plays with
whom, `stolik.arena.tally` computes the intervals, `stolik.arena.workers` has the workers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from stolik.arena.files import load, save
from stolik.arena.plan import Plan
from stolik.arena.playing import check
from stolik.arena.result import MatchResult, Standing
from stolik.arena.running import Progress, WorkError, play_on
from stolik.arena.tally import Estimate
from stolik.arena.workers import Here
from stolik.bots import NONE, Maker
from stolik.core import Game


def play_match(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int,
    *,
    own: Mapping[str, Maker] = NONE,
    until: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    records: Path | str | None = None,
    luck_adjusted: bool = False,
) -> MatchResult:
    """Play bots against each other and return the result.

    ``own`` makes bots of names of your own: ``own={"mine": lambda rng: MyBot(rng)}``.
    At least ``games`` games are played at every table, in whole deals; ``until`` can end the match earlier
    (see ``Plan``). Without an executor everything is played in this process; ``workers`` is the number of
    workers of the executor. Neither changes the result, which depends only on the game, the names and the
    seed. ``progress`` is called from time to time with the result so far. ``records`` is a folder for the
    record of every game; it is made if it is not there. With ``luck_adjusted`` the standings also
    have luck-adjusted win rates: in the dice game they are as precise after far fewer games, in the card game
    hardly so. A bot that cannot be made, and a judge that cannot be loaded, raise their error at once; a
    bot that fails in a game forfeits it (see ``result.reasons`` and ``result.traces``).
    """
    plan = Plan(game, tuple(names), games, seed, until, own=dict(own), luck_adjusted=luck_adjusted)
    check(plan)
    result = MatchResult(plan)
    folder = None if records is None else Path(records)
    if folder is not None:
        folder.mkdir(exist_ok=True)  # before the first game: nobody wants to hear of it after that
    play_on(result, executor or Here(), workers, progress, records=folder)
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
