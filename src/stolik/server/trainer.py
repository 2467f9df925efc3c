"""The trainer of one table: advice on each decision, for the device of the person who must decide."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Set
from functools import partial

from stolik.core import State, View
from stolik.server.connection import Connection
from stolik.server.help import can_advise
from stolik.server.messages import Advice, PerMove
from stolik.server.table import Table
from stolik.server.tasks import Tasks

Advise = Callable[[View], Awaitable[tuple[str, PerMove]]]
"""Returns the best move of a view, and what there is to say of each."""


class Trainer:
    """Asks for advice whenever somebody here must decide, and sends it unless it comes too late."""

    def __init__(self, table: Table, connections: Set[Connection], advise: Advise, tasks: Tasks) -> None:
        self._table = table
        self._connections = connections
        self._advise = advise
        self._tasks = tasks

    def ask(self) -> None:
        """Ask for advice on the decision that is due, if the actor is here and wants a trainer."""
        state = self._table.state
        if state is None or state.actor is None or self._table.help(state.actor) != "trainer":
            return
        if any(connection.seat(self._table) == state.actor for connection in self._connections):
            view = state.view(state.actor)
            if can_advise(view):
                self._tasks.later(0, partial(self._send, self._table.made, state, view))

    async def _send(self, ply: int, state: State, view: View) -> None:
        seat = state.actor
        best, moves = await self._advise(view)
        for connection in self._connections:
            if self._is_wanted(state) and connection.seat(self._table) == seat:
                connection.push(Advice(ply, best, moves))

    def _is_wanted(self, state: State) -> bool:
        """Whether this is still to be decided, and by a person who still wants advice."""
        assert state.actor is not None
        return self._table.state is state and self._table.help(state.actor) == "trainer"
