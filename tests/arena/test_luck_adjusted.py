"""Luck-adjusted matches: narrower intervals, and right with any judge."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import mean, stdev

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


def assert_luck_is_0_on_average(
    game: Game, names: tuple[str, ...], judge: analysis.Judge, *, deals: int, far: float
) -> None:
    """Play deals whose luck a judge measures: ``far`` from 0 in a single deal, but 0 on average.

    Only deals are independent: the games of one share their chance.
    """
    measured = partial(analysis.luck, judge=judge)
    found = []
    for deal in range(deals):
        lucks = [one.luck or () for one in play_deal(game, names, 1, deal, luck=measured)]
        assert all(sum(luck) == pytest.approx(0) for luck in lucks)
        found.append(mean(luck[0] for luck in lucks))
    spread = stdev(found)
    assert spread > far
    assert abs(mean(found)) < 2.6 * spread / len(found) ** 0.5


def test_with_a_judge_who_is_wrong_about_dice_luck_is_0_on_average_all_the_same() -> None:
    names = ("beginner", "random")
    assert_luck_is_0_on_average(DICE, names, Wrong(), deals=effort(60, 300), far=0.1)


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


def test_with_a_judge_who_is_wrong_about_cards_luck_is_0_on_average_all_the_same() -> None:
    """Every card of the deck comes first equally often, and so does every rotation of it."""
    names = ("weigher", "lowest", "lowest")
    assert_luck_is_0_on_average(CARDS, names, WrongAboutCards(0), deals=effort(60, 240), far=0.01)


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
