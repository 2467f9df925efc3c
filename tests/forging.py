"""A record that is flawless by itself, and false: somebody exchanged what a seat had added to the chance."""

from __future__ import annotations

from stolik.core import CHANCE, Fairness, Record, Recorder


def forged(record: Record, seat: int) -> Record:
    """Return another game of the same secret, for which a seat added something that suits the forger."""
    assert record.fairness
    random = "5eed" * 8
    assert record.fairness.seats[seat] not in ("", random)
    seats = list(record.fairness.seats)
    seats[seat] = random
    table = Recorder(record.game, Fairness(record.fairness.secret, tuple(seats)), record.names)
    while table.state.actor is not None:
        if table.state.actor == CHANCE:
            table.chance()
        else:
            table.play(table.state.moves()[0])
    return table.record()
