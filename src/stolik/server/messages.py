"""What goes over the wire: commands from a device, messages to it; explained in ``docs/protocol.md``.

Everything is JSON with a field ``t`` that says what it is. Codes and data, never sentences: each device has
its own language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stolik.analysis.shape import Option
from stolik.core import Event, View

PROTOCOL = 2

Pace = Literal["calm", "normal", "quick", "instant"]
"""How long bots take over a move."""
Help = Literal["none", "risk", "trainer"]
"""What a person is told about a decision, from the least to the most."""
Chat = Literal["phrases", "text"]
Level = Literal["easy", "medium", "hard", "master"]
StandInFor = Literal["wait", "turn", "seat"]
Stage = Literal["waiting", "playing", "over"]
Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "wow", "hurry", "sorry", "one_moment", "again",
    "laugh", "clap", "cry", "heart", "shock", "think",
]  # fmt: skip
"""Quick phrases, then reactions."""

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,36}$")]
"""Made up by the device, different for every command; the same command sent again is done once."""
MoveText = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
TableName = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Random = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Promise = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""The SHA-256 of randomness that is shown later."""
SeatNumber = Annotated[int, Meta(ge=0, le=6)]
Ply = Annotated[int, Meta(ge=0)]
Orders = dict[str, str]
"""What to answer without asking, by the phase of the game: a move."""


class Manners(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run, apart from the game's own options."""

    pace: Pace = "normal"
    help: Help = "none"
    """The most help that a person may choose for their own seat."""
    clock: Annotated[int, Meta(ge=0, le=600)] = 0
    """Seconds for a decision; 0 is as long as it takes."""
    chat: Chat = "phrases"
    spectators: bool = True
    listed: bool = False
    """Whether everybody on the server may find the table, and not only those who have its code."""


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat is kept for, while people gather."""

    kind: Literal["human", "bot", "closed"] = "human"
    level: Level = "medium"


Options = dict[str, str | int]
Plans = Annotated[list[SeatPlan], Meta(min_length=2, max_length=7)]

# -- Commands over the socket -----------------------------------------------------------------------------


class _Command(Struct, tag_field="t", tag=str.lower, frozen=True, forbid_unknown_fields=True):
    id: CommandId


class Configure(_Command, frozen=True):
    """The host changes the game's options, the seats, the manners or the table's name; the rest stays.

    The name alone may be changed at any time.
    """

    options: Options | None = None
    seats: Plans | None = None
    manners: Manners | None = None
    name: TableName | None = None
    """Such as “Thursday”; an empty one takes the name away."""


class Ready(_Command, frozen=True):
    """A person is ready for the next game, and adds randomness of their own to its chance.

    Either the randomness itself, or a promise of it: then nobody can choose theirs to fit it, and it is
    shown by ``reveal`` once everybody else has fixed theirs.
    """

    seat: SeatNumber
    random: Random | None = None
    promise: Promise | None = None


class Reveal(_Command, frozen=True):
    """A person shows the randomness that was promised: the table waits for it to begin."""

    seat: SeatNumber
    random: Random


class Start(_Command, frozen=True):
    """The host starts the game."""


class Play(_Command, frozen=True):
    """A person decides. Several moves are one gesture: all of them are played, or none."""

    seat: SeatNumber
    ply: Ply
    """The table's count of moves that the person saw when deciding: the ``ply`` that the device was told."""
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=4)]


class TakeBack(_Command, frozen=True, tag="take_back"):
    """A person wants to take back their last decision; if other people play, they are asked."""

    seat: SeatNumber
    ply: Ply
    """How many of its moves the game would have then: the ``back`` that the device was told."""


class Answer(_Command, frozen=True):
    """A person answers the question of another who wants to take back a decision."""

    seat: SeatNumber
    agree: bool


class ChooseHelp(_Command, frozen=True, tag="help"):
    """A person chooses how much help they get, within what the host allows."""

    seat: SeatNumber
    help: Help


class Order(_Command, frozen=True):
    """A person leaves standing orders: what to answer without asking. An empty one takes all back."""

    seat: SeatNumber
    orders: Annotated[Orders, Meta(max_length=8)]


class Say(_Command, frozen=True):
    """A person says something: a phrase by its code, or a text where the table allows it."""

    seat: SeatNumber
    phrase: Phrase | None = None
    text: Text | None = None


class Leave(_Command, frozen=True):
    """A person gets up from a seat; in a running game a bot goes on in it."""

    seat: SeatNumber


class Remove(_Command, frozen=True):
    """The host removes a person from a seat."""

    seat: SeatNumber


class Mute(_Command, frozen=True):
    """The host mutes or unmutes a person."""

    seat: SeatNumber
    muted: bool


class StandIn(_Command, frozen=True, tag="stand_in"):
    """Somebody present decides about a person who is away: wait, or let a bot play this turn or the seat."""

    seat: SeatNumber
    how: StandInFor


class Rematch(_Command, frozen=True):
    """Somebody wants to play again: a new game with the same seats, as soon as everybody is ready."""


class Hurry(Struct, tag_field="t", tag="hurry", frozen=True, forbid_unknown_fields=True):
    """The only person of a running game wants the bot that must decide to do so now.

    The log knows nothing of it, so that it may be sent again and again.
    """

    id: CommandId


class Look(Struct, tag_field="t", tag="look", frozen=True, forbid_unknown_fields=True):
    """The device wants to see through one of its seats, or (``null``) to show nothing private."""

    seat: SeatNumber | None


class Ping(Struct, tag_field="t", tag="ping", frozen=True, forbid_unknown_fields=True):
    """The device wants to know whether the connection is alive."""


Command = (
    Configure | Ready | Start | Reveal | Play | TakeBack | Answer | ChooseHelp | Order | Say | Leave | Remove
    | Mute | StandIn | Rematch
)  # fmt: skip
FromDevice = Command | Hurry | Look | Ping

# -- Messages over the socket -----------------------------------------------------------------------------

PerMove = Mapping[str, Mapping[str, Any]]
"""What a game says of each move, by the move's text; each game declares what that is."""


class SeatView(Struct, frozen=True):
    """A seat as everybody may see it."""

    kind: Literal["human", "bot", "closed"]
    name: str | None
    """``null`` while nobody sits there, and for bots."""
    level: Level
    ready: bool
    promise: str | None
    """The SHA-256 of the randomness that the person adds; ``null`` until they are ready, and for bots."""
    away: float | None
    """Since when (seconds since 1970) no device of that person is connected; ``null`` while one is."""
    stand_in: StandInFor | None
    muted: bool
    help: Help
    """What the person there is told about their decisions; ``none`` where nobody sits."""


class Question(Struct, frozen=True):
    """A person asks the others whether they may take back a decision."""

    seat: int
    ply: int
    """How many of its moves the game would have then."""
    agreed: list[int]
    """The seats of those who have agreed; everybody present has to."""


class Standing(Struct, frozen=True):
    """How one player has done in the finished games of a table."""

    name: str | None
    """``null`` for a bot."""
    level: Level | None
    """``null`` for a person."""
    seat: int
    """The seat of their last game: a bot is told from others of its level by it."""
    games: int
    wins: float
    """A win that several share counts in equal parts."""
    points: int
    places: list[int]
    """How often they came first, second, and so on."""
    streak: int
    """How many games they have won one after the other, up to the last one."""
    best: int
    """Their best score."""


class TableView(Struct, frozen=True):
    """A table as everybody may see it, apart from the game on it."""

    code: str
    game: str
    options: Options
    manners: Manners
    stage: Stage
    round: int
    """Which game at this table it is, from 1."""
    host: int | None
    """The seat of the host, if seated."""
    seats: list[SeatView]
    commitment: str
    """The promise of this game's secret."""
    secret: str | None
    """The secret itself, once the game is over."""
    starting: list[int] | None
    """The seats whose promised randomness the start waits for; ``null`` while no game is being started."""
    name: str | None
    """What the host calls it, if anything."""
    evening: list[Standing]
    """The score of its finished games, the best first."""
    asked: Question | None
    """Somebody's wish to take back a decision, until it is answered or the game goes on."""
    full: bool
    """Whether so much has happened here that only games go on: no words, no new people, no changes."""


class TableSummary(TableView, frozen=True):
    """A table as everybody may see it from outside, with who has to decide there."""

    actor: int | None
    """The seat that has to decide now; ``null`` while no game is played."""


class Told(Struct, frozen=True):
    """One entry of the table's log, as this device may see it."""

    seq: int
    at: float
    id: str
    """The command it answers; bots, clocks and absences have ids of their own."""
    events: Sequence[Event]


class Ladder(Struct, frozen=True):
    """After how many seconds of absence what may happen."""

    losing: float
    absent: float
    stand_in: float
    abandoned: float


class Hello(Struct, tag_field="t", tag="hello", frozen=True):
    """The first message on every socket: all there is to know."""

    protocol: int
    seq: int
    now: float
    ply: int
    """How many moves were ever made in this game, and taken back: it only grows."""
    table: TableView
    yours: list[int]
    """The seats this device holds."""
    host: bool
    """Whether this device is the host's."""
    seat: int | None
    """The seat the view is seen through."""
    orders: Orders
    view: View | None
    """``null`` while no game is on."""
    preview: PerMove | None
    """What each move would lead to: comes with the view of the seat that must decide."""
    risk: float | None
    """The risk of the decision, where the game knows of one and the seat's help tells it."""
    back: int | None
    """How many of its moves the game would have after ``take_back``; ``null`` where that is impossible."""
    missed: list[Told]
    """What happened after the ``since`` of the address, if that is known; after ``game`` the present game."""
    ladder: Ladder


class Update(Struct, tag_field="t", tag="update", frozen=True, omit_defaults=True):
    """Something happened. What is left out is as it was."""

    seq: int
    ply: int
    seat: int | None
    told: list[Told]
    table: TableView | None = None
    yours: list[int] | None = None
    host: bool | None = None
    orders: Orders | None = None
    view: View | None = None
    preview: PerMove | None = None
    risk: float | None = None
    back: int | None = None


class Seen(Struct, tag_field="t", tag="seen", frozen=True):
    """The answer to ``look``."""

    seq: int
    seat: int | None
    orders: Orders
    view: View | None
    preview: PerMove | None
    risk: float | None
    back: int | None


class Advice(Struct, tag_field="t", tag="advice", frozen=True):
    """What the trainer says of each move; it comes a little after the update that it is about."""

    ply: int
    best: str
    moves: PerMove
    missing: bool = False
    """Whether nothing can be said, since the server lacks what a trainer needs; ``best`` is empty then."""


class Done(Struct, tag_field="t", tag="done", frozen=True):
    """The command had been done already, as that entry of the log; or a bot was hurried, at that entry."""

    id: str
    seq: int


class Refused(Struct, tag_field="t", tag="refused", frozen=True):
    """The command was not done and changed nothing; ``code`` says why, ``values`` has the details."""

    id: str
    code: str
    values: dict[str, Any]


class Pong(Struct, tag_field="t", tag="pong", frozen=True):
    """The connection is alive."""

    now: float


ToDevice = Hello | Update | Seen | Advice | Done | Refused | Pong

# -- The lobby over HTTP ----------------------------------------------------------------------------------


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened; with a ``name`` its host sits down at the first seat for people."""

    game: str
    seats: Plans
    options: Options = {}
    manners: Manners = Manners()
    name: Name | None = None


class Continue(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game goes on at a new table, as it stood before one of its moves; bots are the others."""

    ply: Ply
    """How many of its moves the new game begins with."""
    level: Level
    """That of the bots."""
    seat: SeatNumber | None = None
    """Where the person sits: if nothing is said, where somebody decides there."""


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """A person takes a free seat, the first one if none is named."""

    name: Name
    seat: SeatNumber | None = None


class Seated(Struct, frozen=True):
    """The answer to both: where to play."""

    code: str
    seat: int | None


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that gives a device's seats to another device, once."""

    recovery: Annotated[str, Meta(min_length=1, max_length=64)]


class ListedTable(Struct, frozen=True):
    """A table that anybody may find: one with a free seat, or one with a game to watch."""

    code: str
    game: str
    options: Options
    name: str | None
    host: str | None
    """The host's name, if seated."""
    stage: Stage
    people: int
    """How many people sit there."""
    free: int
    """How many seats are free; 0 once the game has begun."""
    opened: float


class ListedTables(Struct, frozen=True):
    """The tables that anybody may find, the newest first."""

    tables: list[ListedTable]


class EveningPlayer(Struct, frozen=True):
    """Who played in a seat, and how they did."""

    name: str | None
    level: Level | None
    score: int
    place: int


class EveningGame(Struct, frozen=True):
    """One finished game of a table."""

    round: int
    began: float
    ended: float
    options: Options
    players: list[EveningPlayer]
    """By their seats, as the game began."""
    reason: str
    """Why it ended, in a word of the game's own."""


class EveningRating(Struct, frozen=True):
    """The estimated strength of a player, from the games of one table."""

    name: str | None
    level: Level | None
    seat: int
    mean: float
    half: float
    """Half the width of the 95 % interval."""


class Evening(Struct, frozen=True):
    """The finished games of a table, and what they add up to."""

    code: str
    game: str
    name: str | None
    standings: list[Standing]
    games: list[EveningGame]
    ratings: list[EveningRating] | None
    """The highest first; ``null`` unless they were asked for."""


class Step(Struct, frozen=True):
    """One move of a finished game, what it made happen, and what was seen then."""

    move: str
    events: Sequence[Event]
    view: View


class Replay(Struct, frozen=True):
    """A finished game, move by move, as one seat or a spectator saw it."""

    seat: int | None
    start: View
    steps: list[Step]


class Reviewed(Struct, tag_field="state", tag="done", frozen=True):
    """The review of a finished game."""

    review: dict[str, Any]
    """``review.schema.json`` says what is in it."""


class Reviewing(Struct, tag_field="state", tag="working", frozen=True):
    """The review of a finished game is being computed: ask again in a moment."""

    done: int
    """How many moves have been looked at."""
    of: int
    """How many there are."""
    chances: list[list[float]] = []
    """What each seat could expect, before the first move and after each: at a glance, and as the review
    says it where it has got to. Empty before that, and at another node."""


class PuzzleView(Struct, frozen=True):
    """A position in which one move is clearly best, and not the one that comes to mind first."""

    game: str
    number: int
    """Which puzzle of the game, from 1."""
    count: int
    """How many puzzles the game has."""
    day: str | None
    """The day whose puzzle it is (``2026-11-16``, UTC), if it was asked for as that."""
    players: int
    seat: int
    """Who decides."""
    view: View
    """What that seat sees, with its moves."""
    obvious: str
    """What comes to mind first, and is worse."""
    options: list[Option]
    """All moves with the part of the victory that each can expect, the best first."""


class OptionView(Struct, frozen=True):
    """One of a game's options; ``only`` and ``needs`` say what it depends on."""

    name: str
    choices: list[str | int]
    default: str | int
    only: tuple[str, list[str | int]] | None
    needs: list[tuple[list[str | int], str, list[str | int]]]


class GameView(Struct, frozen=True):
    """A game there is, and everything to choose about it."""

    name: str
    options: list[OptionView]
    orders: dict[str, list[str]]
    """The phases that can be answered ahead, and with what."""
    gestures: bool
    """Whether several moves may come as one command."""
    hidden: bool
    """Whether seats see different things."""
    review: bool
    """Whether a finished game can be reviewed."""
    help: list[Help]
    """The kinds of help there are for a decision."""
    chance: dict[str, list[str] | None]
    """The first words of chance outcomes; where the outcomes of a word are equally likely and always the
    same, they are listed, and any program can check them."""


class Games(Struct, frozen=True):
    """Everything a form needs to open a table."""

    games: list[GameView]
    levels: list[str]
    phrases: list[str]
    docs: bool
    """Whether the documentation is there to read, at ``/docs``."""


class Words(Struct, frozen=True):
    """The texts of a game in one language, by their keys: ``<game>.name`` and so on.

    An entry is a text with {placeholders}, or its forms: by number (``one``, ``few``, ``many``, ``other``) or
    by person (``you``, ``they``).
    """

    words: dict[str, str | dict[str, str]]


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    code: str
    values: dict[str, Any]
