"""Records and replays of finished games: made once, where bots think, and kept for a while.

What everybody may ask for must not cost more than a moment of the event loop. A finished game does not
change, so what was made of it is kept with an ETag, up to ``KEPT`` bytes.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from msgspec import Struct

from stolik.core import Record
from stolik.server import entries
from stolik.server.commands import GoingOn, Refusal, go_on
from stolik.server.connection import Gone
from stolik.server.entries import Erased
from stolik.server.messages import Continue, Manners, Replay, Step
from stolik.server.table import MissingGame, Table
from stolik.server.table_store import TableStore
from stolik.server.thinking import Question, Urgency

KEPT = 32 * 2**20
"""Bytes of records and replays that are kept in memory."""
SINCE = 1000
"""After so many more entries it is made again: to read them takes longer than a moment."""
RECORD = "record"

Ask = Callable[[Question], Awaitable[object]]
"""Answers a question when its turn has come."""

_encode = msgspec.json.Encoder(enc_hook=str).encode  # a Move is a subclass of str


class Finished(Struct, frozen=True):
    """A record or a replay as it is sent, and who might watch that game."""

    body: bytes
    etag: str
    public: bool
    """Whether anybody might watch."""
    people: frozenset[str]
    """The devices that belonged to the table."""

    def is_own(self, holder: str | None) -> bool:
        """Whether a device belonged to the table when the game ended."""
        return holder in self.people

    def is_for(self, holder: str | None) -> bool:
        """Whether a device might watch the game when it ended."""
        return self.public or self.is_own(holder)


class _Known(Struct, frozen=True):
    """What was found at an entry of the log: a finished game, or why there is none."""

    seq: int
    found: Finished | Refusal


def make(code: str, lines: str, round: int, what: str) -> Finished | Refusal:
    """Return a record, or a replay as ``what`` sees it (``replay/SEAT``), from the lines of a table's log."""
    table = Table(code)
    try:
        for text in lines.split("\n"):
            table.apply(entries.read(text))
            if table.stage == "over" and table.round == round:
                break
        else:
            return Refusal("not_over", round=round)
    except MissingGame as error:
        return Refusal("game_missing", game=error.game)
    assert table.state is not None
    viewer = what.partition("/")[2]
    seat = int(viewer) if viewer else None
    players = table.state.game.players
    if seat is not None and seat >= players:
        return Refusal("malformed", problem=f"seat must be 0 to {players - 1}, not {seat}")
    body = str(table.record()).encode() if what == RECORD else _encode(_replay(table, seat))
    people = {table.host, *(holder for holder in table.holders if holder is not None)}
    return Finished(body, tag_of(body), table.manners.spectators, frozenset(people))


def continued(record: bytes, manners: Manners, wanted: Continue) -> GoingOn:
    """Return a table at which a game goes on, from its record; raises ``Refusal``."""
    return go_on(Record.parse(record.decode()), manners, wanted)


def last_finished(table: Table) -> int:
    """Return which game at a table was finished last."""
    round = table.round if table.stage == "over" else table.round - 1
    if not round:
        raise Refusal("not_over", round=table.round)
    return round


def tag_of(body: bytes) -> str:
    """Return the ETag of what is sent."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _replay(table: Table, seat: int | None) -> Replay:
    states = list(table.record().states())
    steps = [
        Step(move, before.events(move, seat), after.view(seat))
        for before, move, after in zip(states, table.moves, states[1:], strict=False)
    ]
    return Replay(seat, states[0].view(seat), steps)


class FinishedGames:
    """The records and replays that were asked for lately."""

    def __init__(self, store: TableStore, ask: Ask, kept: int = KEPT) -> None:
        self._store = store
        self._ask = ask
        self._room = kept
        self._known: dict[tuple[str, int, str], _Known] = {}
        self._making: dict[tuple[str, int, str], asyncio.Future[_Known]] = {}

    async def get(self, code: str, round: int, what: str, client: str) -> Finished:
        """Return a record or a replay; raises ``Refusal``, ``Gone`` or ``Busy``."""
        seq = (await self._store.heads([code])).get(code)
        if seq is None:
            self.forget(code)
            raise Gone
        key = (code, round, what)
        known = self._known.get(key)
        if known is not None and await self._is_still_true(known, code, seq):
            known = _Known(seq, known.found)
            self._keep(key, known)
        else:
            known = await self._make(key, client, seq)
        if isinstance(known.found, Refusal):
            raise known.found
        return known.found

    async def _is_still_true(self, known: _Known, code: str, seq: int) -> bool:
        """Whether nothing that happened since can have changed what was found.

        Another node may have let somebody erase their name, and we hear of that in the log alone.
        """
        if seq == known.seq:
            return True
        if not known.seq < seq <= known.seq + SINCE or isinstance(known.found, Refusal):
            return False
        since = [entries.read(text) async for text in self._store.whole(code, known.seq)]
        return not any(isinstance(entry, Erased) for entry in since)

    async def _make(self, key: tuple[str, int, str], client: str, seq: int) -> _Known:
        """Have it made, once for all who ask at the same time."""
        if key not in self._making:
            self._making[key] = asyncio.ensure_future(self._made(key, client, seq))
            self._making[key].add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(self._making[key])

    async def _made(self, key: tuple[str, int, str], client: str, seq: int) -> _Known:
        """Make it; ``seq`` is where the log ended before it was read: a name may be erased meanwhile."""
        code, round, what = key
        texts = [text async for text in self._store.whole(code)]
        work = partial(make, code, "\n".join(texts), round, what)  # one text is sent faster than many
        found = await self._ask(Question(code, client, "finished", work, None, lambda: Urgency.WATCHED))
        assert isinstance(found, Finished | Refusal)
        known = _Known(seq, found)
        self._keep(key, known)  # before the others are told: somebody who comes in between finds it
        return known

    def _keep(self, key: tuple[str, int, str], known: _Known) -> None:
        """Keep what was asked for last, as far as there is room."""
        if before := self._known.pop(key, None):
            self._room += _size(before)
        self._known[key] = known
        self._room -= _size(known)
        while self._room < 0 and self._known:
            self._room += _size(self._known.pop(next(iter(self._known))))

    def forget(self, code: str) -> None:
        """Forget all about a table."""
        for key in [key for key in self._known if key[0] == code]:
            self._room += _size(self._known.pop(key))


def _size(known: _Known) -> int:
    return 1000 + (len(known.found.body) if isinstance(known.found, Finished) else 0)
