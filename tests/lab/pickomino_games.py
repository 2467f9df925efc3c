"""Drives the engine and the lab with the same actions and the same chance, and compares everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik import CHANCE, Game, Move, Record, lab
from stolik.core import Event
from stolik.games.pickomino import encoding as numbers
from stolik.games.pickomino import views
from stolik.games.pickomino.encoding import Encoding
from stolik.games.pickomino.lab import Chance, Env, State, bridge
from stolik.games.pickomino.pieces import FACES, HEN
from stolik.games.pickomino.rules import PickominoState

Jit = Callable[[Callable[..., Any]], Callable[..., Any]]


class Disagreement(AssertionError):  # noqa: N818 -- what it is, not a fault of the program
    """The lab and the engine differ; the message ends with the record that shows it."""


def settings() -> list[dict[str, Any]]:
    """Every variant, option and number of players."""
    forms: list[dict[str, Any]] = [
        {"variant": "base"},
        {"variant": "deluxe"},
        {"variant": "deluxe", "golden_die": "ones_and_worms", "hen_burn": "highest"},
    ]
    return [
        {"players": players, **form, "first": first}
        for players in range(2, 8)
        for form in forms
        for first in ("seat0", "lots")
    ]


class Lockstep:
    """A batch of games, played in the engine and in the lab at once."""

    def __init__(self, batch: int, seed: int, jit: Jit = jax.jit, ahead: int = 0, **options: Any) -> None:
        """Begin a batch of games; ``ahead`` decisions of each are played in the engine alone."""
        env = lab.make("pickomino", **options)
        assert isinstance(env, Env)
        self.env = env
        self.game: Game = env.game
        self.encoding = Encoding(self.game)
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        """How often rare things happened."""
        self.decisions = 0
        self._advance = jit(self._step_and_look)
        self.records: list[list[Move]] = [[] for _ in range(batch)]
        self.own = [0] * batch
        self.following = [0] * batch
        self.first = [0] * batch
        self.states = [self._begin(at) for at in range(batch)]
        if ahead:
            for _ in range(ahead):
                self._act()
                self._restart_ended()
            self.lab = bridge.from_states(self.states)
        else:
            self.lab = self.env.begin(self._chance())
        self.compare(self._look(self.lab))

    def _step_and_look(self, lab: State, action: Array, fallen: Chance) -> Any:
        after = self.env.advance(lab, action, fallen)
        return after, self._look(after)

    def _look(self, lab: State) -> tuple[Array, ...]:
        seen = (self.env.legal, self.env.observe, self.env.scores)
        return (*(look(lab) for look in seen), lab.rewards, lab.terminated, lab.current_player)

    # -- playing --------------------------------------------------------------------------------------

    def step(self) -> None:
        """Play one action in every game, compare, and start the games that are over again."""
        actions = self._act()
        self.decisions += len(actions)
        self.lab, look = self._advance(self.lab, jnp.array(actions), self._chance())
        self.compare(look)
        if self._restart_ended():
            self.lab = self.env.restart(self.lab, self._chance())

    def _act(self) -> list[int]:
        actions = []
        for at, state in enumerate(self.states):
            action = self._choose(state)
            actions.append(action)
            for text in self.encoding.texts(action, state):
                state = self._play(at, state, text)
            self.states[at] = self._settle(at, state)
        return actions

    def _restart_ended(self) -> int:
        over = [at for at, state in enumerate(self.states) if state.actor is None]
        for at in over:
            self.seen["end"] += 1
            self.states[at] = self._begin(at)
        return len(over)

    def _choose(self, state: PickominoState) -> int:
        """Play at random, but take and steal often, so that games get somewhere."""
        legal = self.encoding.legal(state)
        wanted = [action for action in legal if len(FACES) <= action < numbers.ROLLS]
        if wanted and self.rng.random() < 0.7:
            return self.rng.choice(wanted)
        ones = numbers.KEEPS
        if ones in legal and self.rng.random() < 0.3:
            return ones
        return self.rng.choice(legal)

    def _begin(self, at: int) -> PickominoState:
        self.records[at] = []
        self.first[at] = 0
        state = self.game.start()
        assert isinstance(state, PickominoState)
        if state.phase == "lots":
            move = state.draw(self.rng)
            self.first[at] = int(move.args[0])
            state = self._play(at, state, move)
        return self._settle(at, state)

    def _settle(self, at: int, state: PickominoState) -> PickominoState:
        """Let dice fall and turns begin until somebody has to decide; remember how the dice fell."""
        begun = False
        while True:
            if state.actor == CHANCE:
                move = state.draw(self.rng)
                (self.following if begun else self.own)[at] = _fallen(move)
            elif forced := self.encoding.forced(state):
                begun, move = True, forced
            else:
                return state
            state = self._play(at, state, move)

    def _play(self, at: int, state: PickominoState, move: str) -> PickominoState:
        self.records[at].append(Move(move))
        after = state.play(move)
        self._count(state, Move(move), after)
        return after

    def _chance(self) -> Chance:
        lots = self.game.settings["first"] == "lots"
        own, following, first = (jnp.array(one, jnp.uint32) for one in (self.own, self.following, self.first))
        return Chance(own, following, first if lots else None)

    # -- comparing ------------------------------------------------------------------------------------

    def compare(self, look: tuple[Array, ...]) -> None:
        """Compare state, legal actions, observation, scores, rewards, end and actor of every game."""
        legal, seen, scores, rewards, ended, actors = map(np.asarray, look)
        for at, (ours, theirs) in enumerate(
            zip(self.states, bridge.to_states(self.game, self.lab), strict=True)
        ):
            table = ours.table._replace(down=tuple(sorted(ours.table.down)))
            self._same(at, "state", ours._replace(table=table), theirs)
            self._same(
                at, "scores", [table.score(seat) for seat in range(self.game.players)], scores[at].tolist()
            )
            self._same(at, "end", ours.actor is None, bool(ended[at]))
            if ours.actor is None:
                self._same(at, "rewards", _rewards(ours), rewards[at].tolist())
                continue
            self._same(at, "rewards", [0.0] * self.game.players, rewards[at].tolist())
            self._same(at, "actor", ours.actor, int(actors[at]))
            self._same(at, "legal", self.encoding.legal(ours), np.flatnonzero(legal[at]).tolist())
            told = self.encoding.observation(ours.view(ours.actor))
            self._same(at, "observation", told, seen[at].tolist())

    def _same(self, at: int, what: str, engine: Any, lab: Any) -> None:
        if engine != lab:
            if isinstance(engine, list) and len(engine) == len(lab):
                what += f" at {[i for i, (a, b) in enumerate(zip(engine, lab, strict=True)) if a != b]}"
            record = Record(self.game, tuple(self.records[at]))
            raise Disagreement(f"{what}\nengine: {engine}\nlab:    {lab}\n\n{record}")

    # -- what happened --------------------------------------------------------------------------------

    def _count(self, state: PickominoState, move: Move, after: PickominoState) -> None:
        if move.word in ("weasel", "burn", "hold", "steal"):
            self.seen[move.word] += 1
        if move in ("roll gold", "take 11", "take 13"):
            self.seen[move] += 1
        if move.word == "worm":
            self.seen[state.phase] += 1
        if "gold" in move.args and move.word == "dice":
            self.seen["odd die"] += 1
        hen_leaves = state.table.held[state.seat] == HEN and after.table.held[state.seat] is None
        if hen_leaves and len(after.table.down) > len(state.table.down):
            self.seen["hen burnt, tile turned down"] += 1
        if after.table is not state.table:
            for event in views.events(state, move, after):
                self._count_event(event)

    def _count_event(self, event: Event) -> None:
        kind = event["kind"]
        if kind in ("steal_hen", "turn_down"):
            self.seen[kind] += 1
        if kind == "specialist":
            self.seen[f"{event['specialist']} to {event['to']}"] += 1
        if kind == "round_worm" and event["from"] is None:
            self.seen["round worm"] += 1
        if kind == "over" and sorted(event["places"]) != list(range(1, self.game.players + 1)):
            self.seen["shared place"] += 1


def _fallen(move: Move) -> int:
    """Return the dice of a roll as the lab takes them, a golden die of ones and worms as the ninth."""
    faces = list(move.args)
    odd = 0
    if "gold" in faces:
        odd = FACES.index(faces[-1]) << 24
        del faces[-2:]
    return odd | sum(FACES.index(face) << 3 * die for die, face in enumerate(faces))


def _rewards(state: PickominoState) -> list[float]:
    places = state.result().places
    ahead = [
        sum(other > place for other in places) - sum(other < place for other in places) for place in places
    ]
    return [float(np.float32(number) / np.float32(len(places) - 1)) for number in ahead]
