"""The end of the dice game: worms counted, places given, ties explained."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from stolik.cli.ending import final_count, numbers, ties
from stolik.cli.people import People
from stolik.cli.sentences import Sentences
from stolik.games.pickomino.terminal.pieces import stack
from stolik.games.pickomino.views import PickominoView
from stolik.words import Words


def draw(words: Words, people: People, view: PickominoView) -> RenderableType:
    """Return the final count as a table, who has won, and what broke each tie."""
    lines = [Sentences(words, people).winner(view), *_ties(words, people, view)]
    return Group(_count(words, people, view), *(Text(line) for line in lines))


def _count(words: Words, people: People, view: PickominoView) -> Table:
    deluxe, parts = view["variant"] == "deluxe", view["parts"]
    assert parts is not None
    made_of = {
        "worms": "pickomino.column.on_tiles",
        "round_worms": "pickomino.column.round_worms",
        "apple": "pickomino.specialist.apple.name",
    }
    shown = (*(made_of.values() if deluxe else ()), "pickomino.column.worms")
    columns = [Column(words("pickomino.column.stack")), *(numbers(words(key)) for key in shown)]

    def cells(number: int) -> list[RenderableType]:
        seat = view["seats"][number]
        each = [parts[number][part] for part in made_of] if deluxe else []
        return [stack(seat["stack"]), *map(str, each), Text(str(seat["score"]), style="bold")]

    return final_count(words, people, view, columns, cells)


def _ties(words: Words, people: People, view: PickominoView) -> list[str]:
    """Return a sentence for each tie: broken by the highest tile, or shared where nobody has one."""
    told = []
    for worms, seats in ties(view):
        tied = [(people.names[seat], max(view["seats"][seat]["stack"], default=0)) for seat in seats]
        if any(tile for _, tile in tied):
            order = ", ".join(_with_tile(words, name, tile) for name, tile in tied)
            told.append(words("pickomino.end.tie_broken", n=worms, order=order))
        else:
            order = ", ".join(name for name, _ in tied)
            told.append(words("pickomino.end.tie_shared", n=worms, order=order))
    return told


def _with_tile(words: Words, name: str, tile: int) -> str:
    if not tile:
        return words("pickomino.end.without_tile", name=name)
    return words("pickomino.end.with_tile", name=name, tile=tile)
