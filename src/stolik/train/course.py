"""A course of training: all tables of a game in turn, for so many minutes, with checkpoints to go on from."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.train import net
from stolik.train.net import Net
from stolik.train.ppo import NEVER, Adam, Arena, Decisions, Lesson, Settings, learn, no_steps, self_play, wins


@dataclass(frozen=True)
class Sizes:
    """How large the network is."""

    observation: int
    hidden: int
    actions: int
    seats: int
    width: int = 512


class Course:
    """Learns at some tables, one after the other."""

    def __init__(self, arenas: Sequence[Arena], sizes: Sizes, settings: Settings, seed: int) -> None:
        self.arenas = arenas
        self.sizes = sizes
        self.settings = settings
        self.seed = seed
        start, self._key = jax.random.split(jax.random.key(seed))
        self.network: Net = net.initial(start, **vars(sizes))
        self.adam: Adam = no_steps(self.network)
        self.rounds = self.games = self.decisions = 0
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []
        self._states: list[Any] = []
        self._play: list[Any] = []

    def _next_key(self) -> Array:
        self._key, key = jax.random.split(self._key)
        return key

    def prepare(self) -> None:
        """Deal the first games, and compile what plays them, all tables at once."""
        games = self.settings.games

        def ready(arena: Arena, key: Array) -> tuple[Any, Any]:
            state = jax.jit(arena.init, static_argnums=1)(key, games)
            play = jax.jit(partial(self_play, arena, self.settings), donate_argnums=(1,))
            return state, play.lower(self.network, state, key).compile()

        keys = [self._next_key() for _ in self.arenas]
        with ThreadPoolExecutor(len(self.arenas)) as pool:
            both = list(pool.map(ready, self.arenas, keys))
        self._states = [state for state, _ in both]
        self._play = [play for _, play in both]

    def run(self, seconds: float, whole: float | None = None) -> Iterator[tuple[Arena, Lesson]]:
        """Learn for so many seconds; ``whole`` is how long the course takes altogether, by which it slows down."""
        began, before = time.monotonic(), self.seconds
        whole = whole or before + seconds
        while (spent := time.monotonic() - began) < seconds:
            self.seconds = before + spent
            left = max(0.0, 1 - self.seconds / whole)
            rate = jnp.float32(self.settings.rate * max(0.05, left))
            entropy = jnp.float32(self.settings.entropy * max(0.1, left))
            which = self.rounds % len(self.arenas)
            arena = self.arenas[which]
            state, decisions, over = self._play[which](self.network, self._states[which], self._next_key())
            self._states[which] = state
            self.network, self.adam, lesson = learn(
                self.settings, self.network, self.adam, decisions, self._next_key(), rate, entropy
            )
            self.rounds += 1
            self.games += int(over)
            self.decisions += self.settings.games * self.settings.steps
            yield arena, lesson
        self.seconds = before + time.monotonic() - began

    # -- checkpoints --------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Keep all that is needed to go on."""
        leaves = jax.tree.leaves((self.network, self.adam))
        told = {
            "sizes": vars(self.sizes),
            "settings": self.settings._asdict(),
            "seed": self.seed,
            "rounds": self.rounds,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "tables": [arena.name for arena in self.arenas],
            "curve": self.curve,
        }
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(
                file,
                told=np.array(json.dumps(told)),
                **{f"a{n}": np.asarray(leaf) for n, leaf in enumerate(leaves)},
            )
        part.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        with np.load(path) as kept:
            told = json.loads(str(kept["told"]))
            tree = jax.tree.structure((self.network, self.adam))
            leaves = [jnp.asarray(kept[f"a{n}"]) for n in range(tree.num_leaves)]
        self.network, self.adam = jax.tree.unflatten(tree, leaves)
        for name in ("rounds", "games", "decisions", "seconds", "curve"):
            setattr(self, name, told[name])
        self._key = jax.random.fold_in(jax.random.key(self.seed), self.rounds)


def share(arena: Arena, one: Net, others: Net, key: Array, games: int, steps: int) -> tuple[float, int]:
    """Return which part of its games a network wins alone among others, from every seat, and how many they were."""
    dealing, playing = jax.random.split(key)
    seat = jnp.arange(games) % arena.players

    def choose(network: Net, view: Any) -> Array:
        logits, _ = net.play(network, view.seen)
        return jnp.where(view.legal, logits, NEVER)

    def step(carry: Any, key: Array) -> Any:
        state, won, over = carry
        choosing, stepping = jax.random.split(key)
        view = arena.view(state)
        ours = (state.current_player == seat)[:, None]
        logits = jnp.where(ours, choose(one, view), choose(others, view))
        action = jax.random.categorical(choosing, logits).astype(jnp.int32)
        after = arena.step(state, action, stepping)
        part = jnp.take_along_axis(wins(after.rewards), seat[:, None], axis=1)[:, 0]
        first = after.terminated & ~over  # later games are not from this seat's beginning
        return (after, won + jnp.where(first, part, 0.0), over | after.terminated), None

    @jax.jit
    def play(one: Net, others: Net) -> tuple[Array, Array]:
        state = arena.init(dealing, games)
        nothing = (state, jnp.zeros(games), jnp.zeros(games, bool))
        (_, won, over), _ = jax.lax.scan(step, nothing, jax.random.split(playing, steps))
        return won.sum(), over.sum()

    won, over = play(one, others)
    return float(won) / max(1, int(over)), int(over)


__all__ = ["Course", "Decisions", "Sizes", "share"]
