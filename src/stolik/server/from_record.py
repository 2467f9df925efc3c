"""A table from the record of a finished game: its log, as if the game had been played there."""

from __future__ import annotations

from stolik.core import Record, RecordError, verify
from stolik.server.commands import Refusal
from stolik.server.entries import Entry, Opened, Played, Readied, Sat, Started, TakenOver
from stolik.server.messages import Manners, SeatPlan

REASONS = {
    **dict.fromkeys(("form", "bom"), "foreign"),
    **dict.fromkeys(("cut", "cut_line", "cut_moves"), "cut"),
    **dict.fromkeys(("illegal", "wrong_chance", "wrong_secret"), "changed"),
    "bad_game": "game",
}
"""Why a record is refused, where several codes of errors mean the same to the person who opens it."""


def log_of(text: str, holder: str, now: float) -> list[Entry]:
    """Return the log of a table whose first game is that of a record, and over.

    The device holds every seat that has a name; the others are bots'. All moves stand in one entry: a table
    is there as soon as few entries are kept. Raises ``Refusal``, which names the line.
    """
    record = _finished(text)
    fairness, moves = record.fairness, [str(move) for move in record.moves]
    assert fairness is not None
    names = record.names or ("",) * record.game.players
    plans = [SeatPlan("human" if name else "bot") for name in names]
    taken, ply = None, 0
    if record.taken is not None:
        ply = record.taken.ply
        taken = TakenOver(moves[:ply], record.taken.commitment)
    options, secret = dict(record.game.settings), fairness.secret.hex()
    manners = Manners(help="risk" if "risk" in record.game.plugin.help else "none")  # as the page has it
    return [
        Opened(now, "opened/1", record.game.name, options, plans, manners, holder, secret, taken),
        *(Sat(now, f"sat/{n}", n, name, holder) for n, name in enumerate(names) if name),
        *(Readied(now, f"ready/{n}", n, random) for n, random in enumerate(fairness.seats) if random),
        Started(now, "started/1", list(range(len(plans))), []),
        Played(now, "played/1", 0, "person", moves[ply:], over=True),
    ]


def _finished(text: str) -> Record:
    """Return the record in a text, if it is correct and its game was played to the end."""
    try:
        record = Record.parse(text)
        found = verify(record)
    except RecordError as error:
        reason = REASONS.get(error.code, error.code)
        raise Refusal("bad_record", line=error.line, reason=reason) from error
    if record.fairness is None:
        raise Refusal("bad_record", line=1, reason="no_promise")
    if found.result is None or found.taken == len(record.moves):
        closing = record.lines_before_moves + len(record.moves) + 1
        raise Refusal("bad_record", line=closing, reason="unfinished")
    return record
