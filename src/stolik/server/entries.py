"""The entries of a table's log: what happened, with everything needed to know what is true now.

They never leave the server as they are: some hold the secret of a game that is still running. ``projection``
says what others may know of them. Their form is that of the database: change it only by adding fields with
defaults.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from stolik.server.messages import Help, Manners, Options, Orders, SeatPlan, StandInFor

By = Literal["person", "bot", "clock", "absence"]


class _Entry(Struct, tag_field="e", tag=str.lower, frozen=True, omit_defaults=True):
    at: float
    id: str
    """The command's id; what the server does by itself has an id with a slash in it."""


class TakenOver(Struct, frozen=True):
    """The moves with which the first game of a table begins, and the commitment of the game they are from."""

    moves: list[str]
    commitment: str


class Opened(_Entry, frozen=True):
    """A table was opened, and the secret of its first game drawn."""

    game: str
    options: Options
    seats: list[SeatPlan]
    manners: Manners
    holder: str
    secret: str
    taken: TakenOver | None = None


class Configured(_Entry, frozen=True):
    """The host chose something else."""

    options: Options | None = None
    seats: list[SeatPlan] | None = None
    manners: Manners | None = None
    name: str | None = None
    """The table's name; an empty one takes it away."""
    unready: bool = False
    """Whether people who were ready have to say so again."""


class Sat(_Entry, frozen=True):
    """A person sat down."""

    seat: int
    name: str
    holder: str


class Readied(_Entry, frozen=True):
    """A person is ready, and has added to the chance of the game, or promised what they add.

    In a rematch the last one to be ready begins it: ``began`` are its first moves, ``kept`` the seats that
    play, if not all do. Where something is only promised, ``starts`` are the seats that will play.
    """

    seat: int
    random: str = ""
    began: list[str] | None = None
    kept: list[int] | None = None
    promise: str = ""
    """The SHA-256 of what they add; empty where that itself is known."""
    starts: list[int] | None = None


class Starting(_Entry, frozen=True):
    """The host starts, and what people have promised is to be shown. ``kept`` are the seats to play."""

    kept: list[int]


class Revealed(_Entry, frozen=True):
    """A person showed what they had promised; after the last one the game begins with these moves."""

    seat: int
    random: str
    began: list[str] | None = None


class Started(_Entry, frozen=True):
    """The game began. ``kept`` are the seats that play, by their numbers until now."""

    kept: list[int]
    moves: list[str]
    late: list[int] = []
    """The seats, by their new numbers, of people who did not show in time what they had promised."""


class Played(_Entry, frozen=True):
    """Moves were made: those decided, and what chance and standing orders added to them."""

    seat: int
    by: By
    moves: list[str]
    over: bool = False
    """Whether they end the game."""


class Asked(_Entry, frozen=True):
    """A person asked the others whether they may take back a decision."""

    seat: int
    ply: int
    """The count of moves before it."""


class Answered(_Entry, frozen=True):
    """A person answered that; if everybody else has agreed, the answer is ``TookBack``."""

    seat: int
    agree: bool


class TookBack(_Entry, frozen=True, tag="took_back"):
    """A decision was taken back, with everything after it."""

    seat: int
    ply: int
    """The count of moves before it."""
    moves: list[str]
    """The moves that were undone, by which the past can be told."""
    agreed: int | None = None
    """Who was the last to agree, if people were asked."""


class Helped(_Entry, frozen=True):
    """A person chose how much help they get."""

    seat: int
    help: Help


class Ordered(_Entry, frozen=True):
    """A person left standing orders."""

    seat: int
    orders: Orders


class Said(_Entry, frozen=True):
    """A person said something."""

    seat: int
    phrase: str | None = None
    text: str | None = None


class Left(_Entry, frozen=True):
    """A person got up, or was made to by the host."""

    seat: int
    removed: bool = False


class Muted(_Entry, frozen=True):
    """The host muted a person, or unmuted."""

    seat: int
    muted: bool


class Present(_Entry, frozen=True):
    """A device is there, at a node, for these seats."""

    seats: list[int]
    node: str
    host: bool = False
    """Whether it is the device of a host who has no seat."""


class Absent(_Entry, frozen=True):
    """Nobody has been there for these seats since a certain time."""

    seats: list[int]
    since: float
    host: bool = False
    """Whether a host who has no seat is gone."""


class Hosted(_Entry, frozen=True):
    """The host was away for long, so that the person in this seat is the host now."""

    seat: int


class Erased(_Entry, frozen=True):
    """A person has erased themselves: the entries before this one are not what they were."""


class StoodIn(_Entry, frozen=True):
    """It was decided what to do about a person who is away."""

    seat: int
    how: StandInFor
    asked: int
    """Who decided it."""


class Again(_Entry, frozen=True):
    """Somebody wants a rematch; its secret was drawn."""

    seat: int
    secret: str


class Recoverable(_Entry, frozen=True):
    """A device asked for a word by which another can take over its seats."""

    holder: str
    recovery: str


class Recovered(_Entry, frozen=True):
    """Another device took over."""

    recovery: str
    holder: str


Entry = (
    Opened | Configured | Sat | Readied | Starting | Revealed | Started | Played | Asked | Answered | TookBack
    | Helped | Ordered | Said | Left | Muted | Present | Absent | Hosted | StoodIn | Again | Recoverable
    | Recovered | Erased
)  # fmt: skip

_decoder = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def moves_of(entry: Entry) -> list[str]:
    """Return the moves that an entry brings to the game."""
    match entry:
        case Played(moves=moves) | Started(moves=moves):
            return moves
        case Readied(began=moves) | Revealed(began=moves) if moves is not None:
            return moves
    return []


def write(entry: Entry) -> str:
    """Return the text of an entry, as it stands in the log."""
    return _encoder.encode(entry).decode()


def read(text: str) -> Entry:
    """Return the entry with that text."""
    entry: Entry = _decoder.decode(text)
    return entry
