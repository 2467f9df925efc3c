"""Drawing the dice of a turn: those set aside with their sum, and those rolled."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from stolik.games.pickomino.pieces import FACES, RED_WORM
from stolik.games.pickomino.terminal.pieces import draw_dice, sign
from stolik.games.pickomino.views import PickominoTurn, PickominoView
from stolik.words import Words


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


def _rolled(turn: PickominoTurn) -> Text:
    if turn["roll"] is None:
        return draw_dice({" ": turn["dice"]}, locked=(" ",))
    return draw_dice(turn["roll"], locked=tuple(turn["aside"]))


def _tray_caption(words: Words, turn: PickominoTurn, red_worm: bool) -> str:
    if not turn["aside"] and not red_worm:
        return words("pickomino.tray.empty")
    worm = "red_worm" if red_worm else "worm" if turn["worm"] else "no_worm"
    return words(f"pickomino.tray.{worm}", sum=turn["sum"])


def _roll_caption(words: Words, turn: PickominoTurn) -> str:
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
