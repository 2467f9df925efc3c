"""The end of the dice game: worms counted, places given, ties explained."""

from __future__ import annotations

from itertools import groupby

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.sentences import Sentences, ranking
from stolik.games.pickomino.pieces import APPLE, APPLE_WORMS
from stolik.games.pickomino.terminal.pieces import stack
from stolik.games.pickomino.views import PickominoView
from stolik.words import Words


def draw(words: Words, people: People, view: PickominoView) -> RenderableType:
    """Return the final count as a table, who has won, and what broke each tie."""
    lines = [Sentences(words, people).winner(view), *_ties(words, people, view)]
    return Group(_count(words, people, view), *(Text(line) for line in lines))


def _count(words: Words, people: People, view: PickominoView) -> Table:
    deluxe = view["variant"] == "deluxe"
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="dim", pad_edge=False)
    table.add_column("")
    table.add_column(words("column.player"))
    table.add_column(words("pickomino.column.stack"))
    if deluxe:
        table.add_column(words("pickomino.column.on_tiles"), justify="right")
        table.add_column(words("pickomino.column.round_worms"), justify="right")
        table.add_column(words("pickomino.specialist.apple.name"), justify="right")
    table.add_column(words("pickomino.column.worms"), justify="right")
    for rank, place in ranking(view):
        seat = view["seats"][rank]
        apple = APPLE_WORMS if seat["specialist"] == APPLE else 0
        parts = [seat["worms"], seat["round_worms"], apple] if deluxe else []
        table.add_row(
            f"{place}.",
            Text(people.labels[rank], style="bold" if place == 1 else ""),
            stack(seat["stack"]),
            *map(str, parts),
            Text(str(seat["score"]), style="bold"),
        )
    return table


def _ties(words: Words, people: People, view: PickominoView) -> list[str]:
    """Return a sentence for each tie: broken by the highest tile, or shared where nobody has one."""
    told = []
    seats = [seat for seat, _ in ranking(view)]
    for worms, group in groupby(seats, key=lambda seat: view["seats"][seat]["score"]):
        tied = [(people.names[seat], max(view["seats"][seat]["stack"], default=0)) for seat in group]
        if len(tied) == 1:
            continue
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
