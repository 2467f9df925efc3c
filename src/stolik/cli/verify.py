"""``stolik verify``: checks every roll and every decision of a record, and says what it found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import stolik
from stolik.cli.arguments import Parser, suggest_files
from stolik.cli.errors import Wrong, about_file
from stolik.cli.output import print_json, say
from stolik.cli.people import People
from stolik.cli.records import broken, load, newest
from stolik.cli.style import signed
from stolik.core import Record, RecordError, Result
from stolik.core.mine import Mine
from stolik.core.record import Findings
from stolik.words import Words
from stolik.words.options import chosen


def run(words: Words, argv: Sequence[str]) -> int:
    """Check a record; return the exit status."""
    parser = Parser(words, "verify", words("help.verify.usage"))
    what = parser.add_argument_group(words("help.what"))
    file = what.add_argument("file", nargs="?", metavar=words("help.file"), help=words("help.verify.file"))
    suggest_files(file)
    suggest_files(what.add_argument("--mine", metavar=words("help.file"), help=words("help.verify.mine")))
    what.add_argument("--json", action="store_true", help=words("help.json"))
    parser.add_common()
    asked = parser.read(argv)
    path = newest(words) if asked.file is None else Path(asked.file)
    record = load(words, path)
    mine = None if asked.mine is None else _mine(words, Path(asked.mine))
    try:
        found = stolik.verify(record)
        if mine is not None:
            mine.check(record)
    except RecordError as error:
        raise broken(words, path, error, record.game.name) from error
    if asked.json:
        print_json(_for_programs(path, record, found))
        return 0
    people = People.in_record(words, record.names, record.game.players)
    say(words("verify.record", path=path, game=_described(words, record), names=", ".join(people.names)))
    if not record.game.plugin.chance:
        say(words("verify.no_chance"))
    elif found.fair:
        say(words("verify.promise_kept"))
        say(words.first(f"{record.game.name}.chances", "verify.chances", n=found.chances))
    else:
        say(words("verify.no_promise"))
    if mine is not None:
        say(words("verify.mine"))
    if record.taken is not None:
        say(words("verify.taken", n=found.taken, commitment=record.taken.commitment))
    say(words("verify.decisions", n=found.decisions))
    say(_outcome(words, people, found.result))
    return 0


def _for_programs(path: Path, record: Record, found: Findings) -> dict[str, object]:
    """Return what was found as JSON."""
    return {
        "record": str(path),
        "game": record.game.name,
        "players": record.game.players,
        "settings": dict(record.game.settings),
        "names": list(record.names),
        "fair": found.fair,
        "chances": found.chances,
        "decisions": found.decisions,
        "taken": found.taken,
        "finished": found.result is not None,
        "scores": found.result and list(found.result.scores),
        "places": found.result and list(found.result.places),
    }


def _mine(words: Words, path: Path) -> Mine:
    """Return what a device remembers of the game, from the file that the page writes."""
    try:
        return Mine.load(path)
    except OSError as error:
        raise about_file(words, path, error) from error
    except (ValueError, RecursionError) as error:
        raise Wrong(words("error.mine", path=path)) from error


def _described(words: Words, record: Record) -> str:
    """Return the game's name and the options that differ from their defaults."""
    return ", ".join([words(f"{record.game.name}.name"), *chosen(words, record.game)])


def _outcome(words: Words, people: People, result: Result | None) -> str:
    if result is None:
        return words("verify.unfinished")
    seats = sorted(range(len(people.names)), key=lambda seat: result.places[seat])
    ranks = (f"{result.places[seat]}. {people.names[seat]} ({signed(result.scores[seat])})" for seat in seats)
    return words("verify.finished", ranks=", ".join(ranks))
