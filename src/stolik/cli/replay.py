"""``stolik replay``: looks back at a recorded game, step by step, as sentences, or at its end only."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from stolik.cli.arguments import Parser
from stolik.cli.errors import Wrong
from stolik.cli.output import is_live, make_console
from stolik.cli.people import People
from stolik.cli.records import broken, load
from stolik.cli.screen import make
from stolik.cli.words import Words
from stolik.core import RecordError

if TYPE_CHECKING:
    from stolik.cli.lookback import Story


def run(words: Words, argv: Sequence[str]) -> int:
    """Look back at a game; return the exit status."""
    parser = Parser(words, "replay", words("help.replay.usage"))
    what = parser.add_argument_group(words("help.what"))
    what.add_argument("file", nargs="?", metavar=words("help.file"), help=words("help.replay.file"))
    how = parser.add_argument_group(words("help.how"))
    how.add_argument("--step", action="store_true", help=words("help.replay.step"))
    how.add_argument("--end", action="store_true", help=words("help.replay.end"))
    how.add_argument("--hands", action="store_true", help=words("help.replay.hands"))
    parser.add_common()
    args = parser.read(argv)
    if args.file is None:
        raise Wrong(words("error.no_file", usage=parser.usage))
    _show(words, _story(words, Path(args.file), args.hands), args.end, args.step)
    return 0


def _story(words: Words, path: Path, hands: bool) -> Story:
    """Return the game in a file, told move by move."""
    from stolik.cli.lookback import Story

    record = load(words, path)
    game = record.game
    people = People.in_record(words, record.names, game.players)
    try:
        return Story(words, people, make(game.name, words, people), record, hands)
    except RecordError as error:
        raise broken(words, path, error, game.name) from error


def _show(words: Words, story: Story, end: bool, step: bool) -> None:
    from stolik.cli.display import Plain, make_display
    from stolik.cli.lookback import step_through

    if end:
        story.print_end(Plain(make_console(), words))
    elif step or is_live():
        display = make_display(words)
        with display.open(), suppress(EOFError):
            step_through(story, display)
    else:
        story.print_all(Plain(make_console(), words))
