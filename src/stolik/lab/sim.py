"""Many games at once, and what can be counted about them: how long, what scores, who wins, what happens.

>>> from stolik.lab import pickomino
>>> from stolik.lab.sim import Simulation
>>> simulation = Simulation(pickomino.make(players=2), policy="random", batch=64, rounds=2, seed=1)
>>> while not simulation.finished:
...     simulation.run(200)
>>> simulation.tally.games
128
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from numpy.typing import NDArray

from stolik.encoding import linko as card_numbers
from stolik.encoding import pickomino as dice_numbers
from stolik.lab import linko, pickomino
from stolik.lab.pickomino.layout import ALL_TILES

Env = pickomino.Env | linko.Env

POLICIES = ("random", "eager")
"""Any legal action; or take, steal and play as much as there is, and anything else at random."""

LONGEST = 4096
"""Decisions of a game that are told apart; a longer one counts as this long."""
LEAST, MOST = -112, 112
"""The scores that are told apart: nobody can lose or gain more cards than there are."""


class Counts(NamedTuple):
    """What a chunk of play has brought, added up over the batch."""

    lengths: Array
    """How many games had each length, in decisions."""
    scores: Array
    """How many games ended with each score, by seat."""
    wins: Array
    """Won games by seat; shared ones in parts."""
    kinds: Array
    """How often each kind of action was chosen."""
    ends: Array
    """Dice game: how often each tile was taken, then how often turned down. Card game: how games end."""


@dataclass
class Tally:
    """All counts of a simulation."""

    players: int
    lengths: NDArray[np.int64]
    scores: NDArray[np.int64]
    wins: NDArray[np.float64]
    kinds: NDArray[np.int64]
    ends: NDArray[np.int64]
    decisions: int = 0

    @property
    def games(self) -> int:
        """How many games have ended."""
        return int(self.lengths.sum())

    def mean_length(self) -> tuple[float, float]:
        """Return the mean number of decisions of a game, and its standard error."""
        return _mean(np.arange(len(self.lengths)), self.lengths)

    def mean_score(self, seat: int) -> tuple[float, float]:
        """Return the mean score of a seat, and its standard error."""
        return _mean(np.arange(LEAST, MOST + 1), self.scores[seat])

    def win_rate(self, seat: int) -> tuple[float, float]:
        """Return the share of games that a seat wins, and (at most) its standard error."""
        share = self.wins[seat] / max(self.games, 1)
        return float(share), float(np.sqrt(max(share * (1 - share), 0) / max(self.games, 1)))

    def add(self, counts: Counts) -> None:
        """Add what another chunk of play has brought."""
        for name in ("lengths", "scores", "kinds", "ends"):
            getattr(self, name)[...] += np.asarray(getattr(counts, name), np.int64)
        self.wins += np.asarray(counts.wins, np.float64)
        self.decisions += int(np.asarray(counts.kinds).sum())


def _mean(values: NDArray[Any], numbers: NDArray[np.int64]) -> tuple[float, float]:
    games = max(int(numbers.sum()), 1)
    mean = float((values * numbers).sum() / games)
    spread = float((numbers * (values - mean) ** 2).sum() / games)
    return mean, float(np.sqrt(spread / games))


# -- What is counted of each game -------------------------------------------------------------------------


@dataclass(frozen=True)
class Meaning:
    """What the numbers of a game's actions and ends stand for."""

    kinds: tuple[str, ...]
    kind_of: NDArray[np.int32]
    """The kind of each action."""
    liking: NDArray[np.float32]
    """How much an eager player likes each action."""
    ends: tuple[str, ...]
    ended: Callable[[Any, Any], Array] = field(repr=False)
    """From the games before and after a step: how often each of ``ends`` happened, by game."""


def meaning_of(env: Env) -> Meaning:
    """Return what is counted of a game."""
    return _dice(env) if isinstance(env, pickomino.Env) else _cards(env)


def _dice(env: pickomino.Env) -> Meaning:
    kinds = ("roll on", "take", "steal", "other")
    kind_of = np.full(env.actions, 3, np.int32)
    kind_of[: dice_numbers.ROLLS] = np.repeat((0, 1, 2), 6)
    liking = np.array([0, 1, 2, 0], np.float32)[kind_of]
    tiles = [tile for tile in ALL_TILES if env.deluxe or tile > 20]
    places = jnp.array([ALL_TILES.index(tile) for tile in tiles], jnp.uint32)
    ends = (*(f"take {tile}" for tile in tiles), *(f"down {tile}" for tile in tiles))

    def ended(before: pickomino.State, after: pickomino.State) -> Array:
        """A tile that has left the grill is in a stack, or is turned down."""
        held = after.seats[0]
        for seat in after.seats[1:]:
            held = held | seat
        left = before.grill & ~after.grill
        return jnp.concatenate([_bits(left & held, places), _bits(left & ~held, places)], axis=-1)

    return Meaning(kinds, kind_of, liking, ends, ended)


def _bits(words: Array, places: Array) -> Array:
    return (words[:, None] >> places & 1).astype(jnp.int32)


def _cards(env: linko.Env) -> Meaning:
    kinds = ("grab", "leave", "recall", "discard", "pass", "draw", "play", "raid")
    firsts = [card_numbers.GRABS, card_numbers.LEAVES, card_numbers.RECALLS, card_numbers.DISCARDS,
              card_numbers.PASSES, card_numbers.DECK_DRAWS, card_numbers.PLAYS, card_numbers.RAIDS,
              card_numbers.GROUPS]  # fmt: skip
    kind_of = np.searchsorted(firsts, np.arange(env.actions), side="right").astype(np.int32) - 1
    kind_of[kind_of == len(kinds)] = kinds.index("draw")  # a group of the pool is drawn too
    liking = np.zeros(env.actions, np.float32)
    liking[card_numbers.DISCARDS] = liking[card_numbers.LEAVES] = liking[card_numbers.PASSES] = 1
    for card in range(13):
        for number in range(8):
            for jokers in range(6):
                action = card_numbers.PLAYS + card * card_numbers.PLAYS_OF_A_NUMBER + number * 6 + jokers
                liking[action] = 1 + number
    ends = ("hand_empty", "cards_out", "stall")

    def ended(_: linko.State, after: linko.State) -> Array:
        """L-5, L-17, L-21: a hand is empty, or deck and pool are, or nothing has moved for long."""
        hand = (after.hands == 0).all(-1).any(-1)
        cards = (after.deck == 0).all(-1) & (after.pool == linko.table.NO_PLACE).all(-1)
        why = jnp.stack([hand, ~hand & cards, ~hand & ~cards], axis=-1)
        return (why & after.terminated[:, None]).astype(jnp.int32)

    return Meaning(kinds, kind_of, liking, ends, ended)


Games = tuple[Any, Array, Array]
"""The games of a batch, how many decisions each has had, and how many rounds are left at each place."""

# -- Playing ----------------------------------------------------------------------------------------------


class Simulation:
    """A batch of places, at each of which so many rounds are played; ``tally`` tells what has been counted.

    Every game that begins is counted, however long it takes: who counts what has ended by a certain time
    counts too many short ones.
    """

    def __init__(self, env: Env, policy: str, batch: int, rounds: int, seed: int) -> None:
        if policy not in POLICIES:
            raise ValueError(f"unknown policy {policy!r}; the policies are: {', '.join(POLICIES)}")
        self.env = env
        self.meaning = meaning_of(env)
        self._policy = policy
        self._key, key = jax.random.split(jax.random.key(seed))
        self._state: Any = env.init(key, batch)
        self._length = jnp.zeros(batch, jnp.int32)
        self._left = jnp.full(batch, rounds, jnp.int32)
        self.games = batch * rounds
        players = env.players
        self.tally = Tally(
            players,
            np.zeros(LONGEST + 1, np.int64),
            np.zeros((players, MOST - LEAST + 1), np.int64),
            np.zeros(players, np.float64),
            np.zeros(len(self.meaning.kinds), np.int64),
            np.zeros(len(self.meaning.ends), np.int64),
        )

    def run(self, steps: int) -> None:
        """Let every place of the batch make so many decisions, and count."""
        self._key, key = jax.random.split(self._key)
        games = (self._state, self._length, self._left)
        (self._state, self._length, self._left), counts = self._chunk(games, key, steps)
        self.tally.add(counts)

    @property
    def finished(self) -> bool:
        """Whether all games have been played."""
        return self.tally.games == self.games

    @partial(jax.jit, static_argnums=(0, 3))
    def _chunk(self, games: Games, key: Array, steps: int) -> tuple[Games, Counts]:
        zero = Counts(
            lengths=jnp.zeros(self.tally.lengths.shape, jnp.int32),
            scores=jnp.zeros(self.tally.scores.shape, jnp.int32),
            wins=jnp.zeros(self.tally.wins.shape, jnp.float32),
            kinds=jnp.zeros(self.tally.kinds.shape, jnp.int32),
            ends=jnp.zeros(self.tally.ends.shape, jnp.int32),
        )

        def one(carry: tuple[Games, Counts], key: Array) -> tuple[tuple[Games, Counts], None]:
            (state, length, left), counts = carry
            choice, chance = jax.random.split(key)
            action = self._choose(state, choice)
            after, begun = self.env.step_with_end(state, action, chance)
            counts = self._count(counts, state, action, after, length + 1, left > 0)
            length = jnp.where(after.terminated, 0, length + 1)
            return ((begun, length, left - after.terminated), counts), None

        carry, _ = lax.scan(one, (games, zero), jax.random.split(key, steps))
        return carry

    def _choose(self, state: Any, key: Array) -> Array:
        if self._policy == "random":
            return self.env.random(state, key)
        legal = self.env.legal(state)
        chance = jax.random.uniform(key, legal.shape)
        return jnp.where(legal, jnp.asarray(self.meaning.liking) + chance, -1.0).argmax(-1).astype(jnp.int32)

    def _count(
        self, counts: Counts, state: Any, action: Array, after: Any, length: Array, counted: Array
    ) -> Counts:
        ended = after.terminated & counted
        over = ended.astype(jnp.int32)
        scores = jnp.clip(self.env.scores(after), LEAST, MOST) - LEAST
        seats = jnp.arange(self.env.players)[None, :]
        best = after.rewards >= after.rewards.max(-1, keepdims=True)
        shares = jnp.where(ended[:, None], best / best.sum(-1, keepdims=True), 0.0)
        return Counts(
            lengths=counts.lengths.at[jnp.minimum(length, LONGEST)].add(over),
            scores=counts.scores.at[jnp.broadcast_to(seats, scores.shape), scores].add(over[:, None]),
            wins=counts.wins + shares.sum(0),
            kinds=counts.kinds.at[jnp.asarray(self.meaning.kind_of)[action]].add(counted.astype(jnp.int32)),
            ends=counts.ends + (self.meaning.ended(state, after) * counted[:, None]).sum(0),
        )
