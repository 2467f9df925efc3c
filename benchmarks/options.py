"""The options of the programs that train a network: the same names mean the same in each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from stolik.core import Game
from stolik.train.recipe import SettingError, Settings, read_settings


def parser(program: str, about: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options that all of them have, but for ``--set``."""
    made = argparse.ArgumentParser(prog=f"python -m benchmarks.{program}", description=about)
    made.add_argument("--batch", type=int, help="the number of games played at once")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--json", type=Path, metavar="FILE", help="append the results here, a line each")
    return made


def add_set(parser: argparse.ArgumentParser) -> None:
    """Add ``--set``: several settings, or the option several times."""
    about = "change settings of learning"
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=NUMBER", help=about)


def settings(
    parser: argparse.ArgumentParser, batch: int | None, texts: Sequence[str], usual: Settings
) -> dict[str, Any]:
    """Return the settings that ``--batch`` and ``--set`` ask for; end the program if they cannot be."""
    both = [*texts, *([] if batch is None else [f"games={batch}"])]
    if batch is not None and any(text.startswith("games=") for text in texts):
        parser.error("--batch and --set games=… set the same value")
    try:
        return read_settings(both, usual)
    except SettingError as error:
        parser.error(str(error))


def minutes(text: str) -> float:
    """Return a number of minutes: an argparse type."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < inf:
        raise argparse.ArgumentTypeError(f"{text} is not allowed; allowed: a number above 0")
    return number


def game(parser: argparse.ArgumentParser, name: str, players: int, **chosen: str) -> Game:
    """Return the game that was asked for; end the program if it cannot be played so."""
    try:
        return Game(name, players, **chosen)
    except ValueError as error:
        parser.error(str(error))


def check_games(parser: argparse.ArgumentParser, games: int, game: Game) -> None:
    """End the program if so many games are too few to measure in: each seat needs one."""
    if games < game.players:
        parser.error(f"--games {games} is not allowed; allowed: at least {game.players}, one for each seat")


@contextmanager
def reading(parser: argparse.ArgumentParser, option: str, path: Path, what: str) -> Iterator[None]:
    """End the program if the file of an option cannot be read, or is not what it has to be."""
    try:
        yield
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        parser.error(f"{option} {path} is not allowed ({error}); allowed: {what}")
