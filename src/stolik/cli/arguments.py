"""Reading the command line: argparse, with every word from the catalogues."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stolik import bots
from stolik.cli.errors import Wrong
from stolik.cli.output import plain
from stolik.core import Game, Option, Settings, Value, game_names
from stolik.words import Words, game_entries, language_of, language_of_locale, languages

MOST_SECONDS = 3600
"""A bot gets no longer for a move."""

MOST_DIGITS = 1000
"""A number has no more digits: Python reads none that is much longer."""

LANGUAGE = "--lang"


def choose_language(
    argv: Sequence[str], environ: Mapping[str, str], chosen: Callable[[], str | None] = lambda: None
) -> tuple[Words, list[str]]:
    """Return the words to speak in, and the arguments without ``--lang``.

    ``--lang`` decides, then ``STOLIK_LANG``, then what was ``chosen`` in the menu, then the locale. Help and
    errors need it first.
    """
    rest: list[str] = []
    asked: tuple[str, str] | None = None
    waiting = iter(argv)
    for argument in waiting:
        name, equals, value = argument.partition("=")
        if name != LANGUAGE:
            rest.append(argument)
            continue
        asked = (LANGUAGE, value if equals else next(waiting, ""))
    if asked is None and environ.get("STOLIK_LANG"):
        asked = ("STOLIK_LANG", environ["STOLIK_LANG"])
    if asked is None:
        return Words(chosen() or language_of_locale(environ)), rest
    language = language_of(asked[1])
    if language is None:
        raise bad_value(Words(language_of_locale(environ)), *asked, languages())
    return Words(language), rest


class Parser(argparse.ArgumentParser):
    """An argument parser with help in the person's language; it raises ``Wrong``.

    Nothing is ``required`` and nothing has ``choices``, for argparse would report those in English.
    """

    def __init__(self, words: Words, command: str, usage: str, more: str = "", about: str = "") -> None:
        super().__init__(
            prog="stolik",
            usage=usage,
            description=about or words(f"help.{command}.about"),
            epilog=more or words.get(f"help.{command}.more", ""),
            formatter_class=_formatter(words),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._words = words

    def add_common(self) -> argparse._ArgumentGroup:
        """Add the options that every command has, and return their group."""
        group = self.add_argument_group(self._words("help.common"))
        language = group.add_argument(LANGUAGE, metavar="|".join(languages()), help=self._words("help.lang"))
        suggest(language, languages())
        group.add_argument("-h", "--help", action="help", help=self._words("help.help"))
        return group

    def read(self, argv: Sequence[str], first: Iterable[str] = ()) -> argparse.Namespace:
        """Return what the arguments say; where the shell asks (see ``completing``), offer it what comes next.

        ``first`` is what could stand there besides, if nothing has been typed yet.
        """
        if is_completing():
            from stolik.cli.completing import offer

            if first and not argv:
                suggest(self.add_argument("first", nargs="?"), first)
            offer(self, argv)
        try:
            found, unknown = self.parse_known_args(argv)
        except argparse.ArgumentError as error:
            raise self._wrong(error) from error
        if unknown:
            raise Wrong(self._words("error.argument", argument=unknown[0], usage=self.usage))
        return found

    def _wrong(self, error: argparse.ArgumentError) -> Wrong:
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


def is_completing() -> bool:
    """Whether a shell asks what could be typed, instead of a person who has typed it."""
    return "_ARGCOMPLETE" in os.environ


def suggest(
    action: argparse.Action, values: Iterable[str] | Callable[[argparse.Namespace], Iterable[str]]
) -> None:
    """Have a shell offer these values of an argument, or those that fit what else was typed.

    A mapping has explanations with the values. Nothing is offered of an argument without suggestions.
    """

    def completer(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
        return values(parsed_args) if callable(values) else values

    action.completer = completer  # type: ignore[attr-defined]  # argcomplete looks there


def suggest_files(action: argparse.Action) -> None:
    """Have a shell offer the names of files for an argument."""

    def completer(prefix: str, **_: object) -> Iterable[str]:
        from argcomplete.completers import FilesCompleter

        return FilesCompleter()(prefix)

    action.completer = completer  # type: ignore[attr-defined]  # argcomplete looks there


def bad_value(words: Words, option: str, value: object, allowed: Iterable[object]) -> Wrong:
    """Return the error for a value that is not one of those allowed."""
    listed = ", ".join(map(str, allowed))
    return Wrong(words("error.value", option=option, value=value, allowed=listed))


def one_of(words: Words, option: str, choices: Sequence[str]) -> Callable[[str], str]:
    """Return an argparse type that takes one of the choices."""

    def read(text: str) -> str:
        if text not in choices:
            raise bad_value(words, option, text, choices)
        return text

    return read


def bot_named(words: Words, game: str) -> Callable[[str], str]:
    """Return an argparse type that takes a level, a bot of the game, or the command line of a program."""

    def read(text: str) -> str:
        if not bots.is_known(game, text):
            raise Wrong(words("error.unknown_bot", bot=text, bots=", ".join(known_bots(words, game))))
        return text

    return read


def suggested_bots(game: str) -> list[str]:
    """Return what a shell offers for a bot: the levels, the bots of the game, how a command line begins."""
    return [*bots.LEVELS, *bots.names(game), bots.COMMAND]


def known_bots(words: Words, game: str) -> list[str]:
    """Return the ways to name a bot: a level, a bot of the game, the command line of a program."""
    return [*bots.LEVELS, *bots.names(game), words("help.command")]


def whole(words: Words, option: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type that takes a whole number, ``least`` or more, and ``most`` or less."""
    allowed = words("arena.at_least", least=least) if most is None else f"{least}–{most}"

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else -1
        if number < least or (most is not None and number > most):
            raise bad_value(words, option, text, [allowed])
        return number

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


def add_deadline(group: argparse._ArgumentGroup, words: Words, default: float | None) -> None:
    """Add the option that says how long a bot may think."""
    group.add_argument(
        "--deadline",
        type=seconds(words, "--deadline"),
        default=default,
        metavar=words("help.seconds"),
        help=words("help.deadline", default=f"{bots.DEADLINE:g}"),
    )


# -- Games ------------------------------------------------------------------------------------------------


def find_game(text: str) -> str | None:
    """Return the game that a person means: by its name as it is typed, or as any language calls it."""
    asked = plain(text).casefold()
    for game in game_names():
        if asked in {game.casefold(), *(plain(name).casefold() for name in _called(game))}:
            return game
    return None


def _called(game: str) -> list[str]:
    """Return what a game is called, in every language."""
    return [str(game_entries(game, language)[f"{game}.name"]) for language in languages()]


def suggested_games(words: Words, games: Iterable[str] = ()) -> dict[str, str]:
    """Return what a shell offers for a game, all or these: names as they are typed and said."""
    typed = {name: words(f"{name}.name") for name in games or game_names()}
    said = {plain(called).casefold(): called for called in typed.values()}
    return typed | {name: called for name, called in said.items() if " " not in name}


def read_game(words: Words, text: str, games: Sequence[str] = ()) -> str:
    """Return the game that a person means; raise ``Wrong`` with those there are (or with ``games``)."""
    name = find_game(text)
    if name is None:
        raise Wrong(words("error.game", game=text, games=games_by_name(words, games)))
    return name


def games_by_name(words: Words, games: Sequence[str] = ()) -> str:
    """Return all games, or these, as they are typed and as people call them: ``chess (Chess)``."""
    return ", ".join(f"{name} ({words(f'{name}.name')})" for name in games or game_names())


def examples(words: Words, command: str, games: Iterable[str], *more: str) -> str:
    """Return examples of a command, as these games give them, with a heading; nothing without any."""
    keys = (f"{game}.examples.{command}" for game in games)
    lines = [*(words(key) for key in keys if key in words), *more]
    return "\n".join([words("help.examples"), *lines]) if lines else ""


def given_options(words: Words, known: Sequence[Option], args: argparse.Namespace) -> dict[str, Value]:
    """Return the options of a game that were given; raise ``Wrong`` if they do not go together."""
    given = {option.name: value for option in known if (value := getattr(args, option.name)) is not None}
    check_together(words, known, given)
    return given


def game_of(name: str, players: int, given: Mapping[str, Value]) -> Game:
    """Return the game with so many players and the other options as given."""
    return Game(name, players, **{option: value for option, value in given.items() if option != "players"})


# -- The options of a game --------------------------------------------------------------------------------


def flag(option: Option) -> str:
    """Return how an option is written on the command line: ``--who-begins``."""
    return "--" + option.name.replace("_", "-")


def allowed(option: Option) -> str:
    """Return the choices of an option: ``2–7`` or ``short, long``."""
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


def add_game_options(
    parser: Parser, words: Words, game: str, options: Iterable[Option], players: str = "explain.players"
) -> None:
    """Add a flag for each of these options of a game; ``players`` is the key that explains how many play."""

    def reader(option: Option) -> Callable[[str], Value]:
        def read(text: str) -> Value:
            try:
                return option.parse(text)
            except ValueError as error:
                raise bad_value(words, flag(option), text, [allowed(option)]) from error

        return read

    group = parser.add_argument_group(f"{words(f'{game}.name')} ({game})")
    for option in options:
        action = group.add_argument(
            flag(option),
            dest=option.name,
            metavar=allowed(option).replace(", ", "|"),
            type=reader(option),
            help=words(players) if option.name == "players" else explanation(words, game, option),
        )
        suggest(action, [str(choice) for choice in option.choices])


def explanation(words: Words, game: str, option: Option) -> str:
    """Return what an option is for: explained by the game or for all games, its label, or its name."""
    keys = (f"{game}.explain.{option.name}", f"explain.{option.name}", f"{game}.option.{option.name}")
    return next((words(key) for key in keys if key in words), option.name).replace("%", "%%")


def check_together(words: Words, options: Iterable[Option], given: Settings) -> None:
    """Raise ``Wrong`` if an option was chosen that needs another choice of another option."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        for other, values in known[name].conditions(value):
            if given.get(other, known[other].default) not in values:
                needed = f"{flag(known[other])} {'|'.join(map(str, values))}"
                raise Wrong(words("error.together", option=f"{flag(known[name])} {value}", needed=needed))
