"""Puzzles as a page wants to see them: that of the day, or any other by its number."""

from __future__ import annotations

from datetime import date

from stolik.analysis.puzzles import games_with_puzzles, of_the_day, puzzle_of, puzzles, state_of, today
from stolik.core import game_names
from stolik.server.commands import Refusal
from stolik.server.messages import PuzzleView


def which_puzzle(game: str | None, number: int | None) -> tuple[str, int, date | None]:
    """Return the game, the number and the day of what was asked for; a puzzle by its number has no day."""
    if game is not None and game not in game_names():
        raise Refusal("unknown_game", game=game, games=list(game_names()))
    known = games_with_puzzles()
    if not known or game not in (None, *known):
        raise Refusal("unknown_puzzle", game=game, count=0)
    day = today() if number is None else None
    name, which = of_the_day(day, game) if day else (game or known[0], number or 1)
    if which > len(puzzles(name)):
        raise Refusal("unknown_puzzle", game=name, count=len(puzzles(name)))
    return name, which, day


def puzzle_view(game: str, number: int, day: date | None) -> PuzzleView:
    """Return a puzzle with its solution."""
    found = puzzle_of(game, number)
    state = state_of(found)
    return PuzzleView(
        game=game,
        number=number,
        count=len(puzzles(game)),
        day=day.isoformat() if day else None,
        players=state.game.players,
        seat=found["seat"],
        view=state.view(found["seat"]),
        obvious=found["obvious"],
        options=found["options"],
    )
