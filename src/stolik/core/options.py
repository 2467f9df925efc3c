"""Options of a game: forms, command-line flags and error messages are built from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stolik.core.values import quoted

Value = str | int
Settings = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen about a game before it starts.

    ``key`` names its explanation in the catalogues of words. ``only`` says when the option matters: it may
    differ from its default only where the named option has one of the listed values. ``needs`` says the
    same of single choices: ``((2,), "kind", ("short",))`` allows the choice 2 with the kind ``short`` only.
    """

    name: str
    choices: tuple[Value, ...]
    default: Value
    key: str
    only: tuple[str, tuple[Value, ...]] | None = None
    needs: tuple[tuple[tuple[Value, ...], str, tuple[Value, ...]], ...] = ()

    def conditions(self, value: Value) -> Iterator[tuple[str, tuple[Value, ...]]]:
        """Yield the other options that a choice depends on, each with the values it goes with."""
        if self.only and value != self.default:
            yield self.only
        for choices, other, values in self.needs:
            if value in choices:
                yield other, values

    def parse(self, text: str) -> Value:
        """Return the choice with this text. Raises ``ValueError``, which lists the choices."""
        for choice in self.choices:
            if str(choice) == text:
                return choice
        raise self.error(text)

    def check(self, value: object) -> Value:
        """Return ``value`` if it is one of the choices. Raises ``ValueError``, which lists them."""
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        raise self.error(value)

    def error(self, value: object) -> ValueError:
        """Return the error for a value that is not a choice."""
        return ValueError(f"{self.name} must be {self.allowed()}, not {quoted(value)}")

    def allowed(self) -> str:
        """Return the choices in words: ``2 to 7`` or ``base or deluxe``."""
        numbers = [choice for choice in self.choices if isinstance(choice, int)]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        *first, last = (str(choice) for choice in self.choices)
        return f"{', '.join(first)} or {last}" if first else last


def complete(options: tuple[Option, ...], given: Settings) -> dict[str, Value]:
    """Return every option with its value: the one given, checked, or the default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise ValueError(f"unknown option {quoted(name)}; the options are: {', '.join(known)}")
    settings = {name: option.check(given.get(name, option.default)) for name, option in known.items()}
    if "players" not in given:
        settings["players"] = _fitting(known["players"], settings)
    for name, option in known.items():
        for other, values in option.conditions(settings[name]):
            if settings[other] not in values:
                raise ValueError(
                    f"{name}={settings[name]} needs {other}={' or '.join(map(str, values))}, "
                    f"not {other}={settings[other]}"
                )
    return settings


def chosen(options: tuple[Option, ...], settings: Settings) -> dict[str, Value]:
    """Return the settings that differ from their defaults, in the order of the options."""
    return {
        option.name: settings[option.name]
        for option in options
        if option.name in settings and settings[option.name] != option.default
    }


def _fitting(players: Option, settings: Settings) -> Value:
    """Return the number of players if none is given: the default, or the first that the settings allow."""
    for choice in (players.default, *players.choices):
        if all(settings[other] in values for other, values in players.conditions(choice)):
            return choice
    return players.default
