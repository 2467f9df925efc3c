"""``stolik review``: reviews a recorded game and says what was luck and what was skill."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import stolik
from stolik.cli.arguments import Parser, bad_value, suggest, suggest_files, whole
from stolik.cli.errors import INTERRUPTED, Wrong, about_file
from stolik.cli.output import make_console, print_error, print_json, print_paged
from stolik.cli.people import People
from stolik.cli.records import broken, load, newest
from stolik.cli.stopping import stop_requests
from stolik.core import Record, RecordError, plugin
from stolik.core.files import write_whole
from stolik.extras import install
from stolik.words import Words

if TYPE_CHECKING:
    from stolik.analysis import Judge, Review
    from stolik.cli.reviewed import ReviewedGame


def run(words: Words, argv: Sequence[str]) -> int:
    """Review a game; return the exit status."""
    args = _parser(words).read(argv)
    path = newest(words) if args.file is None else Path(args.file)
    record = load(words, path)
    try:
        stolik.verify(record)
    except RecordError as error:
        raise broken(words, path, error, record.game.name) from error
    people = People.in_record(words, record.names, record.game.players)
    seat = None if args.seat is None else _seat(words, args.seat, people)
    _check_page(words, args.html)
    with stop_requests() as stopped:
        review = _review(words, record, seat, args.depth, stopped)
    is_whole = len(review["steps"]) == len(record.moves)
    if args.json:
        print_json({"record": str(path), "moves": len(record.moves), **review})
        if not is_whole:
            print_error(words("review.interrupted", done=len(review["steps"]), moves=len(record.moves)))
    if args.html is not None or not args.json:
        game = _in_words(words, people, record, review)
        if args.html is not None:
            _write_page(words, game, args.html, path)
        if not args.json:
            _show(words, game, path if args.file is None else None, args.html)
    return 0 if is_whole else INTERRUPTED


def _parser(words: Words) -> Parser:
    parser = Parser(words, "review", words("help.review.usage"))
    what = parser.add_argument_group(words("help.what")).add_argument
    suggest_files(what("file", nargs="?", metavar=words("help.file"), help=words("help.review.file")))
    seat = what("--seat", metavar=words("help.review.player"), help=words("help.review.seat"))
    suggest(seat, lambda typed: _seated(words, typed))
    how = parser.add_argument_group(words("help.how")).add_argument
    depth = whole(words, "--depth", 0)
    how("--depth", type=depth, metavar=words("help.arena.number"), help=words("help.review.depth"))
    keep = parser.add_argument_group(words("help.arena.keep")).add_argument
    suggest_files(keep("--html", type=Path, metavar=words("help.file"), help=words("help.review.html")))
    keep("--json", action="store_true", help=words("help.json"))
    parser.add_common()
    return parser


def _seated(words: Words, typed: argparse.Namespace) -> Iterable[str]:
    """Return who sits in the record that was typed, for a shell to offer."""
    try:
        record = load(words, newest(words) if typed.file is None else Path(typed.file))
    except Wrong:
        return []
    return People.in_record(words, record.names, record.game.players).names


def _seat(words: Words, asked: str, people: People) -> int:
    """Return the seat that is meant, by its player's name or its number from 1."""
    if asked in people.names:
        return people.names.index(asked)
    if asked.isdecimal() and int(asked) in range(1, len(people.names) + 1):
        return int(asked) - 1
    numbers = words("review.seats", n=len(people.names))
    raise bad_value(words, "--seat", asked, [*dict.fromkeys(people.names), numbers])


def _check_page(words: Words, path: Path | None) -> None:
    """Raise ``Wrong`` before the work if the page cannot be written there."""
    if path is not None and path.is_dir():
        raise Wrong(words("error.file_is_folder", path=path))
    if path is not None and not path.parent.is_dir():
        raise Wrong(words("error.file_missing", path=path.parent))


# -- reviewing --------------------------------------------------------------------------------------------


def _review(
    words: Words, record: Record, seat: int | None, depth: int | None, stopped: Callable[[], bool]
) -> Review:
    """Review a record, as far as the person lets it go."""
    from stolik.analysis import DEPTH, Reviewer

    judge = _judge(words, record.game.name, DEPTH if depth is None else depth)
    with _bar(words) as show:

        def progress(done: int, number: int) -> bool:
            show(done, number)
            return stopped()

        return Reviewer(record, judge, seat).all_of_it(progress)


def _judge(words: Words, game: str, depth: int) -> Judge:
    """Return who judges a game; if that is only the shallow judge, say what the game's own one lacks."""
    from stolik.analysis import PlayoutJudge, judge_for
    from stolik.bots import BotError

    if plugin(game).judge:
        try:
            return judge_for(game, depth)
        except ModuleNotFoundError as error:
            print_error(words("review.needs", package=error.name, install=install("bots")))
        except BotError as error:
            print_error(words("review.not_loaded", **error.values))
    return PlayoutJudge(game, depth)


@contextmanager
def _bar(words: Words) -> Iterator[Callable[[int, int], None]]:
    """Show how far a review is, on a terminal; elsewhere say nothing."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn(words("review.looking")),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(),
        console=make_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    task = progress.add_task("", total=0)
    with progress:
        yield lambda done, number: progress.update(task, completed=done, total=number)


# -- what is shown ----------------------------------------------------------------------------------------


def _in_words(words: Words, people: People, record: Record, review: Review) -> ReviewedGame:
    from stolik.cli.reviewed import ReviewedGame
    from stolik.cli.screen import make

    return ReviewedGame(words, people, make(record.game.name, words, people), record, review)


def _write_page(words: Words, game: ReviewedGame, path: Path, record: Path) -> None:
    from stolik.cli.review_page import page

    try:
        write_whole(path, page(game, record.name))
    except OSError as error:
        raise about_file(words, path, error) from error


def _show(words: Words, game: ReviewedGame, found: Path | None, page: Path | None) -> None:
    """Print the review; of a record that nobody named say which it is, and of a page where it is."""
    from rich.console import Group
    from rich.text import Text

    from stolik.cli.review_tables import WIDEST, draw

    width = min(make_console().width, WIDEST)
    which = [Text(words("replay.newest", path=found), style="dim")] if found else []
    where = [Text(words("arena.reported", path=page))] if page else []
    print_paged(Group(*which, draw(game, width), *where), WIDEST)
