"""Deluxe odds held against the engine: the best policy is played out many times from random positions."""

import random
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import pytest

from stolik import CHANCE, Game
from stolik.games.pickomino import odds
from stolik.games.pickomino.pieces import HEN, LOW_TILES, RAVEN, SPECIALISTS, TILES, Specialist
from stolik.games.pickomino.rules import PickominoState, turn_begins
from stolik.games.pickomino.table import Table
from stolik.games.pickomino.views import PickominoView, seat_in, turn_in
from tests.effort import effort

POSITIONS = effort(120, 240)
TURNS = effort(80, 160)
SEVERAL = effort(5, 10)
"""How many positions must show something."""
DECISIONS = ("start", "rolled", "kept", "worm_for_ones")


class Played(NamedTuple):
    """What came of many turns from one position, beside what the odds say of them."""

    view: PickominoView
    answer: odds.MoveOdds
    worms: list[int]
    burnt: int

    @property
    def worms_off(self) -> float:
        """By how many standard errors the mean change of the score misses the value."""
        return in_errors(fmean(self.worms) - self.answer.value, max(stdev(self.worms), self._spread()))

    @property
    def burnt_off(self) -> float:
        """By how many standard errors the share of burnt turns misses the chance to burn."""
        burn = self.answer.burn
        return in_errors(self.burnt / TURNS - burn, sqrt(burn * (1 - burn)))

    def _spread(self) -> float:
        """Return how much the endings differ: what is rare may not be among the turns played."""
        worth = odds.worms(self.view)
        endings, round_worm = self.answer.endings, self.answer.round_worm
        mean = sum(chance * worth[ending] for ending, chance in endings.items())
        spread = sum(chance * (worth[ending] - mean) ** 2 for ending, chance in endings.items())
        return sqrt(spread + round_worm * (1 - round_worm))


def in_errors(off: float, spread: float) -> float:
    """Return a difference in standard errors; without any spread there must be none."""
    return off / (spread / sqrt(TURNS)) if spread > 1e-6 else off * 1e9


def random_table(rng: random.Random, players: int, mover: int) -> Table:
    """Return a table in the middle of a game: tiles, specialists and round worms anywhere.

    The mover often holds a specialist: that is what makes turns differ. It often has all round worms that
    are gone: then few are left to be earned.
    """
    tiles = [*LOW_TILES, *TILES]
    owner = {tile: rng.choice(["grill", "grill", "down", *range(players)]) for tile in tiles}
    owner[rng.choice(tiles)] = "grill"
    stacks = [[tile for tile in tiles if owner[tile] == seat] for seat in range(players)]
    for stack in stacks:
        rng.shuffle(stack)
    grill = [tile for tile in tiles if owner[tile] == "grill"]
    free = rng.sample(grill, len(grill))
    held: list[Specialist | None] = [None] * players
    perched: list[tuple[int, Specialist]] = []
    for _, name in rng.sample(SPECIALISTS, len(SPECIALISTS)):
        seat = mover if held[mover] is None else rng.randrange(players)
        if name != RAVEN and held[seat] is None and rng.random() < 0.7:
            held[seat] = name
        elif free:
            perched.append((free.pop(), name))
    round_worms = [0] * players
    owners = rng.choice([[mover], range(players)])
    for _ in range(rng.choice([0, 2, 4, 6, 7])):
        round_worms[rng.choice(owners)] += 1
    return Table(
        tuple(grill),
        tuple(tile for tile in tiles if owner[tile] == "down"),
        tuple(map(tuple, stacks)),
        tuple(sorted(perched)),
        tuple(held),
        tuple(round_worms),
    )


def random_position(rng: random.Random) -> PickominoState:
    """Return a decision at any point of a turn."""
    while True:
        players = rng.randint(2, 5)
        golden_die = rng.choice(["standard", "ones_and_worms"])
        game = Game("pickomino", players, variant="deluxe", golden_die=golden_die)
        seat = rng.randrange(players)
        state = turn_begins(game, random_table(rng, players, seat), seat)
        for _ in range(rng.choice([0, 0, 2, 3, 5, 6])):
            if state.phase not in (*DECISIONS, "rolling") or state.seat != seat:
                break
            gold = "roll gold" in state.moves()
            move = state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves())
            state = state.play("roll gold" if gold else move)
        if state.phase in DECISIONS and state.seat == seat:
            return state


def last_round_worm(view: PickominoView) -> bool:
    """Whether a single round worm is left, for which ones and the raven's tile compete (D-16 to D-18)."""
    giving = [
        other["round_worms"]
        for seat, other in enumerate(view["seats"])
        if seat != view["seat"] and other["specialist"] != HEN
    ]
    return view["supply"] + sum(giving) == 1 and any(spot["specialist"] == RAVEN for spot in view["grill"])


def choose(state: PickominoState) -> str:
    """Return the best move by the odds; beyond the turn, hold the apple and take a worm from anybody."""
    if state.phase == "hold":
        return "hold apple" if "hold apple" in state.moves() else state.moves()[0]
    if state.phase == "worm_for_raven":
        return state.moves()[0]
    view = state.view(state.seat)
    worth = odds.worms(view)
    values = odds.values(view, {**worth, "burn": worth["burn"] - 1e-9})  # if it is all the same, do not burn
    return max(values, key=values.__getitem__)


def play_out(start: PickominoState, rng: random.Random) -> Played:
    """Play many turns from a position; a decision once made is remembered."""
    decisions: dict[object, str] = {}
    worms, burnt = [], 0
    for _ in range(TURNS):
        state, success = start, False
        while state.phase != "over" and state.seat == start.seat:
            if state.actor == CHANCE:
                move: str = state.draw(rng)
            else:
                key = (state.turn, state.roll, state.phase)
                move = decisions.get(key) or decisions.setdefault(key, choose(state))
            success |= move.startswith(("take", "steal"))
            state = state.play(move)
        worms.append(state.table.score(start.seat) - start.table.score(start.seat))
        burnt += not success
    view = start.view(start.seat)
    answer = odds.turn(view)
    return Played(view, answer.moves[answer.best], worms, burnt)


@cache
def all_played() -> list[Played]:
    rng = random.Random(2026)
    return [play_out(random_position(rng), rng) for _ in range(POSITIONS)]


def test_the_positions_show_all_there_is_in_a_turn() -> None:
    views = [played.view for played in all_played()]
    phases = [view["phase"] for view in views]
    assert all(phases.count(phase) >= SEVERAL for phase in ("start", "rolled", "kept"))
    held = [view["seats"][seat_in(view)]["specialist"] for view in views]
    assert all(held.count(name) >= SEVERAL for _, name in SPECIALISTS if name != RAVEN)
    golden = [view["golden_die"] for view in views if turn_in(view)["gold"] or "roll gold" in view["moves"]]
    assert all(golden.count(form) >= SEVERAL for form in ("standard", "ones_and_worms"))
    assert sum("weasel" in view["moves"] for view in views) >= SEVERAL / 2
    assert sum(played.answer.round_worm > 0.01 for played in all_played()) >= 5 * SEVERAL
    assert sum(map(last_round_worm, views)) >= SEVERAL


@pytest.mark.parametrize("what", ["worms", "burnt"])
def test_the_engine_agrees_within_four_standard_errors(what: str) -> None:
    off = [getattr(played, f"{what}_off") for played in all_played()]
    assert len(off) == POSITIONS
    worst = max(range(len(off)), key=lambda number: abs(off[number]))
    assert abs(off[worst]) < 4, all_played()[worst].view
    assert abs(sum(off)) / sqrt(len(off)) < 4, "small errors all point the same way"
