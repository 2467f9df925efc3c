"""A table without a server: its log and the rules of who may do what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stolik.server import entries
from stolik.server.commands import Caller, Decision, decide, open_table, play, sit_down
from stolik.server.entries import Entry
from stolik.server.history import told_from_start
from stolik.server.keeper import command_id
from stolik.server.messages import Command, Manners, NewTable, Play, Ready, SeatPlan, Start, Told
from stolik.server.projection import EntryProjection, Holders
from stolik.server.table import Table

ABSENT_AFTER = 30.0
NAMES = ("Ola", "Lis", "Jan", "Ewa", "Ida", "Leo", "Zoe")


def retold(code: str, log: Sequence[str], since: int, holder: str | None, now: Holders) -> list[Told]:
    """Return what a device missed, from the whole log."""
    return [told for told in told_from_start(code, log, since, holder, now) if told is not None]


class Played:
    """A table and its log, and everybody's devices ``ola``, ``lis``, … named in order of their seats."""

    def __init__(
        self, game: str, people: int, bots: int = 0, manners: Manners | None = None, **options: Any
    ) -> None:
        self.table = Table("ABCDEF")
        self.log: list[str] = []
        self.now = 1000.0
        plans = [SeatPlan()] * people + [SeatPlan("bot", "easy")] * bots
        self.add(open_table(NewTable(game, plans, options, manners or Manners()), "ola", self.now))
        for name in NAMES[:people]:
            self.add(sit_down(self.table, None, name, self.caller(name.lower())))

    def caller(self, who: str | None) -> Caller:
        return Caller(who, self.now, ABSENT_AFTER)

    def add(self, made: Decision | Entry) -> EntryProjection:
        """Write an entry and apply it, as the node that decided it does."""
        decision = made if isinstance(made, Decision) else Decision(made)
        text = entries.write(decision.entry)
        self.table.apply(entries.read(text), decision.moments)
        self.log.append(text)
        return EntryProjection(self.table.seq, decision.entry, self.table.moments)

    def do(self, who: str | None, command: Command) -> EntryProjection:
        return self.add(decide(self.table, command, self.caller(who)))

    def begin(self) -> EntryProjection:
        for n, seat in enumerate(self.table.seats):
            if seat.holder:
                self.do(seat.holder, Ready(f"ready{n}", n, f"{n:032x}"))
        return self.do("ola", Start("start"))

    def move(self, move: str) -> EntryProjection:
        """Play a move for the seat that must decide."""
        state = self.table.state
        assert state is not None
        seat = state.actor
        assert seat is not None
        holder = self.table.seats[seat].holder
        if holder is None:
            command = command_id(self.table, "bot")
            assert self.table.place(None, command) is None  # or the keeper would take it for done
            return self.add(play(self.table, command, seat, self.table.made, [move], "bot", self.now))
        return self.do(holder, Play(f"p{self.table.seq}", seat, self.table.made, [move]))

    def again(self) -> Table:
        """Return the table that another node makes of the same log."""
        table = Table("ABCDEF")
        for text in self.log:
            table.apply(entries.read(text))
        return table
