"""Drawing the dice of a turn: those set aside with their sum, and those rolled."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from stolik.cli.words import Words
from stolik.games.pickomino.pieces import FACES, RED_WORM
from stolik.games.pickomino.terminal.table import WORM
from stolik.games.pickomino.views import PickominoView

Face = tuple[str, int]

FREE = ("╭───╮", "│ {} │", "╰───╯")
LOCKED = ("╭╌╌╌╮", "╎ {} ╎", "╰╌╌╌╯")
LINES = len(FREE)


def draw(words: Words, view: PickominoView) -> Table | Text:
    """Return the dice rolled, or still to roll, on the left and those set aside on the right."""
    turn = view["turn"]
    if turn is None:
        return Text()
    red_worm = view["seats"][turn["seat"]]["specialist"] == RED_WORM and "w" not in turn["aside"]
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(ratio=1)
    grid.add_column(justify="right")
    grid.add_row(Text(_roll_caption(words, turn)), Text(_tray_caption(words, turn, red_worm)))
    grid.add_row(_rolled(turn), draw_dice(turn["aside"]))
    return grid


def sign(face: str) -> str:
    """Return what a face looks like in text."""
    return WORM if face == "w" else face


def shown(face: str, number: int) -> str:
    """Return some dice of one face in text: ``4 4 4``."""
    return " ".join([sign(face)] * number)


def draw_dice(dice: dict[str, int], locked: tuple[str, ...] = ()) -> Text:
    """Return dice as boxes, grouped by face; those of a locked face have broken edges."""
    lines = [Text() for _ in range(LINES)]
    for face, number in dice.items():
        edges, style = (LOCKED, "dim") if face in locked else (FREE, "bold red" if face == "w" else "bold")
        for line, edge in zip(lines, edges, strict=True):
            if line:
                line.append(" ")
            line.append(edge.format(sign(face)) * number, style=style)
    return Text("\n").join(lines)


def _rolled(turn: dict[str, Any]) -> Text:
    if turn["roll"] is None:
        return draw_dice({" ": turn["dice"]}, locked=(" ",))
    return draw_dice(turn["roll"], locked=tuple(turn["aside"]))


def _tray_caption(words: Words, turn: dict[str, Any], red_worm: bool) -> str:
    if not turn["aside"] and not red_worm:
        return words("pickomino.tray.empty")
    worm = "red_worm" if red_worm else "worm" if turn["worm"] else "no_worm"
    return words(f"pickomino.tray.{worm}", sum=turn["sum"])


def _roll_caption(words: Words, turn: dict[str, Any]) -> str:
    notes = []
    if turn["roll"] is None:
        notes.append(words("pickomino.to_roll", n=turn["dice"]))
    else:
        notes.append(words("pickomino.rolled"))
        used = [sign(face) for face in FACES if face in turn["roll"] and face in turn["aside"]]
        if used:
            notes.append(words("pickomino.locked", faces=", ".join(used)))
    if turn["gold"]:
        notes.append(words("pickomino.gold_plays"))
    if turn["weasel_used"]:
        notes.append(words("pickomino.weasel_used"))
    return " · ".join(notes)
