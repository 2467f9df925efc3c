"""``stolik puzzle``: a position in which one move is clearly best, and not the one one thinks of first."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from stolik.analysis.puzzles import games_with_puzzles, of_the_day, puzzles, today
from stolik.cli.arguments import (
    Parser,
    bad_value,
    games_by_name,
    read_game,
    suggest,
    suggested_games,
    whole,
)
from stolik.cli.errors import Wrong
from stolik.words import Words

if TYPE_CHECKING:
    from stolik.cli.solving import Solving


def run(words: Words, argv: Sequence[str]) -> int:
    """Let a person solve a puzzle; return the exit status."""
    known = games_with_puzzles()
    parser = Parser(words, "puzzle", words("help.puzzle.usage"))
    what = parser.add_argument_group(words("help.what"))
    about_game = words("help.puzzle.game", games=games_by_name(words, known))
    named = what.add_argument("game", nargs="?", metavar=words("help.game"), help=about_game)
    suggest(named, suggested_games(words, known))
    what.add_argument(
        "--number",
        type=whole(words, "--number", 1),
        metavar=words("help.puzzle.n"),
        help=words("help.puzzle.number"),
    )
    what.add_argument("--random", action="store_true", help=words("help.puzzle.random"))
    parser.add_common()
    args = parser.read(argv)
    _solve(_chosen(words, known, args))
    return 0


def _chosen(words: Words, known: Sequence[str], args: argparse.Namespace) -> Solving:
    """Return the puzzle that was asked for, ready to be shown."""
    from stolik.cli.display import make_display
    from stolik.cli.solving import Solving

    if args.number and args.random:
        raise Wrong(words("puzzle.either"))
    game = read_game(words, args.game, known) if args.game else None
    if game not in (None, *known):
        raise Wrong(words("puzzle.none", game=game, games=games_by_name(words, known)))
    day: date | None = None
    if args.number:
        name, number = game or known[0], args.number
        if number > (count := len(puzzles(name))):
            raise bad_value(words, "--number", number, [f"1–{count}"])
    elif args.random:
        name, number = random.choice(
            [
                (name, number + 1)
                for name in ([game] if game else known)
                for number in range(len(puzzles(name)))
            ]
        )
    else:
        day = today()
        name, number = of_the_day(day, game)
    return Solving(words, make_display(words), name, number, day)


def _solve(solving: Solving) -> None:
    from stolik.cli.display import Quit

    try:
        solving.display.have_screen(solving.ask)
    except (Quit, EOFError):
        return
    solving.conclude()
