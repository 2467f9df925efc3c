"""Positions as texts of one line, as FEN in chess: ``stolik.position`` reads, ``state.position`` writes.

First comes the name of the game, then fields ``name=value``, separated by single spaces: the players, the
options that differ from their defaults, then what lies on the table. In values ``/`` separates seats, ``,``
separates things, and ``-`` is nothing. ``docs/notation.md`` lists the fields of each game.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from stolik.core.chance import Rng
from stolik.core.game import Game, State
from stolik.core.plugins import plugin
from stolik.core.values import quoted

NOTHING: Final = "-"


def position(text: str, rng: Rng | None = None) -> State:
    """Return the state that a text describes.

    Fields may come in any order, and a field that is left out has its default. A text with unknown cards
    (``?``), as ``state.position(seat)`` writes it, needs ``rng``, which deals them.

    >>> position("pickomino players=2 grill=21-24,30 stacks=36/25,31 aside=4,4,4,5,5,w").moves()
    ('take 24', 'roll')
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is a text, not {type(text).__name__}")
    name, *parts = text.split(" ")
    found = plugin(name)
    if found.read_position is None:
        raise ValueError(f"the game {name!r} has no text for positions")
    given: dict[str, str] = {}
    for part in parts:
        field, equals, value = part.partition("=")
        if not (field and equals and value):
            raise ValueError(f"fields are written name=value, with one space between, not {quoted(part)}")
        if field in given:
            raise ValueError(f"the field {quoted(field)} is there twice")
        given[field] = value
    players, *others = found.options
    number = int(players.parse(given.pop(players.name))) if players.name in given else None
    chosen = {option.name: option.parse(given.pop(option.name)) for option in others if option.name in given}
    return found.read_position(Game(name, number, **chosen), given, rng)


# -- For games: writing -------------------------------------------------------------------------------------


def listed(things: Iterable[object]) -> str:
    """Return things as a value lists them.

    >>> listed([21, 22]), listed([])
    ('21,22', '-')
    """
    return ",".join(map(str, things)) or NOTHING


def by_seat(values: Iterable[str]) -> str:
    """Return the values of all seats as one.

    >>> by_seat(["21,22", "-"])
    '21,22/-'
    """
    return "/".join(values)


# -- For games: reading -------------------------------------------------------------------------------------


class Fields:
    """The fields of a position that are a game's own, while it reads them; errors name the field."""

    def __init__(self, game: Game, given: Mapping[str, str], names: Sequence[str]) -> None:
        """Take what is given; ``names`` are the fields that the game has."""
        for name in given:
            if name not in names:
                known = [*(option.name for option in game.options()), *names]
                raise ValueError(f"unknown field {quoted(name)}; the fields are: {', '.join(known)}")
        self.game = game
        self.given = given

    def __contains__(self, name: str) -> bool:
        return name in self.given

    def items(self, name: str) -> list[str]:
        """Return the things that a field lists; none where it is left out."""
        return _items(self.given.get(name, NOTHING))

    def seats(self, name: str) -> list[list[str]]:
        """Return the things that a field lists for each seat; none where it is left out."""
        players = self.game.players
        if name not in self.given:
            return [[]] * players
        values = self.given[name].split("/")
        if len(values) != players:
            raise ValueError(f"{name} must be {players} values with '/' between, not {len(values)}")
        return [_items(value) for value in values]

    def number(self, name: str, default: int, lowest: int, highest: int | None = None) -> int:
        """Return the number in a field."""
        if name not in self.given:
            return default
        return read_number(name, self.given[name], lowest, highest)

    def seat(self, name: str, default: int = 0) -> int:
        """Return the seat in a field."""
        return self.number(name, default, 0, self.game.players - 1)

    def choice(self, name: str, choices: Sequence[str]) -> str | None:
        """Return which of the choices a field has; nothing where it is left out."""
        value = self.given.get(name)
        if value is not None and value not in choices:
            raise wrong(name, " or ".join(choices), value)
        return value

    def only(self, allowed: Container[str | None], names: Iterable[str], when: str) -> None:
        """Raise ``ValueError`` if one of the names is given that is not allowed now."""
        for name in names:
            if name in self.given and name not in allowed:
                raise ValueError(f"{name} has no meaning with {when}")


def read_number(field: str, text: str, lowest: int, highest: int | None = None) -> int:
    """Return the number that is written like this, which must be in a range."""
    if text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text:
        number = int(text)
        if lowest <= number and (highest is None or number <= highest):
            return number
    raise wrong(field, f"at least {lowest}" if highest is None else f"{lowest} to {highest}", text)


def wrong(field: str, allowed: str, found: object) -> ValueError:
    """Return the error for a field, which says what is allowed there."""
    return ValueError(f"{field} must be {allowed}, not {quoted(found)}")


def _items(value: str) -> list[str]:
    return [] if value == NOTHING else value.split(",")
