"""Reviews of finished games: once for each game, where bots think, a piece at a time.

A whole review takes seconds, so it is computed in pieces. Each is a question of its own in the queue, so
that others waiting there have their turn in between. What is ready is kept in the database for all nodes;
what was begun by a node that has ended begins again when somebody asks.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol, cast

import msgspec

from stolik.analysis import DEPTH, Judge, Reviewer, any_judge, glance
from stolik.analysis import Step as Looked
from stolik.core import Record, plugin
from stolik.extras import install
from stolik.server.commands import Refusal
from stolik.server.keeper import Worries
from stolik.server.messages import Reviewed, Reviewing
from stolik.server.table_store import StoreDown
from stolik.server.tasks import RETRY_SECONDS
from stolik.server.thinking import Busy, Question, Urgency

PIECE: Final = 0.2
"""Seconds of thought after which others have their turn."""
LONGEST: Final = 30.0
"""Seconds that a single move may take, on a machine with much else to do."""
NOTED: Final = 1.0
"""Seconds after which other nodes are told how far it has got."""
MOST: Final = 100
"""Reviews that a node is at, at most."""
EACH: Final = 25
"""Those of them that one client asked for, at most: a class can be behind one address."""
TRIES: Final = 60
"""How often a piece is asked for, a second apart, as long as there is no room in the queue."""
EXTRA: Final = "bots"
"""What everybody is told who asks for what is not installed; the operator's log has the command, too."""
FAILURES: Final = 1000
"""Games that are remembered because they cannot be reviewed."""

Ask = Callable[[Question], Awaitable[object]]
"""Answers a question when its turn has come."""
Key = tuple[str, int]
"""A table and a round."""


# -- In the processes -------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """What was found out of some moves."""

    steps: bytes
    """As JSON, since it is sent from process to process."""
    chances: list[list[float]]
    """What each seat could expect after each of them."""
    last: Looked
    """The last of them, by which another process can go on."""


class Missing(NamedTuple):
    """Nobody can judge a game here."""

    install: str
    """The command that installs what is missing."""


@lru_cache(maxsize=4)
def _reviewer(record: str, depth: int) -> Reviewer:
    """Return the reviewer of a record; a process is often asked for one piece of it after the other."""
    read = Record.parse(record)
    return Reviewer(Record(read.game, read.moves), _judge(read.game.name, depth))


def _judge(game: str, depth: int) -> Judge:
    """Return who judges a game; raise ``ModuleNotFoundError`` if a package is missing, as the page says."""
    if plugin(game).judge:
        plugin(game).load("judge")
    return any_judge(game, depth)


def look_on(record: str, depth: int, last: Looked | None, seconds: float) -> Piece | Missing:
    """Return what is to be said of the moves after ``last``: of one, and more as long as there is time."""
    until, found = time.perf_counter() + seconds, list[Looked]()
    try:
        for step, _ in _reviewer(record, depth).steps(last):
            found.append(step)
            if time.perf_counter() > until:
                break
    except ModuleNotFoundError:
        return Missing(install(EXTRA))
    return Piece(msgspec.json.encode(found), _rounded(step["chances"] for step in found), found[-1])


def look_over(record: str) -> list[list[float]] | Missing:
    """Return what each seat could expect before the first move and after each, at a glance."""
    read = Record.parse(record)
    try:
        return _rounded(glance(read, _judge(read.game.name, depth=0)))
    except ModuleNotFoundError:
        return Missing(install(EXTRA))


def _rounded(chances: Iterable[list[float]]) -> list[list[float]]:
    """Return chances as exactly as they can be drawn."""
    return [[round(part, 3) for part in row] for row in chances]


def sum_up(record: str, depth: int, pieces: Sequence[bytes]) -> bytes:
    """Return a whole review as it is kept: compressed, and without names."""
    steps = [step for piece in pieces for step in msgspec.json.decode(piece, type=list[Looked])]
    *_, last = Record.parse(record).states()
    return zlib.compress(msgspec.json.encode(_reviewer(record, depth).summed_up(steps, last)))


def answer(kept: bytes, record: bytes) -> Reviewed:
    """Return what is kept as it is sent: with the names that the record has today."""
    parts = msgspec.json.decode(zlib.decompress(kept), type=dict[str, msgspec.Raw])
    seats = msgspec.json.decode(parts["seats"], type=list[dict[str, Any]])
    for seat, name in zip(seats, Record.parse(record.decode()).names, strict=False):
        seat["name"] = name
    return Reviewed({**parts, "seats": seats})


def as_sent(kept: bytes, record: bytes) -> bytes:
    """Return it as JSON."""
    return msgspec.json.encode(answer(kept, record))


# -- In the server ----------------------------------------------------------------------------------------


class StoredReview(NamedTuple):
    """A review, or how far it has got."""

    done: int
    of: int
    review: bytes | None
    """The review, once it is ready."""
    node: str
    """The node that works it out."""
    left: bool
    """Whether that node does not live any more, so that it will never be ready."""


class ReviewStore(Protocol):
    """Where reviews are kept: one for each game, computed by one node."""

    async def find(self, code: str, round: int, now: float) -> StoredReview | None:
        """Return what there is of a game, if anybody has asked for it."""

    async def claim(self, code: str, round: int, node: str, of: int, now: float) -> bool:
        """Return whether this node is to review a game: nobody has, and no node that lives is at it."""

    async def note(self, code: str, round: int, node: str, done: int) -> bool:
        """Say how far the node has got that is at it; return False if it is not this one any more."""

    async def finish(self, code: str, round: int, node: str, done: int, review: bytes) -> bool:
        """Keep a review; return False if that was not for this node any more."""

    async def give_up(self, node: str, code: str | None = None, round: int | None = None) -> None:
        """Forget what this node has begun and not finished: of one game, or all of it."""


class Notes(Worries, Protocol):
    """Who is told what has become of reviews."""

    def review_ended(self, outcome: str, seconds: float | None = None) -> None:
        """Take note of one that has ended, and of how long it took if it is there."""


class Reviews:
    """The reviews that this node was asked for."""

    def __init__(self, store: ReviewStore, node: str, ask: Ask, notes: Notes) -> None:
        self._store = store
        self._node = node
        self._ask = ask
        self._notes = notes
        self._at: dict[Key, Reviewing] = {}
        """How far those have got that this node is at."""
        self._clients: Counter[str] = Counter()
        """How many of these each client has asked for."""
        self._failed: dict[Key, Refusal] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return how many are being computed."""
        return len(self._at)

    async def get(self, code: str, round: int, record: bytes, client: str) -> bytes | Reviewing:
        """Return a review as it is kept, or how far it has got; begin if nobody has.

        ``record`` is that of the finished game. Raises ``Refusal``.
        """
        key = (code, round)
        if key not in self._at:
            found = await self._store.find(code, round, time.time())
            if found is not None and found.review is not None:
                return found.review
            if key in self._failed:
                raise self._failed[key]
            if found is not None and found.node != self._node and not found.left:
                return Reviewing(found.done, found.of)
            self._begin(key, record.decode(), client)
        return self._at[key]

    def _begin(self, key: Key, record: str, client: str) -> None:
        if key in self._at:  # somebody was faster
            return
        read = Record.parse(record)
        if len(self._at) >= MOST or self._clients[client] >= EACH:
            raise Refusal("too_many_requests")
        self._at[key] = Reviewing(0, len(read.moves))
        self._clients[client] += 1
        task = asyncio.create_task(self._review(key, read.game.name, record, client))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _review(self, key: Key, game: str, record: str, client: str) -> None:
        """Review a game, if no other node does."""
        began = time.monotonic()
        try:
            mine = await self._store.claim(*key, self._node, self._at[key].of, time.time())
            if mine and await self._deep_or_quick(key, game, record, client):
                self._notes.review_ended("done", time.monotonic() - began)
        except (StoreDown, Busy):
            pass  # it begins again when somebody asks
        except Refusal as refusal:
            await self._give_up(key, refusal, "missing")
        except Exception as error:
            self._notes.fault("review_failed", error, game=game)
            await self._give_up(key, Refusal("review_failed"), "failed")
        finally:
            del self._at[key]
            self._clients[client] -= 1
            self._clients += Counter()  # forgets those who have none

    async def _deep_or_quick(self, key: Key, game: str, record: str, client: str) -> bool:
        """Review a game; quickly, as the judge's name says then, if a single move takes too long."""
        try:
            return await self._whole(key, game, record, DEPTH, client)
        except TimeoutError:
            return await self._whole(key, game, record, 0, client)

    async def _whole(self, key: Key, game: str, record: str, depth: int, client: str) -> bool:
        """Review a game, piece after piece; return False if that is for another node by now."""
        pieces, last, noted = list[bytes](), None, time.monotonic()
        of = self._at[key].of
        ask = partial(self._piece, key[0], client, f"{game}/review")
        chances = cast(list[list[float]], self._there(game, await ask(partial(look_over, record))))
        done = 0
        self._at[key] = Reviewing(done, of, chances)
        while done < of:
            found = self._there(game, await ask(partial(look_on, record, depth, last, PIECE)))
            assert isinstance(found, Piece)
            pieces.append(found.steps)
            last = found.last
            then = done + len(found.chances)
            chances = [*chances[: done + 1], *found.chances, *chances[then + 1 :]]
            done = then
            self._at[key] = Reviewing(done, of, chances)
            if time.monotonic() > noted + NOTED:
                noted = time.monotonic()
                if not await self._store.note(*key, self._node, done):
                    return False
        review = await ask(partial(sum_up, record, depth, pieces))
        return await self._store.finish(*key, self._node, of, cast(bytes, review))

    def _there(self, game: str, found: object) -> object:
        """Return what was found out; raise ``Refusal`` if something is missing for that."""
        if isinstance(found, Missing):
            self._notes.trouble("review_missing", game=game, install=found.install)
            raise Refusal("review_missing", game=game, extra=EXTRA)
        return found

    async def _piece(self, code: str, client: str, kind: str, work: Callable[[], object]) -> object:
        """Have something computed, as soon as there is room in the queue for it."""
        for _ in range(TRIES):
            with suppress(Busy):
                question = Question(code, client, kind, work, None, lambda: Urgency.WATCHED, seconds=LONGEST)
                return await self._ask(question)
            await asyncio.sleep(RETRY_SECONDS)
        raise Busy

    async def _give_up(self, key: Key, refusal: Refusal, outcome: str) -> None:
        """Remember that it is of no use to ask again."""
        self._notes.review_ended(outcome)
        self._failed[key] = refusal
        for oldest in list(islice(self._failed, max(0, len(self._failed) - FAILURES))):
            del self._failed[oldest]
        with suppress(StoreDown):
            await self._store.give_up(self._node, *key)

    async def close(self) -> None:
        """Stop, and leave what is not ready to others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreDown):
            await self._store.give_up(self._node)
