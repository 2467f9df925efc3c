"""Exact odds held against a brute force that shares nothing with them.

The brute force throws single dice, one after another, and knows only the words of the rules. It returns the
chance of every ending under the best choices, those with a round worm for ones apart from those without. All
worths are random, so that no two choices are equally good.
"""

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest

from stolik.games.pickomino import odds
from stolik.games.pickomino.dice import aside_of, hand_of
from stolik.games.pickomino.pieces import FACES
from stolik.games.pickomino.rules import PickominoState, Turn, go_on
from stolik.games.pickomino.views import roll_in, turn_in
from tests.games.pickomino.positions import position

Chances = dict[str, float]
SIDES = ("1", "2", "3", "4", "5", "w")
GOLDEN_SIDES = ("1", "1", "1", "w", "w", "w")
POINTS = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "w": 5}
RICH = " with round worm"


class BruteForce:
    """A turn, thrown out die by die."""

    def __init__(
        self,
        grill: Iterable[int],
        tops: Iterable[int],
        worth: Chances,
        red_worm: bool = False,
        round_worm: bool = False,
    ) -> None:
        self.grill, self.tops, self.worth = list(grill), list(tops), worth
        self.red_worm, self.round_worm = red_worm, round_worm
        self.roll = cache(self.roll)  # type: ignore[method-assign]

    def value(self, chances: Chances) -> float:
        return sum(chance * self.worth_of(ending) for ending, chance in chances.items())

    def worth_of(self, ending: str) -> float:
        if ending in self.worth:
            return self.worth[ending]
        return self.worth[ending.removesuffix(RICH)] + self.worth["round worm"]

    def best(self, choices: list[Chances]) -> Chances:
        return max(choices, key=self.value)

    def roll(self, kept: str, left: int, odd: bool, again: bool) -> Chances:
        """Throw the dice left, an odd golden die last."""
        chances: Counter[str] = Counter()
        kinds = [SIDES] * (left - odd) + [GOLDEN_SIDES] * odd
        for fall in product(*kinds):
            for ending, chance in self.best(self.decide(kept, fall, odd, again)).items():
                chances[ending] += chance / 6**left
        return dict(chances)

    def decide(self, kept: str, fall: tuple[str, ...], odd: bool, again: bool) -> list[Chances]:
        """Keep a face, repeat the roll if that right is left, or burn."""
        free = sorted(set(fall) - set(kept))
        choices = [self.keep(kept, fall, odd, again, face) for face in free]
        if again:
            choices.append(self.roll(kept, len(fall), odd, False))
        if not free:
            choices.append(self.end("burn", kept))
        return choices

    def keep(self, kept: str, fall: tuple[str, ...], odd: bool, again: bool, face: str) -> Chances:
        gone = fall.count(face)
        stays = odd and fall[-1] != face
        return self.best(self.stop(kept + face * gone, len(fall) - gone, stays, again))

    def stop(self, kept: str, left: int, odd: bool, again: bool) -> list[Chances]:
        """Take a tile, steal one, or roll on."""
        total = sum(POINTS[face] for face in kept)
        worm = "w" in kept
        if self.red_worm and not worm:
            total, worm = total + 5, True
        lower = [tile for tile in self.grill if tile < total and tile not in (11, 13)]
        choices: list[Chances] = []
        if worm and total in self.grill:
            choices.append(self.end(f"take {total}", kept))
        elif worm and lower:
            choices.append(self.end(f"take {max(lower)}", kept))
        if worm and total in self.tops:
            choices.append(self.end(f"steal {total}", kept))
        if left and len(set(kept)) < 6:
            choices.append(self.roll("".join(sorted(kept)), left, odd, again))
        return choices or [self.end("burn", kept)]

    def end(self, ending: str, kept: str) -> Chances:
        rich = self.round_worm and kept.count("1") > 1
        return {ending + RICH * rich: 1.0}


def random_worth(rng: random.Random, endings: Iterable[str]) -> Chances:
    """Return worths in which a burnt roll is seldom best, but may be; some are others with a round worm."""
    worth = {ending: rng.uniform(0.0, 4.0) for ending in (*endings, "round worm")}
    rich = {ending + RICH: rng.uniform(0.0, 6.0) for ending in endings if rng.random() < 0.5}
    return {**worth, **rich, "burn": rng.uniform(-3.0, 1.0)}


def check(found: odds.MoveOdds, chances: Chances, brute: BruteForce) -> None:
    expected = {
        ending: chances.get(ending, 0.0) + chances.get(ending + RICH, 0.0) for ending in found.endings
    }
    assert found.endings == pytest.approx(expected, abs=1e-12)
    round_worm = sum(chance for ending, chance in chances.items() if ending.endswith(RICH))
    assert found.round_worm == pytest.approx(round_worm, abs=1e-12)
    assert found.value == pytest.approx(brute.value(chances), abs=1e-12)


WHOLE_TURNS = {
    "base": odds.Board((6, 8, 9, 12, 15, 18), (10, 16), dice=4),
    "one tile": odds.Board((14,), dice=4),
    "low tiles": odds.Board((11, 13, 15, 17), (14,), dice=4),
    "red worm": odds.Board((11, 13, 14, 16, 19), (15,), red_worm=True, dice=4),
    "red worm, low sums": odds.Board((6, 8, 9, 12), (7,), red_worm=True, dice=3),
    "weasel": odds.Board((11, 13, 14, 17), (15,), weasel=True, dice=4),
    "round worm": odds.Board((8, 12, 16), round_worm=True, dice=4),
    "odd die": odds.Board((9, 10, 14, 16), (13,), dice=4, odd_die=True),
    "odd die, red worm": odds.Board((11, 13, 16), (15,), True, round_worm=True, dice=4, odd_die=True),
    "everything": odds.Board((7, 8, 12), (9,), True, True, True, dice=3, odd_die=True),
    "odd die alone": odds.Board((5,), dice=1, odd_die=True, weasel=True),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", WHOLE_TURNS)
def test_whole_turns_with_few_dice(name: str, seed: int) -> None:
    board = WHOLE_TURNS[name]
    worth = random_worth(random.Random(seed), board.endings)
    brute = BruteForce(board.grill, board.tops, worth, board.red_worm, board.round_worm)
    found = odds.fresh_turn(board, worth)
    check(found, brute.roll("", board.dice, board.odd_die, board.weasel), brute)
    assert odds.fresh([board], [worth])[0] == pytest.approx(found.value, abs=1e-12)


MID_TURNS = {
    "base, a worm already": ("21 23 25 26", ("30", "24"), "4 4 4 w", 4, "base", "standard"),
    "base, no worm yet": ("21 22 25 29", ("30", "23"), "5 5 3 3", 4, "base", "standard"),
    "base, many faces used": ("24 25 29 30", ("", "34"), "2 3 4 5 5", 3, "base", "standard"),
    "low tiles": ("11 13 21", ("30", "22"), "1 1 1 2 w", 3, "deluxe", "standard"),
    "a low tile on top": ("21 22 23", ("30", "24 13"), "w w 3 3", 4, "deluxe", "standard"),
    "red worm": ("11 13 21 24", ("30:red_worm", "22"), "4 4 2 2", 4, "deluxe", "standard"),
    "weasel": ("27 28 30", ("29:weasel", "34"), "3 3 5 5 w", 3, "deluxe", "standard"),
    "hen": ("27 28 30", ("22", "25:hen"), "3 3 5 5 w", 3, "deluxe", "standard"),
    "golden die": ("28 30 32", ("31:golden_die", "35"), "4 4 4 5 5", 4, "deluxe", "standard"),
    "odd die": ("26 29 32", ("31:golden_die", "27"), "4 4 4 5 5", 4, "deluxe", "ones_and_worms"),
    "odd die, ones used": ("26 29 32", ("31:golden_die", "27"), "1 1 4 4 5", 4, "deluxe", "ones_and_worms"),
    "odd die, worms used": ("26 29 32", ("31:golden_die", "27"), "w w 4 4 5", 4, "deluxe", "ones_and_worms"),
    "odd die, both used": ("26 29 32", ("31:golden_die", "27"), "w w 4 4 1", 4, "deluxe", "ones_and_worms"),
}  # fmt: skip


def mid_turn(name: str) -> tuple[PickominoState, str, bool]:
    """Return a turn with some dice set aside, those dice, and whether an odd die is left."""
    grill, stacks, aside, dice, variant, golden_die = MID_TURNS[name]
    start = position(grill, *stacks, variant=variant, golden_die=golden_die)
    kept = aside.replace(" ", "")
    gold = "golden_die" in stacks[0]
    odd = golden_die == "ones_and_worms"
    turn = Turn(aside_of(tuple(kept.count(face) for face in FACES)), hand_of(dice, odd), gold)
    return go_on(start.game, start.table, start.seat, turn), kept, odd


def brute_force_for(state: PickominoState, worth: Chances) -> BruteForce:
    table = state.table
    tops = [table.stacks[1][-1]] if table.stacks[1][-1] > 20 else []
    deluxe, ones = state.game.settings["variant"] == "deluxe", turn_in(state.view(0))["aside"].get("1")
    return BruteForce(table.grill, tops, worth, table.held[0] == "red_worm", deluxe and not ones)


@pytest.mark.parametrize("name", MID_TURNS)
def test_after_setting_aside(name: str) -> None:
    state, kept, odd = mid_turn(name)
    view = state.view(0)
    worth = random_worth(random.Random(name), odds.Board.of(view).endings)
    brute = brute_force_for(state, worth)
    found = odds.turn(view, worth)
    again = "weasel" in name
    expected = brute.stop(kept, state.turn.dice, odd, again)
    assert len(found.moves) == len(expected)
    for move, chances in zip(state.moves(), expected, strict=True):
        check(found.moves[move], chances, brute)
    assert found.value == pytest.approx(max(map(brute.value, expected)), abs=1e-12)


@pytest.mark.parametrize("name", MID_TURNS)
def test_after_a_roll(name: str) -> None:
    state, kept, odd = mid_turn(name)
    again = "weasel" in name
    rng = random.Random(name)
    worth = random_worth(rng, odds.Board.of(state.view(0)).endings)
    brute = brute_force_for(state, worth)
    checked = 0
    while checked < 8:
        rolled = state.play("roll").play(state.play("roll").draw(rng))
        if rolled.phase != "rolled":
            continue
        checked += 1
        found = odds.turn(rolled.view(0), worth)
        assert tuple(found.moves) == rolled.moves()
        for move, answer in found.moves.items():
            check(answer, after(brute, rolled, kept, odd, again, move), brute)


def after(brute: BruteForce, rolled: PickominoState, kept: str, odd: bool, again: bool, move: str) -> Chances:
    """Return the chances after a move, from the dice on the table, an odd golden die last."""
    if move == "burn":
        return {"burn": 1.0}
    if move == "weasel":
        return brute.roll("".join(sorted(kept)), rolled.turn.dice, odd, False)
    view = rolled.view(0)
    turn = turn_in(view)
    fall = list(Counter(roll_in(view)).elements())
    if turn["odd_face"]:
        fall.remove(turn["odd_face"])
        fall.append(turn["odd_face"])
    return brute.keep(kept, tuple(fall), odd, again, move.removeprefix("keep "))
