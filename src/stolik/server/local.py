"""Tables on one device, without a server: the same tables, commands, views and messages, and no network.

A page that runs this Python in its own browser asks here what it would ask a server over HTTP, and speaks to
a table as it would through a socket. There is one device, which holds every seat that a person sits in, and
it is always there: nobody has to stand in for anybody. What is kept for good is its owner's to keep.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from stolik.core import Record, View, game_names
from stolik.server import commands, entries
from stolik.server.access import new_code
from stolik.server.bus import LocalBus
from stolik.server.choosing import Choice, choose_move, decision_seed
from stolik.server.commands import Caller, Decision, Refusal
from stolik.server.connection import Connection, Gone, SentAway
from stolik.server.device import Device, House, since_of
from stolik.server.entries import TakenOver
from stolik.server.evening import as_csv
from stolik.server.finished_games import RECORD, FinishedGames, last_finished
from stolik.server.from_record import log_of
from stolik.server.game_list import all_games
from stolik.server.help import advise
from stolik.server.keeper import Keeper
from stolik.server.limits import Bucket
from stolik.server.live_tables import LiveTable, LiveTables
from stolik.server.memory_store import Forget, Keep, MemoryReviews, MemoryStore
from stolik.server.messages import (
    Continue,
    Evening,
    Level,
    ListedTables,
    NewTable,
    PerMove,
    Problem,
    Reviewed,
    Reviewing,
    Seated,
    SitDown,
    Words,
)
from stolik.server.projection import table_summary
from stolik.server.puzzle_views import puzzle_view, which_puzzle
from stolik.server.reviews import Reviews, answer
from stolik.server.settings import Settings
from stolik.server.table import Table
from stolik.server.table_store import StoreDown
from stolik.server.thinking import Question, Urgency
from stolik.words import FALLBACK, game_entries, game_rules, language_of

T = TypeVar("T")

HERE = "here"
"""The node, and the device that holds all seats: there is no other."""
UNREADABLE = 4410
"""Why a page has no line to a table: it is damaged, or another version of this program has written it."""
LOCAL_SIGN = "0"
"""What the code of a table on a device begins with: no server's code has this sign."""

JSON, MARKDOWN, TEXT, CSV = "application/json", "text/markdown", "text/plain", "text/csv"

Worry = Callable[[str], None]
"""Told of what went wrong, in a line for people who look for a fault."""

Send = Callable[[str], None]
"""Sends a message to a page."""
Closed = Callable[[int], None]
"""Tells a page why its line has ended, by the code that a socket is closed with."""

_encode = msgspec.json.Encoder(enc_hook=str).encode  # a Move is a subclass of str


class Answer(NamedTuple):
    """What a page is answered: as over HTTP."""

    ok: bool
    media: str
    text: str


class LocalTables:
    """All tables of this device."""

    def __init__(self, keep: Keep, forget: Forget, worry: Worry) -> None:
        self._settings = Settings(rate=1000.0, burst=1000)  # nobody's haste spoils it for others
        self._worry = worry
        self._store = MemoryStore(keep, forget)
        self._bus = LocalBus()
        self._tables = LiveTables(self._store, self._bus, self._settings, HERE, _advise)
        self._keeper = Keeper(self._tables, _Thinker(), self)
        self._finished = FinishedGames(self._store, _work_out)
        self._kept_reviews = MemoryReviews()
        self._reviews = Reviews(self._kept_reviews, HERE, _work_out, self)
        self._house = House(
            self._settings, self._keeper, lambda *_: None, lambda *_: None, lambda _: None
        )  # one person alone needs no limits, and nobody counts
        self._tables.forgotten = self._forgotten
        self._chore: asyncio.Task[None] | None = None

    def load(self, logs: Mapping[str, Sequence[str]], running: Iterable[str]) -> None:
        """Take over the tables that were kept before, by their codes, and say at which a game goes on."""
        self._store.load(logs, running)

    async def start(self) -> None:
        """Keep the tables going from now on."""
        self._tables.alone = True
        self._chore = asyncio.create_task(self._keeper.run())

    async def close(self) -> None:
        """Stop all that goes on."""
        if self._chore is not None:
            self._chore.cancel()
            await asyncio.gather(self._chore, return_exceptions=True)
        await self._reviews.close()
        await self._keeper.close()
        await self._tables.close()

    # -- What goes wrong ------------------------------------------------------------------------------

    def fault(self, event: str, raised: Exception | None = None, /, **details: Any) -> None:
        """Say what is wrong with the program, a table or a bot."""
        self._worry(f"{event} {details} {raised!r}")

    def trouble(self, event: str, **details: Any) -> None:
        """Say what is nobody's fault."""
        self._worry(f"{event} {details}")

    def review_ended(self, outcome: str, seconds: float | None = None) -> None:
        """Nobody counts."""

    def _forgotten(self, code: str) -> None:
        self._keeper.forget(code)
        self._finished.forget(code)
        self._kept_reviews.forget(code)

    # -- As over HTTP ---------------------------------------------------------------------------------

    async def request(self, method: str, address: str, body: str = "") -> Answer:
        """Answer what a page would ask a server at ``/api`` and this address."""
        try:
            return await self._answer(method, address, body)
        except Refusal as refusal:
            return _refused(refusal)
        except Gone:
            return _refused(Refusal("unknown_table"))
        except StoreDown:
            return _refused(Refusal("try_again"))
        except Exception as error:  # a table that an older or a newer program wrote, say
            self.fault("failed", error, address=address)
            return _refused(Refusal("failed"))

    async def _answer(self, method: str, address: str, body: str) -> Answer:
        parts = urlsplit(address)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        match method, parts.path.strip("/").split("/"):
            case "GET", ["games"]:
                return _json(all_games(reviews=True, docs=False))
            case "GET", ["games", name, "words", language]:
                return _json(Words(game_entries(_known(name), language_of(language) or FALLBACK)))
            case "GET", ["games", name, "rules", language]:
                return _rules(name, language)
            case "GET", ["puzzle"]:
                return _json(puzzle_view(*which_puzzle(query.get("game"), _number(query, "number"))))
            case "POST", ["tables"]:
                wanted = _decoded(body, NewTable)
                return _json(await self._open(wanted, wanted.name))
            case "POST", ["records"]:
                return _json(await self._open_record(_decoded(body, str)))
            case "GET", ["tables"]:
                return _json(ListedTables([]))
            case "GET", ["tables", code]:
                return _json(table_summary((await self._live(code)).table))
            case "DELETE", ["tables", code]:
                return await self._delete(code)
            case "POST", ["tables", code, "seats"]:
                return _json(await self._sit(code, _decoded(body, SitDown)))
            case "GET", ["tables", code, "games", round, "record"]:
                return await self._of_finished(code, round, RECORD, TEXT)
            case "GET", ["tables", code, "games", round, "replay"]:
                return await self._of_finished(code, round, f"replay/{query.get('seat', '')}", JSON)
            case "GET", ["tables", code, "review"]:
                return _json(await self._review(code, _number(query, "round")))
            case "POST", ["tables", code, "continue"]:
                return _json(await self._continue(code, _number(query, "round"), _decoded(body, Continue)))
            case "GET", ["tables", code, "evening"]:
                return await self._evening(code, query)
        raise Refusal("no_such_page")

    async def _open(self, wanted: NewTable, name: str | None, taken: TakenOver | None = None) -> Seated:
        now = time.time()
        code = await self._create(commands.open_table(wanted, HERE, now, taken), now)
        if name is None:
            return Seated(code, None)
        try:
            return await self._sit(code, SitDown(name=name))
        except Refusal:
            await self._store.delete(code)  # all or nothing
            raise

    async def _open_record(self, text: str) -> Seated:
        now = time.time()
        opened, *others = log_of(text, HERE, now)
        code = await self._create(opened, now)
        try:
            for seq, entry in enumerate(others, 2):
                await self._store.append(code, seq, entries.write(entry), running=False, now=now)
        except StoreDown:
            await self._store.delete(code)  # all or nothing
            raise
        return Seated(code, None)

    async def _create(self, opened: entries.Entry, now: float) -> str:
        """Begin the log of a table, and return the code that it gets."""
        text = entries.write(opened)
        code = LOCAL_SIGN + new_code()[1:]
        while not await self._store.create(code, text, now):
            code = LOCAL_SIGN + new_code()[1:]
        return code

    async def _sit(self, code: str, wanted: SitDown) -> Seated:
        made: list[entries.Sat] = []

        def make(table: Table) -> Decision:
            caller = Caller(HERE, time.time(), self._settings.absent_after)
            made.append(commands.sit_down(table, wanted.seat, wanted.name, caller))
            return Decision(made[-1])

        await (await self._live(code)).do(make)
        return Seated(code, made[-1].seat)

    async def _delete(self, code: str) -> Answer:
        live = None
        with suppress(Exception):  # one that cannot be read can be deleted all the same
            live = await self._live(code)
        await self._store.delete(code)
        self._finished.forget(code)
        self._kept_reviews.forget(code)
        with suppress(Gone):
            if live is not None:
                await live.catch_up()
        return Answer(True, "", "")

    async def _of_finished(self, code: str, round: str, what: str, type: str) -> Answer:
        if not round.isdigit():
            raise Refusal("malformed", problem="round")
        found = await self._finished.get(code, int(round), what, HERE)
        return Answer(True, type, found.body.decode())

    async def _record(self, code: str, round: int | None) -> tuple[Table, int, bytes]:
        """Return a table, which of its games is meant, and its record."""
        table = (await self._live(code)).table
        which = round or last_finished(table)
        return table, which, (await self._finished.get(code, which, RECORD, HERE)).body

    async def _review(self, code: str, round: int | None) -> Reviewed | Reviewing:
        _, which, record = await self._record(code, round)
        found = await self._reviews.get(code, which, record, HERE)
        return found if isinstance(found, Reviewing) else answer(found, record)

    async def _continue(self, code: str, round: int | None, wanted: Continue) -> Seated:
        table, _, record = await self._record(code, round)
        held = table.held(HERE)
        if not held:
            raise Refusal("not_your_seat")
        going_on = commands.go_on(Record.parse(record.decode()), table.manners, wanted)
        return await self._open(going_on.table, table.seats[held[0]].name, going_on.taken)

    async def _evening(self, code: str, query: Mapping[str, str]) -> Answer:
        table = (await self._live(code)).table
        score, name = table.evening, table.game_name
        if query.get("format") == "csv":
            return Answer(True, CSV, as_csv(list(score.games), name))
        if "ratings" in query:
            raise Refusal("no_ratings")
        return _json(Evening(code, name, table.name, score.standings(), score.games, None))

    async def _live(self, code: str) -> LiveTable:
        live = await self._tables.get(code)
        self._tables.keep_awake(live)
        return live

    # -- As through a socket --------------------------------------------------------------------------

    async def connect(self, code: str, since: str, looks_on: bool, send: Send, closed: Closed) -> Line | None:
        """Open a line to a table; ``closed`` is called with the reason if there is none, or it ends."""
        holder = None if looks_on else HERE
        connection = Connection(holder, partial(_sent, send), partial(_sent, closed), HERE)
        try:
            live = await self._live(code)
            await live.join(connection, since_of(since))
        except SentAway as sent_away:
            closed(sent_away.why)
            return None
        except Exception as error:  # as above: it stays as it is, and others can be played at
            self.fault("table_failed", error, table=code)
            closed(UNREADABLE)
            return None
        return Line(self._house, live, connection)


class Line:
    """One page's line to one table."""

    def __init__(self, house: House, live: LiveTable, connection: Connection) -> None:
        self._live = live
        self._connection = connection
        bucket = Bucket(house.settings.rate, house.settings.burst)
        self._device = Device(house, live, connection, bucket)

    async def hear(self, text: str) -> None:
        """Hear what the page says."""
        with suppress(Gone):  # it has been told
            await self._device.hear(text)

    def close(self) -> None:
        """End the line. The device is still there: nobody has left."""
        self._live.connections.discard(self._connection)


# -- The games --------------------------------------------------------------------------------------------


def _known(name: str) -> str:
    if name not in game_names():
        raise Refusal("unknown_game", game=name, games=list(game_names()))
    return name


def _rules(name: str, language: str) -> Answer:
    rules = game_rules(_known(name), language_of(language) or FALLBACK)
    if rules is None:
        raise Refusal("no_rules", game=name)
    return Answer(True, MARKDOWN, rules)


# -- Thinking ---------------------------------------------------------------------------------------------


class _Thinker:
    """Bots think right here: nobody else waits."""

    async def choose(
        self, table: Table, seat: int, level: Level, client: str, look: Callable[[], Urgency], /
    ) -> Choice:
        await asyncio.sleep(0)
        assert table.state is not None
        chosen = choose_move(table.game_name, level, decision_seed(table), table.state.view(seat))
        return Choice(chosen.move, None)


async def _advise(view: View, *_: str) -> tuple[str, PerMove]:
    await asyncio.sleep(0)
    return advise(view)


async def _work_out(question: Question) -> object:
    await asyncio.sleep(0)
    found: object = question.work()
    return found


# -- Messages ---------------------------------------------------------------------------------------------


def _json(message: object) -> Answer:
    return Answer(True, JSON, _encode(message).decode())


def _refused(refusal: Refusal) -> Answer:
    return Answer(False, JSON, _encode(Problem(refusal.code, refusal.values)).decode())


def _number(query: Mapping[str, str], name: str) -> int | None:
    """Return a number that a page asked by, if it did."""
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 7 and int(text)):
        raise Refusal("malformed", problem=name)
    return int(text)


def _decoded(body: str, type: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=type)
    except msgspec.MsgspecError as error:
        raise Refusal("malformed", problem=str(error)) from error


async def _sent(send: Callable[[Any], None], what: bytes | int) -> None:
    send(what.decode() if isinstance(what, bytes) else what)
