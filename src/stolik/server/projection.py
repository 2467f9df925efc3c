"""What a device may know of a table: its seats, its log and its game, as one seat may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from stolik.core import CHANCE, Event, State, View
from stolik.server.entries import (
    Absent,
    Again,
    Answered,
    Asked,
    Configured,
    Entry,
    Erased,
    Helped,
    Hosted,
    Left,
    Muted,
    Opened,
    Ordered,
    Played,
    Present,
    Readied,
    Recoverable,
    Recovered,
    Revealed,
    Said,
    Sat,
    Started,
    Starting,
    StoodIn,
    TookBack,
)
from stolik.server.messages import SeatView, TableSummary, TableView, Told
from stolik.server.slips import Moment
from stolik.server.table import Table

Holders = tuple[str | None, ...]
"""The device that holds each seat, by the hash of its token."""


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
                ready=bool(seat.promise) or seat.plan.kind == "bot",
                promise=seat.promise or None,
                away=seat.away,
                stand_in=seat.stand_in,
                muted=seat.muted,
                help=table.help(n),
            )
            for n, seat in enumerate(table.seats)
        ],
        commitment=table.commitment,
        secret=table.secret if table.stage == "over" else None,
        starting=None if table.starting is None else table.unrevealed(),
        name=table.name,
        evening=table.evening.shown(),
        asked=table.question,
        full=table.full,
    )


def table_summary(table: Table) -> TableSummary:
    """Return the same for those outside, who do not see the game: with the seat that has to decide."""
    actor = table.state.actor if table.state and table.stage == "playing" else None
    return TableSummary(**asdict(table_view(table)), actor=None if actor == CHANCE else actor)


def changes_seats(entry: Entry) -> bool:
    """Whether everybody has to see the table again after an entry, and not only the game."""
    return not isinstance(entry, Played | Said | Ordered | Recoverable)


def viewing_seat(holders: Holders, holder: str | None) -> int | None:
    """Return the seat that a device sees through unless it asks for another: its only seat.

    A device with several seats shows nobody's secrets until it is told which of its people looks.
    """
    if holder is None or holders.count(holder) != 1:
        return None
    return holders.index(holder)


class EntryProjection:
    """One entry with its moves, as each seat may know it."""

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
        viewer = seat if self._hides() else None
        if viewer not in self._told:
            events = _table_events(self.entry, viewer)
            for before, move, after in self._moments:
                events += before.told(move, after, viewer)
            self._told[viewer] = Told(self.seq, self.entry.at, self.entry.id, events)
        return self._told[viewer]

    def _hides(self) -> bool:
        return self._moments[0][0].game.plugin.hidden if self._moments else isinstance(self.entry, Ordered)


def _table_events(entry: Entry, seat: int | None) -> list[Event]:
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
        case Helped():
            told = {"kind": "helped", "seat": entry.seat, "help": entry.help}
        case Asked():
            told = {"kind": "asked", "seat": entry.seat, "ply": entry.ply}
        case Answered():
            told = {"kind": "answered", "seat": entry.seat, "agree": entry.agree}
        case TookBack(agreed=agreed):
            told = {"kind": "took_back", "seat": entry.seat, "ply": entry.ply}
            if agreed is not None:
                return [{"kind": "answered", "seat": agreed, "agree": True}, told]
        case Present():
            told = {"kind": "present", "seats": entry.seats}
        case Absent():
            told = {"kind": "absent", "seats": entry.seats, "since": entry.since}
        case Hosted():
            told = {"kind": "hosted", "seat": entry.seat}
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
            told = {"kind": "ready", "seat": entry.seat}
            if entry.starts is not None:
                return [told, {"kind": "starting"}]
        case Starting():
            told = {"kind": "starting"}
        case Revealed(began=began):
            told = {"kind": "revealed", "seat": entry.seat, "random": entry.random}
            if began is not None:
                return [told, {"kind": "started", "late": []}]
        case Started(late=late):
            told = {"kind": "started", "late": late}
        case Left():
            told = {"kind": "left", "seat": entry.seat, "removed": entry.removed}
        case Again():
            told = {"kind": "again", "seat": entry.seat}
        case Recoverable() | Recovered() | Erased():
            return []
    return [told]


def game_view(table: Table, seat: int | None) -> View | None:
    """Return the game as a seat may see it, or ``None`` while there is none."""
    return GameViews(table)(seat)


class GameViews:
    """The view of each seat, made when asked for. Where nothing is hidden, the game is described once."""

    def __init__(self, table: Table) -> None:
        self._state = None if table.stage == "waiting" else table.state
        self._seen: dict[int | None, View] = {}

    def __call__(self, seat: int | None) -> View | None:
        """Return the game as a seat may see it, or ``None`` while there is none."""
        return None if self._state is None else self._view(self._state, seat)

    def _view(self, state: State, seat: int | None) -> View:
        if seat not in self._seen:
            hidden = state.game.plugin.hidden
            self._seen[seat] = state.view(seat) if seat is None or hidden else self._open(state, seat)
        return self._seen[seat]

    def _open(self, state: State, seat: int) -> View:
        """Return what a seat sees where nothing is hidden: the same as everybody, and its own moves."""
        view = self._view(state, None).copy()
        view["seat"] = seat
        if seat == state.actor:
            view["moves"] = list(state.moves())
        return view
