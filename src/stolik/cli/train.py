"""``stolik train``: train a network by self-play in the lab."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from stolik.cli.arguments import (
    Parser,
    add_game_options,
    bad_value,
    examples,
    given_options,
    read_game,
    suggest,
    suggest_files,
    whole,
)
from stolik.cli.errors import INTERRUPTED, Wrong, about_file
from stolik.cli.output import make_console, tell
from stolik.cli.stopping import end_now, stop_requests
from stolik.core import Game, game_names, options, plugin
from stolik.core.files import write_whole
from stolik.extras import install
from stolik.words import Words
from stolik.words.numbers import Numbers

if TYPE_CHECKING:
    from rich.table import Table

    from stolik.train.memory import TooManyGamesError
    from stolik.train.recipe import Recipe, Settings
    from stolik.train.training import Training, TrainingLoop

DEFAULT_MINUTES = 5.0
MOST_MINUTES = 60.0 * 24 * 30
MEASURES = 8
"""How many points the curve has of a training run that takes its minutes at once, its end included."""
SAVE_SECONDS = 30.0
STOP_SECONDS = 0.2
"""How long a request to stop may wait while the programs of a run are compiled."""


class _Asked(NamedTuple):
    """The training run that was asked for."""

    training: Training
    with_games: Callable[..., Settings] | None
    """Returns its settings with other ``games``, if the person did not say how many."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Train a network, keep it, and show how good it is; return the exit status."""
    name, rest = _game_asked_for(words, argv)
    args = _parser(words, name).read(rest)
    asked = _training(words, name, args)
    training = asked.training
    minutes = args.minutes or training.minutes or DEFAULT_MINUTES
    keeper = _Keeper(words, training, args)
    if training.seconds < 60 * minutes:
        training.minutes = minutes
    else:
        done, planned = (Numbers(words).decimal(number, 1) for number in (training.seconds / 60, minutes))
        tell(make_console(), words("train.nothing_left", done=done, planned=planned))
    compiling = _Compiling()
    if finished := training.seconds >= 60 * minutes and _is_measured(training):
        keeper.save()
    else:
        with stop_requests() as stopped:
            finished = _learn(words, asked, keeper, minutes, compiling, stopped)
    keeper.show(finished)
    if compiling.goes_on:
        end_now(INTERRUPTED)
    return 0 if finished else INTERRUPTED


# -- what is asked for ------------------------------------------------------------------------------------


def _learned() -> list[str]:
    """Return the games that can be learned."""
    return [name for name in game_names() if plugin(name).recipe]


def _game_asked_for(words: Words, argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game's name, if one comes first, and the other arguments."""
    if not argv or argv[0].startswith("-"):
        return None, list(argv)
    name = read_game(words, argv[0], _learned())
    if name not in _learned():
        raise Wrong(words("train.game", game=name, games=", ".join(_learned())))
    return name, list(argv[1:])


def _parser(words: Words, name: str | None) -> Parser:
    from stolik.train.recipe import MOST, MOST_SEED

    games = _learned() if name is None else [name]
    more = "\n\n".join(filter(None, [words("help.train.more"), examples(words, "train", games)]))
    parser = Parser(words, "train", words("help.train.usage"), more)
    number, file = words("help.arena.number"), words("help.file")
    if name is None:
        what = parser.add_argument_group(words("help.what"))
        game = what.add_argument("game", nargs="?", metavar=words("help.game"), help=words("help.train.game"))
        suggest(game, _learned())
    else:
        add_game_options(parser, words, name, options(name), players="help.train.players")
    add = parser.add_argument_group(words("help.how")).add_argument
    add("--minutes", type=_minutes(words), metavar=number, help=words("help.train.minutes"))
    seed = whole(words, "--seed", 0, MOST_SEED)
    batch = whole(words, "--batch", 1, MOST["games"])
    width = whole(words, "--width", 1, MOST["width"])
    add("--seed", type=seed, metavar=number, help=words("help.train.seed"))
    add("--batch", type=batch, metavar=number, help=words.first(f"{name}.explain.batch", "help.train.batch"))
    add("--width", type=width, metavar=number, help=words("help.train.width"))
    pair = words("help.train.setting")
    add("--set", nargs="+", action="extend", metavar=pair, help=words("help.train.set"))
    suggest_files(add("--from", dest="begin", type=Path, metavar=file, help=words("help.train.begin")))
    add = parser.add_argument_group(words("help.arena.keep")).add_argument
    suggest_files(add("--out", type=Path, metavar=file, help=words("help.train.out")))
    suggest_files(add("--mind", type=Path, metavar=file, help=words("help.train.mind")))
    suggest_files(add("--report", type=Path, metavar=file, help=words("help.train.report")))
    suggest_files(add("--resume", type=Path, metavar=file, help=words("help.train.resume")))
    parser.add_common()
    return parser


def _minutes(words: Words) -> Callable[[str], float]:
    """Return an argparse type that takes a number of minutes above 0."""

    def read(text: str) -> float:
        try:
            number = float(text.replace(",", "."))
        except ValueError:
            number = 0.0
        if not 0 < number <= MOST_MINUTES:
            raise bad_value(words, "--minutes", text, [words("train.minutes", most=int(MOST_MINUTES))])
        return number

    return read


def _training(words: Words, name: str | None, args: argparse.Namespace) -> _Asked:
    """Return the training run asked for: a new one, or one to resume."""
    try:
        from stolik.train import files
    except ImportError as error:
        raise Wrong(words("train.not_installed", install=install("train"))) from error
    if args.resume is None:
        if name is None:
            raise Wrong(words("error.no_game", games=", ".join(_learned())))
        return _new_training(words, plugin(name).load("recipe"), args)
    try:
        found = files.game_in(args.resume) if name is None else name
        if found not in _learned():
            raise Wrong(words("train.game", game=found, games=", ".join(_learned())))
        with _network_fits(words):
            training = files.load(args.resume, plugin(found).load("recipe"))
    except OSError as error:
        raise about_file(words, args.resume, error) from error
    except ValueError as error:
        raise Wrong(words("train.bad_file", path=args.resume, why=error)) from error
    fixed = {"seed": "--seed", "batch": "--batch", "width": "--width", "set": "--set", "begin": "--from"}
    fixed |= {option.name: f"--{option.name}" for option in options(found) if name is not None}
    for given, option in fixed.items():
        if getattr(args, given) is not None:
            raise Wrong(words("train.fixed", option=option, path=args.resume))
    return _Asked(training, None)


def _new_training(words: Words, recipe: Recipe, args: argparse.Namespace) -> _Asked:
    import jax

    from stolik.train import files
    from stolik.train.recipe import SettingError, check_settings, read_settings
    from stolik.train.training import Training

    usual = partial(recipe.usual, large=jax.default_backend() != "cpu", further=args.begin is not None)
    seed = 1 if args.seed is None else args.seed
    asked: dict[str, Any] = {"games": args.batch, "width": args.width}
    asked = {name: number for name, number in asked.items() if number is not None}
    try:
        found = read_settings(args.set or [], usual())
    except SettingError as error:
        raise bad_value(words, "--set", error.given, error.allowed) from error
    for name in sorted(asked.keys() & found.keys()):
        raise Wrong(words("train.both", option={"games": "--batch"}.get(name, f"--{name}"), name=name))
    asked |= found
    tables = _tables(words, recipe, args)
    try:
        if args.begin is not None:
            asked.setdefault("width", files.width_of(args.begin, recipe))
        settings = usual(**asked)
        check_settings(settings)
        with _network_fits(words):
            training = Training.new(recipe, tables, settings, seed)
            if args.begin is not None:
                files.begin_with(training, args.begin)
            jax.block_until_ready(training.network)  # type: ignore[no-untyped-call]
    except OSError as error:
        raise about_file(words, args.begin, error) from error
    except ValueError as error:
        why = str(error).replace(f"{args.begin} ", "it ", 1)
        raise Wrong(words("train.bad_mind", path=args.begin, why=why)) from error
    return _Asked(training, None if "games" in asked else partial(usual, **asked))


@contextmanager
def _network_fits(words: Words) -> Iterator[None]:
    """Say so if there is not enough memory for a network."""
    from stolik.train import memory

    try:
        yield
    except Exception as error:
        if memory.ran_out(error):
            raise Wrong(words("train.too_wide")) from error
        raise


def _tables(words: Words, recipe: Recipe, args: argparse.Namespace) -> list[Game]:
    """Return the tables that have the options given; without any, all there are."""
    given = given_options(words, options(recipe.game), args)
    found = [
        game
        for game in recipe.tables
        if all({"players": game.players, **game.settings}[option] == value for option, value in given.items())
    ]
    if not found:
        names = ", ".join(dict.fromkeys(recipe.name(game) for game in recipe.tables))
        raise Wrong(words("train.no_table", tables=names))
    return found


# -- learning ---------------------------------------------------------------------------------------------


class _Compiling:
    """Compiles in a thread, as nothing can interrupt a compiler; it goes on after a request to stop."""

    goes_on = False

    def __call__(self, make: Callable[[], TrainingLoop], stopped: Callable[[], bool]) -> TrainingLoop | None:
        """Return what is made, or ``None`` as soon as somebody wants to stop."""
        if stopped():
            return None
        thread = ThreadPoolExecutor(1)
        made = thread.submit(make)
        thread.shutdown(wait=False)
        while not stopped():
            wait([made], STOP_SECONDS)
            if made.done():
                return made.result()
        self.goes_on = not made.done()
        return None


def _learn(
    words: Words,
    asked: _Asked,
    keeper: _Keeper,
    minutes: float,
    compiling: _Compiling,
    stopped: Callable[[], bool],
) -> bool:
    """Train to the end of the run, or until it is stopped; return whether it came to its end."""
    training = asked.training
    with _bar(words, training, minutes) as (show, say), keeper.keeping():
        keeper.save()
        say(words("train.compiling"))
        loop = _begin(words, asked, keeper, say, partial(compiling, stopped=stopped))
        if loop is None:
            return False
        measures = True

        def measure() -> None:
            nonlocal measures
            measures = measures and _measure(words, loop, say)
            if measures and not sys.stderr.isatty():  # where there is no bar
                say(_progress(words, training, minutes))

        def on_update(_: object) -> bool:
            last = training.curve[-1].seconds if training.curve else 0.0
            if training.seconds - last >= 60 * minutes / MEASURES and loop.may_measure:
                measure()
            show()
            keeper.save_now_and_then()
            return stopped()

        loop.run(minutes, on_update)
        finished = training.seconds >= 60 * minutes
        if finished and not _is_measured(training):
            keeper.save()
            measure()
    return finished


def _progress(words: Words, training: Training, minutes: float) -> str:
    """Return a line that says how far a training run is, and how good its network."""
    from stolik.cli.training_report import rate_name

    numbers = Numbers(words)
    done, planned = (numbers.decimal(number, 1) for number in (training.seconds / 60, minutes))
    rates = ", ".join(f"{table} {numbers.rate(*share)}" for table, share in training.curve[-1].shares.items())
    games, share = _games(words, training), rate_name(words, training)
    return words("train.reached", done=done, planned=planned, games=games, share=share, rates=rates)


def _games(words: Words, training: Training) -> str:
    return words("train.games", n=training.games, games=Numbers(words).count(training.games))


def _is_measured(training: Training) -> bool:
    """Whether the curve reaches to where the training run is."""
    return bool(training.curve) and training.curve[-1].seconds >= training.seconds


def _begin(
    words: Words,
    asked: _Asked,
    keeper: _Keeper,
    say: Callable[[str], None],
    compiled: Callable[[Callable[[], TrainingLoop]], TrainingLoop | None],
) -> TrainingLoop | None:
    """Return what goes on with the training, with fewer games at once than usual if no more fit.

    Return ``None`` if somebody wants to stop meanwhile.
    """
    from stolik.train.memory import TooManyGamesError
    from stolik.train.training import TrainingLoop

    training = asked.training
    while True:
        batch = training.settings.games
        try:
            loop = compiled(partial(TrainingLoop, training))
        except TooManyGamesError as error:
            if asked.with_games is None or not error.fit:
                raise
            training.settings = asked.with_games(games=error.fit)
            say(words("train.fewer", batch=batch, fit=error.fit))
            keeper.save()
            continue
        played = loop.played if loop else []
        if fewer := sorted({number for number in played if number != batch}):
            say(words("train.uneven", batch=batch, played=", ".join(map(str, fewer))))
        return loop


def _measure(words: Words, loop: TrainingLoop, say: Callable[[str], None]) -> bool:
    """Measure the network, and return whether there was enough memory for that."""
    from stolik.train import memory

    try:
        loop.measure()
    except Exception as error:
        if not memory.ran_out(error):
            raise
        say(words("train.unmeasured"))
        return False
    return True


@contextmanager
def _bar(
    words: Words, training: Training, minutes: float
) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Show how far a training run is on a terminal, and give what shows it and what says a text beside it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from stolik.train import devices

    numbers = Numbers(words)
    progress = Progress(
        TextColumn(words("train.learning", device=devices.name())),
        BarColumn(),
        TextColumn("{task.fields[games]}"),
        TextColumn("{task.fields[share]}", style="bold"),
        TimeRemainingColumn(),
        console=Console(stderr=True, highlight=False, markup=False, emoji=False),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    task = progress.add_task("", total=60 * minutes, games="", share="")
    progress.update(task, completed=training.seconds)

    def show() -> None:
        shares = training.curve[-1].shares if training.curve else {}
        said = [f"{table} {numbers.rate(*share)}" for table, share in shares.items()]
        games, share = _games(words, training), said[0] if said else ""
        progress.update(task, completed=training.seconds, games=games, share=share)

    with progress:
        yield show, partial(tell, progress.console)


# -- what stays -------------------------------------------------------------------------------------------


class _Keeper:
    """Keeps the training in the files that were asked for, and tells the person where."""

    def __init__(self, words: Words, training: Training, args: argparse.Namespace) -> None:
        self._words = words
        self._training = training
        self._out: Path = args.out or args.resume or Path(f"{training.recipe.game}-checkpoint.npz")
        self._mind: Path | None = args.mind
        self._report: Path | None = args.report
        self._due = 0.0
        self._is_new = args.resume is None
        if self._out != args.resume and self._out.is_file():
            raise Wrong(words("arena.exists", path=self._out))
        kept = [path.resolve() for path in (self._out, self._mind, self._report) if path is not None]
        read = [path.resolve() for path in (args.begin, args.resume) if path not in (None, self._out)]
        for path, times in Counter([*kept, *read]).items():
            if times > 1 and path in kept:
                raise Wrong(words("train.same_file", path=path.name))
        for path in kept:
            if path.is_dir():
                raise Wrong(words("error.file_is_folder", path=path))
            if not path.parent.is_dir():
                raise Wrong(words("error.file_missing", path=path.parent))

    def save(self) -> None:
        """Write the checkpoint as it is now."""
        from stolik.train import files

        try:
            files.save(self._training, self._out)
        except OSError as error:
            raise about_file(self._words, self._out, error) from error
        self._due = time.monotonic() + SAVE_SECONDS

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep what is learned, whatever happens, and no file of a new run that could not begin.

        If memory runs out, say so.
        """
        from stolik.train import memory

        training = self._training
        try:
            yield
        except memory.TooManyGamesError as error:
            raise self._too_many(error) from error
        except Exception as error:
            if not memory.ran_out(error):
                raise
            key = "train.too_large" if self._can_begin_again() else "train.too_large_later"
            batch, width = training.settings.games, training.settings.width
            raise Wrong(self._words(key, n=batch, batch=batch, width=width, path=self._out)) from error
        finally:
            if self._can_begin_again():
                self._out.unlink(missing_ok=True)
            elif training.rounds and training.is_whole():
                self.save()

    def _can_begin_again(self) -> bool:
        """Whether nothing is lost if the run is begun again: it is a new one, and has learned nothing."""
        return self._is_new and not self._training.rounds

    def _too_many(self, error: TooManyGamesError) -> Wrong:
        batch, numbers = self._training.settings.games, Numbers(self._words)
        need, there = (
            f"{numbers.decimal(amount / 1e9, 1)} GB"
            if amount >= 1e9
            else f"{numbers.count(amount // 10**6)} MB"
            for amount in (error.need, error.there)
        )
        key = "train.too_many" if error.fit else "train.none_fit"
        return Wrong(self._words(key, n=batch, batch=batch, need=need, there=there, fit=error.fit))

    def save_now_and_then(self) -> None:
        """Write the checkpoint if the last one is some time ago."""
        if time.monotonic() >= self._due:
            self.save()

    def show(self, finished: bool) -> None:
        """Print how good the network is, write mind and report, and say where everything is.

        If one of them cannot be written, the other one is all the same. A new run that was stopped before it
        learned anything leaves no file.
        """
        from stolik.cli.training_report import page
        from stolik.train import files

        words, training, console = self._words, self._training, make_console()
        if self._can_begin_again():
            tell(console, words("train.nothing_learned"))
            return
        if training.curve:
            console.print(_table(words, training))
        tell(console, words("train.saved", path=self._out))
        failed = []
        writes: list[tuple[str, Path | None, Callable[[Path], None]]] = [
            ("train.mind", self._mind, partial(files.save_mind, training)),
            ("arena.reported", self._report, lambda path: write_whole(path, page(words, training))),
        ]
        for key, path, write in writes:
            if path is None:
                continue
            try:
                write(path)
            except OSError as error:
                failed.append(about_file(words, path, error))
            else:
                tell(console, words(key, path=path))
        if not finished:
            tell(console, words("train.interrupted", command=self._resuming()))
        if failed:
            raise Wrong("; ".join(map(str, failed)))

    def _resuming(self) -> str:
        """Return the command that goes on with the training run, and writes the same files."""
        given = {"--resume": self._out, "--mind": self._mind, "--report": self._report}
        parts = [part for option, path in given.items() if path is not None for part in (option, str(path))]
        return shlex.join(["stolik", "train", *parts])


def _table(words: Words, training: Training) -> Table:
    from rich import box
    from rich.table import Table

    from stolik.cli.training_report import rate_name

    numbers = Numbers(words)
    title = words(
        "train.title", minutes=numbers.decimal(training.seconds / 60, 1), games=numbers.count(training.games)
    )
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    last = training.curve[-1]
    heads = [rate_name(words, training), words("train.fair")]
    heads += [words("train.guest")] if last.guests else []
    table.add_column(words("train.table"))
    for head in heads:
        table.add_column(head, justify="right")
    for game, (name, share) in zip(training.tables, last.shares.items(), strict=True):
        cells = [numbers.rate(*share), numbers.percent(1 / game.players)]
        cells += [numbers.rate(*last.guests[name])] if name in last.guests else []
        table.add_row(name, *cells)
    return table
