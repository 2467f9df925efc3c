"""What may be hidden in the card game, many times over, and what a mind makes of it.

A *world* is one way in which the hidden cards may lie: all hands, and the deck in its order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stolik.games.linko import layout
from stolik.games.linko.bots import heuristic
from stolik.games.linko.bots.guess import HANDS, LAID
from stolik.games.linko.mind import Mind, Numbers, seen
from stolik.games.linko.pieces import CARDS, COPIES, count, spread
from stolik.games.linko.rules import LinkoState

Counted = NDArray[np.int64]
_ONE: Final = np.eye(len(CARDS), dtype=np.int64)
_WEIGHT: Final = np.array([[*some, *[0.0] * (COPIES + 1 - len(some))] for some in heuristic.WEIGHT])


class Worlds(NamedTuple):
    """Ways in which the hidden cards may lie."""

    hands: Counted
    """``(worlds, seats, cards)``."""
    decks: Counted
    """The cards of each deck, the top one first."""


def as_it_is(state: LinkoState, decks: Sequence[Sequence[int]]) -> Worlds:
    """Return worlds with the hands as they are, and these decks."""
    hands = np.tile(np.array(state.table.hands, np.int64), (len(decks), 1, 1))
    return Worlds(hands, np.array(decks, np.int64).reshape(len(decks), -1))


def guess(state: LinkoState, seat: int, number: int, rng: np.random.Generator) -> Worlds:
    """Return so many guesses of what ``seat`` cannot see, made as ``stolik.games.linko.bots.guess`` does."""
    table = state.table
    others = [other for other in rng.permutation(len(table.hands)).tolist() if other != seat]
    hidden = {other: np.subtract(table.hands[other], table.known[other]).tolist() for other in others}
    cards = [*table.deck, *(card for counts in hidden.values() for card in spread(counts))]
    pile = np.tile(np.array(sorted(cards), np.int64), (number, 1))
    hands = np.tile(np.array(table.known), (number, 1, 1))
    hands[:, seat] = table.hands[seat]
    each = np.arange(number)
    for other in others:
        size = sum(hidden[other])
        if not size:
            continue
        pile = rng.permuted(pile, axis=1)
        offers = min(HANDS, pile.shape[1] // size)
        offered = _ONE[pile[:, : offers * size]].reshape(number, offers, size, -1).sum(2)
        likeliest = _unlikely(state, other, offered).argmin(1)
        hands[:, other] += offered[each, likeliest]
        left = np.ones(pile.shape, bool)
        left[each[:, None], likeliest[:, None] * size + np.arange(size)] = False
        pile = pile[left].reshape(number, -1)
    return Worlds(hands, rng.permuted(pile, axis=1))


def _unlikely(state: LinkoState, other: int, offered: Counted) -> NDArray[np.float64]:
    """Return how unlikely the hands offered are: heavy, or with cards of a value that has been laid."""
    whole = np.array(state.table.known[other]) + offered
    laid = sorted({layer.value for layer in state.table.layers[other]})
    heavy = _WEIGHT[np.arange(len(CARDS)), whole].sum(2)
    unlikely: NDArray[np.float64] = heavy + LAID * offered[..., laid].sum(2)
    return unlikely


# -- what a mind makes of them ----------------------------------------------------------------------------


def chances(mind: Mind, state: LinkoState, worlds: Worlds) -> Numbers:
    """Return what all seats can expect in each world: ``(worlds, seats)``."""
    return _judged(mind, [state] * len(worlds.hands), worlds.hands, _ONE[worlds.decks].sum(1))


def chances_after(mind: Mind, state: LinkoState, move: str, worlds: Worlds) -> Numbers:
    """Return what all seats can expect after a move in each world: ``(worlds, seats)``."""
    then = state.play(move)
    if then.table.deck == state.table.deck:  # it does the same whatever is hidden
        hands = worlds.hands + np.subtract(then.table.hands, state.table.hands)
        return _judged(mind, [then] * len(hands), hands, _ONE[worlds.decks].sum(1))
    thens = [
        state._replace(table=state.table._replace(hands=tuple(map(tuple, hands)), deck=tuple(deck))).play(
            move
        )
        for hands, deck in zip(worlds.hands.tolist(), worlds.decks.tolist(), strict=True)
    ]
    return true_chances(mind, thens)


def true_chances(mind: Mind, states: Sequence[LinkoState]) -> Numbers:
    """Return what all seats can expect, by all there is to know: ``(states, seats)``."""
    hands = np.array([state.table.hands for state in states])
    return _judged(mind, states, hands, np.array([count(state.table.deck) for state in states]))


def _judged(mind: Mind, states: Sequence[LinkoState], hands: Counted, decks: Counted) -> Numbers:
    """Return what all seats can expect, with other hands and other decks than the states have."""
    players = hands.shape[1]
    rows = np.zeros((len(states), layout.OBSERVATION), np.float32)
    actor = np.zeros(len(states), np.int64)
    known: dict[object, Numbers] = {}
    for number, state in enumerate(states):
        if state.actor is not None:
            same = _public(state)
            if same not in known:
                known[same] = seen(state)
            rows[number], actor[number] = known[same], state.actor
    seats = np.arange(players)
    theirs = np.take_along_axis(hands, ((actor[:, None] + seats) % players)[..., None], 1)
    found = mind.judge(layout.everything(rows, theirs, decks), players)
    found = np.take_along_axis(found, (seats - actor[:, None]) % players, 1)
    for number, state in enumerate(states):
        if state.actor is None:
            winners = state.result().winners
            found[number] = [(seat in winners) / len(winners) for seat in range(players)]
    return found


def _public(state: LinkoState) -> object:
    """Return all that is seen of a moment but for the actor's own hand."""
    table = state.table
    shown = table._replace(hands=tuple([(sum(hand),) for hand in table.hands]), deck=(len(table.deck),))
    return state._replace(table=shown, legal=())
