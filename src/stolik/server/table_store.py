"""What a store of tables' logs does, whatever it keeps them in: a database, or the memory of one device."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import NamedTuple, Protocol

MOMENT = 0.002
"""Seconds for which nobody else is heard while a log is read, or told."""

PART = 1000
"""Entries of a long log that are read at a time, or deleted in one transaction."""


class StoreDown(Exception):  # noqa: N818 -- a state of the world, not a fault of the program
    """The store does not answer. Whether what was being written is there, only reading can tell."""


class Snapshot(NamedTuple):
    """What a table was like after entry ``seq``, in a form that a ``version`` of the program can read."""

    seq: int
    version: str
    state: str


class Listing(NamedTuple):
    """What is listed of a table that anybody may find, and since when there is such a table."""

    since: float
    text: str


class TableStore(Protocol):
    """What those need who keep tables going. Times are seconds since the epoch."""

    async def create(self, code: str, entry: str, now: float) -> bool:
        """Make a table whose log begins with this entry; return False if there is one of that code."""

    async def append(
        self, code: str, seq: int, entry: str, running: bool, now: float, listing: Listing | None = None
    ) -> bool:
        """Write entry ``seq``, and return True when it is there durably; False if it is not the next one."""

    async def read(self, code: str, after: int = 0, limit: int | None = None) -> list[tuple[int, str]]:
        """Return the entries of a table after that number, in order, or the first of them."""

    def whole(self, code: str, after: int = 0) -> AsyncIterator[str]:
        """Go through the entries of a table after that number."""

    async def follow(self, code: str, seq: int) -> list[str] | None:
        """Return the entries of a table after number ``seq``, in order; None if there is no such number."""

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """Return the last number of each of these tables that exists."""

    async def snapshot(self, code: str) -> Snapshot | None:
        """Return what was kept last of what a table was like, if its log reaches so far."""

    async def keep(self, code: str, snapshot: Snapshot) -> None:
        """Keep a snapshot instead of the one before, unless there is a newer one or no such table."""

    async def rewrite(self, code: str, changed: Sequence[tuple[int, str]]) -> None:
        """Rewrite some entries of a table, and forget its snapshot."""

    async def beat(self, node: str, until: float) -> None:
        """Say that this node lives until then, at least."""

    async def living(self, now: float) -> set[str]:
        """Return the nodes that live."""

    async def claim(self, node: str, now: float, until: float, limit: int) -> list[str]:
        """Say that this node lives until then, and return the running tables it keeps."""
