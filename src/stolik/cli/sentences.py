"""Sentences about seats, in every game alike: to the person who sits there, or about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stolik.cli.people import People
from stolik.core import View
from stolik.words import Words


class Sentences:
    """Makes sentences about seats, in the words of a language and with the names at a table."""

    def __init__(self, words: Words, people: People) -> None:
        self.words = words
        self.people = people

    def say(self, key: str, event: Mapping[str, object], **more: object) -> str:
        """Return a sentence about the seat of an event, or to the person who sits there."""
        seat = event.get("seat")
        you = isinstance(seat, int) and self.people.is_you(seat)
        return self.words(key, you=you, **{**self.values(event), **more})

    def values(self, event: Mapping[str, object]) -> dict[str, object]:
        """Return what a sentence about an event can name: its values, and the players in it."""
        values, seat, giver = dict(event), event.get("seat"), event.get("from")
        if isinstance(seat, int):
            values["name"] = self.people.names[seat]
        if isinstance(giver, int) and giver in range(len(self.people.names)):
            values["robbed"] = self.robbed(giver)
        return values

    def robbed(self, seat: int) -> str:
        """Return from whom something is taken."""
        return self.words("seat.from", you=self.people.is_you(seat), name=self.people.names[seat])

    def winner(self, view: View) -> str:
        """Return who has won, alone or with others."""
        winners = [seat for seat, place in ranking(view) if place == 1]
        if len(winners) > 1:
            return self.words("end.winners", names=self.names(winners))
        (seat,) = winners
        return self.words("end.winner", you=self.people.is_you(seat), name=self.people.names[seat])

    def names(self, seats: Sequence[int]) -> str:
        """Return the names of some seats, one after the other."""
        return ", ".join(self.people.names[seat] for seat in seats)


def ranking(view: View) -> list[tuple[int, int]]:
    """Return the seats of a game that is over, each with its place, the best one first."""
    result = view["result"]
    assert result is not None
    return sorted(enumerate(result["places"]), key=lambda ranked: ranked[1])
