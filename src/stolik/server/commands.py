"""Who may do what at a table, and when: a command becomes an entry of the log, or is refused.

Nothing here changes a table. The same command on the same table leads to the same entry, except for the
secret of a new game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from stolik.core import CHANCE, Fairness, Game, IllegalMove, Record, State, commit, fair, plugin
from stolik.core.game import options as options_of
from stolik.core.options import complete
from stolik.core.record import is_name
from stolik.server.entries import (
    Again,
    Answered,
    Asked,
    By,
    Configured,
    Entry,
    Helped,
    Hosted,
    Left,
    Muted,
    Opened,
    Ordered,
    Played,
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
from stolik.server.messages import (
    Answer,
    ChooseHelp,
    Command,
    Configure,
    Continue,
    Leave,
    Manners,
    Mute,
    NewTable,
    Options,
    Order,
    Orders,
    Play,
    Ready,
    Rematch,
    Remove,
    Reveal,
    Say,
    SeatPlan,
    StandIn,
    Start,
    TakeBack,
)
from stolik.server.slips import Moment, Slip
from stolik.server.table import EXTRAS, HELP, Seat, Table


class Refusal(Exception):  # noqa: N818 -- an answer, not a fault of the program
    """A command that is not allowed; ``code`` says why, ``values`` has the details."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class Decision(NamedTuple):
    """An entry to be written, and the moves in it as they were played to decide on it.

    Once it is written, ``Table.apply`` takes both, so that the rules run once. Without ``moments`` they run
    again, as for an entry that was read from the log.
    """

    entry: Entry
    moments: Sequence[Moment] | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a command: a device, by the hash of its token, or a stranger."""

    holder: str | None
    now: float
    absent_after: float


# -- Opening and sitting down -----------------------------------------------------------------------------


def open_table(wanted: NewTable, holder: str, now: float, taken: TakenOver | None = None) -> Opened:
    """Anybody may open a table and is its host; its first game may begin with moves of another one."""
    options = _checked(wanted.game, wanted.options, wanted.seats)
    secret = fair.new_secret().hex()
    return Opened(now, "opened/1", wanted.game, options, wanted.seats, wanted.manners, holder, secret, taken)


class GoingOn(NamedTuple):
    """A table at which a finished game goes on, and the seat of who wanted that."""

    table: NewTable
    taken: TakenOver
    seat: int


def go_on(record: Record, manners: Manners, wanted: Continue) -> GoingOn:
    """A finished game goes on as it stood before one of its moves, with bots but for one seat."""
    assert record.fairness is not None
    players = record.game.players
    if wanted.ply >= len(record.moves):
        raise Refusal("malformed", problem=f"ply must be 0 to {len(record.moves) - 1}, not {wanted.ply}")
    if wanted.seat is not None and wanted.seat >= players:
        raise Refusal("malformed", problem=f"seat must be 0 to {players - 1}, not {wanted.seat}")
    seat = _decider(record, wanted.ply) if wanted.seat is None else wanted.seat
    plans = [SeatPlan("bot", wanted.level)] * players
    plans[seat] = SeatPlan()
    table = NewTable(record.game.name, plans, dict(record.game.settings), replace(manners, listed=False))
    moves = [str(move) for move in record.moves[: wanted.ply]]
    return GoingOn(table, TakenOver(moves, record.fairness.commitment), seat)


def _decider(record: Record, ply: int) -> int:
    """Return who decides before a move; where chance comes first, who decided before it."""
    decider = 0
    for state in islice(record.states(), ply + 1):
        if state.actor is not None and state.actor != CHANCE:
            decider = state.actor
    return decider


def sit_down(table: Table, seat: int | None, name: str, caller: Caller) -> Sat:
    """Anybody may take a free seat before the game, even a second one."""
    _stage(table, "waiting")
    if caller.holder in table.removed:
        raise Refusal("removed")
    if table.full:
        raise Refusal("table_full")
    free = [n for n, place in enumerate(table.seats) if place.free]
    if seat is None and free:
        seat = free[0]
    if seat not in free:
        raise Refusal("seat_taken", seat=seat, free=free)
    name = name.strip()
    if not (name and is_name(name)):
        raise Refusal("bad_name", name=name)
    if name.casefold() in (str(place.name).casefold() for place in table.seats if place.human):
        raise Refusal("name_taken", name=name)
    assert caller.holder is not None
    return Sat(caller.now, f"sat/{table.seq + 1}", seat, name, caller.holder)


def recoverable(table: Table, recovery: str, caller: Caller) -> Recoverable:
    """The holder of a seat may ask for a token that gives it to another device."""
    if caller.holder is None or not table.knows(caller.holder):
        raise Refusal("not_your_seat")
    _extra(table, caller)
    return Recoverable(caller.now, f"recoverable/{table.seq + 1}", caller.holder, recovery)


def recover(table: Table, recovery: str, holder: str, now: float) -> Recovered:
    """Anybody who has the token takes the seats over; the token is used up."""
    if recovery not in table.recoveries:
        raise Refusal("unknown_recovery")
    return Recovered(now, f"recovered/{table.seq + 1}", recovery, holder)


def pass_host_on(table: Table, now: float, after: float) -> Hosted:
    """The next person who is there becomes the host, if the host is gone for long."""
    gone = table.host_gone()
    first = next(iter(table.held(table.host)), -1)
    people = [n for n in table.people() if table.seats[n].node is not None]
    if gone is None or now < gone + after or not people:
        raise Refusal("no_news")
    seat = min(people, key=lambda n: (n - first) % (len(table.seats) + 1))
    return Hosted(now, f"hosted/{table.seq + 1}", seat)


def get_up(table: Table, holder: str, now: float) -> Left:
    """A person who erases themselves leaves all seats, one after the other."""
    held = table.held(holder)
    if not held:
        raise Refusal("no_news")
    return Left(now, f"left/{table.seq + 1}", held[0])


# -- Commands ---------------------------------------------------------------------------------------------


def decide(table: Table, command: Command, caller: Caller) -> Decision:
    """Return what a command leads to."""
    return _DECISIONS[type(command)](table, command, caller)


def _configure(table: Table, command: Configure, caller: Caller) -> Decision:
    _host(table, caller)
    _extra(table, caller)
    name = None if command.name is None else _table_name(command.name)
    if name is not None and (command.options, command.seats, command.manners) == (None, None, None):
        return Decision(Configured(caller.now, command.id, name=name))
    _gathering(table)
    plans = command.seats if command.seats is not None else [seat.plan for seat in table.seats]
    options = _checked(table.game_name, table.options if command.options is None else command.options, plans)
    for n, seat in enumerate(table.seats):
        if seat.human and (n >= len(plans) or plans[n].kind != "human"):
            raise Refusal("seat_taken", seat=n)
    changed = options if options != table.options else None
    players = sum(plan.kind != "closed" for plan in plans)
    if table.taken is not None and (changed is not None or players != len(table.seats)):
        raise Refusal("not_now", stage=table.stage)  # the moves of the game that goes on are by these rules
    agreed = (table.options, [seat.plan for seat in table.seats], table.manners)
    unready = (options, plans, command.manners or table.manners) != agreed
    entry = Configured(caller.now, command.id, changed, command.seats, command.manners, name, unready)
    return Decision(entry)


def _table_name(name: str) -> str:
    """Return the name of a table without needless spaces; an empty one means that it has none."""
    name = " ".join(name.split())
    if not name.isprintable():
        raise Refusal("bad_name", name=name)
    return name


def _ready(table: Table, command: Ready, caller: Caller) -> Decision:
    if _own(table, command.seat, caller).promise:
        _extra(table, caller)
    if (command.random is None) == (command.promise is None):
        raise Refusal("random_or_promise")
    _gathering(table)
    kept, random = _kept(table), command.random or ""
    ready = Readied(caller.now, command.id, command.seat, random, promise=command.promise or "")
    others = [table.seats[n] for n in kept if n != command.seat]
    if table.round == 1 or any(seat.free or (seat.human and not seat.promise) for seat in others):
        return Decision(ready)
    game = _game(table, kept)
    if command.promise or {*table.unrevealed()} - {command.seat}:
        return Decision(replace(ready, starts=kept))
    moments = _first_moves(table, game, _randoms(table, kept, command.seat, random))
    all_play = len(kept) == len(table.seats)
    return Decision(replace(ready, began=_texts(moments), kept=None if all_play else kept), moments)


def _start(table: Table, command: Start, caller: Caller) -> Decision:
    _host(table, caller)
    _gathering(table)
    kept = _kept(table)
    if empty := [n for n in kept if table.seats[n].free]:
        raise Refusal("seats_empty", seats=empty)
    if unready := [n for n in kept if table.seats[n].human and not table.seats[n].promise]:
        raise Refusal("not_ready", seats=unready)
    game = _game(table, kept)
    if table.unrevealed():
        return Decision(Starting(caller.now, command.id, kept))
    moments = _first_moves(table, game, _randoms(table, kept))
    return Decision(Started(caller.now, command.id, kept, _texts(moments)), moments)


def _reveal(table: Table, command: Reveal, caller: Caller) -> Decision:
    seat = _own(table, command.seat, caller)
    kept, missing = table.starting, table.unrevealed()
    if kept is None or command.seat not in missing:
        raise Refusal("not_now", stage=table.stage)
    if commit(bytes.fromhex(command.random)) != seat.promise:
        raise Refusal("not_promised", seat=command.seat)
    entry = Revealed(caller.now, command.id, command.seat, command.random)
    if missing != [command.seat]:
        return Decision(entry)
    moments = _first_moves(table, _game(table, kept), _randoms(table, kept, command.seat, command.random))
    return Decision(replace(entry, began=_texts(moments)), moments)


def begin(table: Table, command: str, now: float) -> Decision:
    """Return the start of a game that has waited long enough for what people have promised."""
    kept = table.starting
    if kept is None:
        raise Refusal("stale")
    moments = _first_moves(table, _game(table, kept), _randoms(table, kept))
    late = [kept.index(n) for n in table.unrevealed()]
    return Decision(Started(now, command, kept, _texts(moments), late), moments)


def _randoms(table: Table, kept: Sequence[int], seat: int | None = None, random: str = "") -> list[str]:
    """Return what the seats that play add to the chance, together with what one of them adds just now."""
    return [random if n == seat else table.seats[n].random for n in kept]


def _kept(table: Table) -> list[int]:
    """Return the seats that play: all but the closed ones."""
    return [n for n, seat in enumerate(table.seats) if seat.plan.kind != "closed"]


def _play(table: Table, command: Play, caller: Caller) -> Decision:
    _own(table, command.seat, caller)
    return play(table, command.id, command.seat, command.ply, command.moves, "person", caller.now)


def play(
    table: Table, command: str, seat: int, made: int, moves: Sequence[str], by: By, now: float
) -> Decision:
    """Return what moves of a seat lead to, if they were decided about the game as it is now."""
    _stage(table, "playing")
    state = table.state
    assert state is not None
    if made != table.made or state.actor != seat:
        raise Refusal("stale" if made != table.made else "not_your_turn", ply=table.made)
    if len(moves) > 1 and not plugin(table.game_name).gestures:
        raise Refusal("too_many_moves")
    turn = _Turn(table, state)
    try:
        for move in moves:
            turn.decide(seat, move)
    except IllegalMove as error:
        allowed = list(error.allowed)
        raise Refusal("illegal", reason=error.reason, move=error.move, allowed=allowed) from error
    turn.follow_orders()
    entry = Played(now, command, seat, by, _texts(turn.moments), over=turn.state.actor is None)
    return Decision(entry, turn.moments)


def back(table: Table, seat: int | None) -> int | None:
    """Return the count of moves that a seat's ``take_back`` would lead to, if it is possible."""
    try:
        return None if seat is None else _slip(table, seat).ply
    except Refusal:
        return None


def _take_back(table: Table, command: TakeBack, caller: Caller) -> Decision:
    _own(table, command.seat, caller)
    _extra(table, caller)
    slip = _slip(table, command.seat)
    if slip.ply != command.ply:
        raise Refusal("too_late")
    if table.people() == [command.seat]:
        return Decision(_took_back(table, command.id, command.seat, command.ply, None, caller.now))
    return Decision(Asked(caller.now, command.id, command.seat, command.ply))


def _slip(table: Table, seat: int) -> Slip:
    """Return the decision that a seat can take back, or ask the others whether it may."""
    _stage(table, "playing")
    slip = table.slips.last_of(seat)
    if slip is None:
        raise Refusal("too_late")
    others = [table.seats[n] for n in table.people() if n != seat]
    if others and table.question is not None:
        raise Refusal("asked_already", seat=table.question.seat)
    if others and table.declined == (seat, slip.ply):
        raise Refusal("declined")
    if others and all(other.away is not None for other in others):
        raise Refusal("nobody_to_ask")
    return slip


def _answer(table: Table, command: Answer, caller: Caller) -> Decision:
    _own(table, command.seat, caller)
    asked = table.question
    if asked is None or command.seat in (asked.seat, *asked.agreed):
        raise Refusal("not_asked")
    agreed = {*asked.agreed, command.seat}
    missing = {n for n in table.people() if n != asked.seat and table.seats[n].away is None} - agreed
    if missing or not command.agree:
        return Decision(Answered(caller.now, command.id, command.seat, command.agree))
    return Decision(_took_back(table, command.id, asked.seat, asked.ply, command.seat, caller.now))


def _took_back(table: Table, command: str, seat: int, ply: int, agreed: int | None, now: float) -> TookBack:
    return TookBack(now, command, seat, ply, table.moves[ply:], agreed)


def _choose_help(table: Table, command: ChooseHelp, caller: Caller) -> Decision:
    _own(table, command.seat, caller)
    _extra(table, caller)
    if HELP.index(command.help) > HELP.index(table.manners.help):
        raise Refusal("help_not_allowed", allowed=table.manners.help)
    return Decision(Helped(caller.now, command.id, command.seat, command.help))


def check_hurry(table: Table, holder: str | None) -> None:
    """Refuse to hurry the bots of a table, unless the only person of the game asks for it."""
    _stage(table, "playing")
    held = table.held(holder)
    if not held:
        raise Refusal("not_your_seat")
    if table.people() != held or len(held) > 1:
        raise Refusal("not_alone")


def _order(table: Table, command: Order, caller: Caller) -> Decision:
    _own(table, command.seat, caller)
    _extra(table, caller)
    allowed = plugin(table.game_name).standing_orders
    for phase, move in command.orders.items():
        if move not in allowed.get(phase, ()):
            raise Refusal("bad_order", phase=phase, move=move, allowed=allowed)
    return Decision(Ordered(caller.now, command.id, command.seat, command.orders))


def _say(table: Table, command: Say, caller: Caller) -> Decision:
    seat = _own(table, command.seat, caller)
    if seat.muted:
        raise Refusal("muted")
    _extra(table, caller)
    if (command.phrase is None) == (command.text is None):
        raise Refusal("phrase_or_text")
    if command.text is not None:
        if table.manners.chat != "text":
            raise Refusal("phrases_only")
        if not command.text.isprintable() or not command.text.strip():
            raise Refusal("bad_text")
    return Decision(Said(caller.now, command.id, command.seat, command.phrase, command.text))


def _leave(table: Table, command: Leave, caller: Caller) -> Decision:
    _own(table, command.seat, caller)
    return Decision(Left(caller.now, command.id, command.seat))


def _remove(table: Table, command: Remove, caller: Caller) -> Decision:
    _host(table, caller)
    _person(table, command.seat)
    if table.starting is not None:  # or the host could choose whose randomness counts, having seen it
        raise Refusal("not_now", stage=table.stage)
    return Decision(Left(caller.now, command.id, command.seat, removed=True))


def _mute(table: Table, command: Mute, caller: Caller) -> Decision:
    _host(table, caller)
    _person(table, command.seat)
    _extra(table, caller)
    return Decision(Muted(caller.now, command.id, command.seat, command.muted))


def _stand_in(table: Table, command: StandIn, caller: Caller) -> Decision:
    _stage(table, "playing")
    asked = table.held(caller.holder)
    if not asked:
        raise Refusal("not_your_seat")
    away = _person(table, command.seat).away
    if away is None or caller.now < away + caller.absent_after:
        raise Refusal("not_away", seat=command.seat)
    if command.how == table.seats[command.seat].stand_in:
        raise Refusal("stale")
    if command.how != "seat":  # by which a game goes on, whatever was wanted before
        _extra(table, caller)
    return Decision(StoodIn(caller.now, command.id, command.seat, command.how, asked[0]))


def _rematch(table: Table, command: Rematch, caller: Caller) -> Decision:
    _stage(table, "over")
    asked = table.held(caller.holder)
    if not asked:
        raise Refusal("not_your_seat")
    if table.used_up:
        raise Refusal("table_full")
    return Decision(Again(caller.now, command.id, asked[0], fair.new_secret().hex()))


_DECISIONS: dict[type, Callable[[Table, Any, Caller], Decision]] = {
    Configure: _configure,
    Ready: _ready,
    Start: _start,
    Reveal: _reveal,
    Play: _play,
    TakeBack: _take_back,
    Answer: _answer,
    ChooseHelp: _choose_help,
    Order: _order,
    Say: _say,
    Leave: _leave,
    Remove: _remove,
    Mute: _mute,
    StandIn: _stand_in,
    Rematch: _rematch,
}

# -- Who and when -----------------------------------------------------------------------------------------


def _own(table: Table, n: int, caller: Caller) -> Seat:
    if n not in table.held(caller.holder):
        raise Refusal("not_your_seat", seat=n)
    return table.seats[n]


def _person(table: Table, n: int) -> Seat:
    if n >= len(table.seats) or not table.seats[n].human:
        raise Refusal("nobody_there", seat=n)
    return table.seats[n]


def _host(table: Table, caller: Caller) -> None:
    if caller.holder != table.host:
        raise Refusal("host_only")


def _extra(table: Table, caller: Caller) -> None:
    """Refuse what moves no game on, where there has been too much of it: logs stay small."""
    if table.full:
        raise Refusal("table_full")
    if table.extras.get(caller.holder or "", 0) >= EXTRAS:
        raise Refusal("enough")


def _gathering(table: Table) -> None:
    """Refuse what is only possible until a game is started: what people have promised is for that game."""
    if table.stage != "waiting" or table.starting is not None:
        raise Refusal("not_now", stage=table.stage)


def _stage(table: Table, stage: str) -> None:
    if table.stage != stage:
        raise Refusal("not_now", stage=table.stage)


# -- The game ---------------------------------------------------------------------------------------------


def _checked(name: str, options: Options, plans: Sequence[SeatPlan]) -> Options:
    """Return all options with their values; the number of players is left to the seats."""
    players = sum(plan.kind != "closed" for plan in plans)
    if "players" in options:
        raise Refusal("bad_options", problem="the seats say how many players there are")
    try:
        allowed = next(option for option in options_of(name) if option.name == "players").choices
        if len(plans) > max(map(int, allowed)):
            raise ValueError(f"there are at most {max(map(int, allowed))} seats, not {len(plans)}")
        chosen = complete(options_of(name), {**options, "players": players})  # they may be called anything
        del chosen["players"]
        return chosen
    except ValueError as error:
        raise Refusal("bad_options", problem=str(error)) from error


def _game(table: Table, seats: Sequence[int]) -> Game:
    try:
        return table.game(len(seats))
    except ValueError as error:
        raise Refusal("bad_options", problem=str(error)) from error


def _texts(moments: Sequence[Moment]) -> list[str]:
    return [move for _, move, _ in moments]


def _first_moves(table: Table, game: Game, randoms: Sequence[str]) -> list[Moment]:
    """Return what chance does before anybody decides."""
    fairness = Fairness(bytes.fromhex(table.secret), tuple(randoms))
    state, moments, before = game.start(), list[Moment](), 0
    for move in table.taken.moves if table.taken else ():
        before += state.actor == CHANCE
        state = state.play(move)
    while state.actor == CHANCE:
        move = str(fairness.draw(state, before + len(moments)))
        moments.append((state, move, state := state.play(move)))
    return moments


class _Turn:
    """Decisions, and the moves that chance and standing orders add to them."""

    def __init__(self, table: Table, state: State) -> None:
        self.state = state
        self.moments: list[Moment] = []
        self._table = table
        self._chances = table.chances

    def decide(self, seat: int, move: str) -> None:
        """Play a decision of a gesture; what comes after chance could not have been decided before."""
        if self.state.actor != seat or self._chances != self._table.chances:
            raise Refusal("too_many_moves")
        self._play(move)
        while self.state.actor == CHANCE:
            assert self._table.fairness is not None
            self._play(self._table.fairness.draw(self.state, self._chances))
            self._chances += 1

    def follow_orders(self) -> None:
        """Play the answers that people gave ahead."""
        while (move := self._ordered()) is not None:
            self._play(move)

    def _ordered(self) -> str | None:
        if self.state.actor is None or self.state.actor == CHANCE:
            return None
        orders: Orders = self._table.seats[self.state.actor].orders
        move = orders.get(self.state.phase)
        return move if move in self.state.moves() else None

    def _play(self, move: str) -> None:
        after = self.state.play(move)
        self.moments.append((self.state, str(move), after))
        self.state = after
