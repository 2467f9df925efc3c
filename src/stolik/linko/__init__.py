"""The card game: Lynx (*Rysie*), by the rules of Linko (Abluxxen), three modes and the duel."""

from stolik.core import Option, Rules, register
from stolik.linko.notation import MAX_PLAYERS
from stolik.linko.rules import LinkoState, start

GROUP = ("basic", "advanced", "expert")

OPTIONS = (
    Option(
        "players",
        tuple(range(2, MAX_PLAYERS + 1)),
        4,
        "option.players",
        needs=(((2,), "mode", ("duel",)), (tuple(range(3, MAX_PLAYERS + 1)), "mode", GROUP)),
    ),
    Option("mode", (*GROUP, "duel"), "basic", "linko.option.mode"),
    Option("first", ("seat0", "lots"), "seat0", "option.first"),  # L-2
    Option("stall", tuple(range(101)), 20, "linko.option.stall"),  # L-21: rounds, 0 means never
)

register(Rules("linko", OPTIONS, start))

__all__ = ["OPTIONS", "LinkoState", "start"]
