"""The environment: static settings and pure functions over batches of games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.pickomino.encoding import WORMS, Encoding
from stolik.games.pickomino.lab import chance, observe, rules
from stolik.games.pickomino.lab.bits import count, fraction, nth, word
from stolik.games.pickomino.lab.chance import Chance
from stolik.games.pickomino.lab.legal import legal
from stolik.games.pickomino.lab.meaning import meaning
from stolik.games.pickomino.lab.step import advance, first_roll, outcome
from stolik.games.pickomino.lab.table import (
    BASE_GRILL,
    DELUXE_GRILL,
    ROLLED,
    START_PERCH,
    SeatBits,
    State,
    TableBits,
    TurnBits,
    pack,
    unpack,
)
from stolik.lab.batch import BatchEnv
from stolik.lab.meaning import Meaning
from stolik.lab.stages import settled


@dataclass(frozen=True)
class Env(BatchEnv[State]):
    """The dice game with its settings; make one with ``make``."""

    @property
    def deluxe(self) -> bool:
        """Whether the D rules apply."""
        return self.game.settings["variant"] == "deluxe"

    # -- chance ---------------------------------------------------------------------------------------

    def draw(self, key: Array, batch: int) -> Chance:
        """Return what chance brings in one step of a batch of games."""
        lots = self.game.settings["first"] == "lots"
        return chance.draw(key, batch, self.players, nine=self.deluxe, lots=lots)

    # -- games ----------------------------------------------------------------------------------------

    def init(self, key: Array, batch: int) -> State:
        """Return a batch of games at their first decision."""
        return self.begin(self.draw(key, batch))

    def begin(self, fallen: Chance) -> State:
        """P-2, P-3, D-1: games at their first decision, with chance as given."""
        zero = fallen.following & 0  # so that shard_map knows it belongs to these games
        no = zero != 0
        table = TableBits(
            grill=zero | (DELUXE_GRILL if self.deluxe else BASE_GRILL),
            perch=zero | START_PERCH if self.deluxe else None,
            below=(zero, zero, zero),
            seats=(SeatBits(zero, zero, zero, zero),) * self.players,
        )
        first = zero if fallen.first is None else fallen.first
        turn = TurnBits(zero, no, no, no, zero | ROLLED, zero, zero, first, zero)
        return State(*pack(table, first_roll(turn, fallen, ~no)), zero)

    def advance(self, state: State, action: Array, fallen: Chance) -> State:
        """Return the games after an action, with chance as given; games that end stay at their end."""
        odd = self.game.settings["golden_die"] == "ones_and_worms"
        hen = self.game.settings["hen_burn"] == "highest"
        table, turn = advance(*unpack(state), action, fallen, odd=odd, hen_turns_down=hen)
        return State(*pack(table, turn), outcome(table, turn))

    def step_with_end(self, state: State, action: Array, key: Array) -> tuple[State, State]:
        """Return the games after an action, those that end at their end; and the same started again."""
        fallen, action = settled((self.draw(key, state.grill.shape[0]), action))
        after = self.advance(state, action, fallen)
        return after, self.restart(after, fallen)

    def restart(self, state: State, fallen: Chance) -> State:
        """Return the games with those that are over started again; their rewards stay."""
        fresh = self.begin(fallen)._replace(outcome=state.outcome)
        over = state.terminated
        begun: State = jax.tree.map(lambda new, old: jnp.where(over, new, old), fresh, state)
        return begun

    # -- what can be done -----------------------------------------------------------------------------

    def legal(self, state: State) -> Array:
        """Return the legal actions: ``(batch, actions)``, ``bool``."""
        first, second = legal(*unpack(state))
        masks = [_flags(first, min(self.actions, WORMS))]
        if second is not None:
            masks.append(_flags(second, self.actions - WORMS))
        return jnp.concatenate(masks, axis=-1)

    def random(self, state: State, key: Array) -> Array:
        """Return a legal action for each game, drawn uniformly."""
        first, second = legal(*unpack(state))
        offset = word(0)
        if second is not None:  # never are there actions in both
            offset = jnp.where(second != 0, word(WORMS), word(0))
            first = first | second
        drawn = jax.random.bits(key, first.shape, jnp.uint32)
        return (nth(first, fraction(drawn, count(first), 5)) + offset).astype(jnp.int32)

    def random_step(self, state: State, key: Array) -> State:
        """Return the games after a uniformly random legal action each."""
        choice, fall = jax.random.split(key)
        return self.step(state, self.random(state, choice), fall)

    # -- what can be seen -----------------------------------------------------------------------------

    @cached_property
    def divisors(self) -> NDArray[np.float32]:
        """What each number of an observation is divided by: ``(observation_size,)``."""
        found: list[NDArray[np.float32]] = []
        jax.eval_shape(lambda: found.append(observe.divisors(self._fields(self.init(jax.random.key(0), 1)))))
        return found[0]

    def observed(self, state: State, seat: Array | None) -> list[Array]:
        """Return what a seat of each game sees, or the one in turn, not divided yet."""
        return observe.rows(self._fields(state, seat))

    def _fields(self, state: State, seat: Array | None = None) -> list[observe.Field]:
        away = None if seat is None else (seat - state.current_player) % self.players
        return observe.fields(*unpack(state), away)

    def scores(self, state: State) -> Array:
        """Return what each seat would score now: ``(batch, players)``, ``int32``, by seat."""
        table, turn = unpack(state)
        scores = jnp.stack([rules.score(seat) for seat in table.seats], axis=-1)
        away = (jnp.arange(self.players) - turn.seat[:, None].astype(jnp.int32)) % self.players
        return jnp.take_along_axis(scores, away, axis=-1).astype(jnp.int32)

    # -- what can be counted --------------------------------------------------------------------------

    def meaning(self) -> Meaning:
        """Return what can be counted of this game."""
        return meaning(self)


def make(game: Game) -> Env:
    """Return the environment of a game."""
    encoding = Encoding(game)
    return Env(game, encoding.actions, encoding.observation_size)


def _flags(bits: Array, number: int) -> Array:
    return (bits[:, None] >> jnp.arange(number, dtype=jnp.uint32) & 1) != 0
