"""The end of a game in the terminal, in every game alike: places and scores as a table, and who is tied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from rich import box
from rich.console import RenderableType
from rich.table import Column, Table
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.sentences import ranking
from stolik.core import View
from stolik.words import Words


def final_count(
    words: Words,
    people: People,
    view: View,
    columns: Sequence[Column],
    cells: Callable[[int], Sequence[RenderableType]],
) -> Table:
    """Return the places as a table, the best first; ``cells`` are what a seat has in the game's columns."""
    head = [Column(), Column(words("column.player")), *columns]
    table = Table(*head, box=box.SIMPLE_HEAD, padding=(0, 1), header_style="dim", pad_edge=False)
    for seat, place in ranking(view):
        name = Text(people.labels[seat], style="bold" if place == 1 else "")
        table.add_row(f"{place}.", name, *cells(seat))
    return table


def numbers(header: str) -> Column:
    """Return a column of numbers."""
    return Column(header, justify="right")


def ties(view: View) -> Iterator[tuple[int, list[int]]]:
    """Yield every final score that several seats have, with these seats, the one placed best first."""
    result = view["result"]
    assert result is not None
    for score, group in groupby((seat for seat, _ in ranking(view)), key=result["scores"].__getitem__):
        seats = list(group)
        if len(seats) > 1:
            yield score, seats
