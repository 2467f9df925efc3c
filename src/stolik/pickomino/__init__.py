"""The dice game: Worms (*Robale*), by the rules of Pickomino, base and Deluxe."""

from stolik.core import Option, Rules, register
from stolik.pickomino.notation import MAX_PLAYERS
from stolik.pickomino.rules import PickominoState, start

OPTIONS = (
    Option("players", tuple(range(2, MAX_PLAYERS + 1)), 2, "option.players"),  # P-1
    Option("variant", ("base", "deluxe"), "base", "pickomino.option.variant"),
    Option(
        "golden_die",  # D-10
        ("standard", "ones_and_worms"),
        "standard",
        "pickomino.option.golden_die",
        only=("variant", ("deluxe",)),
    ),
    Option("first", ("seat0", "lots"), "seat0", "option.first"),  # P-3
)

register(Rules("pickomino", OPTIONS, start))

__all__ = ["OPTIONS", "PickominoState", "start"]
