"""``stolik backup``: copies all tables of the server into a file."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from stolik.cli.arguments import Parser, suggest_files
from stolik.cli.errors import Wrong, about_file
from stolik.cli.output import say
from stolik.cli.settings import add_settings, needing_server, read_settings
from stolik.server.settings import Settings
from stolik.words import Words

ERRORS = {
    "no_database": "backup.no_database",
    "not_empty": "backup.not_empty",
    "not_a_backup": "backup.not_a_backup",
    "newer": "backup.newer",
    "truncated": "backup.truncated",
    "damaged": "backup.damaged",
}
"""What can be wrong, and how it is said."""


def run(words: Words, argv: Sequence[str]) -> int:
    """Make a copy; return the exit status."""
    usage, file = words("help.backup.usage"), words("help.backup.file")
    path, settings = asked(words, Parser(words, "backup", usage), file, argv)
    if path.exists():
        raise Wrong(words("backup.exists", path=path))
    if not path.parent.is_dir():
        raise Wrong(words("error.file_missing", path=path.parent))
    return needing_server(words, "backup", lambda: _backup(words, path, settings))


def _backup(words: Words, path: Path, settings: Settings) -> int:
    from stolik.server.backup import backup

    with readable_errors(words, path), bar(words("backup.doing")) as progress:
        number = asyncio.run(backup(settings.database_url, path, progress))
    say(words("backup.done", tables=words("backup.tables", n=number), path=path))
    return 0


def asked(words: Words, parser: Parser, about: str, argv: Sequence[str]) -> tuple[Path, Settings]:
    """Return the file that was named, and the settings."""
    what = parser.add_argument_group(words("help.what"))
    suggest_files(what.add_argument("file", nargs="?", metavar=words("help.file"), help=about))
    add_settings(parser, words, ["database"])
    parser.add_common()
    args = parser.read(argv)
    if args.file is None:
        raise Wrong(words("backup.no_file", usage=parser.usage))
    return Path(args.file), read_settings(words, args)


@contextmanager
def readable_errors(words: Words, path: Path) -> Iterator[None]:
    """Say what is wrong with the file or the database in the person's language."""
    from stolik.cli.database import TROUBLE, trouble
    from stolik.server.backup import BackupError

    try:
        yield
    except BackupError as error:
        raise Wrong(words(ERRORS[error.reason], path=path, why=error.detail)) from error
    except TROUBLE as error:
        raise trouble(words, error) from error
    except OSError as error:
        raise about_file(words, path, error) from error


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far it is, on a terminal; elsewhere say nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True, highlight=False, markup=False, emoji=False),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    task = progress.add_task("", total=None)
    with progress:
        yield lambda done, total: progress.update(task, completed=done, total=total)
