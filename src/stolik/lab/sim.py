"""Many games at once, and what can be counted about them: how long, what scores, who wins, what happens.

>>> from stolik.lab import pickomino
>>> from stolik.lab.sim import Simulation
>>> simulation = Simulation(pickomino.make(players=2), policy="random", batch=64, rounds=2, seed=1)
>>> while not simulation.finished:
...     simulation.run(200)
>>> simulation.tally.games
128
>>> list(simulation.tally.counted("choices"))
['go_on', 'take', 'steal', 'special']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from stolik.lab.pickomino.layout import ALL_TILES, WORM_FOR_RAVEN, unpack
from stolik.linko.cards import COPIES, JOKER, JOKERS
from stolik.pickomino.pieces import FACES, TILES

Env = pickomino.Env | linko.Env

POLICIES = ("random", "eager")
"""Any legal action; or what ``Meaning.liking`` likes best, and any of those it likes the same."""

LONGEST = 4096
"""Decisions of a game that are told apart; a longer one counts as this long."""
LEAST, MOST = -112, 112
"""The scores that are told apart: nobody can lose or gain more cards than there are."""

ON_A_PROCESSOR, ON_A_CARD = 1 << 12, 1 << 16
"""How many games at once keep a processor busy, and a graphics card."""


def places(games: int, platform: str) -> int:
    """Return how many games to play at once on a device of this platform (``cpu``, ``gpu``, ``tpu``)."""
    return min(games, ON_A_PROCESSOR if platform == "cpu" else ON_A_CARD)


# -- What is counted of each game -------------------------------------------------------------------------

Groups = Mapping[str, tuple[str, ...]]
"""The names of what is counted, in groups."""


@dataclass(frozen=True)
class Meaning:
    """What is counted of a game, and what an eager player of it likes."""

    kind_of: NDArray[np.int32]
    """The kind of each action: its place in ``groups["choices"]``."""
    liking: NDArray[np.float32]
    """How much an eager player likes each action."""
    groups: Groups
    """``choices``: the kinds of actions. Dice game: ``turns`` that were burnt, and the tiles that were
    ``taken`` from the grill or turned ``down``. Card game: the ``ends`` of games."""
    happened: Callable[[Any, Array, Any], dict[str, Array]] = field(repr=False)
    """From the games before an action, the action and the games after it: whether everything in the other
    groups happened, ``(batch, names)``."""

    def events(self, before: Any, action: Array, after: Any) -> dict[str, Array]:
        """Return whether everything in ``groups`` happened, ``(batch, names)`` for each group."""
        kind = jnp.asarray(self.kind_of)[action]
        choices = kind[:, None] == jnp.arange(len(self.groups["choices"]))
        return {"choices": choices, **self.happened(before, action, after)}


def meaning_of(env: Env) -> Meaning:
    """Return what is counted of a game."""
    return _dice(env) if isinstance(env, pickomino.Env) else _cards(env)


def _dice(env: pickomino.Env) -> Meaning:
    """Who is eager steals, or else takes, as soon as that is possible."""
    choices = ("go_on", "take", "steal", "special")  # as dice_numbers.THENS, and what only Deluxe has
    go_on, special = choices.index("go_on"), choices.index("special")
    kind_of = np.full(env.actions, special, np.int32)
    kind_of[dice_numbers.KEEPS : dice_numbers.ROLLS] = np.repeat(dice_numbers.THENS, len(FACES))
    worms = np.arange(env.actions - dice_numbers.WORMS) % len(dice_numbers.THENS)
    kind_of[dice_numbers.WORMS :] = np.where(worms == dice_numbers.GO_ON, special, worms)
    may_burn = (kind_of == go_on) | (kind_of == special)
    may_burn[dice_numbers.HOLDS : dice_numbers.WORMS] = False
    tiles = [tile for tile in ALL_TILES if env.deluxe or tile in TILES]
    at = jnp.array([ALL_TILES.index(tile) for tile in tiles], jnp.uint32)
    names = tuple(map(str, tiles))

    def happened(before: pickomino.State, action: Array, after: pickomino.State) -> dict[str, Array]:
        """A turn that ends without a tile is burnt; a tile off the grill is in a stack, or turned down.

        With the choice of a specialist (D-5) or of who gives a round worm for the raven's tile (D-16) a turn
        ends that has brought a tile.
        """
        ended = after.terminated | (after.current_player != before.current_player)
        for_raven = unpack(before)[1].phase == WORM_FOR_RAVEN
        burnt = ended & jnp.asarray(may_burn)[action] & ~for_raven
        held = after.seats[0]
        for seat in after.seats[1:]:
            held = held | seat
        left = before.grill & ~after.grill
        return {"turns": burnt[:, None], "taken": _bits(left & held, at), "down": _bits(left & ~held, at)}

    liking = np.zeros(env.actions, np.float32)
    liking[kind_of == dice_numbers.AND_TAKE] = 1
    liking[kind_of == dice_numbers.AND_STEAL] = 2
    groups = {"choices": choices, "turns": ("burnt",), "taken": names, "down": names}
    return Meaning(kind_of, liking, groups, happened)


def _bits(words: Array, at: Array) -> Array:
    return (words[:, None] >> at & 1) != 0


def _cards(env: linko.Env) -> Meaning:
    """Who is eager plays as many cards as possible and picks up none that can be left."""
    choices = ("grab", "leave", "recall", "discard", "pass", "draw", "play", "raid")
    firsts = [card_numbers.GRABS, card_numbers.LEAVES, card_numbers.RECALLS, card_numbers.DISCARDS,
              card_numbers.PASSES, card_numbers.DECK_DRAWS, card_numbers.PLAYS, card_numbers.RAIDS,
              card_numbers.GROUPS]  # fmt: skip
    kind_of = np.searchsorted(firsts, np.arange(env.actions), side="right").astype(np.int32) - 1
    kind_of[kind_of == len(choices)] = choices.index("draw")  # a group of the pool is drawn too
    liking = np.zeros(env.actions, np.float32)
    liking[[card_numbers.LEAVES, card_numbers.PASSES]] = 1
    of_a_number = np.add.outer(np.arange(1, COPIES + 1), np.arange(JOKERS + 1)).ravel()
    jokers_alone = np.arange(1, JOKERS + 1)
    liking[card_numbers.PLAYS : card_numbers.RAIDS] = [*np.tile(of_a_number, JOKER), *jokers_alone]

    def happened(_: linko.State, __: Array, after: linko.State) -> dict[str, Array]:
        """L-5, L-17, L-21: a hand is empty, or deck and pool are, or nothing has moved for long."""
        hand = (after.hands == 0).all(-1).any(-1)
        cards = (after.deck == 0).all(-1) & (after.pool == linko.table.NO_PLACE).all(-1)
        why = jnp.stack([hand, ~hand & cards, ~hand & ~cards], axis=-1)
        return {"ends": why & after.terminated[:, None]}

    groups = {"choices": choices, "ends": ("hand_empty", "cards_out", "stall")}
    return Meaning(kind_of, liking, groups, happened)


# -- Counting ---------------------------------------------------------------------------------------------


class Counts(NamedTuple):
    """What the games that ended in a chunk of play have brought, added up over the batch."""

    lengths: Array
    """How many games had each length, in decisions."""
    scores: Array
    """How many games ended with each score, by seat."""
    wins: Array
    """Won games by seat; shared ones in parts."""
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

    def __init__(self, env: Env, policy: str, batch: int, rounds: int, seed: int, *, more: int = 0) -> None:
        if policy not in POLICIES:
            raise ValueError(f"unknown policy {policy!r}; the policies are: {', '.join(POLICIES)}")
        if not 0 <= more < batch:
            raise ValueError(f"more must be 0 to {batch - 1}, not {more}")
        self.env = env
        self.meaning = meaning_of(env)
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
