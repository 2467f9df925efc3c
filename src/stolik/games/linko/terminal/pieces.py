"""Cards in a terminal: as a fan of boxes, and in text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from stolik.cli.style import FACE_UP
from stolik.games.linko.pieces import CARDS, JOKER

LINES = 3
FEW = 6
"""How many lines a fan has; up to so many cards are written one by one."""

Run = tuple[str, int]
"""Some cards of one kind, one after the other."""


def sign(card: str) -> str:
    """Return what is printed on a card."""
    return card.upper()


def runs(cards: Sequence[str]) -> list[Run]:
    """Return the cards as runs of one kind."""
    return [(sign(card), len(list(group))) for card, group in groupby(cards)]


def written(cards: Sequence[str]) -> str:
    """Return cards in a sentence.

    >>> written(["7", "7", "j"]), written(["10"] * 6 + ["j"])
    ('7 7 J', '6×10 + 1×J')
    """
    if len(cards) <= FEW:
        return " ".join(map(sign, cards))
    return " + ".join(f"{number}×{card}" for card, number in runs(cards))


def brief(cards: Sequence[str]) -> str:
    """Return a layer in as few signs as can be.

    >>> brief(["9", "9"]), brief(["7", "7", "j"]), brief(["j", "j"])
    ('2×9', '2×7+1J', '2×J')
    """
    (card, number), *jokers = runs(cards)
    return f"{number}×{card}" + "".join(f"+{more}{joker}" for joker, more in jokers)


def piles(counts: dict[str, int]) -> str:
    """Return how many there are of each card: ``3×4, 1×13``."""
    return ", ".join(f"{number}×{sign(card)}" for card, number in counts.items())


def fan(cards: Sequence[str], width: int, stolen: bool = False) -> list[Text]:
    """Return cards as boxes that overlap, or where that is too wide one for each kind with their number."""
    overlapping = boxes(cards, stolen=stolen)
    if len(overlapping[0]) <= width:
        return overlapping
    return _beside([_numbered(name, number, stolen) for name, number in runs(cards)])


def boxes(cards: Sequence[str], pad: int = 1, stolen: bool = False) -> list[Text]:
    """Return cards as boxes of which only the last one is seen whole, with so much space in it."""
    top, middle, bottom = Text(), Text(), Text()
    for number, name in enumerate(map(sign, cards), start=1):
        space = " " * pad if number == len(cards) else ""
        inside = space + name + space
        top.append("╭" + "─" * len(inside), style="dim")
        middle.append("│", style="dim").append(inside, style=_ink(name, stolen))
        bottom.append("╰" + "─" * len(inside), style="dim")
    for line, corner in ((top, "╮"), (middle, "│"), (bottom, "╯")):
        line.append(corner, style="dim")
    return [top, middle, bottom]


def back(number: int) -> list[Text]:
    """Return the deck: a card face down with the number of cards left."""
    inside = f"{number}".center(4, "░") if number else "    "
    return [Text(line, style="dim") for line in ("╭────╮", f"│{inside}│", "╰────╯")]


def side_by_side(fans: Sequence[Sequence[Text]], gap: int = 0) -> Text:
    """Return fans beside each other, as one text of three lines."""
    return Text("\n").join(_beside(fans, gap))


def sets(counts: dict[str, int]) -> list[list[str]]:
    """Return the cards that are counted as sets of one value, in ascending order."""
    return [[card] * counts[card] for card in CARDS if card in counts]


def _numbered(name: str, number: int, stolen: bool) -> list[Text]:
    times = f"×{number}"
    box = boxes([name], stolen=stolen)
    return [
        line.append(text, style="bold")
        for line, text in zip(box, (" " * len(times), times, " " * len(times)), strict=True)
    ]


def _beside(fans: Sequence[Sequence[Text]], gap: int = 0) -> list[Text]:
    return [Text(" " * gap).join(lines) for lines in zip(*fans, strict=True)]


def _ink(name: str, stolen: bool) -> str:
    """Return the colours of a card: red while it is being stolen."""
    joker = name == sign(CARDS[JOKER])
    return "bold " + FACE_UP.replace("black", "red" if stolen else "magenta" if joker else "black")
