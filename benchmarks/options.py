"""The options of the programs that train a network: the same names mean the same in each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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
        parser.error("--batch and --set games=… say the same thing")
    try:
        return read_settings(both, usual)
    except SettingError as error:
        parser.error(str(error))
