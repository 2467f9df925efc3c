"""Luck is fair: of every event it is 0 on average over all that could have come, exactly.

So it is over many games, as far as a sample can tell; the tool that says so goes on where it was left.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from stolik.analysis import Judge, Turnout, judge_for
from stolik.core import CHANCE, Game, Record, State
from stolik.games.linko.rules import LinkoState
from tests.analysis.played import played
from tests.effort import effort
from tools.luck import Mean, kept, measure

EVENTS = effort(12, 1000)
"""So many chance events of a game are looked at, the last ones."""
SMALL = 1e-7
TABLES = [
    (Game("pickomino", 2), "careful"),
    (Game("pickomino", 3, variant="deluxe"), "greedy"),
    (Game("pickomino", 2, first="lots"), "careful"),
    (Game("linko", 3), "grabber"),
    (Game("linko", 2, mode="duel"), "grabber"),
]
GAMES = effort(12, 10_000)
LIMIT = effort(4, 2)
"""Standard errors: of 12 games chance alone is often more than two of them away."""


class Outcome(NamedTuple):
    """One way in which chance could have spoken."""

    state: State
    move: str
    chance: float


def events(record: Record) -> Iterator[list[Outcome]]:
    """Yield every chance event of a game whose outcomes can be listed: rolls, lots, one card of the deck."""
    for state, move in zip(record.states(), record.moves, strict=False):
        if isinstance(state, LinkoState) and state.phase not in ("lots", "deal"):
            deck = state.table.deck
            if len(deck) - len(state.play(move).table.deck) == 1:
                yield [
                    Outcome(_with_top(state, card), move, deck.count(card) / len(deck))
                    for card in sorted(set(deck))
                ]
        elif state.actor == CHANCE and state.view(None)["phase"] != "deal":
            yield [Outcome(state, outcome, chance) for outcome, chance in state.outcomes()]


def _with_top(state: LinkoState, card: int) -> LinkoState:
    deck = state.table.deck
    at = deck.index(card)
    return state._replace(table=state.table._replace(deck=(card, *deck[:at], *deck[at + 1 :])))


def mean_luck(judge: Judge | Off, outcomes: list[Outcome]) -> list[float]:
    """Return what an event brings each seat on average: how unfair its luck is."""
    found = [0.0] * outcomes[0].state.game.players
    for state, move, chance in outcomes:
        turnout = judge.turnout(state, move)
        for seat, (expected, after) in enumerate(zip(turnout.expected, turnout.after, strict=True)):
            found[seat] += chance * (after - expected)
    return found


class Off:
    """A judge whose luck is a little wrong, and still sums to 0."""

    def __init__(self, judge: Judge, by: float) -> None:
        self._judge = judge
        self._by = by

    def turnout(self, state: State, move: str) -> Turnout:
        expected, after = self._judge.turnout(state, move).expected, self._judge.turnout(state, move).after
        return Turnout(expected, [after[0] + self._by, *after[1:-1], after[-1] - self._by])


@pytest.mark.parametrize(("game", "bot"), TABLES, ids=str)
def test_luck_of_every_event_is_fair_to_every_seat(game: Game, bot: str) -> None:
    judge = judge_for(game.name, 0)
    some = list(events(played(game, (bot,), 2)))
    lots = [event for event in some if game.settings["first"] == "lots" and len(event) == game.players]
    assert len(some) > 5
    for event in [*lots[:1], *some[-EVENTS:]]:
        assert sum(outcome.chance for outcome in event) == pytest.approx(1)
        assert mean_luck(judge, event) == pytest.approx([0.0] * game.players, abs=SMALL)


def test_a_luck_that_is_off_is_noticed_in_every_event() -> None:
    game = Game("pickomino", 2)
    off = Off(judge_for(game.name, 0), by=0.0001)
    for event in list(events(played(game, ("careful",), 2)))[-3:]:
        assert mean_luck(off, event) != pytest.approx([0.0, 0.0], abs=SMALL)


@pytest.mark.parametrize("table", ["pickomino base 2", "linko basic 3"])
def test_mean_luck_is_nothing_within_its_standard_error(table: str, tmp_path: Path) -> None:
    path = tmp_path / "luck.tsv"
    measure(path, [table], GAMES - 2, jobs=1)
    first = path.read_text(encoding="utf-8")
    measure(path, [table], GAMES, jobs=1)
    assert path.read_text(encoding="utf-8").startswith(first)
    values = kept(path)[table]
    assert sorted(values) == list(range(1, GAMES + 1))
    mean, error = Mean.of(values.values())
    assert abs(mean) < LIMIT * error
