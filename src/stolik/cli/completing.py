"""What happens when Tab is pressed: the shell asks this program what could be typed at the cursor.

The command runs as far as its parser, which is given what was typed before the cursor, and which argcomplete
then reads instead of parsing (``Parser.read``). So games, bots and options are those that are installed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any

from argcomplete.completers import SuppressCompleter
from argcomplete.finders import CompletionFinder
from argcomplete.lexers import split_line

from stolik.cli import preferences
from stolik.cli.arguments import LANGUAGE, choose_language
from stolik.cli.errors import Wrong
from stolik.words import Words

NOTHING = 1
"""The exit status that tells the shell of nothing to offer."""


def run(command: Callable[[Words, list[str]], int]) -> int:
    """Let the command on the line offer what it can; it ends the process if there is a command."""
    typed = _typed()
    unsaid = typed[-1:] if typed[-1:] == [LANGUAGE] else []  # its value is what is being typed
    try:
        words, rest = choose_language(typed[: len(typed) - len(unsaid)], os.environ, preferences.language)
        command(words, rest + unsaid)
    except Wrong:
        pass  # after a wrong word nothing is known to come
    return NOTHING


def offer(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Write what can come after these arguments of the parser, and end the process."""
    _Finder(argv)(parser, always_complete_options="long", default_completer=SuppressCompleter())


def _typed() -> list[str]:
    """Return the words between the program's name and the word at the cursor."""
    *_, typed, _ = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))
    return list(typed[1:])


class _Finder(CompletionFinder):
    """Offers what fits after the arguments that the parser gets; the line has the command and game too."""

    def __init__(self, *args: Any, **more: Any) -> None:
        if args and not isinstance(args[0], argparse.ArgumentParser):
            self.argv, args = list(args[0]), ()
        super().__init__(*args, **more)  # which the finder does once more when it is called

    def _get_completions(self, comp_words: list[str], *place: Any) -> list[str]:
        begun = comp_words[len(_typed()) + 1 :]  # the option of a word like `--speed=sl`
        return super()._get_completions(["stolik", *self.argv, *begun], *place)  # type: ignore
