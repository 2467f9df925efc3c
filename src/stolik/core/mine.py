"""What one device remembers of a game from before it began, to hold a record against.

A record alone shows that its chance follows from its secret and from what the seats added. Whether either was
exchanged afterwards only somebody can tell who was there: the page keeps a file like this, see "What a record
proves" in ``docs/notation.md``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stolik.core.fair import SEAT_BYTES, SECRET_BYTES, commit, is_hex
from stolik.core.record import Record, RecordError


@dataclass(frozen=True, slots=True)
class Mine:
    """The promises that a device saw before the game, and what it added itself."""

    commitment: str
    """The promise of the table's secret."""
    promises: tuple[str | None, ...] | None
    """By seat, the promise of what is added there; ``None`` for a seat that adds nothing.

    No promises at all if the device added nothing: then it does not know what counted in the end.
    """
    random: dict[int, str]
    """By seat, what the device added."""

    @classmethod
    def parse(cls, text: str) -> Mine:
        """Return what is written in a file of the page; raises ``ValueError`` if it is no such file."""
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("this is not what a device remembers")
        commitment, promises, random = data.get("commitment"), data.get("promises"), data.get("random") or {}
        seats = [] if promises is None else promises
        if not (isinstance(seats, list) and isinstance(random, dict) and random.keys() <= _numbers(seats)):
            raise ValueError("the seats must be those of the game")
        given = [commitment, *(promise for promise in seats if promise is not None)]
        if not all(_is_hex(one, SECRET_BYTES) for one in given):
            raise ValueError(f"a promise must be {2 * SECRET_BYTES} hexadecimal digits")
        if not all(_is_hex(one, SEAT_BYTES) for one in random.values()):
            raise ValueError(f"the randomness of a seat must be {2 * SEAT_BYTES} hexadecimal digits")
        own = {int(seat): one for seat, one in random.items()}
        return cls(str(commitment), None if promises is None else tuple(seats), own)

    @classmethod
    def load(cls, path: str | Path) -> Mine:
        """Return what is written in a file."""
        return cls.parse(Path(path).read_bytes().decode("utf-8"))

    def check(self, record: Record) -> None:
        """Raise ``RecordError``, which names the line, if a record is not of the game that the device saw."""
        added = record.fairness.seats if record.fairness else ()
        if record.fairness is None or record.fairness.commitment != self.commitment:
            raise RecordError(1, "other_commitment")
        for seat in range(max(len(added), len(self.promises or ()))):
            self._check_seat(record, seat, added[seat] if seat < len(added) else None)

    def _check_seat(self, record: Record, seat: int, random: str | None) -> None:
        if self.promises is None:
            return
        promise = self.promises[seat] if seat < len(self.promises) else None
        if random is None or (random and commit(bytes.fromhex(random)) != promise):
            raise RecordError(_line(record, seat), "other_random", seat=seat)
        if not random and seat in self.random:
            raise RecordError(_line(record, seat), "missing_random", seat=seat)


def _numbers(seats: list[Any]) -> set[str]:
    return {str(seat) for seat in range(len(seats))}


def _is_hex(text: object, size: int) -> bool:
    return isinstance(text, str) and is_hex(text, size)


def _line(record: Record, seat: int) -> int:
    """Return the number of the line that says what a seat added, or of the header's last line."""
    end = record.lines_before_moves
    lines = record.header()  # the file may lack lines for options, which come before the seats
    found = [at for at, line in enumerate(lines) if line.startswith(f"random {seat} ")]
    return end - len(lines) + found[0] + 1 if found else end
