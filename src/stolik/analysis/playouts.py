"""The shallow judge: games played out by the level *medium*. It judges where nobody else can.

A game may have no judge of its own, or a file or package that its judge needs may be missing. Any game can be
played out from any state; how often a seat wins then is what it can expect, with a standard error.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from math import sqrt
from typing import Final

from stolik import bots
from stolik.analysis.judge import Chances, Choice, Turnout, won
from stolik.core import CHANCE, Game, State, position

LEVEL: Final = "medium"
PLAYOUTS: Final = (8, 32, 128)
"""How many games are played out from a state, by depth."""
SURE: Final = 2
"""So many standard errors are taken off what tells moves apart."""
SHALLOW: Final = "play-outs of "
"""How the name of the shallow judge begins, before the level whose games they are."""


class PlayoutJudge:
    """Judges any game. In one with hidden things its chances are those that a spectator would see.

    A player who decides as the level does changes nothing: up to the next chance event all its games are the
    same, so that these decisions are taken before games are played out, and chances agree from move to move.
    """

    def __init__(self, game: str, depth: int) -> None:
        self._game = game
        self._level, _ = bots.startable(game, LEVEL)
        self._number = PLAYOUTS[min(depth, len(PLAYOUTS) - 1)]
        self._chances = lru_cache(maxsize=256)(self._find_chances)
        self.name = f"{SHALLOW}{self._level}, depth {depth}"

    def scale(self, _: Game) -> float:
        """Return 1: it has not been measured how much others err by this judgement."""
        return 1.0

    def start(self, game: Game) -> Chances:
        """Return what all seats can expect before anything has happened."""
        return self.chances(game.start())

    def chances(self, state: State) -> Chances:
        """Return what all seats can expect, by what a spectator knows."""
        return self._chances(state if state.game.plugin.hidden else self._settled(state))

    def choice(self, state: State) -> Choice:
        """Return what the actor can know of its decision.

        The level's own choice is the best move, unless another wins more often beyond doubt; only what is
        beyond doubt counts, as of many moves some always look better than they are.
        """
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        rng = _rng(json.dumps(view, sort_keys=True))
        usual = str(self._bot(rng).choose(view))
        worlds = [_world(state, seat, rng) for _ in range(self._number)]
        seeds = [rng.getrandbits(64) for _ in worlds]  # the same chance for all moves, as far as it goes
        games = {
            str(move): [
                self._played(world.play(move), seed) for world, seed in zip(worlds, seeds, strict=True)
            ]
            for move in state.moves()
        }
        base, moves, doubt = _mean(games[usual]), dict[str, Chances](), dict[str, float]()
        for move, rows in games.items():
            ahead = [one[seat] - other[seat] for one, other in zip(rows, games[usual], strict=True)]
            doubt[move] = _standard_error(ahead)
            difference = sum(ahead) / len(ahead)
            sure = max(0.0, 1 - SURE * doubt[move] / abs(difference)) if difference else 0.0
            moves[move] = [then + sure * (now - then) for then, now in zip(base, _mean(rows), strict=True)]
        best = max(moves, key=lambda move: (moves[move][seat], move == usual))
        return Choice(base, moves, best, doubt)

    def turnout(self, state: State, move: str) -> Turnout:
        """Return what a move or a chance outcome brought.

        What a decision turns up, such as a card of the deck, is not told apart as luck: it is among the
        hidden things that turned out well or badly.
        """
        after = self.chances(state.play(move))
        return Turnout(self.chances(state) if state.actor == CHANCE else after, after)

    # -- games ----------------------------------------------------------------------------------------

    def _find_chances(self, state: State) -> Chances:
        rng = _rng(json.dumps([state.view(None), state.actor], sort_keys=True))
        return self._played_out([state.sample(None, rng) for _ in range(self._number)], rng)

    def _played_out(self, states: Iterable[State], rng: random.Random) -> Chances:
        return _mean([self._played(state, rng.getrandbits(64)) for state in states])

    def _played(self, state: State, seed: int) -> list[float]:
        """Play a game to its end; return each seat's part of the victory."""
        rng = random.Random(seed)
        bot = self._bot(rng)
        while (actor := state.actor) is not None:
            state = state.play(state.draw(rng) if actor == CHANCE else bot.choose(state.view(actor)))
        return won(state)

    def _settled(self, state: State) -> State:
        """Return the state at the next chance event, all decisions up to it taken as the level takes them."""
        while (actor := state.actor) not in (None, CHANCE):
            assert actor is not None
            view = state.view(actor)
            state = state.play(self._bot(_rng(json.dumps(view, sort_keys=True))).choose(view))
        return state

    def _bot(self, rng: random.Random) -> bots.AnyBot:
        return bots.make(self._game, self._level, rng.getrandbits(64))


def _world(state: State, seat: int, rng: random.Random) -> State:
    """Return a state that a seat cannot tell from this one, made from what it knows alone."""
    plugin = state.game.plugin
    if not plugin.hidden or plugin.write_position is None:
        return state.sample(seat, rng)
    return position(state.position(seat), rng)


def _mean(rows: Sequence[Chances]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _standard_error(values: Sequence[float]) -> float:
    """Return the standard error of a mean; one game more might have been another: it is never 0."""
    mean = sum(values) / len(values)
    return sqrt((1 + sum((value - mean) ** 2 for value in values)) / (len(values) - 1) / len(values))


def _rng(text: str) -> random.Random:
    """Return random numbers that follow from a text: the same question gets the same answer."""
    return random.Random(sha256(text.encode()).digest())
