"""What a mind makes of guesses of the hidden cards: a *world* is one way in which they may lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stolik.games.linko import layout
from stolik.games.linko.guess import ONE, Counted, Guesses
from stolik.games.linko.mind import Mind, Numbers, seen
from stolik.games.linko.pieces import count
from stolik.games.linko.rules import LinkoState


def as_it_is(state: LinkoState, decks: Sequence[Sequence[int]]) -> Guesses:
    """Return worlds with the hands as they are, and these decks."""
    hands = np.tile(np.array(state.table.hands, np.int64), (len(decks), 1, 1))
    return Guesses(hands, np.array(decks, np.int64).reshape(len(decks), -1))


def chances(mind: Mind, state: LinkoState, worlds: Guesses) -> Numbers:
    """Return what all seats can expect in each world: ``(worlds, seats)``."""
    return _judged(mind, [state], worlds.hands, ONE[worlds.decks].sum(1))


def chances_after(mind: Mind, state: LinkoState, move: str, worlds: Guesses) -> Numbers:
    """Return what all seats can expect after a move in each world: ``(worlds, seats)``."""
    then = state.play(move)
    if then.table.deck == state.table.deck:  # it does the same whatever is hidden
        hands = worlds.hands + np.subtract(then.table.hands, state.table.hands)
        return _judged(mind, [then], hands, ONE[worlds.decks].sum(1))
    return true_chances(mind, [there.play(move) for there in _states(state, worlds)])


def chances_later(
    mind: Mind, state: LinkoState, moves: Sequence[str], worlds: Guesses, decisions: int
) -> Numbers:
    """Return what all seats can expect after each move in each world: ``(moves, worlds, seats)``.

    From there the mind plays for everybody for so many decisions, and is then asked how it stands.
    """
    states = [there.play(move) for move in moves for there in _states(state, worlds)]
    for _ in range(decisions):
        states = _played_on(mind, states)
    return true_chances(mind, states).reshape(len(moves), len(worlds.hands), -1)


def _played_on(mind: Mind, states: Sequence[LinkoState]) -> list[LinkoState]:
    """Return states after one more move each, which the mind chooses; those at their end as they are."""
    open_ones = [state for state in states if len(state.legal) > 1]
    preferred = iter(mind.preferred(open_ones) if open_ones else ())
    moves = [int(next(preferred).argmax()) if len(state.legal) > 1 else 0 for state in states]
    return [
        state.play(state.legal[move]) if state.legal else state
        for state, move in zip(states, moves, strict=True)
    ]


def _states(state: LinkoState, worlds: Guesses) -> list[LinkoState]:
    """Return the moment in each world."""
    return [
        state._replace(table=state.table._replace(hands=tuple(map(tuple, hands)), deck=tuple(deck)))
        for hands, deck in zip(worlds.hands.tolist(), worlds.decks.tolist(), strict=True)
    ]


def true_chances(mind: Mind, states: Sequence[LinkoState]) -> Numbers:
    """Return what all seats can expect, by all there is to know: ``(states, seats)``."""
    hands = np.array([state.table.hands for state in states])
    return _judged(mind, states, hands, np.array([count(state.table.deck) for state in states]))


def _judged(mind: Mind, states: Sequence[LinkoState], hands: Counted, decks: Counted) -> Numbers:
    """Return what all seats can expect in moments, one for each world or one for all, with these cards."""
    worlds, players = hands.shape[:2]
    rows = np.zeros((len(states), layout.OBSERVATION), np.float32)
    actor, won = np.zeros(len(states), np.int64), np.full((len(states), players), np.nan, np.float32)
    known: dict[object, Numbers] = {}
    for number, state in enumerate(states):
        if state.actor is None:
            winners = state.result().winners
            won[number] = [(seat in winners) / len(winners) for seat in range(players)]
            continue
        same = _public(state)
        if same not in known:
            known[same] = seen(state)
        rows[number], actor[number] = known[same], state.actor
    actor, seats = np.broadcast_to(actor, (worlds,)), np.arange(players)
    theirs = np.take_along_axis(hands, ((actor[:, None] + seats) % players)[..., None], 1)
    judged = mind.judge(
        layout.everything(np.broadcast_to(rows, (worlds, layout.OBSERVATION)), theirs, decks), players
    )
    by_seat = np.take_along_axis(judged, (seats - actor[:, None]) % players, 1)
    found: Numbers = np.where(np.isnan(won), by_seat, won)
    return found


def _public(state: LinkoState) -> object:
    """Return all that is seen of a moment but for the actor's own hand."""
    table = state.table
    shown = table._replace(hands=tuple([(sum(hand),) for hand in table.hands]), deck=(len(table.deck),))
    return state._replace(table=shown, legal=())
