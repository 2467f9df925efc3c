"""A bot made of a policy: of a function from what a seat sees to an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stolik.core import Game, Move, View
from stolik.encoding import AnyEncoding, encoding_of

Policy = Callable[[Sequence[float], Sequence[int]], int]
"""Chooses an action, given an observation and the legal actions (``stolik.encoding``)."""


class PolicyBot:
    """Plays the actions of a policy, and move by move what each of them joins.

    >>> import stolik
    >>> game = stolik.Game("pickomino", players=2)
    >>> bot = PolicyBot(game, lambda seen, legal: legal[0])
    >>> bot.choose(game.start().view(0))
    'roll'
    """

    def __init__(self, game: Game, policy: Policy) -> None:
        self._encoding: AnyEncoding = encoding_of(game)
        self._policy = policy
        self._next: list[Move] = []

    def choose(self, view: View) -> str:
        """Return the next move of the action that was begun, or the first of a new one."""
        if self._next and self._next[0] in view["moves"]:
            return self._next.pop(0)
        if forced := self._encoding.forced(view):
            return forced
        legal = self._encoding.legal(view)
        action = self._policy(self._encoding.observation(view), legal)
        first, *self._next = self._encoding.texts(action, view)
        return first
