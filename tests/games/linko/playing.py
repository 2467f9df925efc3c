"""Whole games for the tests: every mode and number of players, and players of several kinds."""

import random
from collections.abc import Callable, Iterator, Sequence

from stolik.core import CHANCE, Game, Move
from stolik.games.linko import LinkoState

TABLES = [(mode, players) for mode in ("basic", "advanced", "expert") for players in (3, 4, 5)] + [
    ("duel", 2)
]

Player = Callable[[random.Random, LinkoState], Move]


def any_of(rng: random.Random, moves: Sequence[Move]) -> Move:
    return moves[rng.randrange(len(moves))]


def any_move(rng: random.Random, state: LinkoState) -> Move:
    """Choose any move."""
    return any_of(rng, state.moves())


def singles(state: LinkoState) -> Sequence[Move]:
    """Return the plays of one number card, lowest first, or all plays if there is none."""
    moves = [move for move in state.moves() if move.startswith("play 1x") and "+" not in move]
    return moves or state.moves()


def hoarder(rng: random.Random, state: LinkoState) -> Move:
    """Play single cards and take every card there is: deck and pool run out."""
    if state.phase == "play":
        return any_of(rng, singles(state))
    return any_of(rng, [move for move in state.moves() if move not in ("pass", "leave", "recall")])


def brooder(rng: random.Random, state: LinkoState) -> Move:
    """Play single cards, draw nothing and take everything back: cards circle, and the deck stays."""
    if state.phase == "play":
        return any_of(rng, singles(state))
    return next((move for move in state.moves() if move in ("pass", "leave", "recall")), state.moves()[-1])


def magpie(rng: random.Random, state: LinkoState) -> Move:
    """One seat steals what it can with its highest cards, the others let it: one hand grows and grows."""
    if state.actor != 0:
        return brooder(rng, state)
    if state.phase == "play":
        return singles(state)[-1]
    return hoarder(rng, state)


def wholesaler(rng: random.Random, state: LinkoState) -> Move:
    """Collect cards until seven of a kind can be played, and draw from the pool."""
    if state.phase == "play":
        sevens = [move for move in state.moves() if _size(move) == 7]
        return any_of(rng, sevens or singles(state))
    moves = [move for move in state.moves() if move not in ("pass", "draw deck")]
    return any_of(rng, moves or state.moves())


def _size(move: Move) -> int:
    return sum(int(part.partition("x")[0].removesuffix("j")) for part in move.args[0].split("+"))


PLAYERS: tuple[Player, ...] = (any_move, hoarder, brooder, magpie, wholesaler)


def start(mode: str, players: int, **settings: str | int) -> LinkoState:
    """Return the beginning of a game."""
    state = Game("linko", players, mode=mode, **settings).start()
    assert isinstance(state, LinkoState)
    return state


def plies(
    state: LinkoState, rng: random.Random, player: Player
) -> Iterator[tuple[LinkoState, Move, LinkoState]]:
    """Play a game to its end; yield every moment, the move that was played, and the next moment."""
    while state.actor is not None:
        move = state.draw(rng) if state.actor == CHANCE else player(rng, state)
        after = state.play(move)
        yield state, move, after
        state = after
