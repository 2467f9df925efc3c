"""Means and intervals, reckoned by hand beside."""

import math

import pytest

import stolik
from stolik.arena import MatchResult, Plan
from stolik.arena.playing import Forfeit, Outcome
from stolik.arena.tally import WIN, Estimate, SeatResult, Sums, Tally

PAIR = stolik.Game("pickomino", 2)


def outcome(scores: tuple[int, ...], ranks: tuple[int, ...], *forfeits: Forfeit) -> Outcome:
    return Outcome(scores, ranks, forfeits)


def near(estimate: Estimate, mean: float, half: float) -> bool:
    return math.isclose(estimate.mean, mean) and math.isclose(estimate.half or 0, half)


def match_of_four_deals() -> MatchResult:
    """First won: both games, one, one and a half (a draw), both."""
    result = MatchResult(Plan(PAIR, ("careful", "random"), 8, seed=1))
    won, lost, drawn = outcome((9, 3), (1, 2)), outcome((2, 5), (2, 1)), outcome((4, 4), (1, 1))
    for deal in ((won, won), (won, lost), (won, drawn), (won, won)):
        result.add_deal([deal])
    return result


def test_intervals_are_over_deals() -> None:
    """The deals' win rates are 1, 1/2, 3/4 and 1: their mean is 13/16, their variance 11/192."""
    first, second = match_of_four_deals().standings
    half = 1.96 * math.sqrt(11 / 192 / 4)
    assert near(first.win_rate, 13 / 16, max(half, 3 / 8))
    assert near(second.win_rate, 3 / 16, max(half, 3 / 8))
    # mean scores of the deals: 9, 5.5, 6.5, 9 (variance 19/6); mean places: 1, 1.5, 1, 1 (variance 1/16)
    assert near(first.score, 7.5, 1.96 * math.sqrt(19 / 6 / 4))
    assert near(first.place, 1.125, 1.96 * math.sqrt(1 / 16 / 4))
    assert first.scores == {2: 1, 4: 1, 9: 6}


def test_a_win_rate_s_interval_over_many_deals_is_the_standard_error_alone() -> None:
    tally = Tally()
    for number in range(400):
        tally.add_deal([SeatResult(WIN if number % 2 else 0, 0, 1)], forfeits=0)
    assert near(tally.win_rate, 0.5, 1.96 * math.sqrt(100 / 399 / 400))


def test_a_run_of_wins_is_no_certainty() -> None:
    """The rule of three: after 100 games without a loss the interval still reaches 3 points."""
    tally = Tally()
    for _ in range(50):
        tally.add_deal([SeatResult(WIN, 0, 1)] * 2, forfeits=0)
    assert near(tally.win_rate, 1.0, 0.03)


def test_one_deal_has_no_interval() -> None:
    sums = Sums()
    sums.add(7)
    assert sums.estimate(2) == Estimate(3.5, None)


@pytest.mark.parametrize(("ranks", "shares"), [((1, 2, 3), (1, 0, 0)), ((1, 1, 3), (1 / 2, 1 / 2, 0)),
                                               ((1, 1, 1), (1 / 3, 1 / 3, 1 / 3))])  # fmt: skip
def test_a_shared_win_counts_in_parts(ranks: tuple[int, ...], shares: tuple[float, ...]) -> None:
    plan = Plan(stolik.Game("pickomino", 3), ("random", "careful", "greedy"), 3, seed=1)
    result = MatchResult(plan)
    result.add_deal([(outcome((5, 5, 5), ranks),)])
    assert [standing.win_rate.mean for standing in result.standings] == pytest.approx(shares)


def test_a_bot_with_two_seats_is_counted_by_seat() -> None:
    """One against two: everyone's fair share is a third, and the shares of all seats sum to one."""
    result = MatchResult(Plan(stolik.Game("pickomino", 3), ("careful", "random"), 3, seed=1))
    won, lost = outcome((9, 1, 2), (1, 3, 2)), outcome((1, 2, 9), (3, 2, 1), Forfeit(2, "tired", ""))
    result.add_deal([(won, won, lost)])
    first, second = result.standings
    assert first.win_rate.mean == pytest.approx(2 / 3)
    assert second.win_rate.mean == pytest.approx(1 / 6)
    assert (first.forfeits, second.forfeits) == (0, 1)


def test_a_tournament_counts_a_deal_at_all_tables_as_one() -> None:
    """All tables of a deal have the same dice, so a bot's games at all of them make one number."""
    result = MatchResult(Plan(PAIR, ("random", "careful", "greedy"), 4, seed=1))
    won, lost = outcome((9, 3), (1, 2)), outcome((2, 5), (2, 1))
    result.add_deal([(won, won), (won, lost), (won, won)])
    result.add_deal([(won, won), (won, won), (lost, lost)])
    first = result.standings[0]  # at two tables: 3/4 of the first deal, all of the second
    assert near(first.win_rate, 7 / 8, max(1.96 * math.sqrt(1 / 32 / 2), 3 / 8))
    assert result.at_tables[0]["random"].win_rate.mean == 1.0
    assert result.games == 12
