"""Drawing a hand of the card game: fourteen cells, always in the same places."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from stolik.cli.style import FACE_UP
from stolik.games.linko.pieces import CARDS
from stolik.games.linko.terminal.pieces import sign

HELD = f"bold {FACE_UP}"
CELL = 4
ROOMY_CELL = 5
"""How wide a cell is, and how wide it is where there is room."""


def draw(hand: dict[str, int], width: int) -> Table:
    """Return the cells from 1 to the joker, each with its number of cards; in two rows where it is narrow."""
    cell = ROOMY_CELL if _taken(len(CARDS), ROOMY_CELL) <= width else CELL
    columns = len(CARDS) if _taken(len(CARDS), cell) <= width else len(CARDS) // 2
    grid = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=0, border_style="dim")
    for _ in range(columns):
        grid.add_column(width=cell, justify="center")
    for first in range(0, len(CARDS), columns):
        grid.add_row(*(_cell(card, hand.get(card, 0), cell) for card in CARDS[first : first + columns]))
    return grid


def _taken(columns: int, cell: int) -> int:
    return columns * (cell + 1) + 1


def _cell(card: str, number: int, width: int) -> Text:
    if not number:
        return Text(sign(card), style="dim")
    space = " " if width > CELL else ""
    return Text(f"{sign(card)}{space}×{number}".center(width), style=HELD)
