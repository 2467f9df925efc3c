"""Exact odds: known values, their size, their questions and answers, and that they hang together."""

import dataclasses
import doctest
import importlib
import json
import math
import random
import subprocess
import sys
from itertools import product
from typing import Any

import pytest

from stolik import CHANCE, Game
from stolik.extras import install
from stolik.games.pickomino import odds
from stolik.games.pickomino.odds.graph import graph_of
from stolik.games.pickomino.rules import PickominoState
from stolik.games.pickomino.rules import start as new_game
from stolik.games.pickomino.views import PickominoView, turn_in
from tests.games.pickomino.positions import FULL_GRILL, aside, base, play, position

FULL = odds.Board(tuple(range(21, 37)))
NEW = new_game(Game("pickomino", 2))
WORMS = {f"take {tile}": (tile - 17) // 4 for tile in range(21, 37)}


# -- Known values and sizes -------------------------------------------------------------------------------


def test_a_fresh_turn_on_the_full_grill_has_its_known_value() -> None:
    answer = odds.turn(NEW.view(0))
    assert answer.best == "roll"
    assert answer.value == pytest.approx(1.6447296740401, abs=1e-12)
    assert answer.moves["roll"].burn == pytest.approx(0.232232, abs=5e-7)
    exactly = 0.23223176891623787  # of all best policies the one that burns least, by fractions
    assert answer.moves["roll"].burn == pytest.approx(exactly, abs=1e-12)
    assert odds.fresh([FULL], [WORMS])[0] == pytest.approx(1.6447296740401, abs=1e-12)


def count(dice: int, odd_die: bool, round_worm: bool) -> tuple[int, int]:
    """Return how many spots there are, and pairs of a spot and what it shows of free faces, the plain way."""
    points = (1, 2, 3, 4, 5, 5)
    ahead = [(frozenset[int](), dice, 0, odd_die, False)]
    seen = set(ahead)
    pairs = 0
    while ahead:
        used, left, total, odd, earned = ahead.pop()
        if not left or len(used) == 6:
            continue
        shown = set()
        for white in multisets(left - odd):
            for golden in (0, 5) if odd else (None,):
                faces = [*white, golden] if golden is not None else white
                free = tuple((face, faces.count(face), face == golden) for face in set(faces) - used)
                shown.add(tuple(sorted(free)))
                for face, number, gone in free:
                    after = (
                        used | {face}, left - number, total + number * points[face], odd and not gone,
                        earned or (round_worm and face == 0 and number > 1),
                    )  # fmt: skip
                    if after not in seen:
                        seen.add(after)
                        ahead.append(after)
        pairs += len(shown)
    return len(seen), pairs


def multisets(dice: int) -> list[list[int]]:
    return [list(fall) for fall in product(range(6), repeat=dice) if list(fall) == sorted(fall)]


@pytest.mark.parametrize(
    ("dice", "odd_die", "round_worm", "spots", "terms"),
    [
        (8, False, False, 1939, 34389),
        (8, False, True, 2127, 34779),
        (9, False, False, 2727, 63333),
        (9, False, True, 3069, 64413),
        (9, True, False, 4136, 102352),
        (9, True, True, 4666, 104218),
    ],
)
def test_the_size_of_a_course(dice: int, odd_die: bool, round_worm: bool, spots: int, terms: int) -> None:
    graph = graph_of(dice, odd_die, round_worm)
    assert (len(graph.spots), graph.terms) == (spots, terms)


@pytest.mark.parametrize("round_worm", [False, True])
@pytest.mark.parametrize(("dice", "odd_die"), [(1, False), (4, False), (1, True), (4, True), (5, True)])
def test_a_small_course_counted_the_plain_way(dice: int, odd_die: bool, round_worm: bool) -> None:
    graph = graph_of(dice, odd_die, round_worm)
    assert (len(graph.spots), graph.terms) == count(dice, odd_die, round_worm)


# -- Many boards at once ----------------------------------------------------------------------------------


def random_board(rng: random.Random) -> odds.Board:
    tiles = [11, 13, *range(21, 37)]
    grill = rng.sample(tiles, rng.randint(1, len(tiles)))
    tops = [tile for tile in tiles[2:] if tile not in grill][: rng.randint(0, 3)]
    dice, odd_die = rng.choice([(8, False), (8, False), (9, False), (9, True)])
    red_worm, weasel, round_worm = (rng.random() < 0.5 for _ in range(3))
    return odds.Board(tuple(sorted(grill)), tuple(tops), red_worm, weasel, round_worm, dice, odd_die)


def random_worth(rng: random.Random, board: odds.Board) -> dict[str, float]:
    worth = {ending: rng.uniform(0, 4) for ending in (*board.endings, "round worm")}
    return {**worth, "burn": rng.uniform(-4, 0)}


def test_many_boards_at_once_are_worth_what_each_one_is() -> None:
    rng = random.Random(4)
    boards = [random_board(rng) for _ in range(150)]
    worths = [random_worth(rng, board) for board in boards]
    together = odds.fresh(boards, worths)
    for board, worth, value in zip(boards, worths, together, strict=True):
        assert odds.fresh([board], [worth])[0] == pytest.approx(value, abs=1e-12)
        assert odds.fresh_turn(board, worth).value == pytest.approx(value, abs=1e-12)


def test_no_boards_are_worth_nothing() -> None:
    assert odds.fresh([], []).shape == (0,)


def test_as_many_worths_as_boards_are_needed() -> None:
    with pytest.raises(ValueError, match="2 boards need as many worths, not 1"):
        odds.fresh([FULL, FULL], [WORMS])


def test_chances_sum_to_one_and_weigh_up_to_the_value() -> None:
    rng = random.Random(5)
    for _ in range(60):
        board = random_board(rng)
        worth = random_worth(rng, board)
        answer = odds.fresh_turn(board, worth)
        assert tuple(answer.endings) == board.endings
        assert math.fsum(answer.endings.values()) == pytest.approx(1, abs=1e-12)
        assert all(0 <= chance <= 1 for chance in (*answer.endings.values(), answer.round_worm))
        assert (answer.round_worm > 0) == board.round_worm
        paid = sum(chance * worth[ending] for ending, chance in answer.endings.items())
        assert paid + answer.round_worm * worth["round worm"] == pytest.approx(answer.value, abs=1e-11)


# -- Moves and what comes after them ----------------------------------------------------------------------


def worth_of(state: PickominoState) -> dict[str, float]:
    view = state.view(state.seat)
    return random_worth(random.Random(repr(view["grill"])), odds.Board.of(view))


def best_after(state: PickominoState, move: str, worth: dict[str, float]) -> float:
    """Return what the turn is worth after a move or a roll, by asking again there."""
    after = state.play(move)
    earned = after.table.round_worms[state.seat] - state.table.round_worms[state.seat]
    gained = earned * worth["round worm"] if state.phase in ("rolled", "worm_for_ones") else 0.0
    if move.startswith(("take", "steal")):
        return worth[move]
    if after.seat != state.seat or after.phase == "over":
        return worth["burn"] + gained
    if after.actor == CHANCE:
        return sum(chance * best_after(after, fall, worth) for fall, chance in after.outcomes())
    return gained + max(odds.values(after.view(after.seat), worth).values())


POSITIONS = {
    "base": (base("21 23 25 26", "30", "24"), ("4 4 4", "w"), "1 1 2 w"),
    "base, nearly over": (base("24 25 29 30", "", "34"), ("2", "3", "4", "5 5"), "1 w w"),
    "round worm": (position("21 22", "30", "24"), ("4 4 4 4",), "1 1 5 w"),
    "round worm from another": (position("21 22", "30", "24", worms=(3, 4)), ("4 4 4 4",), "1 1 5 w"),
    "no round worm": (position("21 22", "30", "24:hen", worms=(3, 4)), ("4 4 4 4",), "1 1 5 w"),
    "red worm": (position("11 13 21 24", "30:red_worm", "22"), ("2 2 2", "1"), "3 4 w w"),
    "weasel": (position("27 28 30", "29:weasel", "34"), ("3 3", "5 5", "w"), "2 3 4"),
    "weasel, hopeless": (position("27 28 30", "29:weasel", "34"), ("3 3", "5 5", "w"), "3 3 w"),
    "golden die": (position("28 30 32", "31:golden_die", "35"), ("4 4 4", "5 5"), "1 2 w w"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_move_is_worth_what_comes_after_it(name: str) -> None:
    start, groups, roll = POSITIONS[name]
    kept = aside(start, *groups, gold=name == "golden die")
    rolled = play(kept, "roll", f"dice {roll}")
    states = [kept, rolled]
    if name == "round worm from another":
        states.append(rolled.play("keep 1"))
    for state in states:
        worth = worth_of(state)
        values = odds.values(state.view(0), worth)
        assert tuple(values) == state.moves()
        answer = odds.turn(state.view(0), worth)
        assert {move: found.value for move, found in answer.moves.items()} == values
        assert values[answer.best] == answer.value == pytest.approx(max(values.values()), abs=1e-12)
        for move, value in values.items():
            assert value == pytest.approx(best_after(state, move, worth), abs=1e-12), move


@pytest.mark.parametrize("golden_die", ["standard", "ones_and_worms"])
def test_the_golden_die_is_weighed_before_the_first_roll(golden_die: str) -> None:
    start = position(FULL_GRILL, ":golden_die", "", golden_die=golden_die)
    answer = odds.turn(start.view(0))
    assert tuple(answer.moves) == ("roll", "roll gold")
    assert answer.best == "roll gold"
    board = odds.Board.of(start.view(0))
    assert board.dice == 8
    golden = odds.Board.of(start.play("roll gold").view(0))
    assert (golden.dice, golden.odd_die) == (9, golden_die == "ones_and_worms")
    worth = odds.worms(start.view(0))
    assert odds.fresh([board, golden], [worth] * 2) == pytest.approx(
        [answer.moves["roll"].value, answer.moves["roll gold"].value]
    )


def test_going_for_one_tile_alone() -> None:
    """What is worth 1 and all else nothing: the value is the chance."""
    state = aside(base(FULL_GRILL, "", ""), "4 4 4", "w")
    answer = odds.turn(state.view(0), {"take 27": 1})
    assert answer.value == pytest.approx(answer.moves["roll"].endings["take 27"])
    by_worms = odds.turn(state.view(0))
    assert by_worms.moves["roll"].endings["take 27"] < answer.value


def test_of_equally_good_moves_the_one_that_burns_least_is_best() -> None:
    state = aside(base(FULL_GRILL, "", ""), "4 4 4", "w", "5 5")
    all_alike = dict.fromkeys(odds.Board.of(state.view(0)).endings, 1.0)
    answer = odds.turn(state.view(0), all_alike)
    assert [move.value for move in answer.moves.values()] == pytest.approx([1, 1], abs=1e-12)
    assert answer.best == "take 27"
    early = aside(base(FULL_GRILL, "", ""), "4 4 4")
    least = odds.turn(early.view(0), {**all_alike, "burn": 0.0}).moves["roll"].burn
    assert 0 < least < 1
    assert odds.turn(early.view(0), all_alike).moves["roll"].burn == pytest.approx(least, abs=1e-12)


def test_an_ending_that_is_chosen_is_certain() -> None:
    state = aside(base(FULL_GRILL.replace("27 ", ""), "", "27"), "4 4 4", "w", "5 5")
    answer = odds.turn(state.view(0))
    assert answer.moves["steal 27"].endings["steal 27"] == 1
    assert answer.moves["take 26"].endings["take 26"] == 1
    assert answer.moves["take 26"].burn == 0 < answer.moves["roll"].burn


def test_answers_are_plain_data() -> None:
    answer = odds.turn(NEW.view(0))
    assert json.loads(json.dumps(dataclasses.asdict(answer))) == dataclasses.asdict(answer)


@pytest.mark.parametrize("module", ["stolik.games.pickomino.odds", "stolik.games.pickomino.odds.board"])
def test_the_examples_work(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


# -- Worth in worms ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begun", "ending", "worms"),
    [
        (base(FULL_GRILL, "", ""), "burn", 0),  # P-16
        (base("21 25", "22 33", "30"), "burn", -4),  # P-15
        (base("21 25", "22 33", "30"), "take 25", 2),
        (base("21 25", "22 33", "30"), "steal 30", 3),
        (position("21 25", "22 33:apple", "30"), "burn", -7),  # D-7, D-9
        (position("21 25", "22 33:hen", "30"), "burn", 0),  # D-13
        (position("21 25:apple", "22 33", "30"), "take 25", 5),
        (position("21 25:hen", "22 33:apple", "30"), "take 25", 2),
        (position("21 25:raven", "22 33", "30"), "take 25", 3),  # D-16
        (position("21 25:raven", "22 33", "30", worms=(7, 0)), "take 25", 2),  # D-18
        (position("21 25:raven", "22 33", "30:hen", worms=(3, 4)), "take 25", 2),  # D-14
        (position("21 25", "22 33", "30:apple"), "steal 30", 6),  # D-4
        (position("21 25", "22 33", "30:hen"), "steal 30", 0),  # D-12
        (position("21 25", "22 33", "30"), "round worm", 1),  # D-17
        (base("21 25", "22 33", "30"), "round worm", 0),
    ],
)
def test_what_an_ending_changes_in_the_score(begun: PickominoState, ending: str, worms: float) -> None:
    assert odds.worms(begun.view(0))[ending] == worms


def test_the_low_tiles_cannot_be_stolen() -> None:
    board = odds.Board.of(position("21 25", "22", "30 13").view(0))
    assert board.tops == ()


def test_the_board_of_another_seat() -> None:
    start = position("21 25", "22:weasel", "30:red_worm", "31")
    board = odds.Board.of(start.view(0), seat=1)
    assert board == odds.Board((21, 25), (22, 31), red_worm=True, round_worm=True)
    assert odds.Board.of(start.view(2), seat=0).weasel


def test_ones_earn_a_round_worm_once_a_turn() -> None:
    start = position("21 25", "22", "30", worms=(3, 4))
    rolled = play(aside(start, "4 4 4"), "roll", "dice 1 1 2 3 w")
    earning = rolled.play("keep 1")
    assert earning.phase == "worm_for_ones"
    assert odds.Board.of(rolled.view(0)).round_worm
    assert odds.Board.of(earning.view(0)).round_worm
    assert not odds.Board.of(earning.play("worm from 1").view(0)).round_worm
    assert not odds.Board.of(aside(start, "4 4 4", "1").view(0)).round_worm
    assert odds.Board.of(earning.play("worm from 1").view(0), seat=1).round_worm


# -- Questions without an answer --------------------------------------------------------------------------


def finished() -> PickominoState:
    rng = random.Random(1)
    state = NEW
    while state.actor is not None:
        state = state.play(state.draw(rng) if state.actor == CHANCE else rng.choice(state.moves()))
    return state


def choosing_a_specialist() -> PickominoView:
    start = position("21 24:apple", "30:hen", "")
    return play(aside(start, "4 4 4 4", "w"), "roll", "dice 1 1 3", "keep 3", "take 24").view(0)


BAD: dict[str, Any] = {
    "the game is over: there is no turn": finished().view(0),
    "chance comes next": NEW.play("roll").view(0),
    "chance comes next: odds": new_game(Game("pickomino", 2, first="lots")).view(0),
    "seat 0 has to decide, and this is the view of seat 1": NEW.view(1),
    "seat 0 has to decide, and this is the view of seat None": NEW.view(None),
    "'pickomino', not of 'linko'": Game("linko", 3).start().view(0),
    "still to be chosen is: hold hen, hold apple": choosing_a_specialist(),
}


@pytest.mark.parametrize("message", BAD)
def test_a_view_without_a_turn_to_decide_about_is_refused(message: str) -> None:
    for ask in (odds.turn, odds.values):
        with pytest.raises(ValueError, match=message):
            ask(BAD[message])


@pytest.mark.parametrize(
    ("worth", "message"),
    [
        ({"take 37": 1.0}, "no turn ends with 'take 37'; endings are written: burn, take 27, steal 27"),
        ({"take 37 with round worm": 1.0}, "no turn ends with 'take 37 with round worm'"),
        ({"round worm with round worm": 1.0}, "no turn ends with 'round worm with round worm'"),
        ({"burn": math.nan}, "what an ending is worth must be a finite number"),
        ({"take 21": math.inf}, "what an ending is worth must be a finite number"),
    ],
)
def test_a_worth_that_makes_no_sense_is_refused(worth: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        odds.values(NEW.view(0), worth)


def test_dice_that_no_turn_has_are_refused() -> None:
    view = base(FULL_GRILL, "", "").view(0)
    turn_in(view)["aside"] = {"4": 3}
    with pytest.raises(ValueError, match="no turn with 8 dice has 3 set aside and 8 left"):
        odds.values(view)


@pytest.mark.parametrize("seat", [None, 2])
def test_a_board_is_that_of_a_seat_at_the_table(seat: int | None) -> None:
    view = base(FULL_GRILL, "", "").view(None)
    with pytest.raises(ValueError, match="a board is that of seat 0 to 1, not of"):
        odds.Board.of(view, seat)


def test_a_grill_in_disorder_is_refused() -> None:
    with pytest.raises(ValueError, match=r"from the lowest up, each once, not \(22, 21\)"):
        odds.fresh_turn(odds.Board((22, 21)), {})


# -- Without NumPy ----------------------------------------------------------------------------------------


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_numpy_is_not_imported_before_it_is_needed() -> None:
    code = """
import sys
from stolik import bots
bots.make("pickomino", "careful", 1)
print("numpy" in sys.modules)
"""
    assert run(code).stdout == "False\n"


def test_without_numpy_the_odds_say_what_to_install_and_the_simple_bots_play() -> None:
    code = """
import sys
sys.modules["numpy"] = None
from stolik import bots
print(bots.make("pickomino", "careful", 1), bots.make("pickomino", "random", 1))
bots.make("pickomino", "greedy", 1)
"""
    result = run(code)
    assert "Careful" in result.stdout
    last = result.stderr.strip().splitlines()[-1]
    assert last == f"ModuleNotFoundError: exact odds need NumPy: {install('bots')}"
