"""Games that bots have played."""

from __future__ import annotations

import random
from functools import cache

from stolik import bots
from stolik.core import CHANCE, Game, Move, Record


@cache
def played(game: Game, names: tuple[str, ...], seed: int) -> Record:
    """Return a game of these bots; the last takes the seats left over."""
    seated = [*names, *[names[-1]] * (game.players - len(names))]
    players = [bots.make(game.name, name, seed) for name in seated]
    rng, state, moves = random.Random(seed), game.start(), []
    while (actor := state.actor) is not None:
        move = state.draw(rng) if actor == CHANCE else Move(players[actor].choose(state.view(actor)))
        moves.append(move)
        state = state.play(move)
    return Record(game, tuple(moves))
