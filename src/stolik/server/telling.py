"""What a device may know of a table: seats, events and views, seen through one seat or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stolik.core import State
from stolik.server.entries import (
    Absent,
    Again,
    Configured,
    Entry,
    Left,
    Muted,
    Opened,
    Ordered,
    Played,
    Present,
    Readied,
    Recoverable,
    Recovered,
    Said,
    Sat,
    Started,
    StoodIn,
)
from stolik.server.messages import Event, SeatView, TableView, Told, View
from stolik.server.table import Moment, Table


def table_view(table: Table) -> TableView:
    """Return the table as everybody may see it."""
    hosts = table.held(table.host)
    return TableView(
        code=table.code,
        game=table.game_name,
        options=table.options,
        manners=table.manners,
        stage=table.stage,
        round=table.round,
        host=hosts[0] if hosts else None,
        seats=[
            SeatView(
                kind=seat.plan.kind,
                name=seat.name,
                level=seat.plan.level,
                ready=bool(seat.random) or seat.plan.kind == "bot",
                away=seat.away,
                stand_in=seat.stand_in,
                muted=seat.muted,
            )
            for seat in table.seats
        ],
        commitment=table.commitment,
        secret=table.secret if table.stage == "over" else None,
    )


def changes_seats(entry: Entry) -> bool:
    """Whether everybody has to see the table anew after an entry, and not only the game."""
    return not isinstance(entry, Played | Said | Ordered | Recoverable)


def eye(table: Table, holder: str | None) -> int | None:
    """Return the seat a device sees through unless it says otherwise.

    That is its only seat. A device with several seats shows nobody's cards until it is told whose turn it is
    to look; where nothing is hidden it may look through any.
    """
    held = table.held(holder)
    return held[0] if len(held) == 1 else None


class Witness:
    """Tells one entry, with its moves, to everybody who may know of it, each in their own way."""

    def __init__(self, seq: int, entry: Entry, moments: Sequence[Moment]) -> None:
        self.seq = seq
        self.entry = entry
        self._moments = moments
        self._told: dict[int | None, Told] = {}

    @property
    def moves(self) -> bool:
        """Whether it moved the game on."""
        return bool(self._moments)

    def told(self, seat: int | None) -> Told:
        """Return the entry as a seat may know it; where nothing is hidden, they all know the same."""
        eye = seat if self._hides() else None
        if eye not in self._told:
            events = _plainly(self.entry, eye)
            for before, move, after in self._moments:
                events += before.told(move, after, eye)
            self._told[eye] = Told(self.seq, self.entry.at, self.entry.id, events)
        return self._told[eye]

    def _hides(self) -> bool:
        return self._moments[0][0].game.plugin.hidden if self._moments else isinstance(self.entry, Ordered)


def _plainly(entry: Entry, seat: int | None) -> list[Event]:
    """Return what an entry says apart from the moves in it."""
    told: dict[str, Any]
    match entry:
        case Played(by=by):
            return [] if by == "person" else [{"kind": "by", "seat": entry.seat, "by": by}]
        case Said():
            told = {"kind": "said", "seat": entry.seat, "phrase": entry.phrase, "text": entry.text}
        case Ordered():
            if seat != entry.seat:
                return []
            told = {"kind": "ordered", "seat": entry.seat, "orders": entry.orders}
        case Present():
            told = {"kind": "present", "seats": entry.seats}
        case Absent():
            told = {"kind": "absent", "seats": entry.seats, "since": entry.since}
        case StoodIn():
            told = {"kind": "stood_in", "seat": entry.seat, "how": entry.how, "asked": entry.asked}
        case Muted():
            told = {"kind": "muted", "seat": entry.seat, "muted": entry.muted}
        case Opened():
            told = {"kind": "opened"}
        case Configured():
            told = {"kind": "configured"}
        case Sat():
            told = {"kind": "sat", "seat": entry.seat, "name": entry.name}
        case Readied():
            told = {"kind": "ready", "seat": entry.seat, "random": entry.random}
        case Started():
            told = {"kind": "started"}
        case Left():
            told = {"kind": "left", "seat": entry.seat, "removed": entry.removed}
        case Again():
            told = {"kind": "again", "seat": entry.seat}
        case Recoverable() | Recovered():
            return []
    return [told]


def game_view(table: Table, seat: int | None) -> View | None:
    """Return the game as a seat may see it, or ``None`` while there is none."""
    return Views(table)(seat)


class Views:
    """Gives each seat its view of a game. Where nothing is hidden, the table is described but once."""

    def __init__(self, table: Table) -> None:
        self._state = None if table.stage == "waiting" else table.state
        self._seen: dict[int | None, View] = {}

    def __call__(self, seat: int | None) -> View | None:
        """Return the game as a seat may see it, or ``None`` while there is none."""
        state = self._state
        if state is None:
            return None
        if seat not in self._seen:
            self._seen[seat] = (
                state.view(seat) if seat is None or state.game.plugin.hidden else self._open(state, seat)
            )
        return self._seen[seat]

    def _open(self, state: State, seat: int) -> View:
        own = {**(self(None) or {}), "seat": seat}
        if seat == state.actor:
            own["moves"] = list(state.moves())
        return own
