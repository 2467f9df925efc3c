"""The pieces of the dice game in a terminal: dice as boxes, dice, tiles and specialists in text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stolik.cli.style import FACE_UP
from stolik.games.pickomino.views import Dice
from stolik.words import Words

WORM = "~"

FREE = ("╭───╮", "│ {} │", "╰───╯")
LOCKED = ("╭╌╌╌╮", "╎ {} ╎", "╰╌╌╌╯")
LINES = len(FREE)


def sign(face: str) -> str:
    """Return what a face looks like in text."""
    return WORM if face == "w" else face


def dice_in_text(face: str, number: int) -> str:
    """Return some dice of one face in text: ``4 4 4``."""
    return " ".join([sign(face)] * number)


def draw_dice(dice: Dice, locked: tuple[str, ...] = ()) -> Text:
    """Return dice as boxes, grouped by face; those of a locked face have broken edges."""
    lines = [Text() for _ in range(LINES)]
    for face, number in dice.items():
        edges, style = (LOCKED, "dim") if face in locked else (FREE, "bold red" if face == "w" else "bold")
        for line, edge in zip(lines, edges, strict=True):
            if line:
                line.append(" ")
            line.append(edge.format(sign(face)) * number, style=style)
    return Text("\n").join(lines)


def stack(tiles: list[int]) -> Text:
    """Return a stack, its top tile first and in brackets."""
    if not tiles:
        return Text("–", style="dim")
    *rest, top = tiles
    text = Text(f"[{top}]", style="bold " + FACE_UP)
    return Text().append_text(text).append("".join(f" {tile}" for tile in reversed(rest)))


def ranges(tiles: Sequence[int]) -> str:
    """Return tiles in text, three and more in a row as the first and the last.

    >>> ranges([21, 23, 24, 25, 30, 31])
    '21, 23–25, 30, 31'
    """
    runs: list[list[int]] = []
    for tile in tiles:
        if runs and runs[-1][-1] == tile - 1:
            runs[-1].append(tile)
        else:
            runs.append([tile])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def mark(words: Words, specialist: str) -> str:
    """Return the two letters that stand for a specialist where a word has no room."""
    return words(f"pickomino.specialist.{specialist}.mark")


def name_of(words: Words, specialist: str) -> str:
    """Return the name of a specialist."""
    return words(f"pickomino.specialist.{specialist}.name")
