"""Drawing the table of the dice game: the grill, and what lies before the players."""

from __future__ import annotations

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stolik.cli.people import People
from stolik.cli.style import FACE_UP, TURN, marked
from stolik.games.pickomino.pieces import APPLE, GOLDEN_DIE, HEN, RAVEN, RED_WORM, WEASEL
from stolik.games.pickomino.terminal.pieces import WORM, mark, name_of, stack
from stolik.games.pickomino.views import GrillTile, PickominoView
from stolik.words import Words

TAKEN = "·"
DOWN = "░"

COLUMNS = {"base": 8, "deluxe": 6}
CELL = {"base": 4, "deluxe": 5}
"""How many tiles lie side by side, and how wide each one is."""

NARROW = 76
"""With fewer columns the players come below the grill and not beside it."""

ROOMY = 88
"""With this many columns long names are shown in full."""

LEVEL = {"base": 9, "deluxe": 4}
"""So much wider are names that say a bot's level."""

FEW = 4
"""Where more play, their stacks need that room, or the table would get too high."""

LEGEND = (RED_WORM, HEN, RAVEN, GOLDEN_DIE, WEASEL, APPLE)
LEGEND_COLUMNS = 3
"""The specialists as the legend lists them, the two long names in one column."""


def draw(words: Words, people: People, view: PickominoView, width: int) -> RenderableType:
    """Return the grill with the players beside it, or below where it is narrow."""
    longest_name = 18 if width >= ROOMY else 12
    longest_name += LEVEL[view["variant"]] if people.kinds and len(people.names) <= FEW else 0
    sides: list[RenderableType] = [grill(words, view), players(words, people, view, longest_name)]
    if width < NARROW:
        return Group(*sides)
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column()
    grid.add_column(ratio=1)
    grid.add_row(*sides)
    return grid


# -- The grill --------------------------------------------------------------------------------------------


def grill(words: Words, view: PickominoView) -> Table:
    """Return the tiles in their places: worms on those to be had, ghosts of those taken or turned down."""
    variant = view["variant"]
    lying = {tile["tile"]: tile for tile in view["grill"]}
    every = sorted([*lying, *(tile for seat in view["seats"] for tile in seat["stack"])])
    grid = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=0, border_style="dim")
    for _ in range(COLUMNS[variant]):
        grid.add_column(width=CELL[variant])
    for first in range(0, len(every), COLUMNS[variant]):
        row = every[first : first + COLUMNS[variant]]
        grid.add_row(*(_tile(words, number, lying.get(number), CELL[variant]) for number in row))
    return grid


def _tile(words: Words, number: int, tile: GrillTile | None, width: int) -> Text:
    if tile is None:
        return Text(f"{number}\n{TAKEN * width}", style="dim")
    if not tile["up"]:
        return Text(f"{number}\n{DOWN * width}", style="dim")
    held = mark(words, tile["specialist"]) if tile["specialist"] else ""
    text = Text(style=FACE_UP)
    text.append(f"{number:<3}", style="bold").append(f"{held:<{width - 3}}", style="bold blue")
    return text.append("\n").append(f"{WORM * tile['worms']:<{width}}", style="red")


# -- The players ------------------------------------------------------------------------------------------


def players(words: Words, people: People, view: PickominoView, longest_name: int) -> RenderableType:
    """Return a line for each player: who has the turn, the stack with its top tile first, and worms."""
    deluxe = view["variant"] == "deluxe"
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim", expand=True)
    head = words("column.player")
    name_width = max(cell_len(head), min(max(map(cell_len, people.labels)) + len(TURN), longest_name))
    grid.add_column(head, width=name_width, no_wrap=True, overflow="ellipsis")
    grid.add_column(words("pickomino.column.stack"), ratio=1)
    if deluxe:
        grid.add_column(words("pickomino.column.specialist"), no_wrap=True)
        grid.add_column(words("pickomino.column.round_worms"), justify="right", no_wrap=True)
    grid.add_column(words("pickomino.column.worms"), justify="right", no_wrap=True)
    turn = view["turn"]["seat"] if view["turn"] else None
    for number, seat in enumerate(view["seats"]):
        cells = [marked(people.labels[number], number == turn), stack(seat["stack"])]
        if deluxe:
            held = seat["specialist"]
            cells.append(Text(mark(words, held) if held else "", style="bold magenta"))
            cells.append(Text(str(seat["round_worms"] or "")))
        grid.add_row(*cells, Text(str(seat["score"]), style="bold"))
    return Group(grid, _legend(words)) if deluxe else grid


def _legend(words: Words) -> Table:
    """Return the marks of the specialists in words."""
    grid = Table.grid(padding=(0, 2))
    for first in range(0, len(LEGEND), LEGEND_COLUMNS):
        row = LEGEND[first : first + LEGEND_COLUMNS]
        grid.add_row(*(Text(f"{mark(words, name)} {name_of(words, name)}", style="dim") for name in row))
    return grid
