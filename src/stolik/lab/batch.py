"""What the environments of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import DTypeLike
from numpy.typing import NDArray

from stolik.core import Game
from stolik.encoding import encoding_of
from stolik.lab import stages
from stolik.lab.meaning import Meaning


class Games(Protocol):
    """What the state of a batch tells in every game."""

    @property
    def terminated(self) -> Array:
        """Whether the last step ended a game: ``(batch,)``, ``bool``."""
        ...

    @property
    def rewards(self) -> Array:
        """What the last step brought each seat: ``(batch, players)``, ``float32``."""
        ...

    @property
    def current_player(self) -> Array:
        """The seat that must decide: ``(batch,)``, ``int32``."""
        ...


StateT = TypeVar("StateT", bound=Games)


@dataclass(frozen=True)
class BatchEnv(ABC, Generic[StateT]):
    """A game with its settings, in batches; make one with ``stolik.lab.make``.

    Every method is pure and works under ``jit``, ``scan``, ``vmap`` and ``shard_map``. A key serves a whole
    batch. An action must be legal: what an illegal one does is not defined.
    """

    game: Game
    """The same game for the engine: ``env.game.start()``."""
    actions: int
    """How many actions there are; ``stolik.encoding`` says what each one is."""
    observation_size: int
    """How many numbers an observation has."""

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.players

    @property
    def parts(self) -> Mapping[str, slice]:
        """What the numbers of an observation tell, in order: ``seen[:, env.parts["turn"]]``."""
        return encoding_of(self.game).parts

    @abstractmethod
    def init(self, key: Array, batch: int) -> StateT:
        """Return a batch of games at their first decision."""

    def step(self, state: StateT, action: Array, key: Array) -> StateT:
        """Return the games after an action; a game that ends gives its rewards and starts again."""
        return self.step_with_end(state, action, key)[1]

    @abstractmethod
    def step_with_end(self, state: StateT, action: Array, key: Array) -> tuple[StateT, StateT]:
        """Return the games after an action, those that end at their end; and the same started again."""

    @abstractmethod
    def legal(self, state: StateT) -> Array:
        """Return the legal actions: ``(batch, actions)``, ``bool``."""

    @abstractmethod
    def random(self, state: StateT, key: Array) -> Array:
        """Return a legal action for each game, drawn uniformly: ``(batch,)``, ``int32``."""

    @abstractmethod
    def random_step(self, state: StateT, key: Array) -> StateT:
        """Return the games after a uniformly random legal action each."""

    @partial(jax.jit, static_argnums=(0, 3))
    def random_play(self, state: StateT, key: Array, steps: int) -> tuple[StateT, Array]:
        """Return the games after so many random steps, and how many games ended on the way."""

        def one(carry: tuple[StateT, Array], key: Array) -> tuple[tuple[StateT, Array], None]:
            state, ended = carry
            state = self.random_step(state, key)
            return (state, ended + state.terminated.sum().astype(jnp.int32)), None

        none = 0 * state.terminated.sum().astype(
            jnp.int32
        )  # so that shard_map knows it belongs to these games
        carry, _ = lax.scan(one, (state, none), jax.random.split(key, steps))
        return carry

    def observe(self, state: StateT, seat: Array | None = None, dtype: DTypeLike = jnp.float32) -> Array:
        """Return what a seat of each game sees: ``(batch, observation_size)``.

        Without ``seat``, ``(batch,)``, it is the one that must decide. With an integer ``dtype`` the numbers
        are not divided: ``observe(state, dtype=jnp.uint8) / env.divisors`` are those of ``float32``. What
        is too large for it stays at the largest number it has.
        """
        return together(self.blocks(state, seat, dtype))

    def blocks(self, state: StateT, seat: Array | None = None, dtype: DTypeLike = jnp.float32) -> list[Array]:
        """Return the same as blocks of rows, ``(numbers, batch)``, of which ``together`` makes it."""
        kind = jnp.dtype(dtype)
        blocks = [jnp.atleast_2d(block).astype(jnp.int32) for block in self.observed(state, seat)]
        if jnp.issubdtype(kind, jnp.integer):
            most = int(min(np.iinfo(kind).max, np.iinfo(np.int32).max))
            return [jnp.minimum(block, most).astype(kind) for block in blocks]
        ends = np.cumsum([len(block) for block in blocks])[:-1]
        parts = np.split((1 / self.divisors)[:, None].astype(kind), ends)
        return [block.astype(kind) * part for block, part in zip(blocks, parts, strict=True)]

    @property
    @abstractmethod
    def divisors(self) -> NDArray[np.float32]:
        """What each number of an observation is divided by, a power of two: ``(observation_size,)``."""

    @abstractmethod
    def observed(self, state: StateT, seat: Array | None) -> list[Array]:
        """Return what a seat of each game sees, or the one that must decide, as integers not divided yet.

        They come in rows of ``batch`` numbers, and in blocks of rows: a row is the same number of all games.
        A GPU writes rows many times as fast as columns, and turns them round at the end.
        """

    @abstractmethod
    def scores(self, state: StateT) -> Array:
        """Return what each seat would score now: ``(batch, players)``, ``int32``, by seat."""

    @abstractmethod
    def meaning(self) -> Meaning:
        """Return what can be counted of this game."""


def together(blocks: list[Array]) -> Array:
    """Return blocks of rows as one array, turned round; a GPU writes rows and turns them then."""
    if not stages.on_gpu():
        return jnp.concatenate([block.T for block in blocks], axis=1)
    return jnp.concatenate(blocks).T
