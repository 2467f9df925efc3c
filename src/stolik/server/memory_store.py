"""The tables' logs in memory, for one device: the owner is handed every change, to store it.

There is one node and nobody else writes, so an entry is there as soon as its keeper says so.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence

from stolik.server.reviews import StoredReview
from stolik.server.table_store import Listing, Snapshot, StoreDown

Keep = Callable[[str, int, str, bool], Awaitable[None]]
"""Keeps an entry of a table for good: code, number, text, and whether a game goes on after it."""
Forget = Callable[[str], Awaitable[None]]
"""Forgets a table."""


class MemoryStore:
    """All tables of a device. ``keep`` and ``forget`` raise what they like if they cannot."""

    def __init__(self, keep: Keep, forget: Forget) -> None:
        self._keep = keep
        self._forget = forget
        self._logs: dict[str, list[str]] = {}
        self._running: set[str] = set()
        self._snapshots: dict[str, Snapshot] = {}
        self._nodes: dict[str, float] = {}

    def load(self, logs: Mapping[str, Sequence[str]], running: Iterable[str]) -> None:
        """Take over what was kept before."""
        self._logs.update({code: list(entries) for code, entries in logs.items()})
        self._running.update(running)

    async def create(self, code: str, entry: str, now: float) -> bool:
        """Make a table."""
        if code in self._logs:
            return False
        await self._write(code, 1, entry, running=False)
        self._logs[code] = [entry]
        return True

    async def append(
        self, code: str, seq: int, entry: str, running: bool, now: float, listing: Listing | None = None
    ) -> bool:
        """Write the next entry; nobody else finds a table that is here."""
        log = self._logs.get(code)
        if log is None or seq != len(log) + 1:
            return False
        await self._write(code, seq, entry, running)
        log.append(entry)
        (self._running.add if running else self._running.discard)(code)
        return True

    async def _write(self, code: str, seq: int, entry: str, running: bool) -> None:
        try:
            await self._keep(code, seq, entry, running)
        except Exception as error:
            raise StoreDown(str(error)) from error

    async def read(self, code: str, after: int = 0, limit: int | None = None) -> list[tuple[int, str]]:
        """Return entries with their numbers."""
        until = None if limit is None else after + limit
        return list(enumerate(self._logs.get(code, [])[after:until], after + 1))

    async def whole(self, code: str, after: int = 0) -> AsyncIterator[str]:
        """Go through the entries."""
        for entry in self._logs.get(code, [])[after:]:
            yield entry

    async def follow(self, code: str, seq: int) -> list[str] | None:
        """Return what comes after an entry."""
        log = self._logs.get(code, [])
        return log[seq:] if 0 < seq <= len(log) else None

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """Return how long the logs are."""
        return {code: len(self._logs[code]) for code in codes if code in self._logs}

    async def snapshot(self, code: str) -> Snapshot | None:
        """Return the last snapshot, which lasts as long as this store."""
        return self._snapshots.get(code)

    async def keep(self, code: str, snapshot: Snapshot) -> None:
        """Keep a snapshot."""
        if code in self._logs:
            self._snapshots[code] = snapshot

    async def rewrite(self, code: str, changed: Sequence[tuple[int, str]]) -> None:
        """Rewrite some entries."""
        self._snapshots.pop(code, None)
        for seq, entry in changed:
            await self._write(code, seq, entry, code in self._running)
            self._logs[code][seq - 1] = entry

    async def delete(self, code: str) -> None:
        """Forget a table."""
        try:
            await self._forget(code)
        except Exception as error:
            raise StoreDown(str(error)) from error
        self._logs.pop(code, None)
        self._snapshots.pop(code, None)
        self._running.discard(code)

    async def beat(self, node: str, until: float) -> None:
        """Note that the node lives."""
        self._nodes[node] = until

    async def living(self, now: float) -> set[str]:
        """Return the node."""
        return {node for node, until in self._nodes.items() if until > now}

    async def claim(self, node: str, now: float, until: float, limit: int) -> list[str]:
        """Return all running tables: nobody else could keep them."""
        await self.beat(node, until)
        return sorted(self._running)


class MemoryReviews:
    """Reviews of finished games, as long as the program runs: they can be made again."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], StoredReview] = {}

    async def find(self, code: str, round: int, now: float) -> StoredReview | None:
        """Return one that is ready."""
        return self._kept.get((code, round))

    async def claim(self, code: str, round: int, node: str, of: int, now: float) -> bool:
        """Return that there is nobody else to do it."""
        return True

    async def note(self, code: str, round: int, node: str, done: int) -> bool:
        """Return the same."""
        return True

    async def finish(self, code: str, round: int, node: str, done: int, review: bytes) -> bool:
        """Keep one."""
        self._kept[code, round] = StoredReview(done, done, review, node, left=False)
        return True

    async def give_up(self, node: str, code: str | None = None, round: int | None = None) -> None:
        """Nothing is kept of what is not ready."""

    def forget(self, code: str) -> None:
        """Forget all about a table."""
        for key in [key for key in self._kept if key[0] == code]:
            del self._kept[key]
