"""The command line: ``stolik play``, ``stolik serve`` and the other commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

import stolik
from stolik import threads
from stolik.cli import preferences
from stolik.cli.arguments import Parser, choose_language, is_completing, suggest
from stolik.cli.errors import INTERRUPTED, Wrong
from stolik.cli.output import NO_BREAK, is_live, prepare, print_error
from stolik.core import game_names
from stolik.words import Words

COMMANDS = (
    *("play", "puzzle", "replay", "review", "verify", "rules", "odds", "arena", "sim", "train"),
    *("bot-check", "serve", "site", "backup", "restore", "completion"),
)
"""Each is a module here with a function ``run``; it is imported when it is asked for."""

UNREAD = 1
WRONG = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process, and return its exit status."""
    prepare()
    threads.use_one()
    if argv is None and is_completing():
        return _complete()
    try:
        given = sys.argv[1:] if argv is None else argv
        words, rest = choose_language(given, os.environ, preferences.language)
        status = _run(words, rest)
        sys.stdout.flush()
        return status
    except Wrong as wrong:
        line = "".join(sign if sign.isprintable() or sign in NO_BREAK else "?" for sign in str(wrong))
        print_error(f"stolik: {line}")
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads the rest: end quietly, as rich does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD


def _complete() -> int:
    """Offer what could be typed, if the package for that is there; return the exit status."""
    try:
        from stolik.cli import completing
    except ModuleNotFoundError:
        return UNREAD
    return completing.run(_run)


def _run(words: Words, argv: list[str]) -> int:
    if not argv and is_live():
        from stolik.cli import menu

        return menu.run(words, _run)
    command, rest = (argv[0], argv[1:]) if argv else ("--help", [])
    if command not in COMMANDS and is_completing():
        _offer_commands(words, argv)
    if command in ("-h", "--help"):
        _help(words).print_help()
        return 0
    if command == "--version":
        print(f"stolik {stolik.__version__}")
        return 0
    if command not in COMMANDS:
        raise Wrong(words("error.command", command=command, commands=", ".join(COMMANDS)))
    run: Callable[[Words, list[str]], int] = import_module(f"stolik.cli.{command.replace('-', '_')}").run
    return run(words, rest)


def _help(words: Words) -> Parser:
    """Return a parser whose help lists the commands."""
    parser = Parser(
        words, "stolik", words("help.stolik.usage"), words("help.stolik.more", examples=_examples(words))
    )
    group = parser.add_argument_group(words("help.stolik.commands"))
    for command in COMMANDS:
        group.add_argument(command, help=words(f"help.{command}.brief"))
    _add_common(parser, words)
    return parser


def _offer_commands(words: Words, argv: list[str]) -> None:
    """Offer the commands to a shell."""
    parser = Parser(words, "stolik", words("help.stolik.usage"))
    briefly = {command: words(f"help.{command}.brief") for command in COMMANDS}
    suggest(parser.add_argument("command"), briefly)
    _add_common(parser, words)
    parser.read(argv)


def _add_common(parser: Parser, words: Words) -> None:
    parser.add_common().add_argument("--version", action="store_true", help=words("help.version"))


def _examples(words: Words) -> str:
    """Return what to type first, a line a command: the default game needs no name."""
    default, *others = game_names()
    lines = {
        "stolik": words("help.stolik.menu"),
        "stolik play": words("help.stolik.play", game=words(f"{default}.name")),
    }
    for game in others:
        lines[f"stolik play {game}"] = words("help.stolik.play", game=words(f"{game}.name"))
    lines["stolik play --continue"] = words("help.stolik.go_on")
    lines[f"stolik rules {default}"] = words("help.rules.brief")
    lines["stolik play --help"] = words("help.stolik.company")
    return "\n".join(f"  {command:<28} {text}" for command, text in lines.items())
