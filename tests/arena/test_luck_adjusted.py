"""Luck-adjusted matches: narrower intervals, and right with any judge."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from stolik import analysis
from stolik.analysis import Chances, Choice, Turnout
from stolik.arena import Plan, load, play_match, save
from stolik.arena.playing import play_deal
from stolik.core import CHANCE, Game, State, plugin
from stolik.core.plugins import _PLUGINS
from stolik.games.linko.judge import Judge
from stolik.games.linko.rules import LinkoState
from tests.effort import effort

DICE = Game("pickomino", 2)
CARDS = Game("linko", 3)


@pytest.mark.parametrize(
    ("game", "names"), [(DICE, ["greedy", "careful"]), (CARDS, ["weigher", "lowest"])], ids=["dice", "cards"]
)
def test_a_match_without_luck_agrees_with_the_raw_one(game: Game, names: list[str], tmp_path: Path) -> None:
    result = play_match(game, names, games=effort(12, 24), seed=1, luck_adjusted=True)
    first, second = result.standings
    assert first.adjusted is not None
    assert second.adjusted is not None
    assert first.adjusted.half is not None
    assert first.win_rate.half is not None
    if game is DICE:  # at the card game a deal from every seat has done most of it already
        assert first.adjusted.half < first.win_rate.half / 2
    assert first.as_many_games == pytest.approx((first.win_rate.half / first.adjusted.half) ** 2)
    apart = abs(first.adjusted.mean - first.win_rate.mean)
    assert apart < first.adjusted.half + first.win_rate.half
    others = game.players - 1
    assert first.adjusted.mean + others * second.adjusted.mean == pytest.approx(1)
    save(result, tmp_path / "match.json")
    assert load(tmp_path / "match.json").standings == result.standings
    assert "--luck-adjusted" in result.plan.command()


class Wrong:
    """A judge that is wrong on purpose: a player with more tiles is lost, and high rolls are bad."""

    name = "wrong"

    def scale(self, game: Game) -> float:
        return 1.0

    def start(self, game: Game) -> Chances:
        return [0.5, 0.5]

    def chances(self, state: State) -> Chances:
        return [0.9, 0.1]

    def choice(self, state: State) -> Choice:
        raise NotImplementedError

    def turnout(self, state: State, move: str) -> Turnout:
        def judged(outcome: str) -> float:
            return 1.0 - outcome.count("w") / 8

        if state.actor != CHANCE:
            return Turnout([0.5, 0.5], [0.5, 0.5])
        mean = sum(chance * judged(outcome) for outcome, chance in state.outcomes())
        return Turnout([mean, 1 - mean], [judged(move), 1 - judged(move)])


def test_a_judge_who_is_wrong_makes_it_wider_but_not_wrong() -> None:
    """The same games, adjusted by a judge who knows nothing: the mean stays within its interval."""
    misjudged = partial(analysis.luck, judge=Wrong())
    shift = []
    for deal in range(effort(30, 60)):
        for game in play_deal(DICE, ("beginner", "random"), 1, deal, luck=misjudged):
            assert game.luck is not None
            assert sum(game.luck) == pytest.approx(0)
            shift.append(game.luck[0])
    mean = sum(shift) / len(shift)
    spread = (sum((one - mean) ** 2 for one in shift) / len(shift)) ** 0.5
    assert spread > 0.1, "it is far off in single games"
    assert abs(mean) < 2.6 * spread / len(shift) ** 0.5


class WrongAboutCards(Judge):
    """A judge of the card game that is wrong on purpose: who has the most and the highest cards wins."""

    def chances(self, state: State) -> Chances:
        assert isinstance(state, LinkoState)
        heavy = [1 + sum(value * count for value, count in enumerate(hand)) for hand in state.table.hands]
        return [hand / sum(heavy) for hand in heavy]

    def turnout(self, state: State, move: str) -> Turnout:
        assert isinstance(state, LinkoState)
        then = state.play(move)
        after = self.chances(then)
        deck, number = state.table.deck, len(state.table.deck) - len(then.table.deck)
        if state.actor == CHANCE or not number:  # the hands of a deal are equally heavy on average
            return Turnout([1 / 3] * 3 if state.phase == "deal" else after, after)
        tops = [(*deck[place:], *deck[:place]) for place in range(len(deck))]
        found = [
            self.chances(state._replace(table=state.table._replace(deck=top)).play(move)) for top in tops
        ]
        return Turnout([sum(column) / len(found) for column in zip(*found, strict=True)], after)


def test_so_does_one_who_is_wrong_about_cards() -> None:
    """Every card of the deck comes first equally often, and so does every rotation of it."""
    misjudged = partial(analysis.luck, judge=WrongAboutCards(0))
    shift = []
    for deal in range(effort(60, 240)):
        games = play_deal(CARDS, ("weigher", "lowest", "lowest"), 1, deal, luck=misjudged)
        assert all(sum(game.luck or ()) == pytest.approx(0) for game in games)
        shift.append(
            sum(game.luck[0] for game in games if game.luck) / len(games)
        )  # of one deal: not independent
    mean = sum(shift) / len(shift)
    spread = (sum((one - mean) ** 2 for one in shift) / len(shift)) ** 0.5
    assert spread > 0.01, "it is far off in single games"
    assert abs(mean) < 2.6 * spread / len(shift) ** 0.5


def test_the_deal_is_luck_too() -> None:
    deal = CARDS.start().play(CARDS.start().draw(random.Random(3)))
    assert isinstance(deal, LinkoState)
    judge = analysis.judge_for("linko", 0)
    start = judge.start(CARDS)
    assert sum(start) == pytest.approx(1)
    assert start[0] > start[2], "who begins has an advantage"


def test_a_game_without_a_judge_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_PLUGINS, "linko", replace(plugin("linko"), judge=""))
    with pytest.raises(ValueError, match="the game 'linko' has no judge"):
        Plan(Game("linko", 3), ("random", "random"), 2, 1, luck_adjusted=True)
