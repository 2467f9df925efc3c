"""The card game: Lynx (*Rysie*), by the rules of Linko (Abluxxen), three modes and the duel."""

from stolik.core import Option, Plugin
from stolik.games.linko.notation import MAX_PLAYERS
from stolik.games.linko.position import read, write
from stolik.games.linko.rules import LinkoState, start

ROOM = "stolik.games.linko"
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
    Option("row", ("full", "dealt"), "full", "linko.option.row", only=("mode", ("duel",))),  # V-2
    Option("first", ("seat0", "lots"), "seat0", "option.first"),  # L-2
    Option("stall", tuple(range(101)), 20, "linko.option.stall"),  # L-21: rounds, 0 means never
)

PLUGIN = Plugin(
    name="linko",
    options=OPTIONS,
    start=start,
    read_position=read,
    write_position=write,
    order=2,
    hidden=True,
    chance={"deal": None, "first": None},
    undoable=("play", "grab", "leave", "recall", "discard", "pass"),  # a raid or a draw turns up cards
    standing_orders={
        "theft": ("grab", "leave"),
        "recall": ("recall", "discard"),
        "draw": ("draw deck",),
        "may_draw": ("draw deck", "pass"),
    },
    help=("none", "trainer"),
    levels={"easy": "lowest", "medium": "grabber", "hard": "mind", "master": "thinker"},
    words=f"{ROOM}.words",
    puzzles=ROOM,
    bots=f"{ROOM}.bots:BOTS",
    encoding=f"{ROOM}.encoding:Encoding",
    preview=f"{ROOM}.preview:preview",
    advice=f"{ROOM}.advice",
    judge=f"{ROOM}.judge:Judge",
    picture=f"{ROOM}.picture:picture",
    lab=f"{ROOM}.lab:make",
    baseline=f"{ROOM}.lab.baseline:baseline",
    recipe=f"{ROOM}.lab.recipe:RECIPE",
    terminal=f"{ROOM}.terminal:make",
)

__all__ = ["OPTIONS", "PLUGIN", "LinkoState", "start"]
