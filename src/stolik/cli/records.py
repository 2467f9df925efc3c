"""Where the records of games are kept, and how they are read."""

from __future__ import annotations

import shlex
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from stolik.cli.errors import Wrong, about_file
from stolik.cli.screen import refusal
from stolik.core import IllegalMove, Record, Recorder, RecordError, game_names
from stolik.folders import records_folder
from stolik.words import Words


def new_path(words: Words, asked: str | None) -> Path:
    """Return where a new record goes; a file that is there already is never written over."""
    if asked is None:
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        names = (f"stolik-{stamp}{f'-{number}' if number > 1 else ''}.txt" for number in count(1))
        return next(path for name in names if not (path := records_folder() / name).exists())
    path = Path(asked)
    if path.is_dir():
        raise Wrong(words("error.file_is_folder", path=path))
    if path.exists():
        raise Wrong(words("error.file_exists", path=path))
    if not path.parent.is_dir():
        raise Wrong(words("error.folder_missing", path=path.parent))
    return path


def newest(words: Words) -> Path:
    """Return the record that was written last in the user's folder; raise ``Wrong`` without any."""
    found = by_age(records_folder())
    if not found:
        raise Wrong(words("error.no_record", folder=records_folder()))
    return found[0]


def by_age(folder: Path) -> list[Path]:
    """Return the records in a folder, the one that was written last first."""
    return sorted(folder.glob("*.txt"), key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def naming(path: Path) -> str:
    """Return how a record is named on the command line after a command that takes the newest by default."""
    return "" if path.parent == records_folder() else f" {shlex.quote(str(path))}"


class Keeper:
    """Keeps the record of a running game in a file, from before its first move."""

    def __init__(self, words: Words, path: Path, table: Recorder) -> None:
        self.path = path
        self._words = words
        self._table = table
        self.save()

    def save(self) -> None:
        """Write the record as it is now."""
        try:
            if self.path.parent == records_folder():
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._table.record().save(self.path)
        except OSError as error:
            raise about_file(self._words, self.path, error) from error

    def drop(self) -> None:
        """Keep nothing of a game in which nothing has happened."""
        with suppress(OSError):
            self.path.unlink()


def load(words: Words, path: Path) -> Record:
    """Return the record in a file, of a game there is, not yet checked against the rules."""
    try:
        record = Record.load(path)
    except OSError as error:
        raise about_file(words, path, error) from error
    except RecordError as error:
        raise broken(words, path, error) from error
    if record.game.name not in game_names():
        raise Wrong(words("error.game", game=record.game.name, games=", ".join(game_names())))
    return record


def broken(words: Words, path: Path, error: RecordError, game: str = "") -> Wrong:
    """Return the error for a record that is not valid, in words."""
    illegal = error.__cause__
    if not isinstance(illegal, IllegalMove):
        why = words(f"broken.{error.code}", you=False, **error.values)
        return Wrong(words("error.record", path=path, line=error.line, why=why))
    reason = refusal(words, game, illegal.reason)
    return Wrong(words("error.record_move", path=path, line=error.line, move=illegal.move, reason=reason))
