"""Drives the engine and the lab with the same deals, moves and cards, and compares everything."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from stolik.core import CHANCE, Game, Move, Record
from stolik.games.linko import LinkoState
from stolik.games.linko.encoding import Encoding
from stolik.games.linko.lab import Env, State, bridge, make, observe, rules
from stolik.games.linko.notation import Deal, read_deal
from stolik.games.linko.pieces import HAND, JOKER, ONE, ROW, THIRTEEN, count
from tests.games.linko.playing import PLAYERS, TABLES, any_move

quick_jit = partial(jax.jit, compiler_options={"xla_backend_optimization_level": 0})
"""Compiles in half the time what runs only for a moment."""

CARDS = 24
"""How many cards of the deck the lab is shown: no decision and no deal takes more off it."""

ABSENT = 0.1
"""How often a player makes any move instead of one of its kind."""


class Disagreement(AssertionError):  # noqa: N818 -- what was found, not a fault of the program
    """The lab and the engine differ; the message ends with the record that shows it."""


def settings() -> list[dict[str, Any]]:
    """Every mode, number of players and way to begin, several lengths of a stall, both rows of the duel."""
    return [
        {"mode": mode, "players": players, "first": first, "stall": stall}
        for mode, players in TABLES
        for first, stall in (("seat0", 20), ("lots", 3), ("lots", 0))
    ] + [{"mode": "duel", "players": 2, "row": "dealt"}]


# -- The lab's side ---------------------------------------------------------------------------------------


@partial(quick_jit, static_argnums=0)
def lab_begins(env: Env, hands: Array, pool: Array, deck: Array, seat: Array, cards: Array) -> State:
    return rules.lay_out(env.game, hands, pool, deck, seat, shown(cards))


@partial(quick_jit, static_argnums=0)
def lab_moves(env: Env, state: State, action: Array, cards: Array) -> State:
    return env.advance(state, action, shown(cards))


@partial(quick_jit, static_argnums=0)
def lab_tells(env: Env, state: State, random: Array) -> dict[str, Array]:
    scores, places = rules.final_count(state)
    return {
        "discard": observe.discarded(state),
        "legal": env.legal(state),
        "observation": env.observe(state),
        "choice": observe.any_legal(env.game, state, random),
        "actor": state.current_player,
        "scores": scores,
        "places": places,
    }


def shown(cards: Array) -> rules.NextCard:
    def next_card(before: Array, deck: Array) -> Array:
        del deck
        return jnp.take_along_axis(cards, before[:, None], axis=1)[:, 0]

    return next_card


def top_cards(state: LinkoState, number: int = CARDS) -> list[int]:
    cards = list(state.table.deck[:number])
    return cards + [0] * (number - len(cards))


# -- Both -------------------------------------------------------------------------------------------------


@dataclass
class Play:
    """One game of the batch, and what has happened in it."""

    state: LinkoState
    moves: list[Move]
    deal: Deal
    first: int

    @classmethod
    def begun(cls, game: Game, rng: random.Random) -> Play:
        state, moves = game.start(), []
        while state.actor == CHANCE:
            moves.append(state.draw(rng))
            state = state.play(moves[-1])
        deal = read_deal(moves[-1], game.players)
        assert isinstance(state, LinkoState)
        assert deal is not None
        return cls(state, moves, deal, state.seat)

    def record(self) -> str:
        return str(Record(self.state.game, tuple(self.moves)))


class Lockstep:
    """A batch of games, played in the engine and in the lab at once."""

    def __init__(self, batch: int, seed: int, **options: Any) -> None:
        self.env = make(Game("linko", **options))
        self.encoding = Encoding(self.env.game)
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        """How often rare things happened."""
        self.decisions = 0
        self.plays = [Play.begun(self.env.game, self.rng) for _ in range(batch)]
        self.lab = self.lab_begun()
        self.compare()

    def step(self) -> None:
        """Play one move in every game, compare, and start the games that are over again."""
        self.move()
        self.compare()
        self.restart_ended()

    def restart_ended(self) -> None:
        """Replace the games that are over by new ones."""
        over = [play.state.actor is None for play in self.plays]
        if any(over):
            game, rng = self.env.game, self.rng
            self.plays = [
                Play.begun(game, rng) if ended else play for play, ended in zip(self.plays, over, strict=True)
            ]
            which = np.array(over)
            self.lab = jax.tree.map(
                lambda new, old: np.where(which.reshape(-1, *[1] * (old.ndim - 1)), new, old),
                self.lab_begun(),
                self.lab,
            )

    def lab_begun(self) -> State:
        """Return the games in the lab as they are when just dealt."""
        deals = [play.deal for play in self.plays]
        begun: State = lab_begins(
            self.env,
            bridge.packed([deal.hands for deal in deals]),
            np.array([deal.pool for deal in deals], np.int32),
            bridge.packed([count(deal.deck) for deal in deals]),
            np.array([play.first for play in self.plays], np.int32),
            np.array([deal.deck[:CARDS] for deal in deals], np.int32),
        )
        return begun

    def move(self) -> None:
        """Play a move in every game: each has players of one kind, who are sometimes absent-minded."""
        actions, cards = [], []
        for at, play in enumerate(self.plays):
            player = any_move if self.rng.random() < ABSENT else PLAYERS[at % len(PLAYERS)]
            move = player(self.rng, play.state)
            numbers = {other: action for action, (other,) in self.encoding.moves(play.state).items()}
            actions.append(numbers[move])
            cards.append(top_cards(play.state))
            after = play.state.play(move)
            self.seen.update(happenings(play.state, move, after))
            play.moves.append(move)
            play.state = after
        self.decisions += len(self.plays)
        self.lab = lab_moves(self.env, self.lab, np.array(actions, np.int32), np.array(cards, np.int32))

    # -- differences ----------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare state, legal actions, observation, rewards and scores of every game."""
        states = [play.state for play in self.plays]
        random_bits = np.array([self.rng.getrandbits(32) for _ in states], np.uint32)
        told = {name: np.asarray(told) for name, told in lab_tells(self.env, self.lab, random_bits).items()}
        due = bridge.from_states(states)
        for name in set(State._fields) - {"rewards"}:
            self.same(name, getattr(due, name), getattr(self.lab, name))
        self.same("discard", bridge.packed([state.table.discard for state in states]), told["discard"])
        seats = range(self.env.players)
        self.same("scores", [list(map(state.table.score, seats)) for state in states], told["scores"])
        rewards = np.asarray(self.lab.rewards)
        for at, state in enumerate(states):
            self.equal(at, "legal", self.encoding.legal(state), np.flatnonzero(told["legal"][at]).tolist())
            self.equal(at, "rewards", rewards_of(state), rewards[at].tolist())
            if state.actor is None:
                self.equal(at, "places", list(state.result().places), told["places"][at].tolist())
            else:
                self.check_decision(at, state, state.actor, told)

    def check_decision(self, at: int, state: LinkoState, actor: int, told: dict[str, Any]) -> None:
        """Compare what the seat sees that must decide, and what it would choose at random."""
        self.equal(at, "actor", actor, int(told["actor"][at]))
        view = state.view(actor)
        legal = self.encoding.legal(view)
        self.equal(at, "choice", [], sorted({int(told["choice"][at])} - set(legal)))
        self.equal(at, "legal", legal, np.flatnonzero(told["legal"][at]).tolist())
        self.equal(at, "observation", self.encoding.observation(view), told["observation"][at].tolist())

    def same(self, name: str, due: Any, found: Any) -> None:
        """Raise ``Disagreement`` for the first game in which two arrays differ."""
        ours, theirs = np.asarray(due), np.asarray(found)
        assert ours.shape == theirs.shape, name
        different = np.flatnonzero((ours != theirs).reshape(len(ours), -1).any(1))
        if len(different):
            at = int(different[0])
            self.equal(at, name, ours[at].tolist(), theirs[at].tolist())

    def equal(self, at: int, name: str, due: object, found: object) -> None:
        """Raise ``Disagreement`` for a difference in one game, with the record that shows it."""
        if due != found:
            raise Disagreement(f"{name}\nengine: {due}\nlab:    {found}\n\n{self.plays[at].record()}")


def rewards_of(state: LinkoState) -> list[float]:
    if state.actor is not None:
        return [0.0] * state.game.players
    places = state.result().places
    ahead = [sum((other > place) - (other < place) for other in places) for place in places]
    return [float(np.float32(number) / np.float32(len(places) - 1)) for number in ahead]


def happenings(before: LinkoState, move: Move, after: LinkoState) -> list[str]:
    """Name the rare things that a move was or made happen."""
    found = [move.word]
    table, turn = before.table, after.turn
    if move.word == "play" and move.endswith("j") and "x" not in move:
        found.append("jokers alone")
    if move.word == "draw" and "+" in move:
        found.append("group drawn")
    if move.word == "draw" and move != "draw deck" and not table.deck:
        found.append("drawn with no deck")
    if move == "draw deck" and not table.pool:
        found.append("drawn with no pool")
    if move.word == "raid" and sum(table.row or ()) < ROW == sum(after.table.row or ()):
        found.append("short row filled")
    if move.word == "raid" and len(after.table.deck) == 0:
        found.append("raid with too few cards")
    if move.word == "raid" and any(len(place) > 1 for place in after.table.pool):
        found.append("group after a raid")
    if after.phase == "raid" and len(after.legal) > 1:
        found.append("choice of sets")
    if after.phase == "theft":
        if before.phase in ("recall", "draw"):
            found.append("several victims")
        mine, theirs = after.table.layers[after.seat][-1], after.table.layers[turn.victim][-1]
        if mine.value == ONE and theirs.value >= THIRTEEN:
            found.append("ones beat jokers" if theirs.value == JOKER else "ones beat 13s")
        if theirs.jokers:
            found.append("jokers stolen")
    if any(len(layers) > HAND for layers in after.table.layers):
        found.append("more than 13 layers")
    if after.actor is None:
        found += ["end", after.result().reason]
    return found
