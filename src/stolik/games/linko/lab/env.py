"""The games of a batch from their beginning to their end, and on to the next one."""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from numpy.typing import NDArray

from stolik.core import Game
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.lab import chance, observe, rules
from stolik.games.linko.lab.meaning import meaning
from stolik.games.linko.lab.rules import NextCard
from stolik.games.linko.lab.table import OVER, State
from stolik.lab import small, stages
from stolik.lab.batch import BatchEnv
from stolik.lab.meaning import Meaning
from stolik.lab.stages import settled

DEALT_AT_ONCE = 1 << 17
"""The largest batch in which a GPU deals to all games in every step, whether they are over or not."""


@dataclass(frozen=True)
class Env(BatchEnv[State]):
    """The card game with its settings; make one with ``make``."""

    # -- games ----------------------------------------------------------------------------------------

    def init(self, key: Array, batch: int) -> State:
        """Return a batch of games at their first decision."""
        return chance.deal(self.game, chance.random_bits(key, batch))

    def step_with_end(self, state: State, action: Array, key: Array) -> tuple[State, State]:
        """Return the games after an action, those that end at their end; and the same started again."""
        return self._step(state, action, chance.random_bits(key, len(action)))

    def advance(self, state: State, action: Array, next_card: NextCard) -> State:
        """Return the games after an action, with cards off the deck as given; games stay at their end."""
        after = rules.advance(self.game, state, action, next_card)
        over = after.phase == OVER
        rewards = jnp.where(over[:, None], rules.rewards(after), 0.0)
        return after._replace(terminated=over, rewards=rewards)

    def restart(self, state: State, bits: Array) -> State:
        """Return the games with those that are over dealt again; ``terminated`` and ``rewards`` stay.

        Few games end in the same step, and a deal takes long: so a few games at a time are dealt. But a
        GPU deals to many games in less time than it takes to ask whether there are more.
        """
        batch = len(state.turn)
        if stages.on_gpu() and batch <= DEALT_AT_ONCE:
            over = state.phase == OVER
            fresh = chance.deal(self.game, bits)._replace(terminated=state.terminated, rewards=state.rewards)

            def begun(new: Array, old: Array) -> Array:
                return jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

            everywhere: State = jax.tree.map(begun, fresh, state)
            return everywhere
        few = max(1, batch // 64)

        def are_over(state: State) -> Array:
            return (state.phase == OVER).any()

        def deal_a_few(state: State) -> State:
            which = small.first_flags(state.phase == OVER, few)
            fresh = chance.deal(self.game, bits[which])
            dealt: State = jax.tree.map(lambda old, new: old.at[which].set(new, mode="drop"), state, fresh)
            return dealt._replace(terminated=state.terminated, rewards=state.rewards)

        restarted: State = lax.while_loop(are_over, deal_a_few, state)
        return restarted

    def _step(self, state: State, action: Array, bits: Array) -> tuple[State, State]:
        after = settled(self.advance(state, action, chance.off_the_deck(bits)))
        return after, self.restart(after, bits)

    # -- what can be done -----------------------------------------------------------------------------

    def legal(self, state: State) -> Array:
        """Return the legal actions: ``(batch, actions)``, ``bool``."""
        return observe.legal(self.game, state)

    def random(self, state: State, key: Array) -> Array:
        """Return a legal action for each game, drawn uniformly."""
        return self._random(state, chance.random_bits(key, len(state.turn)))

    def _random(self, state: State, bits: Array) -> Array:
        return observe.any_legal(self.game, state, chance.number(bits, chance.CHOICE))

    def random_step(self, state: State, key: Array) -> State:
        """Return the games after a uniformly random legal action each."""
        bits = chance.random_bits(key, len(state.turn))
        return self._step(state, settled(self._random(state, bits)), bits)[1]

    # -- what can be seen -----------------------------------------------------------------------------

    @property
    def divisors(self) -> NDArray[np.float32]:
        """What each number of an observation is divided by: ``(observation_size,)``."""
        return observe.divisors(self.game)

    def observed(self, state: State, seat: Array | None) -> list[Array]:
        """Return what a seat of each game sees, or who must decide, not divided yet."""
        return observe.observe(self.game, state, state.current_player if seat is None else seat)

    def scores(self, state: State) -> Array:
        """Return what each seat would score now: ``(batch, players)``, ``int32``."""
        return rules.final_count(state)[0]

    # -- what can be counted --------------------------------------------------------------------------

    def meaning(self) -> Meaning:
        """Return what can be counted of this game."""
        return meaning(self)


def make(game: Game) -> Env:
    """Return the environment of a game."""
    encoding = Encoding(game)
    return Env(game, encoding.actions, encoding.observation_size)
