"""The end of the card game: why it ended, cards counted, places given, ties explained."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.ending import final_count, numbers, ties
from stolik.cli.people import People
from stolik.cli.sentences import Sentences
from stolik.cli.style import signed
from stolik.games.linko.views import LinkoView
from stolik.words import Words


def draw(words: Words, people: People, view: LinkoView) -> RenderableType:
    """Return why it is over, the final count as a table, who has won, and what broke each tie."""
    lines = [Sentences(words, people).winner(view), *_ties(words, people, view)]
    return Group(Text(_reason(words, people, view)), _count(words, people, view), *map(Text, lines))


def _reason(words: Words, people: People, view: LinkoView) -> str:
    result = view["result"]
    assert result is not None
    if result["reason"] == "stall":
        return words("linko.end.stall", n=view["stall"])
    if result["reason"] == "cards_out":
        return words("linko.end.cards_out")
    seat = next(number for number, seat in enumerate(view["seats"]) if not seat["cards"])
    return words("linko.end.hand_empty", you=people.is_you(seat), name=people.names[seat])


def _count(words: Words, people: People, view: LinkoView) -> Table:
    columns, parts = ("linko.column.before", "linko.column.hand", "linko.column.points"), view["parts"]
    assert parts is not None

    def cells(number: int) -> list[RenderableType]:
        before, held = parts[number]["table"], parts[number]["hand"]
        return [str(before), signed(held), Text(signed(view["seats"][number]["score"]), style="bold")]

    return final_count(words, people, view, [numbers(words(key)) for key in columns], cells)


def _ties(words: Words, people: People, view: LinkoView) -> list[str]:
    """Return a sentence for each tie: broken by fewer cards in hand, or shared where these are equal too."""
    told = []
    for points, seats in ties(view):
        tied = [(people.names[seat], view["seats"][seat]["cards"]) for seat in seats]
        shared = len({cards for _, cards in tied}) == 1
        order = ", ".join(name if shared else f"{name} ({cards})" for name, cards in tied)
        key = "linko.end.tie_shared" if shared else "linko.end.tie_broken"
        told.append(words(key, n=points, points=signed(points), order=order))
    return told
