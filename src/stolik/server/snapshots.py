"""Snapshots of tables: a table as it was after an entry of its log, so that nobody reads all before it.

They only save time. One that another version of the program wrote is not read, since what an entry means may
have changed; the log says it all.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

import stolik
from stolik.core import Fairness, Game, Move, Record, State, plugin
from stolik.server.entries import TakenOver
from stolik.server.evening import Evening
from stolik.server.history import History
from stolik.server.messages import EveningGame, Level, Manners, Options, Question, Stage
from stolik.server.projection import Holders
from stolik.server.slips import Slip, Slips
from stolik.server.table import Seat, Table
from stolik.server.table_store import Snapshot

VERSION = f"4 of {stolik.__version__}"
"""Which snapshots we read: the number grows with every change of what is kept or of what entries do."""


class _Plain(Struct, frozen=True):
    """What is kept of a table just as it is, by the names that it has there."""

    seq: int
    done: dict[str, dict[str, int]]
    extras: dict[str, int]
    opened: float
    name: str | None
    game_name: str
    options: Options
    manners: Manners
    seats: list[Seat]
    host: str
    hosted: float
    host_node: str | None
    host_away: float | None
    sat: list[str]
    removed: list[str]
    muted: list[str]
    recoveries: dict[str, str]
    stage: Stage
    round: int
    secret: str
    taken: TakenOver | None
    starting: list[int] | None
    moves: list[str]
    names: tuple[str, ...]
    levels: tuple[Level | None, ...]
    began: float
    chances: int
    since: float
    undone: int
    question: Question | None
    asked_at: float
    declined: tuple[int, int] | None


class _Played(Struct, frozen=True):
    """The game of a table: with its moves it gives all states."""

    players: int
    settings: Options
    secret: str
    randoms: tuple[str, ...]
    slips: list[tuple[int, int, bool]]


class _Kept(Struct, frozen=True):
    """All of a table, and what its writer remembers of the past."""

    plain: _Plain
    evening: list[EveningGame]
    played: _Played | None
    history: tuple[int, int, list[tuple[int, Holders]]]


_decoder = msgspec.json.Decoder(_Kept)


def take(table: Table, history: History) -> Snapshot:
    """Return a snapshot of a table as it is now."""
    plain = _Plain(**{name: getattr(table, name) for name in _Plain.__struct_fields__})
    past = (history.round, history.since, history.holders)
    kept = _Kept(plain, table.evening.games, _played(table), past)
    return Snapshot(table.seq, VERSION, msgspec.json.encode(kept).decode())


def _played(table: Table) -> _Played | None:
    if table.state is None or table.fairness is None:
        return None
    game, fairness = table.state.game, table.fairness
    slips = [(slip.ply, slip.seat, slip.person) for slip in table.slips]
    return _Played(game.players, dict(game.settings), fairness.secret.hex(), fairness.seats, slips)


def restore(snapshot: Snapshot, table: Table, history: History) -> bool:
    """Make an empty table what it was; return False, and change nothing, if we cannot read the snapshot."""
    if snapshot.version != VERSION:
        return False
    try:
        kept = _decoder.decode(snapshot.state)
        plugin(kept.plain.game_name)
        states = _states(kept)
    except ValueError:  # not ours, or a game or moves that there are not any more
        return False
    for name in _Plain.__struct_fields__:
        setattr(table, name, getattr(kept.plain, name))
    table.evening = Evening(kept.evening)
    if played := kept.played:
        table.state = states[-1]
        table.fairness = Fairness(bytes.fromhex(played.secret), played.randoms)
        table.slips = Slips(Slip(ply, seat, person, states[ply]) for ply, seat, person in played.slips)
    history.round, history.since, history.holders = kept.history
    return True


def _states(kept: _Kept) -> list[State]:
    """Return the game of a table before and after each of its moves."""
    if kept.played is None:
        return []
    game = Game(kept.plain.game_name, players=kept.played.players, **kept.played.settings)
    return list(Record(game, tuple(map(Move, kept.plain.moves))).states())
