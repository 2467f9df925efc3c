"""Reviews of a small dice game that is solved: how far errors and luck are from the true ones.

``make bench-small`` solves the dice game with six tiles for two (as ``small_dice`` does on a GPU): the other
ten lie face down from the start, and all rules are those of every game. Its games are reviewed twice: by the
true values, and by those of a network: the planner's, trained on the whole game, and one trained on this
small game (written by ``small_values``; another file can be named).
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np
from rich.progress import Progress, track

from benchmarks.tables import keep, show
from stolik import bots
from stolik.analysis.review import DEPTH, Reviewer
from stolik.analysis.shape import Step
from stolik.core import CHANCE, Game, Move, Record, State
from stolik.games.pickomino import odds
from stolik.games.pickomino.bots.planner.lookahead import Prospect, chances
from stolik.games.pickomino.bots.planner.value_network import Batch, kind, read
from stolik.games.pickomino.judge import Judge, Values, of_the_planner
from stolik.games.pickomino.odds import Board
from stolik.games.pickomino.odds.graph import Floats
from stolik.games.pickomino.rules import PickominoState

TILES: Final = (21, 23, 25, 27, 29, 31)
GAMES: Final = 24
PLAYERS: Final = ("planner", "careful", "random")
SEED: Final = 1
DEPTHS: Final = (0, 1, 2)
CLOSE: Final = 1e-9
GOAL: Final = 0.002
VALUES: Final = Path(__file__).with_name("small.npz")
"""The network that has learned the small game."""
RESULTS: Final = Path(__file__).with_name("results-small.md")
PARTS: Final = (0.95, 0.99)
"""Up to how much most are off by."""
HEADS: Final = (
    *("values of", "games of", "depth", "decisions", "error off by", "95 %", "99 %", "worst"),
    *("rolls", "luck off by", "95 %", "99 %", "worst"),
)

Place = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""All that matters where a turn begins: the grill, the stack of the player in turn, and the other's."""


def begin(tiles: tuple[int, ...] = TILES) -> PickominoState:
    """Return the game for two with these tiles, the others face down."""
    state = cast(PickominoState, Game("pickomino", 2).start())
    down = tuple(tile for tile in state.table.grill if tile not in tiles)
    return state._replace(table=state.table._replace(grill=tiles, down=down))


# -- The truth --------------------------------------------------------------------------------------------


class End(NamedTuple):
    """How a turn may end."""

    name: str
    next: int | None
    """The place where the other's turn begins; none if the game is over."""
    won: float
    """The share of the victory of the player who had the turn, if the game is over."""


class Truth:
    """What every place of a small game is worth to the player in turn, if both play best."""

    def __init__(self, first: PickominoState) -> None:
        self.first = first
        self._numbers: dict[Place, int] = {place_of(first): 0}
        self._boards: list[Board] = []
        self.ends: list[list[End]] = []
        """How a turn may end, by place."""
        self.states = [first]
        for state in self.states:  # it grows meanwhile
            prospect = Prospect.of(state)
            (board,) = prospect.boards()
            self._boards.append(board)
            self.ends.append([self._end(state, name, end) for name, (end,) in prospect.endings.items()])
        self.worth: Floats = np.full(len(self.states), 0.5)
        self._solve()

    def _end(self, state: PickominoState, name: str, end: PickominoState) -> End:
        if end.phase == "over":
            winners = end.result().winners
            return End(name, None, (state.seat in winners) / len(winners))
        place = place_of(end)
        if place not in self._numbers:
            self._numbers[place] = len(self.states)
            self.states.append(end)
        return End(name, self._numbers[place], 0.0)

    def _solve(self) -> None:
        """Solve those with few tiles left first: a tile that is turned down never comes back."""
        layers: dict[int, list[int]] = defaultdict(list)
        for place, number in self._numbers.items():
            layers[sum(map(len, place))].append(number)
        with Progress(transient=True) as progress:
            for tiles, members in sorted(layers.items()):
                task = progress.add_task(f"{len(members)} places with {tiles} tiles", total=None)
                while self._sweep(members) > CLOSE:
                    progress.advance(task)
                progress.remove_task(task)

    def _sweep(self, members: list[int]) -> float:
        """Play one turn best from each place; return by how much that has changed most."""
        found = self.turn(members, self.worth)
        change = float(abs(found - self.worth[members]).max())
        self.worth[members] = found
        return change

    def turn(self, members: Sequence[int], worth: Floats) -> Floats:
        """Return what a turn is worth at some places, played best, if all places are worth so much."""
        worths = [
            {name: won if then is None else 1 - worth[then] for name, then, won in self.ends[number]}
            for number in members
        ]
        return odds.fresh([self._boards[number] for number in members], worths)

    def values(self, states: list[PickominoState], _ahead: int) -> Floats:
        """Return what both can expect when turns have ended; nobody has to look ahead."""
        batch = Batch.of(states)
        found = batch.known.copy()
        for number in batch.going:
            mine = self.worth[self._numbers[place_of(states[number])]]
            found[number] = mine, 1 - mine
        return found


def place_of(state: PickominoState) -> Place:
    """Return all that matters of a state at which a turn begins or the game is over."""
    grill, stacks = state.table.grill, state.table.stacks
    return grill, stacks[state.seat], stacks[1 - state.seat]


# -- Looking back -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SmallGame(Record):
    """A record of a game that began with fewer tiles."""

    first: PickominoState | None = None

    def states(self) -> Iterator[State]:
        """Yield the state before the first move and after every move."""
        assert self.first is not None
        state: State = self.first
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state


class SmallJudge(Judge):
    """A judge who knows how small the game is that begins."""

    def __init__(self, depth: int, values: Values, first: PickominoState) -> None:
        super().__init__(depth, values)
        self._first = first

    def start(self, _: Game) -> list[float]:
        """Return what both can expect before anything has happened."""
        return list(self.chances(self._first))


def play(first: PickominoState, name: str, seed: int) -> SmallGame:
    """Return a game of a bot against its copy."""
    players = [bots.make("pickomino", name, seed + number) for number in range(2)]
    rng, moves = random.Random(seed), list[Move]()
    state: State = first
    while (actor := state.actor) is not None:
        move = state.draw(rng) if actor == CHANCE else Move(players[actor].choose(state.view(actor)))
        moves.append(move)
        state = state.play(move)
    return SmallGame(first.game, tuple(moves), first=first)


class Off(NamedTuple):
    """How far from the truth a review was, by decision and by roll."""

    errors: list[float]
    luck: list[float]


def compare(games: Iterable[SmallGame], judge: Judge, true: Judge) -> Off:
    """Review games twice, and compare every error and all luck."""
    errors, luck = list[float](), list[float]()
    for game in games:
        for (said, _), (is_so, _) in zip(
            Reviewer(game, judge).steps(), Reviewer(game, true).steps(), strict=True
        ):
            if is_so["seat"] == CHANCE:
                luck.append(abs(said["luck"][0] - is_so["luck"][0]))
            elif said["counted"] or is_so["counted"]:
                errors.append(abs(_error(said) - _error(is_so)))
    return Off(errors, luck)


def _error(step: Step) -> float:
    """Return what a decision cost: nothing where moves are as good as equal."""
    return step["error"] if step["counted"] else 0.0


def rows(whose: str, values: Values, truth: Truth, games: int = GAMES) -> Iterator[tuple[str, ...]]:
    """Yield what was measured with somebody's values, as cells."""
    true = SmallJudge(0, truth.values, truth.first)
    for name in PLAYERS:
        played = [play(truth.first, name, SEED + number) for number in range(games)]
        for depth in DEPTHS:
            told = f"{whose}, {name}, depth {depth}"
            off = compare(track(played, told, transient=True), SmallJudge(depth, values, truth.first), true)
            cells = [whose, name, str(depth)]
            for some in off:
                cells += [f"{len(some):,}", f"{np.mean(some):.5f}"]
                cells += [f"{most:.4f}" for most in (*np.quantile(some, PARTS), max(some))]
            yield tuple(cells)


def learned(path: Path) -> Values:
    """Return the values of a network in a file."""
    network = read(path)[kind(Game("pickomino", 2))]
    return lambda states, ahead: chances(network, states, ahead)


def main() -> None:
    """Solve, review, compare."""
    truth = Truth(begin())
    found = list(rows("planner", of_the_planner, truth))
    found += rows("small", learned(Path(sys.argv[1]) if sys.argv[1:] else VALUES), truth)
    show("How far look backs are from the truth", HEADS, found)
    told = (
        f"Written by `make bench-small`: the dice game with the tiles {', '.join(map(str, TILES))} for two, "
        f"{len(truth.worth):,} places where a turn may begin; the first player wins {truth.worth[0]:.6f}. "
        f"{GAMES} games of each player against a copy, from seed {SEED} on, looked back at by values and by "
        "the truth: by how much every error and the luck of every roll differ, on average, up to how much 95 "
        f"and 99 % of them do, and at worst. The goal is {GOAL} on average at depth {DEPTH}, the default. "
        "*planner* has learned the whole game, in which such places hardly ever come up; *small* has learned "
        "this one."
    )
    keep(RESULTS, "Luck and errors beside the truth", told, HEADS, found)


if __name__ == "__main__":
    main()
