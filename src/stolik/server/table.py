"""A table: what is true after the entries of its log, and nothing else.

``apply`` is the only thing that changes a table. It asks no clock, draws no random numbers and refuses
nothing, so that every node that has read the same log has the same table. What may be written into the log
is decided in ``commands``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from stolik.core import CHANCE, Fairness, Game, Move, Record, State
from stolik.core.fair import commit
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
from stolik.server.messages import Level, Manners, Options, Orders, SeatPlan, Stage, StandInFor

STAND_IN_LEVEL: Level = "medium"
"""The level of the bot that plays for a person who is away or has left."""

Moment = tuple[State, str, State]
"""A move, and the game before and after it."""


@dataclass(slots=True)
class Seat:
    """One seat at a table, and who is in it."""

    plan: SeatPlan
    name: str | None = None
    holder: str | None = None
    """The hash of the token of the device that holds it."""
    random: str = ""
    """What the person added to the chance of this game; empty until they are ready."""
    node: str | None = None
    """The node that the device was last connected to."""
    away: float | None = None
    stand_in: StandInFor | None = None
    muted: bool = False
    orders: Orders = field(default_factory=dict)

    @property
    def free(self) -> bool:
        """Whether a person could sit down here."""
        return self.plan.kind == "human" and self.holder is None

    @property
    def human(self) -> bool:
        """Whether a person sits here."""
        return self.holder is not None


class Table:
    """Everything about one table. Empty until the first entry is applied."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seq = 0
        self.done: dict[str, int] = {}
        """The place in the log of every command that was done."""
        self.game_name = ""
        self.options: Options = {}
        self.manners = Manners()
        self.seats: list[Seat] = []
        self.host = ""
        self.recoveries: dict[str, str] = {}
        self.stage: Stage = "waiting"
        self.round = 1
        self.secret = ""
        self.state: State | None = None
        self.fairness: Fairness | None = None
        self.moves: list[str] = []
        self.names: tuple[str, ...] = ()
        self.chances = 0
        self.since = 0.0
        """When the game last moved on."""
        self.moments: list[Moment] = []
        """The moves of the last entry."""

    # -- What it tells --------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves this game has had, chance included."""
        return len(self.moves)

    @property
    def commitment(self) -> str:
        """The promise of this game's secret."""
        return commit(bytes.fromhex(self.secret))

    def runs_after(self, entry: Entry) -> bool:
        """Whether a game is on once an entry is written: then somebody has to see to it that it goes on."""
        match entry:
            case Played(over=over):
                return not over
            case Started():
                return True
            case Readied(began=began):
                return began is not None
            case _:
                return self.stage == "playing"

    @property
    def holders(self) -> tuple[str | None, ...]:
        """The device that holds each seat."""
        return tuple(seat.holder for seat in self.seats)

    def held(self, holder: str | None) -> list[int]:
        """Return the seats that a device holds."""
        return [n for n, seat in enumerate(self.seats) if holder is not None and seat.holder == holder]

    def knows(self, holder: str | None) -> bool:
        """Whether a device belongs to the table: it is the host's, or holds a seat."""
        return holder == self.host or bool(self.held(holder))

    def may_watch(self, holder: str | None) -> bool:
        """Whether a device may look on: strangers where spectators are wanted, or while a seat is free."""
        if self.manners.spectators or self.knows(holder):
            return True
        return self.stage == "waiting" and any(seat.free for seat in self.seats)

    def game(self, seats: int | None = None) -> Game:
        """Return the game that is played here, or would be with so many seats."""
        return Game(self.game_name, players=seats or len(self.seats), **self.options)

    def record(self) -> Record:
        """Return the game's record, secret included: only for when it is over."""
        assert self.state is not None
        moves = tuple(map(Move, self.moves))
        return Record(self.state.game, moves, self.names if any(self.names) else (), self.fairness)

    # -- What happens to it ---------------------------------------------------------------------------

    def apply(self, entry: Entry, moments: Sequence[Moment] | None = None) -> None:
        """Make true what an entry says. Entries come in the order of the log, none left out.

        ``moments`` are the entry's moves as they were played when it was decided on this very table; without
        them they are played now.
        """
        self.seq += 1
        self.done[entry.id] = self.seq
        self.moments = []
        match entry:
            case Played():
                self._played(entry, moments)
            case Present(seats=seats, node=node):
                for n in seats:
                    self.seats[n].node, self.seats[n].away, self.seats[n].stand_in = node, None, None
            case Absent(seats=seats, since=since):
                for n in seats:
                    self.seats[n].node, self.seats[n].away = None, since
            case Said():
                pass
            case Ordered(seat=n, orders=orders):
                self.seats[n].orders = orders
            case StoodIn(seat=n, how=how):
                self.seats[n].stand_in = how
            case Muted(seat=n, muted=muted):
                self.seats[n].muted = muted
            case Opened():
                self._opened(entry)
            case Configured():
                self._configured(entry)
            case Sat(seat=n, name=name, holder=holder):
                self.seats[n] = Seat(self.seats[n].plan, name, holder)
            case Readied(seat=n, random=random, began=began, kept=kept):
                self.seats[n].random = random
                if began is not None:
                    self._begin(entry.at, range(len(self.seats)) if kept is None else kept, began, moments)
            case Started(kept=kept, moves=moves):
                self._begin(entry.at, kept, moves, moments)
            case Left(seat=n):
                self._left(n)
            case Again(secret=secret):
                self.stage, self.round, self.secret = "waiting", self.round + 1, secret
                self._nobody_ready()
            case Recoverable(holder=holder, recovery=recovery):
                self.recoveries[recovery] = holder
            case Recovered(recovery=recovery, holder=holder):
                self._recovered(self.recoveries.pop(recovery), holder)

    def _opened(self, entry: Opened) -> None:
        self.game_name, self.options, self.manners = entry.game, entry.options, entry.manners
        self.seats = [Seat(plan) for plan in entry.seats]
        self.host, self.secret = entry.holder, entry.secret

    def _configured(self, entry: Configured) -> None:
        if entry.manners is not None:
            self.manners = entry.manners
        if entry.options is not None:
            self.options = entry.options
            self._nobody_ready()
        if entry.seats is not None:
            self.seats += [Seat(plan) for plan in entry.seats[len(self.seats) :]]
            del self.seats[len(entry.seats) :]
            for seat, plan in zip(self.seats, entry.seats, strict=True):
                seat.plan = plan

    def _nobody_ready(self) -> None:
        """What people agreed to has changed, or it is another game: they have to say it again."""
        for seat in self.seats:
            seat.random = ""

    def _begin(
        self, at: float, kept: Iterable[int], moves: Sequence[str], moments: Sequence[Moment] | None
    ) -> None:
        self.seats = [self.seats[n] for n in kept]
        self.stage, self.since = "playing", at
        self.names = tuple(seat.name or "" for seat in self.seats)
        self.fairness = Fairness(bytes.fromhex(self.secret), tuple(seat.random for seat in self.seats))
        self.moves, self.chances = [], 0
        self.state = moments[0][0] if moments else self.game().start()
        self._move(moves, moments)

    def _played(self, entry: Played, moments: Sequence[Moment] | None) -> None:
        self._move(entry.moves, moments)
        self.since = entry.at
        assert self.state is not None
        seat = self.seats[entry.seat]
        if seat.stand_in == "turn" and self.state.actor != entry.seat:
            seat.stand_in = None
        if entry.over:
            self.stage = "over"

    def _move(self, moves: Sequence[str], moments: Sequence[Moment] | None) -> None:
        assert self.state is not None
        self.moments = list(_played(self.state, moves) if moments is None else moments)
        assert [move for _, move, _ in self.moments] == moves
        for before, _, after in self.moments:
            assert before is self.state
            self.state = after
            self.chances += before.actor == CHANCE
        self.moves += moves

    def _left(self, n: int) -> None:
        """An empty chair until the game begins; a bot after that."""
        holder = self.seats[n].holder
        plan = self.seats[n].plan if self.stage == "waiting" else SeatPlan("bot", STAND_IN_LEVEL)
        self.seats[n] = Seat(plan)
        if holder == self.host and not self.held(holder):
            self.host = next((seat.holder for seat in self.seats if seat.holder), self.host)

    def _recovered(self, before: str, holder: str) -> None:
        for n in self.held(before):
            self.seats[n].holder = holder
            self.seats[n].node = None  # where the other device was says nothing of this one
        if self.host == before:
            self.host = holder


def _played(state: State, moves: Iterable[str]) -> Iterator[Moment]:
    """Play moves, one after the other."""
    for move in moves:
        before, state = state, state.play(move)
        yield before, move, state
