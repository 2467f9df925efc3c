"""Sentences about seats, in every game alike: to the person who sits there, or about them."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.cli.people import People
from stolik.cli.words import Words
from stolik.core import Event, View


class Speaker:
    """Says things about seats, in the words of a language and with the names at a table."""

    def __init__(self, words: Words, people: People) -> None:
        self.words = words
        self.people = people

    def say(self, key: str, event: Event, **more: object) -> str:
        """Return a sentence about the seat of an event, or to the person who sits there."""
        seat = event.get("seat")
        values = {name: value for name, value in event.items() if name not in more}
        if seat is not None:
            values["name"] = self.people.names[seat]
        if event.get("from") in range(len(self.people.names)):
            values["robbed"] = self.robbed(event["from"])
        return self.words(key, you=seat is not None and self.people.is_you(seat), **values, **more)

    def robbed(self, seat: int) -> str:
        """Return from whom something is taken."""
        return self.words("seat.from", you=self.people.is_you(seat), name=self.people.names[seat])

    def winner(self, view: View) -> str:
        """Return who has won, alone or with others."""
        winners = [seat for seat in ranking(view) if view["result"]["places"][seat] == 1]
        if len(winners) > 1:
            return self.words("end.winners", names=self.names(winners))
        (seat,) = winners
        return self.words("end.winner", you=self.people.is_you(seat), name=self.people.names[seat])

    def names(self, seats: Sequence[int]) -> str:
        """Return the names of some seats, one after the other."""
        return ", ".join(self.people.names[seat] for seat in seats)


def ranking(view: View) -> list[int]:
    """Return the seats of a game that is over, the best one first."""
    places: list[int] = view["result"]["places"]
    return sorted(range(len(places)), key=lambda seat: places[seat])
