"""What a table's writer remembers of its past: enough to tell a device what it missed.

Only the entries that were missed are read from the log. The game before them is rebuilt from the moves that
the table keeps anyway, and who held which seat is remembered here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stolik.core import Move, Record, State
from stolik.server import entries
from stolik.server.entries import Entry, Said, TookBack
from stolik.server.erasing import anonymous
from stolik.server.messages import Told
from stolik.server.projection import EntryProjection, Holders, viewing_seat
from stolik.server.slips import Moment
from stolik.server.table import Table


class History:
    """The past of one table, from the start of its present game, or of the one that people gather for."""

    def __init__(self) -> None:
        self.round = 0
        self.since = 0
        self.holders: list[tuple[int, Holders]] = []
        """Who held the seats from an entry on; one pair for each change."""

    def note(self, table: Table) -> None:
        """Remember what an entry changed that was just applied."""
        holders = table.holders
        if table.round != self.round:
            self.round, self.since = table.round, table.seq
            self.holders = [(table.seq, holders)]
        elif holders != self.holders[-1][1]:
            self.holders.append((table.seq, holders))

    def reaches(self, seq: int) -> bool:
        """Whether all that happened after an entry can be told."""
        return seq >= self.since

    def told(self, table: Table, since: int, missed: Sequence[Entry], holder: str | None) -> Iterator[Told]:
        """Go through the entries after ``since``, which are ``missed``, as a device would have heard them.

        People who have left since then are not named any more, and their words are theirs.
        """
        game = _Past(table, missed)
        for seq, entry in enumerate(missed, since + 1):
            moments, holders = game.go_on(entry), self._holders(seq)
            shown = _of_now(table.holders, entry, holders)
            yield EntryProjection(seq, shown, moments).told(viewing_seat(holders, holder))

    def _holders(self, seq: int) -> Holders:
        """Return who held the seats after an entry."""
        return next(holders for since, holders in reversed(self.holders) if since <= seq)


class _Past:
    """The game of a table as it was before some entries, and as it became by them."""

    def __init__(self, table: Table, missed: Sequence[Entry]) -> None:
        moves = list(table.moves)
        for entry in reversed(missed):
            if isinstance(entry, TookBack):
                moves += entry.moves
            else:
                del moves[len(moves) - len(entries.moves_of(entry)) :]
        self._states: list[State] = []
        """The game before and after each of its moves."""
        if any(map(entries.moves_of, missed)):  # or nobody asks for it
            assert table.state is not None
            self._states = list(Record(table.state.game, tuple(map(Move, moves))).states())

    def go_on(self, entry: Entry) -> list[Moment]:
        """Go on by an entry, and return its moves."""
        if isinstance(entry, TookBack):
            del self._states[entry.ply + 1 :]
        moments: list[Moment] = []
        for move in entries.moves_of(entry):
            before = self._states[-1]
            self._states.append(before.play(move))
            moments.append((before, move, self._states[-1]))
        return moments


def _of_now(now: Holders, entry: Entry, then: Holders) -> Entry:
    """Return an entry as it is told later: without the name and the words of people who have left."""
    speaker = then[entry.seat] if isinstance(entry, Said) else None
    return anonymous(entry, speaker, lambda device: device not in now)


def told_from_start(
    code: str, texts: Sequence[str], since: int, holder: str | None, now: Holders
) -> Iterator[Told | None]:
    """Go through the whole log, for one who missed more than the last game; ``None`` up to ``since``.

    ``now`` are the devices that hold the seats today.
    """
    table = Table(code)
    for text in texts:
        entry = entries.read(text)
        table.apply(entry)
        if table.seq > since:
            projection = EntryProjection(table.seq, _of_now(now, entry, table.holders), table.moments)
            yield projection.told(viewing_seat(table.holders, holder))
        else:
            yield None
