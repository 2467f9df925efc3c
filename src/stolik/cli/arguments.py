"""Reading the command line: argparse, with every word from the catalogues."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stolik import bots
from stolik.cli.errors import Wrong
from stolik.cli.words import PLURALS, Words, language_of, language_of_locale
from stolik.core import Option, Settings, Value

MOST_SECONDS = 3600
"""A bot gets no longer for a move."""


def choose_language(argv: Sequence[str], environ: Mapping[str, str]) -> tuple[Words, list[str]]:
    """Return the words to speak in, and the arguments without ``--lang``.

    ``--lang`` decides, then ``STOLIK_LANG``, then the locale. It is read first, since help and complaints
    already need it.
    """
    locale = Words(language_of_locale(environ))
    rest: list[str] = []
    asked: tuple[str, str] | None = None
    waiting = iter(argv)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if name != "--lang":
            rest.append(argument)
            continue
        asked = ("--lang", value if equals else next(waiting, ""))
    if asked is None and environ.get("STOLIK_LANG"):
        asked = ("STOLIK_LANG", environ["STOLIK_LANG"])
    if asked is None:
        return locale, rest
    language = language_of(asked[1])
    if language is None:
        raise bad_value(locale, asked[0], asked[1], PLURALS)
    return Words(language), rest


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the person's language and complains with ``Wrong``.

    Nothing is ``required`` and nothing has ``choices``, for those complaints are argparse's own.
    """

    def __init__(self, words: Words, command: str, usage: str, more: str = "") -> None:
        super().__init__(
            prog="stolik",
            usage=usage,
            description=words(f"help.{command}.about"),
            epilog=more or words(f"help.{command}.more"),
            formatter_class=_formatter(words),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._words = words

    def add_common(self) -> argparse._ArgumentGroup:
        """Add the options that every command has, and return their group."""
        group = self.add_argument_group(self._words("help.common"))
        group.add_argument("--lang", metavar="|".join(sorted(PLURALS)), help=self._words("help.lang"))
        group.add_argument("-h", "--help", action="help", help=self._words("help.help"))
        return group

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        """Return what the arguments say."""
        try:
            found, unknown = self.parse_known_args(argv)
        except argparse.ArgumentError as error:
            raise self._complaint(error) from error
        if unknown:
            raise Wrong(self._words("error.argument", argument=unknown[0], usage=self.usage))
        return found

    def _complaint(self, error: argparse.ArgumentError) -> Wrong:
        name = str(error.argument_name)
        takes_value = all(
            action.nargs != 0 for action in self._actions if name == "/".join(action.option_strings)
        )
        return Wrong(self._words("error.no_value" if takes_value else "error.extra_value", option=name))


def _formatter(words: Words) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str, **more: Any) -> None:
            super().__init__(prog, max_help_position=26, **more)

        def add_usage(
            self,
            usage: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[Any],
            prefix: str | None = None,
        ) -> None:
            super().add_usage(usage, actions, groups, words("help.usage"))

    return Formatter


def bad_value(words: Words, option: str, value: object, allowed: Iterable[object]) -> Wrong:
    """Return the complaint about a value that is not one of those allowed."""
    listed = ", ".join(map(str, allowed))
    return Wrong(words("error.value", option=option, value=value, allowed=listed))


def one_of(words: Words, option: str, choices: Sequence[str]) -> Callable[[str], str]:
    """Return an argparse type that takes one of the choices."""

    def read(text: str) -> str:
        if text not in choices:
            raise bad_value(words, option, text, choices)
        return text

    return read


def bot_named(words: Words, option: str, game: str) -> Callable[[str], str]:
    """Return an argparse type that takes a level, a bot of the game, or the command line of a program."""

    def read(text: str) -> str:
        if not bots.is_known(game, text):
            raise bad_value(words, option, text, known_bots(words, game))
        return text

    return read


def known_bots(words: Words, game: str) -> list[str]:
    """Return how a bot can be asked for: a level, a bot of the game, the command line of a program."""
    return [*bots.LEVELS, *bots.names(game), words("help.command")]


def whole(words: Words, option: str, least: int) -> Callable[[str], int]:
    """Return an argparse type that takes a whole number, ``least`` or more."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise bad_value(words, option, text, [words("arena.at_least", least=least)])
        return int(text)

    return read


def seconds(words: Words, option: str) -> Callable[[str], float]:
    """Return an argparse type that takes a number of seconds above 0."""

    def read(text: str) -> float:
        try:
            number = float(text.replace(",", "."))
        except ValueError:
            number = 0.0
        if not 0 < number <= MOST_SECONDS:
            raise bad_value(words, option, text, [words("error.seconds", most=MOST_SECONDS)])
        return number

    return read


# -- The options of a game --------------------------------------------------------------------------------


def flag(option: Option) -> str:
    """Return how an option is written on the command line: ``--golden-die``."""
    return "--" + option.name.replace("_", "-")


def allowed(option: Option) -> str:
    """Return the choices of an option: ``2–7`` or ``base, deluxe``."""
    numbers = [choice for choice in option.choices if isinstance(choice, int)]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, option.choices))


def sizes(options: Sequence[Option], given: Settings) -> list[int]:
    """Return how many can play, with these settings of the other options."""
    settings = {**{option.name: option.default for option in options}, **given}
    players = options[0]
    return [
        size
        for size in players.choices
        if isinstance(size, int)
        and all(settings[other] in values for other, values in players.conditions(size))
    ]


def add_game_options(parser: Parser, words: Words, title: str, options: Iterable[Option]) -> None:
    """Add a flag for each option of a game, described by the option itself."""

    def reader(option: Option) -> Callable[[str], Value]:
        def read(text: str) -> Value:
            try:
                return option.parse(text)
            except ValueError as error:
                raise bad_value(words, flag(option), text, [allowed(option)]) from error

        return read

    group = parser.add_argument_group(title)
    for option in options:
        group.add_argument(
            flag(option),
            dest=option.name,
            metavar=allowed(option).replace(", ", "|"),
            type=reader(option),
            help=words(option.key),
        )


def check_together(words: Words, options: Iterable[Option], given: Settings) -> None:
    """Complain if an option was chosen that needs another one chosen otherwise."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        for other, values in known[name].conditions(value):
            if given.get(other, known[other].default) not in values:
                needed = f"{flag(known[other])} {'|'.join(map(str, values))}"
                raise Wrong(words("error.together", option=f"{flag(known[name])} {value}", needed=needed))
