"""The dice game: Worms (*Robale*), by the rules of Pickomino, base and Deluxe."""

from stolik.core import Option, Plugin
from stolik.games.pickomino.notation import MAX_PLAYERS
from stolik.games.pickomino.position import read, write
from stolik.games.pickomino.rules import PickominoState, start

ROOM = "stolik.games.pickomino"

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
    Option(
        "hen_burn",  # D-13
        ("nothing", "highest"),
        "nothing",
        "pickomino.option.hen_burn",
        only=("variant", ("deluxe",)),
    ),
    Option("first", ("seat0", "lots"), "seat0", "option.first"),  # P-3
)

PLUGIN = Plugin(
    name="pickomino",
    options=OPTIONS,
    start=start,
    read_position=read,
    write_position=write,
    order=1,
    chance={"dice": None, "first": None},
    gestures=True,
    help=("none", "risk", "trainer"),
    levels={"easy": "beginner", "medium": "careful", "hard": "greedy", "master": "planner"},
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
    odds=f"{ROOM}.terminal.odds:run",
)

__all__ = ["OPTIONS", "PLUGIN", "PickominoState", "start"]
