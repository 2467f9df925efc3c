"""Games that were left: which bots sit there, and how such a game goes on.

A record says who plays and everything that happened, but not which bot a bot is. That is kept apart, under
the game's commitment, until the game is over; where it is missing, the usual bots go on.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from stolik.cli import records
from stolik.cli.errors import Wrong
from stolik.cli.people import Player
from stolik.core import Record, Recorder, RecordError
from stolik.core.files import write_whole
from stolik.folders import data_folder, records_folder
from stolik.words import Words


def newest(words: Words) -> Path:
    """Return the record of the game that was left last; raise ``Wrong`` without any."""
    path = find_newest()
    if path is None:
        raise Wrong(words("error.none_unfinished", folder=records_folder()))
    return path


def find_newest() -> Path | None:
    """Return the record of the game that was left last, if there is one."""
    return next(filter(_goes_on, records.by_age(records_folder())), None)


def _goes_on(path: Path) -> bool:
    try:
        record = Record.load(path)
        return record.fairness is not None and record.replay().actor is not None
    except (OSError, RecordError):
        return False


def go_on(words: Words, path: Path, usual_bot: str) -> tuple[Recorder, list[Player]]:
    """Return the game in a file as it was left, and who plays it."""
    record = records.load(words, path)
    if record.fairness is None:
        raise Wrong(words("error.no_secret", path=path))
    try:
        table = Recorder.resume(record)
    except RecordError as error:
        raise records.broken(words, path, error, record.game.name) from error
    if table.state.actor is None:
        raise Wrong(words("error.over", path=path, command=f"stolik replay {shlex.quote(str(path))}"))
    kept = _kept(record) or [None if added else usual_bot for added in record.fairness.seats]
    names = record.names or ("",) * record.game.players
    return table, [_player(words, seat, bot, names) for seat, bot in enumerate(kept)]


def _player(words: Words, seat: int, bot: str | None, names: Sequence[str]) -> Player:
    """Return who sits in a seat: a person without a name is the reader, if there is only one."""
    number = words("seat.number", n=seat + 1)
    return Player(bot, names[seat] or (number if bot or names.count("") > 1 else ""))


# -- which bots -------------------------------------------------------------------------------------------


def keep(record: Record, seats: Sequence[Player]) -> None:
    """Remember which bots play; a game can be played without, where nothing can be written."""
    path = _path(record)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps([seat.bot for seat in seats]) + "\n")


def forget(record: Record) -> None:
    """Remember nothing more of a game that is over."""
    with suppress(OSError):
        _path(record).unlink()


def _kept(record: Record) -> list[str | None] | None:
    """Return which bots play, by seat, if that is known."""
    try:
        kept = json.loads(_path(record).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    known = isinstance(kept, list) and all(bot is None or isinstance(bot, str) for bot in kept)
    return kept if known and len(kept) == record.game.players else None


def _path(record: Record) -> Path:
    assert record.fairness is not None
    return data_folder() / "unfinished" / f"{record.fairness.commitment}.json"
