"""The bots: what they hold at, and that each is stronger than the one before."""

import pytest

from stolik import Game
from stolik.arena import play_match
from stolik_pig.bots import BOTS, Racer, Timid, Twenty
from stolik_pig.rules import start
from stolik_pig.views import PigView


def view(mine: int, other: int, total: int) -> PigView:
    """Return what seat 0 sees after a roll."""
    state = start(Game("pig", 2))._replace(scores=(mine, other), total=total, phase="rolled")
    return state.view(0)


@pytest.mark.parametrize(
    ("seen", "move"),
    [
        (view(0, 0, 9), "roll"),
        (view(0, 0, 10), "hold"),
        (view(95, 0, 5), "hold"),
    ],
)
def test_timid_holds_at_10_or_to_win(seen: PigView, move: str) -> None:
    assert Timid().choose(seen) == move


@pytest.mark.parametrize(
    ("seen", "move"),
    [
        (view(0, 0, 19), "roll"),
        (view(0, 0, 20), "hold"),
        (view(90, 0, 9), "roll"),
        (view(90, 0, 10), "hold"),
    ],
)
def test_twenty_holds_at_20_or_to_win(seen: PigView, move: str) -> None:
    assert Twenty().choose(seen) == move


@pytest.mark.parametrize(
    ("seen", "move"),
    [
        (view(0, 0, 20), "roll"),
        (view(0, 0, 21), "hold"),
        (view(0, 40, 25), "roll"),
        (view(0, 40, 26), "hold"),
        (view(40, 71, 59), "roll"),
        (view(40, 71, 60), "hold"),
    ],
)
def test_racer_keeps_pace_and_rolls_to_win_near_the_end(seen: PigView, move: str) -> None:
    assert Racer().choose(seen) == move


def test_each_bot_is_stronger_than_the_one_before() -> None:
    match = play_match(Game("pig", 2), list(BOTS), games=400, seed=1)
    rates = {standing.name: standing.win_rate.mean for standing in match.standings}
    assert sorted(rates, key=lambda name: rates[name]) == list(BOTS), rates
