"""``stolik arena``: bots play each other; shows who wins how often, with confidence intervals."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from stolik import bots
from stolik.analysis import judge_for
from stolik.arena import MatchResult, Plan, WorkError, load, play_on, save
from stolik.arena.report import save_report
from stolik.arena.texts import MatchTexts
from stolik.arena.workers import Workers, cluster, cores, processes
from stolik.cli.arguments import (
    Parser,
    add_deadline,
    add_game_options,
    bad_value,
    bot_named,
    examples,
    game_of,
    games_by_name,
    given_options,
    known_bots,
    read_game,
    sizes,
    suggest,
    suggest_files,
    suggested_bots,
    suggested_games,
    whole,
)
from stolik.cli.errors import INTERRUPTED, Wrong, about_file
from stolik.cli.forfeits import seated
from stolik.cli.output import make_console, tell
from stolik.cli.stopping import stop_requests
from stolik.core import Settings, game_names, options
from stolik.extras import install
from stolik.words import Words

DEFAULT_GAMES = 1000
MOST_GAMES = 1_000_000
"""How many games by default: without ``--until``, and with it."""

DEFAULTS = (1, bots.DEADLINE)
"""The seed and the deadline by default."""

SAVE_SECONDS = 2.0


def run(words: Words, argv: Sequence[str]) -> int:
    """Play a match or a tournament; return the exit status."""
    name, rest = _game_asked_for(words, argv)
    args = _parser(words, name).read(rest)
    try:
        result = _result(words, name, args)
    except ImportError as error:
        what, extra = words("arena.a_rating"), install("arena")
        needs = words("arena.not_installed", what=what, package="openskill", install=extra)
        raise Wrong(needs) from error
    keeper = _Keeper(words, result, args)
    _check_bots(words, result)
    _check_judge(words, result)
    with stop_requests() as stopped, _workers(words, args) as workers:
        keeper.save()
        try:
            _play(words, result, workers, keeper, stopped)
        finally:
            keeper.save()
        keeper.show()
    return 0 if result.is_finished else INTERRUPTED


# -- what is asked for ------------------------------------------------------------------------------------


def _game_asked_for(words: Words, argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game's name, if one comes first, and the other arguments."""
    if not argv or argv[0].startswith("-"):
        return None, list(argv)
    return read_game(words, argv[0]), list(argv[1:])


def _parser(words: Words, name: str | None) -> Parser:
    about = words("help.arena.about", games=games_by_name(words))
    games = game_names() if name is None else [name]
    shown = examples(words, "arena", games, words("help.arena.resume_example"))
    more = "\n\n".join([words("help.arena.more"), shown])
    parser = Parser(words, "arena", words("help.arena.usage"), more, about)
    number, points, file = words("help.arena.number"), words("help.arena.percent"), words("help.file")
    what = parser.add_argument_group(words("help.what"))
    if name is None:
        game = what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.arena.game"))
        suggest(game, suggested_games(words))
    else:
        listed = words("help.arena.bots", bots=", ".join(known_bots(words, name)))
        bot = what.add_argument("names", nargs="*", metavar="BOT", type=bot_named(words, name), help=listed)
        suggest(bot, suggested_bots(name))
        add_game_options(parser, words, name, options(name), players="help.arena.players")
    how = parser.add_argument_group(words("help.how"))
    add = how.add_argument
    add("--games", type=whole(words, "--games", 1), metavar=number, help=words("help.arena.games"))
    add("--until", type=_points(words), metavar=points, help=words("help.arena.until"))
    add("--seed", type=whole(words, "--seed", 0), metavar=number, help=words("help.arena.seed"))
    add("--luck-adjusted", action="store_true", help=words("help.arena.luck_adjusted"))
    add_deadline(how, words, None)  # a match that goes on has its own
    add = parser.add_argument_group(words("help.arena.keep")).add_argument
    suggest_files(add("--out", type=Path, metavar=file, help=words("help.arena.out")))
    suggest_files(add("--report", type=Path, metavar=file, help=words("help.arena.report")))
    folder = words("help.arena.folder")
    suggest_files(add("--records", type=Path, metavar=folder, help=words("help.arena.records")))
    suggest_files(add("--resume", type=Path, metavar=file, help=words("help.arena.resume")))
    add = parser.add_argument_group(words("help.arena.work")).add_argument
    add("--jobs", type=whole(words, "--jobs", 1), metavar=number, help=words("help.arena.jobs"))
    add("--cluster", metavar=words("help.arena.address"), help=words("help.arena.cluster"))
    parser.add_common()
    return parser


def _points(words: Words) -> Callable[[str], float]:
    """Return an argparse type that takes percentage points and returns them as a fraction."""

    def read(text: str) -> float:
        try:
            points = float(text.replace(",", "."))
        except ValueError:
            points = 0.0
        if not 0 < points <= 50:
            raise bad_value(words, "--until", text, [words("arena.points")])
        return points / 100

    return read


def _result(words: Words, name: str | None, args: argparse.Namespace) -> MatchResult:
    """Return the match asked for: a new one, or one that was saved."""
    result = _load(words, args.resume) if args.resume else None
    default_seed, default_deadline = (result.plan.seed, result.plan.deadline) if result else DEFAULTS
    seed = default_seed if args.seed is None else args.seed
    deadline = args.deadline or default_deadline
    if result is None:
        if name is None:
            raise Wrong(words("error.no_game", games=games_by_name(words)))
        return MatchResult(_plan(words, name, args, seed, deadline))
    asked = replace(result.plan, seed=seed, deadline=deadline)
    if name is not None:
        asked = _plan(words, name, args, seed, deadline)
    if not asked.is_same_match(result.plan):
        path = shlex.quote(str(args.resume))
        raise Wrong(words("arena.other_match", path=path, command=result.plan.command()))
    games = args.games or (MOST_GAMES if args.until else result.plan.games)
    result.plan = replace(result.plan, games=games, until=args.until or result.plan.until)
    if result.plan.deals < result.deals:  # what has been played cannot be taken back
        result.plan = replace(result.plan, games=result.deals * result.plan.game.players)
    return result


def _load(words: Words, path: Path) -> MatchResult:
    try:
        return load(path)
    except OSError as error:
        raise about_file(words, path, error) from error
    except ValueError as error:
        raise Wrong(words("arena.bad_file", path=path, why=error)) from error


def _plan(words: Words, name: str, args: argparse.Namespace, seed: int, deadline: float) -> Plan:
    """Return what is to be played."""
    known, names = options(name), tuple(args.names)
    given = given_options(words, known, args)
    if len(names) < 2:
        raise Wrong(words("arena.too_few", bots=", ".join(known_bots(words, name))))
    game = game_of(name, _table_size(words, name, names, given), given)
    games = args.games or (DEFAULT_GAMES if args.until is None else MOST_GAMES)
    return Plan(game, names, games, seed, args.until, deadline, luck_adjusted=args.luck_adjusted)


def _table_size(words: Words, name: str, names: tuple[str, ...], given: Settings) -> int:
    """Return how many sit at a table: as given, as many as are named if one is repeated, or the default."""
    known = options(name)
    possible = sizes(known, given)
    repeated = len(set(names)) < len(names)
    default = len(names) if repeated else known[0].default
    players = int(given.get("players", default if default in possible else possible[0]))
    if repeated and len(names) > players:
        raise Wrong(words("arena.twice", players=players))
    return players


# -- who plays --------------------------------------------------------------------------------------------


def _check_bots(words: Words, result: MatchResult) -> None:
    """Raise ``Wrong`` for a bot that cannot be started: a stand-in would play its games under its name."""
    if result.is_finished:
        return
    plan = result.plan
    for bot in plan.bots:
        seated(words, plan.game, bot, plan.seed, plan.deadline).close()


def _check_judge(words: Words, result: MatchResult) -> None:
    """Raise ``Wrong`` if the judge that win rates are adjusted by needs a package that is missing."""
    if not result.plan.luck_adjusted or result.is_finished:
        return
    try:
        judge_for(result.plan.game.name, 0)
    except ModuleNotFoundError as error:
        needs = words(
            "arena.not_installed", what="--luck-adjusted", package=error.name, install=install("bots")
        )
        raise Wrong(needs) from error


def _workers(words: Words, args: argparse.Namespace) -> AbstractContextManager[Workers]:
    if args.cluster is None:
        return processes(args.jobs or cores())
    if args.jobs is not None:
        raise Wrong(words("arena.jobs_and_cluster"))
    return _cluster(words, args.cluster)


@contextmanager
def _cluster(words: Words, address: str) -> Iterator[Workers]:
    with ExitStack() as stack:
        try:
            workers = stack.enter_context(cluster(address))
        except ImportError as error:
            extra = install("cluster")
            needs = words("arena.not_installed", what="--cluster", package="distributed", install=extra)
            raise Wrong(needs) from error
        except (OSError, ValueError) as error:
            raise Wrong(words("arena.no_cluster", address=address, why=error)) from error
        yield workers


def _play(
    words: Words, result: MatchResult, workers: Workers, keeper: _Keeper, stopped: Callable[[], bool]
) -> None:
    """Play to the end, or until it is stopped."""
    from stolik.cli.standings import bar

    with bar(words, result) as show:

        def progress(result: MatchResult) -> None:
            show(result)
            keeper.save_now_and_then()

        try:
            play_on(result, workers.executor, workers.number, progress, stopped, keeper.records)
        except OSError as error:
            raise about_file(words, Path(error.filename or keeper.records or "."), error) from error
        except WorkError as error:
            if stopped():  # and the workers as well, perhaps
                return
            raise Wrong(keeper.lost(error)) from error


# -- what stays -------------------------------------------------------------------------------------------


class _Keeper:
    """Keeps the result in the files that were asked for, and tells the person where."""

    def __init__(self, words: Words, result: MatchResult, args: argparse.Namespace) -> None:
        self._words = words
        self._result = result
        self._report: Path | None = args.report
        self._out: Path | None = args.out or args.resume
        self.records: Path | None = args.records
        self._due = time.monotonic()
        if args.out is not None and args.out != args.resume and args.out.is_file():
            raise Wrong(words("arena.exists", path=args.out))
        results = {path.resolve() for path in (args.out, args.resume) if path is not None}
        if self._report is not None and self._report.resolve() in results:
            raise Wrong(words("arena.same_file", path=self._report))
        for path in (self._out, self._report):
            if path is not None and path.is_dir():
                raise Wrong(words("error.file_is_folder", path=path))
            if path is not None and not path.parent.is_dir():
                raise Wrong(words("error.file_missing", path=path.parent))
        if self.records is not None:
            try:
                self.records.mkdir(exist_ok=True)
            except OSError as error:
                raise about_file(words, self.records, error) from error

    def save(self) -> None:
        """Write the result as it is now, if a file was named."""
        if self._out is None:
            return
        try:
            save(self._result, self._out)
        except OSError as error:
            raise about_file(self._words, self._out, error) from error

    def save_now_and_then(self) -> None:
        """Write the result at the first time of asking, and then every few seconds."""
        if time.monotonic() >= self._due:
            self.save()
            self._due = time.monotonic() + SAVE_SECONDS

    def show(self) -> None:
        """Print how everyone did, write the report, and say where everything is."""
        from stolik.cli.standings import draw

        words, console = self._words, make_console()
        console.print(draw(words, self._result))
        if self._report is not None:
            self._write_report(self._report)
            tell(console, words("arena.reported", path=self._report))
        if self.records is not None:
            tell(console, words("arena.recorded", path=self.records))
        if self._out is not None:
            tell(console, words("arena.saved", path=self._out))
        if not self._result.is_finished:
            tell(console, words("arena.interrupted", games=self._games()))
            tell(console, self._advice())

    def lost(self, error: WorkError) -> str:
        """Return the error that the workers gave up, and what can be done about it."""
        return self._words("arena.lost", games=self._games(), why=error, advice=self._advice())

    def _write_report(self, path: Path) -> None:
        try:
            save_report(self._result, self._words, path)
        except OSError as error:
            raise about_file(self._words, path, error) from error

    def _games(self) -> str:
        return MatchTexts(self._words).games(self._result.games)

    def _advice(self) -> str:
        if self._out is None:
            return self._words("arena.not_kept")
        command = f"stolik arena --resume {shlex.quote(str(self._out))}"
        return self._words("arena.go_on", command=command)
