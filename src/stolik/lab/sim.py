"""Many games at once, and what can be counted about them: how long, what scores, who wins, what happens.

>>> from stolik import lab
>>> from stolik.lab.sim import Simulation
>>> simulation = Simulation(lab.make("pickomino", players=2), policy="random", batch=64, rounds=2, seed=1)
>>> while not simulation.finished:
...     simulation.run(200)
>>> simulation.tally.games
128
>>> list(simulation.tally.counted("choices"))
['go_on', 'take', 'steal', 'special']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from numpy.typing import NDArray

from stolik.lab.batch import BatchEnv
from stolik.lab.meaning import Groups

POLICIES = ("random", "eager")
"""Any legal action; or what ``Meaning.liking`` likes best, and any of those it likes the same."""

LONGEST = 4096
"""The longest game that is told apart, in decisions; a longer one counts as this long."""
LEAST, MOST = -112, 112
"""The final scores that are told apart; one beyond them counts as the nearest."""

ON_A_PROCESSOR, ON_A_CARD = 1 << 12, 1 << 16
"""How many games at once keep a CPU busy, and a GPU."""


def places(games: int, platform: str) -> int:
    """Return how many games to play at once on a device of this platform (``cpu``, ``gpu``, ``tpu``)."""
    return min(games, ON_A_PROCESSOR if platform == "cpu" else ON_A_CARD)


# -- Counting ---------------------------------------------------------------------------------------------


class Counts(NamedTuple):
    """What the games that ended in a chunk of play have brought, added up over the batch."""

    lengths: Array
    """How many games had each length, in decisions."""
    scores: Array
    """How many games ended with each score, by seat."""
    wins: Array
    """Won games by seat; ties are split equally."""
    events: dict[str, Array]
    """How often everything in ``Meaning.groups`` happened."""


@dataclass(frozen=True)
class Tally:
    """All counts of a simulation; only games that have ended are counted, each with all that happened."""

    groups: Groups
    lengths: NDArray[np.int64]
    scores: NDArray[np.int64]
    wins: NDArray[np.float64]
    events: dict[str, NDArray[np.int64]]

    @classmethod
    def empty(cls, players: int, groups: Groups) -> Tally:
        """Return the counts of no games."""
        return cls(
            groups,
            np.zeros(LONGEST + 1, np.int64),
            np.zeros((players, MOST - LEAST + 1), np.int64),
            np.zeros(players, np.float64),
            {group: np.zeros(len(names), np.int64) for group, names in groups.items()},
        )

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.wins)

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

    def counted(self, group: str) -> dict[str, int]:
        """Return how often everything in a group of ``Meaning.groups`` happened."""
        return dict(zip(self.groups[group], self.events[group].tolist(), strict=True))

    def plus(self, counts: Counts) -> Tally:
        """Return the counts with what another chunk of play has brought."""
        return Tally(
            self.groups,
            self.lengths + np.asarray(counts.lengths, np.int64),
            self.scores + np.asarray(counts.scores, np.int64),
            self.wins + np.asarray(counts.wins, np.float64),
            {group: self.events[group] + np.asarray(more, np.int64) for group, more in counts.events.items()},
        )


def _mean(values: NDArray[Any], numbers: NDArray[np.int64]) -> tuple[float, float]:
    games = max(int(numbers.sum()), 1)
    mean = float((values * numbers).sum() / games)
    spread = float((numbers * (values - mean) ** 2).sum() / games)
    return mean, float(np.sqrt(spread / games))


# -- Playing ----------------------------------------------------------------------------------------------


class Going(NamedTuple):
    """The games under way, one at each place."""

    state: Any
    length: Array
    """How many decisions each has had."""
    so_far: dict[str, Array]
    """How often everything in ``Meaning.groups`` has happened in each: it is counted when the game ends."""
    left: Array
    """How many games there are still to be played at each place, this one included."""


class Simulation:
    """A batch of places, at each of which so many rounds are played; ``tally`` tells what has been counted.

    The first ``more`` places play one round more, so that any number of games can be had. Every game that
    begins is counted, however long it takes: who counts what has ended by a certain time counts too many
    short ones. Before ``finished`` the tally does that.
    """

    def __init__(
        self, env: BatchEnv[Any], policy: str, batch: int, rounds: int, seed: int, *, more: int = 0
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"unknown policy {policy!r}; the policies are: {', '.join(POLICIES)}")
        if not 0 <= more < batch:
            raise ValueError(f"more must be 0 to {batch - 1}, not {more}")
        self.env = env
        self.meaning = env.meaning()
        self.games = batch * rounds + more
        self._policy = policy
        self._key, key = jax.random.split(_key(seed))
        tally = Tally.empty(env.players, self.meaning.groups)
        going = Going(
            env.init(key, batch),
            jnp.zeros(batch, jnp.int32),
            {group: jnp.zeros((batch, len(names)), jnp.int32) for group, names in tally.groups.items()},
            rounds + (jnp.arange(batch) < more).astype(jnp.int32),
        )
        self._now = going, tally

    @property
    def tally(self) -> Tally:
        """What has been counted so far."""
        return self._now[1]

    @property
    def finished(self) -> bool:
        """Whether all games have been played."""
        return self.tally.games == self.games

    def run(self, steps: int) -> None:
        """Let every place of the batch make so many decisions, and count."""
        going, tally = self._now
        self._key, key = jax.random.split(self._key)
        going, counts = self._chunk(going, key, steps)
        self._now = going, tally.plus(counts)  # at once, so that Ctrl-C leaves games and counts together

    @partial(jax.jit, static_argnums=(0, 3))
    def _chunk(self, going: Going, key: Array, steps: int) -> tuple[Going, Counts]:
        tally = self.tally
        zero = Counts(
            lengths=jnp.zeros(tally.lengths.shape, jnp.int32),
            scores=jnp.zeros(tally.scores.shape, jnp.int32),
            wins=jnp.zeros(tally.wins.shape, jnp.float32),
            events={group: jnp.zeros(len(names), jnp.int32) for group, names in tally.groups.items()},
        )

        def one(carry: tuple[Going, Counts], key: Array) -> tuple[tuple[Going, Counts], None]:
            (state, length, so_far, left), counts = carry
            choice, chance = jax.random.split(key)
            action = self._choose(state, choice)
            after, begun = self.env.step_with_end(state, action, chance)
            length += 1
            events = self.meaning.events(state, action, after)
            so_far = {group: so_far[group] + more for group, more in events.items()}
            over = after.terminated
            counts = self._count(counts, after, length, so_far, over & (left > 0))
            so_far = {group: jnp.where(over[:, None], 0, number) for group, number in so_far.items()}
            going = Going(begun, jnp.where(over, 0, length), so_far, left - over)
            return (going, counts), None

        carry, _ = lax.scan(one, (going, zero), jax.random.split(key, steps))
        return carry

    def _choose(self, state: Any, key: Array) -> Array:
        if self._policy == "random":
            return self.env.random(state, key)
        legal = self.env.legal(state)
        chance = jax.random.uniform(key, legal.shape)
        return jnp.where(legal, jnp.asarray(self.meaning.liking) + chance, -1.0).argmax(-1).astype(jnp.int32)

    def _count(
        self, counts: Counts, after: Any, length: Array, so_far: dict[str, Array], ended: Array
    ) -> Counts:
        one = ended.astype(jnp.int32)
        scores = jnp.clip(self.env.scores(after), LEAST, MOST) - LEAST
        seats = jnp.arange(self.env.players)[None, :]
        best = after.rewards >= after.rewards.max(-1, keepdims=True)
        shares = jnp.where(ended[:, None], best / best.sum(-1, keepdims=True), 0.0)
        return Counts(
            lengths=counts.lengths.at[jnp.minimum(length, LONGEST)].add(one),
            scores=counts.scores.at[jnp.broadcast_to(seats, scores.shape), scores].add(one[:, None]),
            wins=counts.wins + shares.sum(0),
            events={
                group: counted + jnp.where(ended[:, None], so_far[group], 0).sum(0)
                for group, counted in counts.events.items()
            },
        )


def _key(seed: int) -> Array:
    """Return the key of a seed of any size: a key takes 32 bits, and further ones are folded in."""
    if seed < 0:
        raise ValueError(f"a seed must be 0 or more, not {seed}")
    key = jax.random.key(seed % 2**32)
    while seed := seed >> 32:
        key = jax.random.fold_in(key, seed % 2**32)
    return key
