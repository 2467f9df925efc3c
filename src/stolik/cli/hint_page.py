"""A hint as a page: the best moves, with the chance to win."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.words import Words
from stolik.words.numbers import Numbers


def draw(words: Words, found: Mapping[str, float]) -> RenderableType:
    """Return moves in words, each with its chance, the best first."""
    numbers = Numbers(words)
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column()
    for offer, chance in found.items():
        table.add_row(numbers.percent(chance, 0), offer)
    return Group(Text(words("play.best_moves"), style="bold"), "", table)
