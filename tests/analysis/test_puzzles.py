"""Puzzles: every one in the files is sound, and every day has one."""

import subprocess
import sys
from collections import Counter
from datetime import date, timedelta

import pytest

from stolik.analysis import judge_for
from stolik.analysis.puzzles import (
    CLEAR,
    LOST,
    WON,
    games_with_puzzles,
    of_the_day,
    puzzle_of,
    puzzles,
    state_of,
)
from stolik.analysis.verdicts import weighed
from stolik.core import game_names
from tests.effort import effort

ROUNDED = 0.0001
"""Chances in the files are rounded to this."""
DAY = date(2026, 11, 16)


def test_our_games_have_puzzles() -> None:
    assert games_with_puzzles() == list(game_names())


@pytest.mark.parametrize("game", games_with_puzzles())
def test_every_puzzle_is_sound(game: str) -> None:
    found = puzzles(game)
    assert len({puzzle["position"] for puzzle in found}) == len(found), "each is another position"
    for puzzle in found:
        state, seat, options = state_of(puzzle), puzzle["seat"], puzzle["options"]
        where = puzzle["position"]
        assert state.game.name == game
        assert state.actor == seat, where
        assert state.position(seat) == where, "as the seat knows it"
        moves = [option["move"] for option in options]
        assert sorted(moves) == sorted(state.moves()), where
        chances = [option["chance"] for option in options]
        assert chances == sorted(chances, reverse=True), where
        assert moves[0] == puzzle["best"], where
        assert puzzle["obvious"] in moves[1:], where
        assert chances[-1] >= 0, where
        assert LOST - ROUNDED <= chances[0] <= 1, where
        assert chances[1] <= WON + ROUNDED, where
        assert weighed(chances[0] - chances[1] + ROUNDED, state.game.players) >= CLEAR, where


@pytest.mark.parametrize("game", games_with_puzzles())
def test_the_judge_disputes_no_solution(game: str) -> None:
    judge = judge_for(game)
    for puzzle in puzzles(game)[:: effort(40, 1)]:
        assert judge.choice(state_of(puzzle)).best == puzzle["best"], puzzle["position"]


def test_every_variant_and_mode_has_some_hundred() -> None:
    kinds = Counter(
        (game, settings.get("variant", settings.get("mode")))
        for game in games_with_puzzles()
        for settings in (state_of(puzzle).game.settings for puzzle in puzzles(game))
    )
    assert len(kinds) == 6
    assert min(kinds.values()) >= 200, kinds


def test_a_day_has_the_same_puzzle_for_everybody_and_all_have_their_turn() -> None:
    days = [DAY + timedelta(days=day) for day in range(2 * len(games_with_puzzles()))]
    assert [of_the_day(day) for day in days] == [of_the_day(day) for day in days]
    assert {game for game, _ in map(of_the_day, days)} == set(games_with_puzzles())


@pytest.mark.parametrize("game", games_with_puzzles())
def test_no_puzzle_comes_again_before_all_others_have_come(game: str) -> None:
    count = len(puzzles(game))
    begin = DAY.toordinal() // count * count
    days = [date.fromordinal(begin + day) for day in range(2 * count)]
    numbers = Counter(of_the_day(day, game)[1] for day in days[:count])
    assert numbers == Counter(range(1, count + 1))
    assert Counter(of_the_day(day, game)[1] for day in days[count:]) == numbers


def test_there_is_none_of_an_unknown_game_or_number() -> None:
    with pytest.raises(ValueError, match="the game 'chess' has no puzzles"):
        of_the_day(DAY, "chess")
    game = games_with_puzzles()[0]
    for number in (0, len(puzzles(game)) + 1):
        with pytest.raises(ValueError, match=f"not {number}"):
            puzzle_of(game, number)


def test_they_need_no_other_package() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None; from stolik.analysis.puzzles import *; "
        "print(*(state_of(puzzle_of(game, 1)).actor for game in games_with_puzzles()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) == len(game_names())
