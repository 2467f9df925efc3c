"""The judge of the card game: the mind's critic, which sees all hands.

What a seat could know of a decision is judged in worlds that look the same to it; what chance brought, in
the world as it was, with the deck in every order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stolik.analysis import Chances, Choice, Turnout
from stolik.core import Game, State
from stolik.games.linko import theft, worlds
from stolik.games.linko.from_view import state_from_view
from stolik.games.linko.guess import Guesses, guess
from stolik.games.linko.mind import shipped
from stolik.games.linko.rules import LinkoState, is_duel
from stolik.games.linko.views import LinkoView

GUESSES: Final = (16, 64, 256)
"""In how many worlds a decision is judged, by depth."""
SHARE: Final = 0.03
"""A move that the mind would choose less often than this is not called the best."""
CLOSE: Final = 0.02
"""To be as much more likely to win as this is worth as much as to be preferred e times as often."""
ORDERS: Final = 64
"""In how many orders of the deck a move is judged that turns up several cards."""
GROUP: Final = 2.5
DUEL: Final = 3.2
"""How much larger the errors of the level *medium* are than in the dice game (``tools/anchors.py``)."""
STARTS: Final = "starts.json"


class Judge:
    """Judges the card game."""

    def __init__(self, depth: int) -> None:
        self._guesses = GUESSES[min(depth, len(GUESSES) - 1)]
        self._mind = shipped()
        self.name = f"mind, depth {depth}"

    def scale(self, game: Game) -> float:
        """Return how large errors are at this table, see ``docs/analysis.md``."""
        return DUEL if is_duel(game) else GROUP

    def start(self, game: Game) -> Chances:
        """Return what all seats can expect before the cards are dealt."""
        found = start_chances(game, 0)
        if game.settings["first"] == "lots":
            return [sum(found) / len(found)] * len(found)
        return found

    def chances(self, state: State) -> Chances:
        """Return what all seats can expect, by all there is to know."""
        assert isinstance(state, LinkoState)
        return _row(worlds.true_chances(self._mind, [state])[0])

    def choice(self, state: State) -> Choice:
        """Return what the actor can know of its decision."""
        assert isinstance(state, LinkoState)
        assert state.actor is not None
        view = state.view(state.actor)
        known, guesses = state_from_view(view), self._guess(view, self._guesses)
        now = worlds.chances(self._mind, known, guesses).mean(0)
        after = {str(move): worlds.chances_after(self._mind, known, move, guesses) for move in known.legal}
        mine = {move: found[:, state.actor] for move, found in after.items()}
        best = self._best(view, {move: float(found.mean()) for move, found in mine.items()})
        doubt = {move: float((mine[best] - found).std() / self._guesses**0.5) for move, found in mine.items()}
        return Choice(_row(now), {move: _row(found.mean(0)) for move, found in after.items()}, best, doubt)

    def theft_chance(self, state: LinkoState, move: str) -> float:
        """Return how likely the layer of a play is stolen before it is covered, by what the actor knows."""
        view = state.view(state.actor)
        return theft.theft_chance(self._mind, state_from_view(view), move, self._guess(view, theft.GUESSES))

    def _guess(self, view: LinkoView, number: int) -> Guesses:
        """Return worlds that look the same to the actor, whose view this is: always the same ones."""
        assert view["actor"] is not None
        rng = _rng(json.dumps(view, sort_keys=True))
        return guess(state_from_view(view), view["actor"], number, rng)

    def _best(self, view: LinkoView, worth: dict[str, float]) -> str:
        """Return the move that the mind prefers, what it leads to considered.

        Of many moves some always look better than they are: those that the mind would hardly ever play are
        not chosen.
        """
        preferred = dict(zip(worth, self._mind.preferences(view).tolist(), strict=True))
        likely = [move for move, share in preferred.items() if share > log(SHARE)] or list(worth)
        return max(likely, key=lambda move: preferred[move] + worth[move] / CLOSE)

    def turnout(self, state: State, move: str) -> Turnout:
        """Return what a move brought, or the deal."""
        assert isinstance(state, LinkoState)
        then = state.play(move)
        if state.phase == "lots":
            return Turnout(self.start(state.game), start_chances(state.game, then.seat))
        after = self.chances(then)
        if state.phase == "deal":
            return Turnout(start_chances(state.game, state.seat), after)
        turned_up = len(state.table.deck) - len(then.table.deck)
        return Turnout(self._expected(state, move, turned_up) if turned_up else after, after)

    def _expected(self, state: LinkoState, move: str, turned_up: int) -> Chances:
        """Return what all seats could expect of a move that turns up cards of the deck."""
        deck = state.table.deck
        if turned_up == 1:  # the others of the deck do not matter: every card that may be the top one
            cards = sorted(set(deck))
            weights = [deck.count(card) / len(deck) for card in cards]
            tops = [_with_top(deck, card) for card in cards]
            found = worlds.chances_after(self._mind, state, move, worlds.as_it_is(state, tops))
            return _row(np.average(found, axis=0, weights=weights))
        rng = _rng(f"{move} {state.position()}")
        orders = rng.permuted(np.tile(sorted(deck), (ORDERS, 1)), axis=1).tolist()
        found = worlds.chances_after(self._mind, state, move, worlds.as_it_is(state, orders))
        return _row(found.mean(0))


def start_chances(game: Game, first: int) -> list[float]:
    """Return what all seats can expect before the deal, given who begins."""
    found = _row(np.array(_starts()[table_name(game)]))
    return [found[(seat - first) % game.players] for seat in range(game.players)]


def table_name(game: Game) -> str:
    """Return the name of a table in the file with what seats can expect there."""
    mode, row = game.settings["mode"], game.settings["row"]
    return f"{mode} {game.players}" if row == "full" else f"{mode} {game.players} {row}"


@cache
def _starts() -> dict[str, list[float]]:
    read = files(__package__).joinpath(STARTS).read_text(encoding="utf-8")
    found: dict[str, list[float]] = json.loads(read)["chances"]
    return found


def _with_top(deck: Sequence[int], card: int) -> list[int]:
    """Return the deck with a card of it on top."""
    at = deck.index(card)
    return [card, *deck[:at], *deck[at + 1 :]]


def _rng(text: str) -> np.random.Generator:
    """Return random numbers that follow from a text: the same question gets the same answer."""
    return np.random.default_rng(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))


def _row(chances: NDArray[np.floating]) -> list[float]:
    """Return chances that sum to 1 exactly enough: the mind reckons in single precision."""
    exact = chances.astype(np.float64)
    found: list[float] = (exact / exact.sum()).tolist()
    return found
