"""Erasing a person: what they were called and what they wrote goes from a table's log for good.

Their moves stay, since they are the other players' game too. Everything else follows from the log: records,
replays and the evening name the person no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from stolik.server import entries
from stolik.server.entries import Entry, Erased, Recoverable, Recovered, Said, Sat
from stolik.server.people import People

NOBODY, NO_WORDS = "?", "…"
"""What stands for an erased name, and for erased words."""


def without(code: str, lines: str, holder: str) -> list[tuple[int, str]]:
    """Return the entries to be rewritten, with their numbers, so that nothing in the log names a person.

    ``lines`` is the log of a table, ``holder`` the device of the person, who may have had others before. What
    was erased already counts once more if the log does not say so: somebody may not have heard of it.
    """
    read = [entries.read(text) for text in lines.split("\n")]
    devices = _devices(read, holder)
    heard = max((seq for seq, entry in enumerate(read, 1) if isinstance(entry, Erased)), default=0)
    people, changed = People(code), []
    for seq, entry in enumerate(read, 1):
        who = people.seats[entry.seat].holder if isinstance(entry, Said) else None
        new = anonymous(entry, who, lambda device: device in devices)
        if new != entry or (new is not entry and seq > heard):
            changed.append((seq, entries.write(new)))
        people.apply(entry)
    return changed


def _devices(read: Sequence[Entry], holder: str) -> set[str]:
    """Return the devices from which a person's seats came to this one, and this one."""
    links = {entry.recovery: entry.holder for entry in read if isinstance(entry, Recoverable)}
    devices = {holder}
    for entry in reversed(read):
        if isinstance(entry, Recovered) and entry.holder in devices:
            devices.add(links[entry.recovery])
    return devices


def anonymous(entry: Entry, speaker: str | None, gone: Callable[[str | None], bool]) -> Entry:
    """Return an entry without the name or the words of somebody whose device is ``gone``.

    ``speaker`` is the device from whose seat something was said.
    """
    match entry:
        case Sat(holder=holder) if gone(holder):
            return replace(entry, name=NOBODY)
        case Said(text=str()) if gone(speaker):
            return replace(entry, text=NO_WORDS)
    return entry
