"""How a game is learned: its tables, its network, and the way in which the network learns at them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from jax import Array

from stolik.core import Game

if TYPE_CHECKING:
    from stolik.train.training import Training


class Share(NamedTuple):
    """A win rate, and half the width of its 95 % interval."""

    mean: float
    half: float


class TooManyGamesError(Exception):
    """So many games at once do not fit in the memory of a device."""

    def __init__(self, need: int, there: int, fit: int) -> None:
        super().__init__(f"{need} bytes are needed, {there} are there; {fit} games would fit")
        self.need = need
        self.there = there
        self.fit = fit
        """How many games would fit, on all devices together."""


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


class Learner(Protocol):
    """Continues a training run, update by update."""

    def learn(self, so_far: float) -> Any:
        """Make one update and return its losses; ``so_far`` is how far the training run is, 0 to 1.

        The training's network, optimiser, rounds, games and decisions are those after it.
        """
        ...

    def measure(self, key: Array) -> list[Share]:
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
    def usual(self, *, large: bool, further: bool = False, **asked: int) -> Settings:
        """Return settings for a GPU (``large``) or a CPU; ``games``, ``width`` as asked.

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
        """Return what continues a training run, with everything compiled."""

    def mind(self, network: Any) -> Any:
        """Return what is needed of a network to play with it."""
        return network

    def learner_of(self, mind: Any, tables: Sequence[Game]) -> Any:
        """Return a network that starts from a mind; raise ``ValueError`` if it cannot at these tables."""
        return mind
