"""How the tables of all games mark things alike."""

from __future__ import annotations

from rich.text import Text

TURN = "▸ "
"""Stands before the name of the player who has the turn."""

FACE_UP = "black on cornsilk1"
"""The colours of what lies on the table face up."""


def marked(name: str, has_turn: bool) -> Text:
    """Return a player's name, with a mark if it is their turn."""
    return Text(f"{TURN}{name}", style="bold") if has_turn else Text(" " * len(TURN) + name)


def signed(number: int) -> str:
    """Return a number that may be below zero, with a real minus sign.

    >>> signed(-3), signed(4)
    ('−3', '4')
    """
    return str(number).replace("-", "−")


def bar(share: float, columns: int) -> Text:
    """Return a number from 0 to 1 as a bar.

    >>> bar(0.6, 4).plain
    '██▌─'
    """
    whole, half = divmod(round(share * 2 * columns), 2)
    track = "─" * (columns - whole - half)
    return Text.assemble(("█" * whole + "▌" * half, "cyan"), (track, "dim"))
