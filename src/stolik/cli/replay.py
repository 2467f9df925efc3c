"""``stolik replay``: shows a recorded game again, step by step, as sentences, or at its end only."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from stolik.cli.arguments import Parser, suggest_files
from stolik.cli.output import is_live, make_console
from stolik.cli.people import People
from stolik.cli.records import broken, load, newest
from stolik.cli.screen import make
from stolik.core import RecordError
from stolik.words import Words

if TYPE_CHECKING:
    from stolik.cli.recorded import RecordedGame


def run(words: Words, argv: Sequence[str]) -> int:
    """Replay a game; return the exit status."""
    parser = Parser(words, "replay", words("help.replay.usage"))
    what = parser.add_argument_group(words("help.what"))
    file = what.add_argument("file", nargs="?", metavar=words("help.file"), help=words("help.replay.file"))
    suggest_files(file)
    how = parser.add_argument_group(words("help.how"))
    how.add_argument("--step", action="store_true", help=words("help.replay.step"))
    how.add_argument("--end", action="store_true", help=words("help.replay.end"))
    how.add_argument("--hands", action="store_true", help=words("help.replay.hands"))
    parser.add_common()
    args = parser.read(argv)
    path = newest(words) if args.file is None else Path(args.file)
    which = words("replay.newest", path=path) if args.file is None else ""
    _show(words, _recorded(words, path, args.hands), args.end, args.step, which)
    return 0


def _recorded(words: Words, path: Path, hands: bool) -> RecordedGame:
    """Return the game in a file, step by step."""
    from stolik.cli.recorded import RecordedGame

    record = load(words, path)
    name = record.game.name
    people = People.in_record(words, record.names, record.game.players)
    try:
        return RecordedGame(words, people, make(name, words, people), record, hands)
    except RecordError as error:
        raise broken(words, path, error, name) from error


def _show(words: Words, game: RecordedGame, end: bool, step: bool, which: str) -> None:
    """Show the game; ``which`` says first whose record it is, where nobody named one."""
    from stolik.cli.display import Plain, make_display
    from stolik.cli.recorded import step_through

    if not end and (step or is_live()):
        display = make_display(words)
        with suppress(EOFError):
            display.have_screen(lambda: step_through(game, display, which))
        return
    plain = Plain(make_console(), words)
    if which:
        plain.say(which)
    if end:
        game.print_end(plain)
    else:
        game.print_all(plain)
