"""How a game is learned: its tables, its network, and the way in which the network learns at them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, get_type_hints

from stolik.core import Game

if TYPE_CHECKING:
    from jax import Array

    from stolik.train.training import Training


class Share(NamedTuple):
    """A win rate, and half the width of its 95 % interval."""

    mean: float
    half: float


class Measured(NamedTuple):
    """How good a network is at a table."""

    network: Share
    """In one seat, with guests in all others."""
    guest: Share | None
    """One guest, with the network in all other seats; ``None`` where that is not measured or says no more."""


class Settings(Protocol):
    """How a network learns: a named tuple of numbers."""

    @property
    def games(self) -> int:
        """How many games are played at once."""
        ...

    @property
    def width(self) -> int:
        """The number of units in a hidden layer."""
        ...

    def _asdict(self) -> dict[str, Any]: ...


MOST_SEED: Final = 2**32 - 1
"""JAX keeps no more of a seed."""
MOST: Final = {"games": 2**24, "width": 8192, "steps": 127, "epochs": 100}
"""How large settings can be: the decisions of an update are counted in 32 bits, and so are other settings."""


class SettingError(ValueError):
    """A setting that there is not, or that cannot be this number."""

    def __init__(self, given: str, allowed: Sequence[str]) -> None:
        super().__init__(f"{given} is not allowed; allowed: {', '.join(allowed)}")
        self.given = given
        self.allowed = allowed


def read_settings(texts: Sequence[str], settings: Settings) -> dict[str, float]:
    """Return what ``NAME=NUMBER`` asks for of settings like these; raise ``SettingError`` if it cannot be."""
    kinds, found = get_type_hints(type(settings)), {}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in kinds:
            raise SettingError(text, [_allowed(each, kinds[each]) for each in kinds])
        try:
            found[name] = kinds[name](number.replace(",", "."))
        except ValueError as error:
            raise SettingError(text, [_allowed(name, kinds[name])]) from error
        _check(name, kinds[name], found[name], text)
    return found


def check_settings(settings: Settings) -> None:
    """Raise ``SettingError`` if a setting cannot be what it is."""
    kinds = get_type_hints(type(settings))
    for name, number in settings._asdict().items():
        _check(name, kinds[name], number, f"{name}={number}")


def _check(name: str, kind: type, number: Any, given: str) -> None:
    least, most = _bounds(name, kind)
    if type(number) not in (int, kind) or not least <= number <= most:
        raise SettingError(given, [_allowed(name, kind)])


def _bounds(name: str, kind: type) -> tuple[int, int]:
    return (1, MOST.get(name, 2**31 - 1)) if kind is int else (0, 1)


def _allowed(name: str, kind: type) -> str:
    least, most = _bounds(name, kind)
    return f"{name}={least}–{most}"


class Learner(Protocol):
    """Continues a training run, update by update."""

    @property
    def played(self) -> Sequence[int]:
        """How many games of a batch are played: less than asked for where they cannot be divided evenly.

        On all devices together, for every table, or for all tables together that share a batch.
        """
        ...

    def learn(self, so_far: float) -> Any:
        """Make one update and return its losses; ``so_far`` is how far the training run is, 0 to 1.

        The training's network, optimiser, rounds, games and decisions are those after it.
        """
        ...

    def measure(self, key: Array) -> list[Measured]:
        """Return how good the network is now at each table of the training."""
        ...


@dataclass(frozen=True)
class Recipe(ABC):
    """How a game is learned."""

    game: str
    version: int
    """Changes with the meaning of what a network sees."""
    tables: tuple[Game, ...]

    @abstractmethod
    def name(self, game: Game) -> str:
        """Return what a table is called."""

    @abstractmethod
    def usual(self, *, large: bool, further: bool = False, **asked: float) -> Settings:
        """Return settings for a GPU (``large``) or a CPU; some of them as asked.

        ``further``: for a run that starts from a mind.
        """

    @abstractmethod
    def settings(self, told: Mapping[str, Any]) -> Settings:
        """Return the settings that a checkpoint has."""

    @abstractmethod
    def network(self, key: Array, settings: Settings, tables: Sequence[Game]) -> Any:
        """Return an untrained network, as a tree of arrays."""

    @abstractmethod
    def learner(self, training: Training) -> Learner:
        """Return what continues a training run, with everything compiled.

        Raise ``memory.TooManyGamesError`` before any game is begun if there is not enough memory.
        """

    def mind(self, network: Any) -> Any:
        """Return what is needed of a network to play with it."""
        return network

    def learner_of(self, mind: Any, tables: Sequence[Game]) -> Any:
        """Return a network that starts from a mind; raise ``ValueError`` if it cannot at these tables."""
        return mind
