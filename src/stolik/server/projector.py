"""Who is told what: the messages that each device at a table gets, as its seat may see them."""

from __future__ import annotations

import time
from collections.abc import Sequence, Set

from stolik.core import View
from stolik.server.commands import back
from stolik.server.connection import REJECTED, Connection, encode
from stolik.server.entries import Ordered
from stolik.server.help import preview, risk
from stolik.server.messages import (
    PROTOCOL,
    Hello,
    Help,
    Ladder,
    Orders,
    PerMove,
    Question,
    Seen,
    Told,
    Update,
)
from stolik.server.projection import EntryProjection, GameViews, changes_seats, game_view, table_view
from stolik.server.settings import Settings
from stolik.server.table import Table

Sight = tuple[int | None, ...]
"""The seat that a device saw each of some entries through."""


class Projector:
    """Tells the devices at one table what happened there."""

    def __init__(self, table: Table, connections: Set[Connection], settings: Settings) -> None:
        self._table = table
        self._connections = connections
        self._settings = settings
        self._noted: list[tuple[EntryProjection, dict[Connection, int | None]]] = []
        """Entries that nobody was told of yet, and the seat that each device saw them through."""
        self._asked: Question | None = None
        """The question that everybody was told of."""

    def note(self, entry: EntryProjection) -> None:
        """Take note of an entry that was just applied: seats may have other numbers after the next one."""
        self._noted.append((entry, {one: one.seat(self._table) for one in self._connections}))

    def tell(self) -> None:
        """Tell all devices of the entries that were noted. Devices that see the same share one message."""
        noted, self._noted = self._noted, []
        entries = [entry for entry, _ in noted]
        table_changed = any(changes_seats(entry.entry) for entry in entries)
        if self._table.question != self._asked:  # a move is an answer, too
            self._asked, table_changed = self._table.question, True
        views = GameViews(self._table)
        updates: dict[tuple[Sight, str | None], bytes] = {}
        for connection in noted[-1][1] if noted else ():
            if not self._table.may_watch(connection.holder):  # the last seat is taken, or its person has left
                connection.cut(REJECTED)
                continue
            sight = tuple(seats[connection] for _, seats in noted)
            key = (sight, connection.holder if table_changed else None)
            if key not in updates:
                updates[key] = encode(self._update(connection.holder, sight, entries, table_changed, views))
            connection.push(updates[key])

    def _update(
        self,
        holder: str | None,
        sight: Sight,
        entries: Sequence[EntryProjection],
        table_changed: bool,
        views: GameViews,
    ) -> Update:
        table, seat = self._table, sight[-1]
        moved = any(entry.moves for entry in entries)
        ordered = any(isinstance(entry.entry, Ordered) for entry in entries)
        view = views(seat) if moved or table_changed else None
        return Update(
            seq=table.seq,
            ply=table.made,
            seat=seat,
            told=[entry.told(then) for entry, then in zip(entries, sight, strict=True)],
            table=table_view(table) if table_changed or table.stage == "over" else None,
            yours=table.held(holder) if table_changed else None,
            host=holder == table.host if table_changed else None,
            orders=self._orders(seat) if table_changed or ordered else None,
            view=view,
            preview=self._preview(view),
            risk=self._risk(view),
            back=back(table, seat) if view is not None else None,
        )

    def hello(self, connection: Connection, missed: list[Told]) -> Hello:
        """Return the first message for a device: all there is to know, and what it missed."""
        table, settings = self._table, self._settings
        seat = connection.seat(table)
        view = game_view(table, seat)
        return Hello(
            protocol=PROTOCOL,
            seq=table.seq,
            now=time.time(),
            ply=table.made,
            table=table_view(table),
            yours=table.held(connection.holder),
            host=connection.holder == table.host,
            seat=seat,
            orders=self._orders(seat),
            view=view,
            preview=self._preview(view),
            risk=self._risk(view),
            back=back(table, seat),
            missed=missed,
            ladder=Ladder(
                losing=settings.losing_after,
                absent=settings.absent_after,
                stand_in=settings.stand_in_after,
                abandoned=settings.abandoned_after,
            ),
        )

    def seen(self, connection: Connection) -> Seen:
        """Return the table as a device sees it through the seat that it looks through."""
        seat = connection.seat(self._table)
        view = game_view(self._table, seat)
        return Seen(
            seq=self._table.seq,
            seat=seat,
            orders=self._orders(seat),
            view=view,
            preview=self._preview(view),
            risk=self._risk(view),
            back=back(self._table, seat),
        )

    def _orders(self, seat: int | None) -> Orders:
        return self._table.seats[seat].orders if seat is not None else {}

    def _preview(self, view: View | None) -> PerMove | None:
        if view is None:
            return None
        return preview(self._table.state, view["seat"], self._help(view))

    def _risk(self, view: View | None) -> float | None:
        return None if view is None or self._help(view) == "none" else risk(view)

    def _help(self, view: View) -> Help:
        """Return the help of the seat that a view is of; spectators have what the host allows."""
        seat = view["seat"]
        return self._table.manners.help if seat is None else self._table.help(seat)
