"""The trainer of one table: advice on each decision, for the device of the person who must decide."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Set
from functools import partial
from typing import NamedTuple

from stolik.bots.guarded import BotError
from stolik.core import View
from stolik.server.connection import Connection
from stolik.server.help import can_advise
from stolik.server.messages import Advice, PerMove
from stolik.server.table import Table
from stolik.server.tasks import Tasks
from stolik.server.thinking import Busy

Advise = Callable[[View, str, str], Awaitable[tuple[str, PerMove]]]
"""Returns the best move of a view, and what there is to say of each, for a table and a client."""


class _Due(NamedTuple):
    """A decision of a seat."""

    round: int
    ply: int
    seat: int


class Trainer:
    """Asks for advice once on every decision that somebody here must make, and sends it unless it is late."""

    def __init__(self, table: Table, connections: Set[Connection], advise: Advise, tasks: Tasks) -> None:
        self._table = table
        self._connections = connections
        self._advise = advise
        self._tasks = tasks
        self._asked: _Due | None = None
        self._advice: Advice | None = None

    def ask(self, newcomer: Connection | None = None) -> None:
        """Have advice sent on the decision that is due, if the actor is here and wants a trainer.

        A newcomer is told what the others have been told already.
        """
        state = self._table.state
        if state is None or state.actor is None or self._table.help(state.actor) != "trainer":
            return
        here = next((one for one in self._connections if one.seat(self._table) == state.actor), None)
        if here is None:
            return
        due = _Due(self._table.round, self._table.made, state.actor)
        if due == self._asked:
            if newcomer is not None and self._advice and newcomer.seat(self._table) == due.seat:
                newcomer.push(self._advice)
            return
        view = state.view(state.actor)
        if can_advise(view):
            self._asked, self._advice = due, None
            self._tasks.later(0, partial(self._send, due, view, here.client))

    async def _send(self, due: _Due, view: View, client: str) -> None:
        try:
            best, moves = await self._advise(view, self._table.code, client)
        except (Busy, TimeoutError):
            self._asked = None  # asking again may have better luck
            return
        except (ModuleNotFoundError, BotError):
            best, moves = "", {}
        if due == self._asked:
            self._advice = Advice(due.ply, best, moves, missing=not best)
            for connection in self._connections:
                if self._is_wanted(due) and connection.seat(self._table) == due.seat:
                    connection.push(self._advice)

    def _is_wanted(self, due: _Due) -> bool:
        """Whether this is still to be decided, and by a person who still wants advice."""
        return self._table.made == due.ply and self._table.help(due.seat) == "trainer"
