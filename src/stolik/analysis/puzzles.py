"""Puzzles: positions in which one move is clearly best, and not the one that comes to mind first.

They are found in games of strong players, and stand in a file of the game (``Plugin.puzzles``), which
``python -m tools.puzzles`` makes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from typing import Final, TypedDict

from stolik import bots
from stolik.analysis.judge import Choice, Judge
from stolik.analysis.shape import Option
from stolik.analysis.verdicts import weighed
from stolik.core import CHANCE, Record, State, game_names, plugin, position

FILE: Final = "puzzles.json"
CLEAR: Final = 0.04
"""So much better, weighed by the number of players, the best move has to be than every other."""
SURE: Final = 3
"""So many times the judge's doubt."""
WON: Final = 0.95
LOST: Final = 0.05
"""Where hardly anything can change any more, there is nothing to find."""


class Puzzle(TypedDict):
    """A position to decide in."""

    position: str
    """As the seat knows it (``stolik.position``)."""
    seat: int
    best: str
    obvious: str
    """What comes to mind first, and is worse."""
    options: list[Option]
    """All moves, the best first."""


def find(record: Record, judge: Judge, deeper: Judge, simple: bots.AnyBot) -> Iterator[Puzzle]:
    """Yield the puzzles in a game.

    ``deeper`` must not dispute what ``judge`` says; ``simple`` does what comes to mind first.
    """
    players = record.game.players
    for state in record.states():
        seat = state.actor
        if seat is None or seat == CHANCE or len(state.moves()) < 2:
            continue
        view = state.view(seat)
        obvious = simple.choose(view)
        choice = judge.choice(state)
        if obvious == choice.best or not is_clear(choice, seat, players):
            continue
        again = deeper.choice(state)
        if again.best == choice.best and is_clear(again, seat, players):
            yield _puzzle(state, seat, again, obvious)


def is_clear(choice: Choice, seat: int, players: int) -> bool:
    """Whether one move is better than every other beyond doubt, and something is at stake."""
    mine = {move: chances[seat] for move, chances in choice.moves.items()}
    best = mine[choice.best]
    others = [move for move in mine if move != choice.best]
    return (
        best > LOST
        and mine[max(others, key=mine.__getitem__)] < WON
        and all(weighed(best - mine[move], players) >= CLEAR for move in others)
        and all(best - mine[move] > SURE * choice.doubt[move] for move in others)
    )


def _puzzle(state: State, seat: int, choice: Choice, obvious: str) -> Puzzle:
    options: list[Option] = [
        {"move": move, "chance": round(chances[seat], 4)} for move, chances in choice.moves.items()
    ]
    options.sort(key=lambda option: -option["chance"])
    return {
        "position": state.position(seat),
        "seat": seat,
        "best": choice.best,
        "obvious": str(obvious),
        "options": options,
    }


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; none if it has no file of them."""
    package = plugin(game).puzzles
    if not package:
        return ()
    return tuple(json.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))["puzzles"])


def today() -> date:
    """Return the day that it is everywhere: puzzles are the same for everybody."""
    return datetime.now(UTC).date()


def games_with_puzzles() -> list[str]:
    """Return the games that have puzzles."""
    return [name for name in game_names() if puzzles(name)]


def of_the_day(day: date, game: str | None = None) -> tuple[str, int]:
    """Return which puzzle a day has, by its game and number: another one every day.

    Days take turns with the games, if none is named. Raises ``ValueError`` if there is no puzzle.
    """
    known = [name for name in games_with_puzzles() if game in (None, name)]
    if not known:
        raise ValueError("there are no puzzles" if game is None else f"the game {game!r} has no puzzles")
    turn = day.toordinal()
    name = known[turn % len(known)]
    numbers = list(range(1, len(puzzles(name)) + 1))
    times, place = divmod(turn // len(known), len(numbers))
    random.Random(times).shuffle(numbers)
    return name, numbers[place]


def puzzle_of(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number, from 1. Raises ``ValueError`` if there is none."""
    found = puzzles(game)
    if not 1 <= number <= len(found):
        raise ValueError(f"the game {game!r} has {len(found)} puzzles, not {number}")
    return found[number - 1]


def state_of(puzzle: Puzzle) -> State:
    """Return the position of a puzzle; what its seat cannot see lies in some order."""
    return position(puzzle["position"], random.Random(0))
