"""A table: what is true after the entries of its log, and nothing else.

``apply`` is the only thing that changes a table. It asks no clock, draws no random numbers and refuses
nothing, so that every node that has read the same log has the same table. What may be written into the log
is decided in ``commands``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import get_args

from stolik.core import CHANCE, Fairness, Game, Move, Record, Result, State, Taken, game_names
from stolik.core.fair import commit
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
    TakenOver,
    TookBack,
)
from stolik.server.evening import Evening
from stolik.server.messages import (
    EveningGame,
    EveningPlayer,
    Help,
    Level,
    Manners,
    Options,
    Orders,
    Question,
    SeatPlan,
    Stage,
    StandInFor,
)
from stolik.server.slips import Moment, Slip, Slips

STAND_IN_LEVEL: Level = "medium"
"""The level of the bot that plays for a person who is away or has left."""

MOST, LAST = 20_000, 100_000
"""Entries of a log after which only what moves a game on is written, some hundred games, and after which no
other game begins: a program could play against bots without end."""
EXTRAS = 400
"""What a person may write in one game that does not move it on: words, orders, links and the like."""
KEPT_IDS, KEPT_DEVICES, KEPT_LINKS = 64, 32, 3
"""Commands of a device that are remembered, devices whose commands are, and recovery links of a device."""
KEPT_PEOPLE = 500
"""Devices of which it is remembered that they sat here, or that the host removed or muted them."""

HELP: tuple[Help, ...] = get_args(Help)
"""The kinds of help, from the least to the most."""


class MissingGame(Exception):  # noqa: N818 -- of how the server is set up, not a fault of the program
    """A table is of a game that is not installed here, as it was when the table was opened."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


@dataclass(slots=True)
class Seat:
    """One seat at a table, and who is in it."""

    plan: SeatPlan
    name: str | None = None
    holder: str | None = None
    """The hash of the token of the device that holds it."""
    promise: str = ""
    """The SHA-256 of what the person adds to the chance of this game; empty until they are ready."""
    random: str = ""
    """What they add; empty until it is shown."""
    node: str | None = None
    """The node that the device was last connected to."""
    away: float | None = None
    stand_in: StandInFor | None = None
    muted: bool = False
    help: Help | None = None
    """How much help the person chose, if they did."""
    orders: Orders = field(default_factory=dict)

    @property
    def free(self) -> bool:
        """Whether a person could sit down here."""
        return self.plan.kind == "human" and self.holder is None

    @property
    def human(self) -> bool:
        """Whether a person sits here."""
        return self.holder is not None


@dataclass(slots=True, eq=False)
class Table:
    """Everything about one table. Empty until the first entry is applied."""

    code: str
    seq: int = 0
    done: dict[str, dict[str, int]] = field(default_factory=dict)
    """The place in the log of the last commands of each device; the server's own are under ``""``."""
    extras: dict[str, int] = field(default_factory=dict)
    """How much each device has written in this game that did not move it on."""
    opened: float = 0.0
    name: str | None = None
    game_name: str = ""
    options: Options = field(default_factory=dict)
    manners: Manners = field(default_factory=Manners)
    seats: list[Seat] = field(default_factory=list)
    host: str = ""
    hosted: float = 0.0
    """When the host, or the host's device, last became another one."""
    host_node: str | None = None
    host_away: float | None = None
    """Where the device of a host without a seat is connected, or since when it is not."""
    sat: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    muted: list[str] = field(default_factory=list)
    """The devices that ever held a seat, and those that the host removed or muted."""
    recoveries: dict[str, str] = field(default_factory=dict)
    stage: Stage = "waiting"
    round: int = 1
    secret: str = ""
    taken: TakenOver | None = None
    """The moves of another game with which this one begins."""
    starting: list[int] | None = None
    """The seats that will play, while people are to show what they have promised."""
    state: State | None = None
    fairness: Fairness | None = None
    moves: list[str] = field(default_factory=list)
    names: tuple[str, ...] = ()
    levels: tuple[Level | None, ...] = ()
    """Who began this game: the names of the people, and the levels of the bots."""
    began: float = 0.0
    evening: Evening = field(default_factory=Evening)
    chances: int = 0
    since: float = 0.0
    """When the game last moved on."""
    slips: Slips = field(default_factory=Slips)
    undone: int = 0
    """How many moves of this game were taken back, and one more for each time."""
    question: Question | None = None
    asked_at: float = 0.0
    declined: tuple[int, int] | None = None
    """The seat and the ply of a question that was answered with no."""
    moments: list[Moment] = field(default_factory=list)
    """The moves of the last entry."""

    # -- What it tells --------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves this game has, chance included."""
        return len(self.moves)

    @property
    def made(self) -> int:
        """How many moves were ever made in this game, and how often some were taken back.

        No two moments of a game have the same count: what was decided about one is not taken for a decision
        about another.
        """
        return self.ply + self.undone

    @property
    def full(self) -> bool:
        """Whether the log is so long that only what moves a game on is written."""
        return self.seq >= MOST

    @property
    def used_up(self) -> bool:
        """Whether the log is so long that no other game begins."""
        return self.seq >= LAST

    def place(self, device: str | None, command: str) -> int | None:
        """Return the place in the log of a command that a device has sent before, if it was done."""
        return self.done.get(device or "", {}).get(command)

    @property
    def commitment(self) -> str:
        """The promise of this game's secret."""
        return commit(bytes.fromhex(self.secret))

    def unrevealed(self) -> list[int]:
        """Return the seats of people who have promised randomness that they have not shown."""
        return [n for n, seat in enumerate(self.seats) if seat.promise and not seat.random]

    def runs_after(self, entry: Entry) -> bool:
        """Whether a game is on once an entry is written: then somebody has to see to it that it goes on."""
        match entry:
            case Played(over=over):
                return not over
            case Started() | Starting() | Revealed():
                return True
            case Readied(began=began, starts=starts):
                return began is not None or starts is not None
            case _:
                return self.stage == "playing" or self.starting is not None

    @property
    def holders(self) -> tuple[str | None, ...]:
        """The device that holds each seat."""
        return tuple(seat.holder for seat in self.seats)

    def held(self, holder: str | None) -> list[int]:
        """Return the seats that a device holds."""
        return [n for n, seat in enumerate(self.seats) if holder is not None and seat.holder == holder]

    def people(self) -> list[int]:
        """Return the seats that people sit in."""
        return [n for n, seat in enumerate(self.seats) if seat.human]

    def help(self, n: int) -> Help:
        """Return how much help the person in a seat gets: what they chose, as far as the host allows it."""
        seat = self.seats[n]
        if not seat.human:
            return "none"
        return min(seat.help or self.manners.help, self.manners.help, key=HELP.index)

    def knows(self, holder: str | None) -> bool:
        """Whether a device belongs to the table: it is the host's, or holds a seat."""
        return holder == self.host or bool(self.held(holder))

    def host_gone(self) -> float | None:
        """Return since when the host is not there, as far as the log says; ``None`` if the host is."""
        seats = [self.seats[n] for n in self.held(self.host)]
        if any(seat.node is not None for seat in seats) or (not seats and self.host_node is not None):
            return None
        aways = [seat.away for seat in seats] if seats else [self.host_away]
        return max(self.hosted, *(away or 0.0 for away in aways))

    def may_watch(self, holder: str | None) -> bool:
        """Whether a device may look on: strangers where spectators are wanted, or while a seat is free."""
        if self.manners.spectators or self.knows(holder):
            return True
        return self.stage == "waiting" and any(seat.free for seat in self.seats)

    def game(self, seats: int | None = None) -> Game:
        """Return the game that is played here, or would be with so many seats."""
        return Game(self.game_name, players=seats or len(self.seats), **self.options)

    def record(self) -> Record:
        """Return the game's record, secret included: nobody may see it before the game is over."""
        assert self.state is not None
        moves = tuple(map(Move, self.moves))
        names = self.names if any(self.names) else ()
        taken = Taken(len(self.taken.moves), self.taken.commitment) if self.taken else None
        return Record(self.state.game, moves, names, self.fairness, taken=taken)

    # -- What happens to it ---------------------------------------------------------------------------

    def become(self, other: Table) -> None:
        """Be what another one is, which is not used after that."""
        for one in fields(self):
            setattr(self, one.name, getattr(other, one.name))

    def apply(self, entry: Entry, moments: Sequence[Moment] | None = None) -> None:
        """Make true what an entry says. Entries come in the order of the log, none left out.

        ``moments`` are the entry's moves as they were played when it was decided on this very table; without
        them they are played now. Raises ``MissingGame`` for the first one if its game is not installed here.
        """
        if isinstance(entry, Opened):
            self._check_game(entry.game)
        self.seq += 1
        self._note_sender(entry)
        self.moments = []
        match entry:
            case Played():
                self._played(entry, moments)
            case Present(seats=seats, node=node, host=host):
                if host:
                    self.host_node, self.host_away = node, None
                for n in seats:
                    self.seats[n].node, self.seats[n].away, self.seats[n].stand_in = node, None, None
            case Absent(seats=seats, since=since, host=host):
                if host:
                    self.host_node, self.host_away = None, since
                self.question = None  # one who was asked may be gone
                for n in seats:
                    self.seats[n].node, self.seats[n].away = None, since
            case Said() | Erased():
                pass
            case Ordered(seat=n, orders=orders):
                self.seats[n].orders = orders
            case Helped(seat=n, help=help):
                self.seats[n].help = help
            case Asked(seat=n, ply=ply):
                self.question, self.asked_at = Question(n, ply, []), entry.at
            case Answered():
                self._answered(entry)
            case TookBack():
                self._took_back(entry)
            case StoodIn(seat=n, how=how):
                self.seats[n].stand_in = how
            case Muted(seat=n, muted=muted):
                self._muted(n, muted)
            case Hosted(seat=n):
                self._new_host(self.seats[n].holder, entry.at)
            case Opened():
                self._opened(entry)
            case Configured():
                self._configured(entry)
            case Sat(seat=n, name=name, holder=holder):
                self.seats[n] = Seat(self.seats[n].plan, name, holder, muted=holder in self.muted)
                _note(self.sat, holder)
            case Readied(seat=n, random=random, began=began, kept=kept):
                self.seats[n].random = random
                self.seats[n].promise = entry.promise or commit(bytes.fromhex(random))
                if began is not None:
                    self._begin(entry.at, range(len(self.seats)) if kept is None else kept, began, moments)
                elif entry.starts is not None:
                    self.starting, self.since = entry.starts, entry.at
            case Starting(kept=kept):
                self.starting, self.since = kept, entry.at
            case Revealed(seat=n, random=random, began=began):
                self.seats[n].random = random
                if began is not None:
                    assert self.starting is not None
                    self._begin(entry.at, self.starting, began, moments)
            case Started(kept=kept, moves=moves):
                self._begin(entry.at, kept, moves, moments)
            case Left(seat=n, removed=removed):
                self._left(n, removed, entry.at)
            case Again(secret=secret):
                self.stage, self.round, self.secret = "waiting", self.round + 1, secret
                self.extras, self.taken = {}, None
                self._nobody_ready()
            case Recoverable(holder=holder, recovery=recovery):
                self.recoveries[recovery] = holder
                own = [word for word, whose in self.recoveries.items() if whose == holder]
                for word in own[:-KEPT_LINKS]:
                    del self.recoveries[word]
            case Recovered(recovery=recovery, holder=holder):
                self._recovered(self.recoveries.pop(recovery), holder, entry.at)

    def _check_game(self, name: str) -> None:
        if name not in game_names():
            raise MissingGame(name)

    def _note_sender(self, entry: Entry) -> None:
        """Remember whose command this is, and that it was done."""
        device = self._sender(entry) or ""
        done = self.done.pop(device, {})
        self.done[device] = done
        done[entry.id] = self.seq
        if len(done) > KEPT_IDS:
            del done[next(iter(done))]
        if len(self.done) > KEPT_DEVICES:
            del self.done[next(iter(self.done))]
        if isinstance(entry, EXTRA):
            self.extras[device] = self.extras.get(device, 0) + 1

    def _sender(self, entry: Entry) -> str | None:
        """Return the device that an entry comes from; ``None`` if the server wrote it by itself."""
        if isinstance(entry, Recoverable):
            return entry.holder
        if "/" in entry.id:
            return None
        match entry:
            case Configured() | Starting() | Started() | Muted() | Left(removed=True):
                return self.host
            case StoodIn(asked=n) | TookBack(agreed=int(n)):
                return self.seats[n].holder
            case Opened() | Recovered() | Present() | Absent() | Hosted() | Erased():
                return None
            case _:
                return self.seats[entry.seat].holder

    def _opened(self, entry: Opened) -> None:
        self.opened = entry.at
        self.game_name, self.options, self.manners = entry.game, entry.options, entry.manners
        self.seats = [Seat(plan) for plan in entry.seats]
        self.host, self.hosted, self.secret = entry.holder, entry.at, entry.secret
        self.taken = entry.taken

    def _configured(self, entry: Configured) -> None:
        if entry.manners is not None:
            self.manners = entry.manners
        if entry.name is not None:
            self.name = entry.name or None
        if entry.options is not None:
            self.options = entry.options
        if entry.options is not None or entry.unready:
            self._nobody_ready()
        if entry.seats is not None:
            self.seats += [Seat(plan) for plan in entry.seats[len(self.seats) :]]
            del self.seats[len(entry.seats) :]
            for seat, plan in zip(self.seats, entry.seats, strict=True):
                seat.plan = plan

    def _nobody_ready(self) -> None:
        """What people agreed to has changed, or it is another game: they have to say it again."""
        for seat in self.seats:
            seat.promise = seat.random = ""

    def _begin(
        self, at: float, kept: Iterable[int], moves: Sequence[str], moments: Sequence[Moment] | None
    ) -> None:
        self.seats = [self.seats[n] for n in kept]
        self.stage, self.since, self.began, self.starting = "playing", at, at, None
        self.names = tuple(seat.name or "" for seat in self.seats)
        self.levels = tuple(None if seat.human else seat.plan.level for seat in self.seats)
        self.fairness = Fairness(bytes.fromhex(self.secret), tuple(seat.random for seat in self.seats))
        self.moves, self.chances, self.undone, self.extras = [], 0, 0, {}
        self._new_position()
        self.slips = Slips()
        self.state = self.game().start()
        if self.taken is not None:
            self._move(self.taken.moves, None)
        if moments:
            self.state = moments[0][0]
        self._move(moves, moments)

    def _played(self, entry: Played, moments: Sequence[Moment] | None) -> None:
        assert self.state is not None
        slip = Slip(self.ply, entry.seat, entry.by == "person", self.state)
        self._move(entry.moves, moments)
        self.slips.note(slip, self.moments)
        self._new_position()
        self.since = entry.at
        seat = self.seats[entry.seat]
        if seat.stand_in == "turn" and self.state.actor != entry.seat:
            seat.stand_in = None
        if entry.over:
            self.stage = "over"
            self.evening.add(self._finished(self.state.result(), entry.at))

    def _finished(self, result: Result, at: float) -> EveningGame:
        players = [
            EveningPlayer(name or None, level, score, place)
            for name, level, score, place in zip(
                self.names, self.levels, result.scores, result.places, strict=True
            )
        ]
        return EveningGame(self.round, self.began, at, self.options, players, result.reason)

    def _new_position(self) -> None:
        """The game is not where it was: what was asked about it is settled."""
        self.question, self.declined = None, None

    def _answered(self, entry: Answered) -> None:
        asked = self.question
        assert asked is not None
        if entry.agree:
            self.question = Question(asked.seat, asked.ply, [*asked.agreed, entry.seat])
        else:
            self.question, self.declined = None, (asked.seat, asked.ply)

    def _took_back(self, entry: TookBack) -> None:
        """Go back to before a decision; no chance outcome is among the moves that are undone."""
        assert self.state is not None
        self.undone += len(self.moves) - entry.ply + 1
        del self.moves[entry.ply :]
        self.state = self.slips.undo(entry.ply) or self.record().replay()
        self.since = entry.at
        self._new_position()

    def _move(self, moves: Sequence[str], moments: Sequence[Moment] | None) -> None:
        assert self.state is not None
        self.moments = list(_played(self.state, moves) if moments is None else moments)
        assert [move for _, move, _ in self.moments] == moves
        for before, _, after in self.moments:
            assert before is self.state
            self.state = after
            self.chances += before.actor == CHANCE
        self.moves += moves

    def _left(self, n: int, removed: bool, at: float) -> None:
        """An empty chair until the game begins; a bot after that, and while it is being started."""
        holder = self.seats[n].holder
        self.question = None  # they asked, or were asked
        waits = self.stage == "waiting" and self.starting is None
        plan = self.seats[n].plan if waits else SeatPlan("bot", STAND_IN_LEVEL)
        self.seats[n] = Seat(plan)
        if holder is None or self.held(holder):
            return
        if holder == self.host:
            self._new_host(next((seat.holder for seat in self.seats if seat.holder), holder), at)
        elif removed:
            _note(self.removed, holder)
        if holder != self.host:
            self.recoveries = {word: whose for word, whose in self.recoveries.items() if whose != holder}

    def _muted(self, n: int, muted: bool) -> None:
        seat = self.seats[n]
        seat.muted = muted
        if muted and seat.holder:
            _note(self.muted, seat.holder)
        elif seat.holder in self.muted:
            self.muted.remove(seat.holder)

    def _new_host(self, holder: str | None, at: float) -> None:
        assert holder is not None
        self.host, self.hosted, self.host_node, self.host_away = holder, at, None, None

    def _recovered(self, before: str, holder: str, at: float) -> None:
        """Give the seats of a device to another one, which may have seats of its own."""
        if before in self.extras:  # it is the same person
            self.extras[holder] = self.extras.get(holder, 0) + self.extras.pop(before)
        _note(self.sat, holder)
        if before in self.muted:
            _note(self.muted, holder)
        for n in self.held(before):
            self.seats[n].holder = holder
            self.seats[n].node = None  # where the other device was says nothing of this one
        if self.host == before:
            self._new_host(holder, at)


def _note(devices: list[str], device: str) -> None:
    """Put a device last in a list of those that are remembered."""
    if device in devices:
        devices.remove(device)
    devices.append(device)
    del devices[:-KEPT_PEOPLE]


EXTRA = (
    Configured | Readied | Asked | Answered | TookBack | Helped | Ordered | Said | Muted | StoodIn
    | Recoverable
)  # fmt: skip
"""What moves no game on."""


def _played(state: State, moves: Iterable[str]) -> Iterator[Moment]:
    """Play moves, one after the other."""
    for move in moves:
        before, state = state, state.play(move)
        yield before, move, state
